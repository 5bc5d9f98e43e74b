package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func workloadTransformCommand(s console.Streams) *cli.Command {
	return &cli.Command{
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
shrink and stretch leave the first submission where it is and round the time of
each other one after it down to a second; other times keep their fractions. split-wide
numbers the jobs anew, as renumber does. scale-widths rounds to whole processors, at
least 1. perfect-estimates makes estimates of at least 1 s.

Fields of conditions:
` + fieldNames() + `.
width is requested, or allocated where that is unknown; estimate likewise requested_time
or run_time. Unknown values are -1. Numbers of seconds may have a unit, such as 12h.

Jobs pass through one by one. sort holds all of them in memory. renumber and split-wide
hold their numbers. Where steps change the number of jobs and the header tells it, the
jobs wait in a temporary file until they are counted.`,
		Flags:  transformFlags(),
		Action: func(c *cli.Context) error { return workloadTransform(c, s) },
	}
}

func transformFlags() []cli.Flag {
	out := &cli.StringFlag{
		Category: console.CategoryOutput, Name: "out", Usage: "write to `FILE`, compressed if it ends in .gz",
	}
	return []cli.Flag{
		&cli.StringSliceFlag{
			Category: categorySteps, Name: "do", Usage: "`STEP`, or several with commas between; may be given again",
		},
		&cli.Int64Flag{
			Category: categoryTrace, Name: "machine", Usage: "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes",
		},
		&cli.BoolFlag{
			Category: categoryTrace, Name: "strict", Usage: "a malformed line is an error; otherwise it is left out",
		},
		console.OutputFile(out),
		console.QuietFlag(),
	}
}

func operationHelp() string {
	var b strings.Builder
	for _, o := range transform.Operations() {
		name := o.Name
		if o.Value != "" {
			name += "=" + o.Value
		}
		lines := console.Wrapped(o.About, console.HelpWidth-console.HelpColumn)
		fmt.Fprintf(&b, "   %-24s %s\n", name, strings.Join(lines, "\n"+strings.Repeat(" ", console.HelpColumn)))
	}
	return b.String()
}

func fieldNames() string {
	var names []string
	for _, f := range transform.Fields() {
		names = append(names, f.Name)
	}
	indent := strings.Repeat(" ", console.HelpIndent)
	lines := console.Wrapped(strings.Join(names, ", "), console.HelpWidth-2*console.HelpIndent)
	return indent + strings.Join(lines, "\n"+indent)
}

func workloadTransform(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 1, 1, "one, the trace"); err != nil {
		return err
	}
	steps, err := transformSteps(c)
	if err != nil {
		return err
	}
	in, err := stream.Open(c.Args().First(), s.In)
	if err != nil {
		return err
	}
	defer in.Close()
	left := 0
	malformed := func(*swf.Error) { left++ }
	if c.Bool("strict") {
		malformed = nil
	}
	r := swf.NewReader(in, filepath.Base(in.Name()))
	t, err := transform.Read(r, c.Int64("machine"), malformed)
	if err != nil {
		return named(c, err)
	}
	t.Records = transform.Until(c.Context, t.Records)
	if t, err = transform.Apply(t, steps...); err != nil {
		return onStep(err)
	}
	n := console.NewNotes(s, c.Bool("quiet"))
	jobs, err := writeTransformed(c, s, t)
	if err != nil {
		return onStep(err)
	}
	if left > 0 {
		n.Say("%s left out", format.Count(int64(left), "malformed line"))
	}
	if k := len(r.Comments()); k > 0 {
		n.Say("%s between the jobs left out", format.Count(int64(k), "comment"))
	}
	if path := c.String("out"); path != "" {
		n.Say("%s in %s", format.Count(int64(jobs), "job line"), path)
	}
	return nil
}

// writeTransformed writes to --out, or to the standard output.
func writeTransformed(c *cli.Context, s console.Streams, t transform.Trace) (jobs int, err error) {
	path := c.String("out")
	if path == "" {
		return t.Write(s.Out)
	}
	err = stream.WriteFile(path, func(w io.Writer) error {
		jobs, err = t.Write(w)
		return err
	})
	return jobs, err
}

// transformSteps reads --do.
func transformSteps(c *cli.Context) ([]transform.Step, error) {
	var steps []transform.Step
	for _, text := range c.StringSlice("do") {
		s, err := transform.Parse(text)
		if err != nil {
			name, _, _ := strings.Cut(text, "=")
			return nil, fmt.Errorf("%w%s", onStep(err), unknownStep(name))
		}
		steps = append(steps, s)
	}
	if steps == nil {
		expected := "at least one of " + strings.Join(transform.Names(), ", ")
		return nil, &optgap.FieldError{Field: "--do", Found: "no step", Expected: expected}
	}
	return steps, nil
}

// unknownStep suggests the operation that was perhaps meant.
func unknownStep(name string) string {
	for _, known := range transform.Names() {
		if name == known {
			return ""
		}
	}
	return console.DidYouMean("", name, transform.Names())
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
	about := &optgap.FieldError{Field: flag, Found: field.Found, Expected: field.Expected}
	return console.Usage("%s", strings.Replace(err.Error(), field.Error(), about.Error(), 1))
}
