package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
)

const programName = "optgap"

// Exit codes, part of the command line's contract.
const (
	exitDone        = 0
	exitFailed      = 1
	exitBadInput    = 2
	exitCheckFailed = 3
	exitInterrupted = 130
)

// streams are what a command reads and writes: results go to out, everything
// else to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
	progress time.Duration // between lines of progress where err is no terminal; 0: none
}

// errCheckFailed says that a check did not hold; what and where is printed.
var errCheckFailed = errors.New("a check did not hold")

// run runs the command line and returns the exit code.
func run(ctx context.Context, s streams, args []string) int {
	out := &checkedWriter{to: s.out}
	s.out = out
	err := application(s).RunContext(ctx, args)
	if err == nil {
		err = out.failed // of what the cli package prints by itself, such as help
	}
	code := exitCode(ctx, err)
	if err != nil && !errors.Is(err, errCheckFailed) {
		if code == exitInterrupted {
			fmt.Fprintln(s.err, "optgap: interrupted")
		} else {
			fmt.Fprintln(s.err, "optgap:", err)
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

// application returns the command line.
func application(s streams) *cli.App {
	cli.FlagStringer = flagHelp
	app := &cli.App{
		Name:                 programName,
		Usage:                "how far from optimal is a job-scheduling policy?",
		Version:              version(),
		Reader:               s.in,
		Writer:               s.out,
		ErrWriter:            s.err,
		EnableBashCompletion: true,
		Description: `optgap replays a job trace of a parallel machine under the self-tuning dynP
scheduler. At each self-tuning step it solves the planning problem as an integer
program and compares the optimum with the plans of FCFS, SJF and LJF and with
lower bounds.

   optgap study                              an embedded sample, in a minute
   optgap study --max-waiting 12 TRACE.swf.gz
   optgap solve --gantt plan.svg STEP.json

Flags stand before arguments; - is standard input. Times have a unit, such as 5s
or 1h30m. An output appears once it is complete.

Exit codes: 0 done, 1 failed, 2 bad usage or bad input, 3 a check did not hold,
130 interrupted. Shell completion: optgap help completion.`,
		Commands: []*cli.Command{
			studyCommand(s), simulateCommand(s), solveCommand(s), workloadCommand(s), moldableCommand(s), reproduceCommand(s),
			verifyCommand(s), compareCommand(s), mergeCommand(s), reportCommand(s),
			doctorCommand(s), completionCommand(s), serveStepsCommand(s),
		},
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   func(c *cli.Context, err error, _ bool) error { return explain(c, err) },
		Action: func(c *cli.Context) error {
			if name := c.Args().First(); c.Args().Present() {
				return usage("found command %q, expected %s%s: see optgap help", name, alternatives("", mainCommands(c)), didYouMean("", name, commandNames(c)))
			}
			return cli.ShowAppHelp(c)
		},
	}
	place(app.Commands, func(c *cli.Context) error { return checkUsage(c, s) }, app.OnUsageError)
	return app
}

// exitCode classifies an error.
func exitCode(ctx context.Context, err error) int {
	var (
		use   usageError
		field *optgap.FieldError
		place *optgap.Violation
		line  *record.LineError
		trace *swf.Error
		path  *fs.PathError
		none  *spec.Unused
		help  cli.ExitCoder // of the cli package, on unknown help topics
	)
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return exitInterrupted
	case errors.Is(err, errCheckFailed):
		return exitCheckFailed
	case errors.As(err, &path) && path.Op == "write": // such as a full disk
		return exitFailed
	case errors.As(err, &use), errors.As(err, &field), errors.As(err, &place), errors.As(err, &line), errors.As(err, &trace), errors.As(err, &path),
		errors.Is(err, swf.ErrNoJobs), errors.As(err, &none), errors.As(err, &help):
		return exitBadInput
	}
	return exitFailed
}
