package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
)

// ProgramName is how the program is called in its own texts.
const ProgramName = "optgap"

// Program is a command line: what it is, its commands, and what it knows of their values.
type Program struct {
	Usage, Description string
	Commands           []*cli.Command
	// BadInput tells whether an error is one of the input. Those of flags and files need not
	// be named.
	BadInput func(error) bool
	// Values are the names that flags take, by flag, for completion.
	Values map[string]func() []string
}

// Exit codes, part of the command line's contract.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitBadInput    = 2
	exitCheckFailed = 3
	ExitInterrupted = 130
)

// Streams are the standard streams of a command. Results go to Out, all else to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	progress time.Duration // between lines of progress where err is no terminal; 0: none
}

// ErrCheckFailed says that a check did not hold; what and where is printed.
var ErrCheckFailed = errors.New("a check did not hold")

// Execute runs the command line of this process and returns the exit code. every is the time
// between lines of progress.
func Execute(every time.Duration, of func(Streams) Program) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	return Run(ctx, Streams{stream.NewInterruptible(ctx, os.Stdin), os.Stdout, os.Stderr, every}, of, os.Args)
}

// Run runs the command line that the program has on the streams, and returns the exit code.
func Run(ctx context.Context, s Streams, of func(Streams) Program, args []string) int {
	out := &checkedWriter{to: s.Out}
	s.Out = out
	p := of(s)
	err := p.Application(s).RunContext(ctx, args)
	if err == nil {
		err = out.failed // of what the cli package prints by itself, such as help
	}
	code := p.ExitCode(ctx, err)
	if err != nil && !errors.Is(err, ErrCheckFailed) {
		if code == ExitInterrupted {
			fmt.Fprintln(s.Err, "optgap: interrupted")
		} else {
			fmt.Fprintln(s.Err, "optgap:", err)
		}
	}
	return code
}

// checkedWriter keeps the first error of writing.
type checkedWriter struct {
	to     io.Writer
	failed error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if w.failed == nil {
		w.failed = err
	}
	return n, err
}

// Stat describes the file that is written to, or fails where it is none.
func (w *checkedWriter) Stat() (fs.FileInfo, error) {
	file, ok := w.to.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return file.Stat()
}

// Application returns the program for the cli package.
func (p *Program) Application(s Streams) *cli.App {
	cli.FlagStringer = flagHelp
	app := &cli.App{
		Name:                 ProgramName,
		Usage:                p.Usage,
		Version:              Version(),
		Reader:               s.In,
		Writer:               s.Out,
		ErrWriter:            s.Err,
		EnableBashCompletion: true,
		Description:          p.Description,
		Commands:             p.Commands,
		ExitErrHandler:       func(*cli.Context, error) {},
		OnUsageError:         func(c *cli.Context, err error, _ bool) error { return explain(c, err) },
		Action: func(c *cli.Context) error {
			if name := c.Args().First(); c.Args().Present() {
				known, meant := Alternatives("", mainCommands(c)), DidYouMean("", name, commandNames(c))
				return Usage("found command %q, expected %s%s: see optgap help", name, known, meant)
			}
			return cli.ShowAppHelp(c)
		},
	}
	setUp{
		before: func(c *cli.Context) error { return checkUsage(c, s) }, wrong: app.OnUsageError, values: p.Values,
	}.all(app.Commands)
	return app
}

// ExitCode classifies an error.
func (p *Program) ExitCode(ctx context.Context, err error) int {
	var (
		use   UsageError
		field *optgap.FieldError
		path  *fs.PathError
		help  cli.ExitCoder // of the cli package, on unknown help topics
	)
	switch {
	case err == nil:
		return ExitDone
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return ExitInterrupted
	case errors.Is(err, ErrCheckFailed):
		return exitCheckFailed
	case errors.As(err, &path) && path.Op == "write": // such as a full disk
		return ExitFailed
	case errors.As(err, &use), errors.As(err, &field), errors.As(err, &path), errors.As(err, &help), p.BadInput(err):
		return ExitBadInput
	}
	return ExitFailed
}
