package command

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/reservation"
)

// The headings of flags in help, beside those of all commands.
const (
	groupTrace  = "Trace"
	groupModel  = "Which jobs"
	groupSteps  = "Which steps"
	groupSolver = "How steps are solved"
	groupSlurm  = "On a cluster with Slurm"
)

// shaping returns the values of the flags on which stored results depend: all but those about how the work is done
// and about what is shown and kept.
func shaping(c *console.Call) map[string]string {
	values := map[string]string{}
	for _, o := range console.Options(c.Command) {
		text, stored := o.Argument()
		if stored && o.Group != console.GroupRun && o.Group != console.GroupOutput {
			values[o.Name] = text
		}
	}
	return values
}

// valuesOf returns the values of the flags with the names, which have blanks between.
func valuesOf(c *console.Call, names string) map[string]string {
	values := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		values[name] = console.OptionOf(c.Command, name).Text()
	}
	return values
}

// studyFlags are the flags of options of a study. A blank text stands for a flag that is not given, so that none may be
// given.
func studyFlags(options []field.Option) []cli.Flag {
	return frame.Each(console.All(options), func(o *console.Option) cli.Flag {
		if _, text := o.Variable.(*string); text {
			o.NotBlank()
		}
		return o
	})
}

// childFlags say how solvers work. needs are those of child processes.
func childFlags(w *study.Work, needs ...console.Need) []cli.Flag {
	return console.In(console.GroupRun, inProcessFlag(&w.Children, "solve").Only(needs...),
		console.Flag(&w.Pin, "pin", "each worker solves on processor cores of its own, as many as there are for each").
			Only(console.Without("in-process")),
	)
}

// inProcessFlag is --in-process. It says what is done so, such as "solve".
func inProcessFlag(children *bool, what string) *console.Option {
	inProcess := false
	return console.Flag(&inProcess, "in-process", what+" within this process: without the child processes that keep a "+
		"failing solver from ending the run and end one that does not keep its limits").
		Check(func() error { *children = !inProcess; return nil })
}

// retryFlag is --retry-failed. limits are the flags of limits.
func retryFlag(retry *bool, limits string) *console.Option {
	return console.Flag(retry, "retry-failed", "run again what hit a limit, ran out of memory, crashed or failed in the "+
		"folder of --out, and replace it; "+limits+" may be other than before").Only(console.WithFlag("out"))
}

// outFlag is --out of the commands that write a file, or else to the standard output.
func outFlag(path *string, suffixes ...string) *console.Option {
	const usage = "write to `FILE` instead of the standard output, compressed if it ends in .gz"
	return console.Flag(path, "out", usage).Writes(suffixes...).Under(console.GroupOutput)
}

// rowsFlag is --rows.
func rowsFlag(rows *int) *console.Option {
	*rows = 40
	const usage = "`N` rows of the table, evenly spread over the steps; 0: all. Averages are over all"
	return console.Flag(rows, "rows", usage).AtLeast("0").Under(console.GroupOutput)
}

// rejectsFlag is that of every command that reads the usable jobs of a trace.
func rejectsFlag(path *string) *console.Option {
	const usage = "write the jobs that cannot be used to `FILE`, compressed if it ends in .gz"
	return console.Flag(path, "rejects", usage).Writes().Only(console.Without("strict")).Under(console.GroupOutput)
}

// loadTrace reads the trace at the path, or the sample for "". It returns the checksum of the trace's file too.
func loadTrace(c *console.Call, path string, o swf.Options, rejected string) (t *swf.Trace, sha256 string, err error) {
	err = withRejects(rejected, func(rejects io.Writer) (err error) {
		o.Rejects = rejects
		t, sha256, err = study.ReadTrace(path, c.In, o)
		return err
	})
	if err == nil {
		c.SayAll(t.Warnings()...)
	}
	return t, sha256, named(c, err)
}

// withRejects calls read with the writer that gets the jobs which cannot be used, into the file at a path; nil for "".
// A file of a trace that was not read to its end is not kept.
func withRejects(path string, read func(rejects io.Writer) error) error {
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

// sayReserved notes how many requests were admitted and why others were not.
func sayReserved(n *console.Notes, decisions []reservation.Decision) {
	if len(decisions) > 0 {
		n.Say("%v", reservation.Count(decisions))
	}
}

// named returns an error about a field with the flag in its place. The fields of options have
// the names of flags. A field without a flag, and those of files, stay as they are.
func named(c *console.Call, err error) error {
	var (
		line  *record.LineError
		trace *swf.Error
	)
	if errors.As(err, &line) || errors.As(err, &trace) {
		return err
	}
	return console.NameFlags(c.Command, err)
}

// printing is how a command prints.
type printing struct {
	form string // table.Text, table.CSV or console.FormatJSON
	wide bool   // tables have all columns
}

// formatFlag is --format. line describes a line of JSON.
func (p *printing) formatFlag(line string) *console.Option { return console.Format(&p.form, line) }

// wideFlag is --wide of the commands with tables of which some columns are left out otherwise.
func (p *printing) wideFlag() *console.Option {
	const usage = "tables with all columns; otherwise with those that fit 100 characters"
	return console.Flag(&p.wide, "wide", usage).Under(console.GroupOutput)
}

// text is the form of tables for people.
func (p *printing) text() string {
	if p.wide {
		return table.Wide
	}
	return table.Text
}

// printAs prints lines of JSON, rows of CSV or tables for people.
func printAs[R any](
	c *console.Call, p printing, lines []R, rows func() table.Table, tables func() []table.Table,
) error {
	switch p.form {
	case console.FormatJSON:
		return record.WriteLines(c.Out, lines)
	case table.CSV:
		return rows().Write(c.Out, table.CSV)
	}
	return table.WriteAll(c.Out, tables(), p.text())
}

// namesOf returns a function that returns the names of all values.
func namesOf[T any](all func() []T, name func(T) string) func() []string {
	return func() []string { return frame.Each(all(), name) }
}

// serveStepsCommand is the hidden command of child processes.
func serveStepsCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name: child.ServeCommand, Hidden: true, Usage: "work for another process, which says on what",
		Action: func(c *cli.Context) error {
			go child.EndWithParent()
			services := maps.Clone(study.Services)
			services[algorithm.Service] = algorithm.Serve
			return child.Serve(c.Context, s.In, s.Out, services)
		},
	}
}
