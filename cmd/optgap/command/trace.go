package command

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/sample"
	"github.com/optgap/optgap/bench/trace/swf"
)

// traceFlags are those of every command that reads a trace.
func traceFlags() []cli.Flag {
	c := categoryTrace
	return []cli.Flag{
		&cli.Int64Flag{Category: c, Name: "machine", Usage: "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes"},
		&cli.IntFlag{Category: c, Name: "jobs", Usage: "read only the first `N` usable jobs; 0: all"},
		&cli.BoolFlag{Category: c, Name: "strict", Usage: "a job that cannot be used is an error"},
		outputFile(&cli.StringFlag{Category: categoryOutput, Name: "rejects", Usage: "write the jobs that cannot be used to `FILE`, compressed if it ends in .gz"}),
	}
}

// loadTrace reads the trace that the command names, and its SHA-256.
func loadTrace(c *cli.Context, s streams, name string) (*swf.Trace, string, error) {
	return loadTraceFor(c, s, name, c.Int64("machine"))
}

// loadTraceFor reads the trace as one of a machine; 0: the trace's own.
func loadTraceFor(c *cli.Context, s streams, name string, machine int64) (_ *swf.Trace, sha string, err error) {
	o := swf.Options{Machine: machine, MaxJobs: c.Int("jobs"), Strict: c.Bool("strict")}
	in, err := stream.Open(name, s.in)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	if path := c.String("rejects"); path != "" {
		f, failed := stream.Create(path)
		if failed != nil {
			return nil, "", failed
		}
		defer func() {
			if err != nil && !errors.Is(err, swf.ErrNoJobs) { // of a trace that was not read to its end
				f.Abort()
				return
			}
			err = cmp.Or(err, f.Close())
		}()
		o.Rejects = f
	}
	t, err := swf.Load(in, filepath.Base(in.Name()), o)
	if err != nil {
		return nil, "", named(c, err)
	}
	if _, err := io.Copy(io.Discard, in); err != nil { // what a limit on the jobs left unread
		return nil, "", err
	}
	return t, in.SHA256(), nil
}

// sampleFile writes the embedded trace into a temporary file, so that it is read
// like any other.
func sampleFile() (path string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "optgap")
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, sample.Name)
	return path, func() { os.RemoveAll(dir) }, os.WriteFile(path, sample.KTHLike(), 0o666)
}

// traceOrSample returns the path of the trace that the command names, or else that of
// the sample, and what removes its file.
func traceOrSample(c *cli.Context) (path string, remove func(), err error) {
	if c.Args().Present() {
		return c.Args().First(), func() {}, nil
	}
	return sampleFile()
}

// sampleDefaults sets the flags that have other defaults for the sample.
func sampleDefaults(c *cli.Context) error {
	defaults := map[string]string{"max-steps": sampleSteps, "time-limit": sampleTimeLimit}
	if c.String("drive") == study.DriveOptimum {
		delete(defaults, "max-steps") // the optimum drives only where it solves all steps
	}
	for name, value := range defaults {
		if c.IsSet(name) {
			continue
		}
		if err := c.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}
