package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
)

// ProgramName is the name of the program in its own texts.
const ProgramName = "optgap"

// Program is a command line: its description and its commands.
type Program struct {
	Usage, Description string
	Commands           []*Command
	// BadInput reports whether bad input has caused an error. It need not know errors about flags
	// and files.
	BadInput func(error) bool
	// Common are the flags that the help of a command shows, by command: names with blanks between.
	// Help shows all flags of other commands, and of all commands where --help-all asks for it.
	Common map[string]string
	all    bool // help shows all flags
}

// Exit codes. They are a part of the command line's contract.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitBadInput    = 2
	exitCheckFailed = 3
	exitPanicked    = 70 // EX_SOFTWARE of sysexits.h
	ExitInterrupted = 130
)

// Streams are the standard streams of a command. Results go to Out, all else to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	progress time.Duration // time between lines of progress where Err is no terminal; 0: there are none
}

// ErrCheckFailed is the error of a check that did not hold. The command has printed the details.
var ErrCheckFailed = errors.New("a check did not hold")

// Execute runs the command line of this process and returns the exit code. every is the time
// between lines of progress; 0: there are none. of is that of Run.
func Execute(every time.Duration, of func(words []string) Program) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the process at once; one after Run does nothing.
	context.AfterFunc(ctx, stop)
	return Run(
		ctx,
		Streams{stream.NewInterruptible(ctx, os.Stdin), os.Stdout, os.Stderr, every},
		of,
		os.Args,
	)
}

// Run runs a command line on the streams and returns the exit code. of makes the program. It gets
// the words of the command line, so that what takes long to make is made only where they ask for
// it. args begin with the name of the program. Once the context is cancelled, the code is that
// of an interruption, and Run waits no longer than patience for the command.
func Run(ctx context.Context, s Streams, of func(words []string) Program, args []string) int {
	out := &checkedWriter{to: s.Out}
	s.Out = out
	var p Program
	work := func() error {
		p = of(args)
		return p.Call(ctx, s, args)
	}
	ended := make(chan error, 1)
	go func() { ended <- field.Catch(work) }()
	err := await(ctx, ended, s.Err)
	if err == nil {
		err = out.failed // the cli package drops errors of printing help and the like
	}
	code := p.ExitCode(ctx, err)
	switch {
	case code == ExitInterrupted:
		fmt.Fprintln(s.Err, "optgap: interrupted")
	case err == nil || code == exitCheckFailed:
	default:
		fmt.Fprintln(s.Err, "optgap:", format.Printable(err.Error()))
		reportPanic(s.Err, err, args)
	}
	return code
}

// Call runs a command line on the streams, and returns the error with which its command has ended.
func (p *Program) Call(ctx context.Context, s Streams, args []string) error {
	p.all = slices.Contains(args, "--"+helpAll)
	app := p.Application(s)
	return app.RunContext(ctx, p.permuted(app, args))
}

// An interrupted command stores and prints what it has found. What takes longer than soon is told.
// After patience the command is left alone: what it stores is such that a process may end at any
// moment.
const (
	soon     = 2 * time.Second
	patience = 2 * time.Minute
)

// await returns the error with which a command has ended. A command that does not end in time after
// the context was cancelled is left alone.
func await(ctx context.Context, ended <-chan error, messages io.Writer) error {
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(soon):
		fmt.Fprintln(
			messages,
			"optgap: printing and storing what was found; a second Ctrl-C ends at once",
		)
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(patience):
		return ctx.Err()
	}
}

// reportPanic says what to do about a panic, where the error is one.
func reportPanic(w io.Writer, err error, args []string) {
	if found, ok := errors.AsType[*field.Panic](err); ok {
		fmt.Fprintf(
			w,
			panicText,
			modulePath,
			Version(),
			runtime.Version(),
			runtime.GOOS,
			runtime.GOARCH,
			format.Shell(args...),
			found.Stack,
		)
	}
}

const panicText = `
This is a bug of optgap, or of what a program adds to optgap. What was stored before stays.
Please report it at https://%s/issues, with the text below.

version: %s, %s %s/%s
command: %s
%s`

// checkedWriter is a writer that keeps its first error.
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

// Stat describes the file behind the writer. It fails where there is none.
func (w *checkedWriter) Stat() (fs.FileInfo, error) {
	file, ok := w.to.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return file.Stat()
}

// Application returns the program in the form of the cli package.
func (p *Program) Application(s Streams) *cli.App {
	commands := lists.Each(p.Commands, func(c *Command) *cli.Command { return p.made(c, s, "") })
	return &cli.App{
		Name:                 ProgramName,
		Usage:                p.Usage,
		Version:              Version(),
		Reader:               s.In,
		Writer:               s.Out,
		ErrWriter:            s.Err,
		EnableBashCompletion: true,
		Description:          p.Description,
		Commands:             append(commands, p.completionCommand(s)),
		ExitErrHandler:       func(*cli.Context, error) {},
		OnUsageError:         wrongUse,
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return unknownCommand("", c.App.Commands, c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
	}
}

// ExitCode returns the exit code for the error with which a command has ended, or nil if it has
// succeeded. A command whose context was cancelled counts as interrupted, whatever it returns: the
// interruption may be the cause of any error, and hide in a success.
func (p *Program) ExitCode(ctx context.Context, err error) int {
	var (
		use   UsageError
		wrong *optgap.FieldError
		path  *fs.PathError
		help  cli.ExitCoder // of the cli package, on unknown help topics
		bug   *field.Panic
	)
	switch {
	case errors.As(err, &bug):
		return exitPanicked
	case ctx.Err() != nil:
		return ExitInterrupted
	case err == nil:
		return ExitDone
	case errors.Is(err, ErrCheckFailed):
		return exitCheckFailed
	case errors.As(err, &path) && path.Op == "write": // such as a full disk
		return ExitFailed
	case errors.As(err, &use),
		errors.As(err, &wrong),
		errors.As(err, &path),
		errors.As(err, &help),
		p.BadInput(err):
		return ExitBadInput
	}
	return ExitFailed
}

// The paths of this module and of its own main package.
const (
	modulePath  = "github.com/optgap/optgap"
	programPath = modulePath + "/cmd/optgap"
)

// Version returns the version of the program as the build knows it. One that no tag names has the
// commit in it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownVersion
	}
	return versionOf(info)
}

const unknownVersion = "unknown"

// versionOf puts the versions of a build into words, such as "v1.2.0". A main package other than
// this module's own is named too: "v1.2.0; example.com/own v0.1.0" for one of another module,
// "v1.2.0; own/main" for one of this module.
func versionOf(info *debug.BuildInfo) string {
	main := cmp.Or(info.Main.Version, unknownVersion)
	if info.Main.Path == "" || info.Main.Path == modulePath {
		if info.Path != "" && info.Path != programPath {
			main += "; " + info.Path
		}
		return main
	}
	return dependency(info) + "; " + info.Main.Path + " " + main
}

// dependency is the version of this module in words, where it is a dependency of the main module.
func dependency(info *debug.BuildInfo) string {
	for _, d := range info.Deps {
		switch {
		case d.Path != modulePath:
		case d.Replace == nil:
			return d.Version
		case d.Replace.Version == "" || d.Replace.Version == "(devel)": // by a folder
			return d.Version + ", replaced"
		default:
			return d.Version + ", replaced by " + d.Replace.Path + " " + d.Replace.Version
		}
	}
	return unknownVersion
}
