package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/grid"
)

func grothklags2004Command(s console.Streams) *cli.Command {
	flags := append(traceFlags(), []cli.Flag{
		&cli.IntFlag{Category: categorySteps, Name: "max-steps", Usage: "averages over at most `N` steps, evenly spread; 0: all"},
		&cli.DurationFlag{Category: categorySolver, Name: "time-limit", Value: time.Minute, Usage: "`TIME` for each step and way of solving it; 0: none"},
		&cli.StringFlag{Category: categorySolver, Name: "scale-entry", Value: "1kB", Usage: "`SIZE` of a matrix entry in Eq. 6; the paper's text has 0.1kB, and its Table 1 follows from 1kB"},
		&cli.StringFlag{Category: categorySolver, Name: "memory", Value: "auto", Usage: "`SIZE` that solving a step may take; auto: 0.8 of the memory of the machine, or of the control group if that is less, divided by the workers"},
		console.WorkersFlag("`N` steps solved side by side, each on one thread"),
		inProcessFlag(),
		pinFlag(),
		console.OutputFormatFlag("a line for each row of Table 1, each result and each statement"),
		console.WideFlag(),
		console.OutputFolder(&cli.StringFlag{Category: console.CategoryOutput, Name: "out", Usage: "`DIR` for three folders of studies; an interrupted run goes on there"}, partNames()...),
		console.QuietFlag(),
	}...)
	return &cli.Command{
		Name:      "grothklags2004",
		Usage:     "Grothklags and Streit (2004): CPLEX and dynP",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Repeats the comparison of Grothklags and Streit, "On the Comparison of CPLEX-Computed
Job Schedules with the Self-Tuning dynP Job Scheduler" (2004), on any trace. Theirs is
CTC. Without TRACE the generated sample of 400 jobs is taken.

The trace is replayed under self-tuning dynP. Of its steps, those that are most like
the twelve rows of Table 1 in jobs, makespan and accumulated run time are solved three
times: by the integer program and by search on the grid of Eq. 6, and by search at one
second. The averages are over all steps, by search on the grid. The horizon is the
paper's.

   optgap reproduce grothklags2004 --max-steps 500 --out results TRACE.swf.gz`,
		Flags:  console.Limited(flags, []console.Effect{console.Only("rejects", console.Without("strict")), console.Only("wide", console.WithValue("format", table.Text))}),
		Action: func(c *cli.Context) error { return grothklags(c, s) },
	}
}

// comparisonArguments are the flags on which results depend.
const comparisonArguments = "machine jobs strict max-steps time-limit scale-entry memory"

// comparison is a run of the experiment.
type comparison struct {
	c       *cli.Context
	trace   *swf.Trace
	sha     string
	study   study.Trace
	options method.Options
	workers int
	notes   *console.Notes
}

func grothklags(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 1, "at most one, the trace"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	if n := c.Int("max-steps"); n < 0 {
		return &optgap.FieldError{Field: "--max-steps", Found: strconv.Itoa(n), Expected: "at least 0"}
	}
	r := &comparison{c: c, notes: console.NewNotes(s, c.Bool("quiet"))}
	if r.options, r.workers, err = comparisonOptions(c); err != nil {
		return err
	}
	if err := r.load(s); err != nil {
		return err
	}
	e, err := r.measure()
	switch {
	case err != nil && (c.Context.Err() == nil || len(e.Rows) == 0):
		return err
	case len(e.Chosen) == 0:
		return console.Usage("%s: found no self-tuning step among %s, expected jobs that wait together", e.Trace, format.Count(int64(e.Jobs), "job"))
	case err != nil:
		r.notes.SayInterrupted(c.String("out") != "")
	}
	return errors.Join(err, printComparison(c, s, form, e))
}

// comparisonOptions reads the flags about solving: everything else is the paper's.
func comparisonOptions(c *cli.Context) (o method.Options, workersAsked int, err error) {
	if workersAsked, err = console.Workers(c); err != nil {
		return o, 0, err
	}
	entry, err := spec.Size("scale-entry", c.String("scale-entry"))
	if err != nil {
		return o, 0, named(c, err)
	}
	o = method.Options{TimeLimit: c.Duration("time-limit"), NoBounds: true, NoCertificates: true}
	o.Grid = grid.Choice{Horizon: grid.HorizonPolicies, Rule: grothklags2004.TableRule()}
	o.Grid.Rule.PerEntry = float64(entry)
	if o.Memory, err = spec.MemoryLimit(c.String("memory"), workersAsked); err != nil {
		return o, 0, named(c, err)
	}
	return o, workersAsked, named(c, o.Validate())
}

func (r *comparison) load(s console.Streams) (err error) {
	if r.trace, r.sha, err = loadTrace(r.c, s, r.c.Args().First(), r.c.Int64("machine")); err != nil {
		return err
	}
	for _, w := range r.trace.Warnings() {
		r.notes.Say("%s", w)
	}
	r.study = study.Trace{Name: r.trace.Name, Machine: r.trace.Machine, Jobs: r.trace.Jobs}
	return nil
}

// measure runs the parts of the experiment. Where one is interrupted it returns what
// there is, and the error.
func (r *comparison) measure() (*grothklags2004.Experiment, error) {
	var sizes []grothklags2004.Size
	var tuner heuristics.Tuner
	err := r.study.EachStep(r.c.Context, func(step *optgap.Step) error {
		sizes = append(sizes, grothklags2004.SizeOf(step, &tuner))
		return nil
	})
	jobs := r.trace.Jobs
	e := &grothklags2004.Experiment{
		Trace: r.trace.Name, Machine: r.trace.Machine, Jobs: len(jobs), Steps: len(sizes),
		Interarrival: float64(jobs[len(jobs)-1].Submit-jobs[0].Submit) / float64(max(1, len(jobs)-1)),
		Chosen:       grothklags2004.Nearest(grothklags2004.Rows(), sizes),
	}
	if err != nil {
		return e, err
	}
	r.notes.Say("%s: %s on %s, %s", e.Trace, format.Count(int64(e.Jobs), "job"), format.Count(e.Machine, "processor"), format.Count(int64(e.Steps), "self-tuning step"))
	return e, r.solve(e)
}

// part is a study of its own, in a folder of its own.
type part struct {
	name    string
	methods []method.Method
	grid    bool // on the grid of Eq. 6, else at one second
	steps   study.Selection
	into    *[]record.Result
	folder  *study.Folder // nil: results are not kept
}

// The names of the parts.
const (
	partRows   = "rows"
	partSecond = "rows-at-1s"
	partAll    = "all"
)

func partNames() []string { return []string{partRows, partSecond, partAll} }

// solve does the parts one after the other.
func (r *comparison) solve(e *grothklags2004.Experiment) (err error) {
	rows := study.Selection{Only: []int{}}
	for _, size := range e.Chosen {
		rows.Only = append(rows.Only, size.Index)
	}
	slices.Sort(rows.Only)
	parts := []part{
		{name: partRows, methods: []method.Method{method.ILP, method.Exact}, grid: true, steps: rows, into: &e.Rows},
		{name: partSecond, methods: []method.Method{method.Exact}, steps: rows, into: &e.Rows},
		{name: partAll, methods: []method.Method{method.Exact}, grid: true, steps: study.Selection{MaxSteps: r.c.Int("max-steps")}, into: &e.All},
	}
	left := 0 // of the parts, those before are closed
	defer func() {
		for _, p := range parts[left:] {
			if p.folder != nil {
				err = errors.Join(err, p.folder.Close(false))
			}
		}
	}()
	if dir := r.c.String("out"); dir != "" { // all before the first is solved: one may hold another study
		for i := range parts {
			p := &parts[i]
			if p.folder, err = study.OpenFolder(filepath.Join(dir, p.name), r.identity(p.name), r.trace.Skipped); err != nil {
				return err
			}
		}
	}
	for _, p := range parts {
		left++
		err := r.part(p)
		if p.folder != nil {
			err = errors.Join(err, p.folder.Close(err == nil))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// part does one part.
func (r *comparison) part(p part) (err error) {
	o := r.options
	o.Scaled = p.grid
	work, err := workOf(r.c)
	if err != nil {
		return err
	}
	solving, err := study.NewSolving(p.methods, o, work)
	if err != nil {
		return named(r.c, err)
	}
	defer solving.Close()
	st := study.Study{Trace: r.study, Select: p.steps, Workers: r.workers, Folder: p.folder, Solvers: solving.Solvers, LimitedBy: solving.LimitedBy}
	var unsolved summary.Unsolved
	var failures study.Failures
	var done console.Counter = console.Silent{}
	st.Watch = study.Watch{
		Chosen: func(steps study.Choice, known int) {
			total := len(steps.Indices)
			r.notes.Say("%s: %s, %d of %s known", p.name, format.Count(int64(total), "step"), known, format.Count(int64(total*len(p.methods)), "result"))
			done = r.notes.Progress(total*len(p.methods), "result")
		},
		Result: func(_ *optgap.Step, result record.Result) error {
			done.Step()
			unsolved.Count(&result)
			failures.Count(result)
			result.Starts = nil // the report does not show them
			*p.into = append(*p.into, result)
			return nil
		},
	}
	err = st.Run(r.c.Context)
	done.End()
	sayUnsolved(&unsolved, r.notes)
	return errors.Join(err, reportFailures(failures, r.notes))
}

// identity is what the results of a part depend on.
func (r *comparison) identity(name string) folder.Identity {
	flags := shaping(r.c, comparisonArguments)
	if flags["part"] = name; name != partAll {
		delete(flags, "max-steps")
	}
	return study.Identify(r.trace.Name, r.sha, console.Version(), flags)
}

func printComparison(c *cli.Context, s console.Streams, form string, e *grothklags2004.Experiment) error {
	report, err := e.Report()
	if err != nil {
		return err
	}
	results := slices.Concat(e.Rows, e.All)
	switch form {
	case console.FormatJSON:
		w := record.NewWriter(s.Out)
		for _, match := range e.Matches() {
			if err := w.Write(match); err != nil {
				return err
			}
		}
		for _, result := range results {
			if err := w.Write(result); err != nil {
				return err
			}
		}
		return writeStatements(s, report.Statements)
	case table.CSV:
		return summary.Rows(results).Write(s.Out, table.CSV)
	}
	fmt.Fprintf(s.Out, "%s: %s on %s, in the place of CTC\n\n", e.Trace, format.Count(int64(e.Jobs), "job"), format.Count(e.Machine, "processor"))
	return table.WriteAll(s.Out, slices.Concat(report.Tables, statementTables(report.Statements, report.Readings)), console.TextForm(c.Bool("wide")))
}
