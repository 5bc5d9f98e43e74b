package command

import (
	"cmp"
	"errors"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// traceFlags are those of every command that reads a trace.
func traceFlags() []cli.Flag {
	c := categoryTrace
	rejects := &cli.StringFlag{
		Category: console.CategoryOutput, Name: "rejects",
		Usage: "write the jobs that cannot be used to `FILE`, compressed if it ends in .gz",
	}
	return []cli.Flag{
		&cli.Int64Flag{Category: c, Name: "machine", Usage: "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes"},
		&cli.IntFlag{Category: c, Name: "jobs", Usage: "read only the first `N` usable jobs; 0: all"},
		&cli.BoolFlag{Category: c, Name: "strict", Usage: "a job that cannot be used is an error"},
		console.OutputFile(rejects),
	}
}

// loadTrace reads the trace at the path, or the sample for "", as one of a machine; 0: the
// trace's own. starts tells whether the starts of its log are wanted. It returns the checksum of
// the trace's file too.
func loadTrace(
	c *cli.Context, s console.Streams, path string, machine int64, starts bool,
) (t *swf.Trace, sha256 string, err error) {
	err = withRejects(c, func(rejects io.Writer) (err error) {
		o := swf.Options{Machine: machine, MaxJobs: c.Int("jobs"), Strict: c.Bool("strict"), Rejects: rejects, Starts: starts}
		t, sha256, err = study.ReadTrace(path, s.In, o)
		return err
	})
	return t, sha256, named(c, err)
}

// withRejects calls read with the writer that gets the jobs which cannot be used; nil without
// --rejects. A file of a trace that was not read to its end is not kept.
func withRejects(c *cli.Context, read func(rejects io.Writer) error) error {
	path := c.String("rejects")
	if path == "" {
		return read(nil)
	}
	f, err := stream.Create(path)
	if err != nil {
		return err
	}
	if err := read(f); err != nil && !errors.Is(err, swf.ErrNoJobs) {
		f.Abort()
		return err
	} else {
		return cmp.Or(err, f.Close())
	}
}
