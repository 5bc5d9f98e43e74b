package command

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// transforming is a call of workload transform.
type transforming struct {
	do      []string
	machine int64
	strict  bool
	out     string
}

func workloadTransformCommand() *console.Command {
	o := &transforming{}
	return &console.Command{
		Name:      "transform",
		Usage:     "change the jobs of a trace step by step",
		ArgsUsage: "TRACE.swf[.gz]|-",
		Description: `Reads a trace, changes its jobs by the steps of --do in the order given, and writes
it to the standard output or to --out.

   optgap workload transform --do shrink=0.8 --do split-wide=64 TRACE.swf.gz >busy.swf
   optgap workload transform --do cut-time=0:168h,perfect-estimates --out week.swf TRACE.swf.gz
   optgap workload transform --do 'filter=width>1' --do filter=status=1 --out w.swf TRACE.swf.gz
   optgap workload transform --do cut-jobs=:100 TRACE.swf.gz | optgap simulate -

Quote conditions, as a shell takes < and > for its own. Fields that no step speaks of
stay as they are. The header is kept, with a note for each step, and what it says of
processors and jobs is corrected. Comments between the jobs are left out.

Steps:
` + operationHelp() + `
shrink leaves the first submission where it is and rounds the time of each other one
after it down to a second; other times keep their fractions. split-wide numbers the
jobs anew, from 1 on. perfect-estimates makes estimates of at least 1 s.

Fields of conditions:
` + fieldNames() + `.
width is requested, or allocated where that is unknown; estimate likewise requested_time
or run_time. Unknown values are -1. Numbers of seconds may have a unit, such as 12h.

Jobs pass through one by one; split-wide holds their numbers. Where steps change the
number of jobs and the header tells it, the lines are held until they are counted.`,
		Flags: console.Flags{
			groupSteps,
			console.Flag(&o.do, "do", "`STEP`, or several with commas between; may be given again").
				Repeats().
				Takes(transform.Names),
			groupTrace,
			console.Flag(&o.machine, "machine", "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes"),
			console.Flag(&o.strict, "strict", "a malformed line is an error; otherwise it is left out"),
			outFlag(&o.out),
		},
		Least: 1, Most: 1, What: "one, the trace",
		Run: o.run,
	}
}

func operationHelp() string {
	return console.Listed(
		24,
		transform.Operations(),
		func(o transform.Operation) (string, string) {
			if o.Value == "" {
				return o.Name, o.About
			}
			return o.Name + "=" + o.Value, o.About
		},
	)
}

func fieldNames() string {
	names := transform.FieldNames()
	const indent = console.HelpIndent
	text := console.Wrapped(strings.Join(names, ", "), console.HelpWidth-2*indent, indent)
	return strings.Repeat(" ", indent) + text
}

// run writes the trace, changed by the steps, to a file, or to the standard output.
func (o *transforming) run(c *console.Call) error {
	steps, err := transformSteps(o.do)
	if err != nil {
		return err
	}
	in, err := stream.Open(c.Args().First(), c.In)
	if err != nil {
		return err
	}
	defer in.Close()
	left := 0
	malformed := func(*swf.Error) { left++ }
	if o.strict {
		malformed = nil
	}
	r := swf.NewReader(in, filepath.Base(in.Name()))
	t, err := transform.Read(r, o.machine, malformed)
	if err != nil {
		return err
	}
	t.Records = transform.Until(c.Context, t.Records)
	t, err = transform.Apply(t, steps...)
	if err != nil {
		return onStep(err)
	}
	if err := c.Write(o.out, func(w io.Writer) error {
		_, err := t.Write(w)
		return err
	}); err != nil {
		return onStep(err)
	}
	if left > 0 {
		c.Say("%s left out", format.Count(left, "malformed line"))
	}
	return nil
}

// transformSteps reads --do.
func transformSteps(do []string) ([]transform.Step, error) {
	if do == nil {
		expected := "at least one of " + strings.Join(transform.Names(), ", ")
		return nil, optgap.BadField("--do", "no step", expected)
	}
	steps, err := lists.Try(do, transform.Parse)
	return steps, onStep(err)
}

// onStep names the flag in an error about a step.
func onStep(err error) error {
	var field *optgap.FieldError
	if !errors.As(err, &field) {
		return err
	}
	flag := "--do"
	if field.Field != transform.UnknownOperation {
		flag += " " + field.Field
	}
	return renamed(err, flag)
}
