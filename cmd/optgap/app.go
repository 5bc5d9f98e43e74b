package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/swf"
)

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
}

// errCheckFailed says that a check did not hold; what and where is printed.
var errCheckFailed = errors.New("a check did not hold")

// usageError marks a mistake in how the command was called.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run runs the command line and returns the exit code.
func run(ctx context.Context, s streams, args []string) int {
	app := &cli.App{
		Name:                   "optgap",
		Usage:                  "how far from optimal is a job-scheduling policy?",
		Version:                version(),
		Reader:                 s.in,
		Writer:                 s.out,
		ErrWriter:              s.err,
		UseShortOptionHandling: true,
		HideHelpCommand:        false,
		Description: `optgap replays a job trace of a parallel machine under the self-tuning dynP
scheduler. At each self-tuning step it solves the planning problem as an integer
program and compares the optimum with the plans of FCFS, SJF and LJF and with
lower bounds.

   optgap study                              an embedded sample, in a minute
   optgap study --max-waiting 12 TRACE.swf.gz
   optgap solve --gantt plan.svg STEP.json

Flags stand before arguments; - is standard input. Exit codes: 0 done, 1 failed,
2 bad usage or bad input, 3 a check did not hold, 130 interrupted.`,
		Commands:        []*cli.Command{studyCommand(s), simulateCommand(s), solveCommand(s), verifyCommand(s), serveStepsCommand(s)},
		ExitErrHandler:  func(*cli.Context, error) {},
		OnUsageError:    func(_ *cli.Context, err error, _ bool) error { return usageError{err} },
		CommandNotFound: nil,
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usage("found command %q, expected study, simulate, solve or verify: see optgap help", c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = app.OnUsageError
	}
	err := app.RunContext(ctx, args)
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

// exitCode classifies an error.
func exitCode(ctx context.Context, err error) int {
	var (
		use   usageError
		field *optgap.FieldError
		place *optgap.Violation
		line  *record.LineError
		trace *swf.Error
		path  *fs.PathError
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
		errors.Is(err, swf.ErrNoJobs), errors.As(err, &help):
		return exitBadInput
	}
	return exitFailed
}

// version returns the module's version as the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}
