package grothklags2004

import (
	"cmp"
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp"
)

// Part is a study of the experiment, and the name of its folder.
type Part string

// The parts of the experiment.
const (
	PartRows    Part = "rows"          // the steps that are like the rows of Table 1, on the grid of Eq. 6
	PartLiteral Part = "rows-literal"  // the same steps, by the program as printed
	PartSecond  Part = "rows-at-1s"    // the same steps, at one second
	PartAll     Part = "all"           // all steps, on the grid
	PartTenth   Part = "tenth-literal" // every tenth of them, by the program as printed
	PartOpen    Part = "open-at-1s"    // those that are not proven on the grid, at one second
)

// PartNames returns the names of the parts in their order.
func PartNames() []string {
	all := []Part{PartRows, PartLiteral, PartSecond, PartAll, PartTenth, PartOpen}
	return frame.Each(all, func(p Part) string { return string(p) })
}

// literal tells whether the program is that of the paper.
func (p Part) literal() bool { return p == PartLiteral || p == PartTenth }

// Run is a run of the experiment on a trace.
type Run struct {
	Settings Settings    // valid ones
	Input    study.Input // the trace, read as the settings say
	Work     study.Work
	// Run keeps the results of each part in a folder of its own. Work has the workers.
	statement.Run
	Ended func(Tally) // called after each part, also where it ends with an error; nil: not called
}

// Tally counts the results of a part that say little.
type Tally struct {
	Unsolved summary.Unsolved
	Failures study.Failures
}

// Measure replays the trace under self-tuning dynP and solves the parts one after the other. With
// an error, such as that of a cancelled context, it returns what is measured by then. Results
// that failed are no error, and neither is a trace without self-tuning steps, which has no chosen
// steps and no results.
func (r Run) Measure(ctx context.Context) (*Experiment, error) {
	if r.Folder != "" { // better now than after the replay
		own := func(name, _ string) bool { return slices.Contains(FolderNames(), name) }
		if err := folder.CheckFree(r.Folder, own); err != nil {
			return nil, err
		}
	}
	trace := r.trace()
	e := &Experiment{
		Trace: trace.Name, Machine: trace.Machine, Jobs: len(trace.Jobs), Interarrival: interarrival(trace.Jobs),
		Long: longShare(trace.Jobs),
	}
	nearest := math.Inf(1)
	var sizes []Size
	var tuner heuristics.Tuner
	err := trace.EachStep(ctx, func(step *optgap.Step) error {
		size := SizeOf(step, &tuner)
		if d := Rows()[0].Distance(size); d < nearest {
			nearest, e.Example = d, slices.Clone(step.History)
		}
		sizes = append(sizes, size)
		return nil
	})
	e.Steps, e.Chosen = len(sizes), Nearest(Rows(), sizes)
	if err != nil {
		return e, err
	}
	jobs, machine := format.Count(int64(e.Jobs), "job"), format.Count(e.Machine, "processor")
	r.Tell("%s: %s on %s, %s", e.Trace, jobs, machine, format.Count(int64(e.Steps), "self-tuning step"))
	return e, r.solve(ctx, e)
}

// trace returns the trace as studies take it.
func (r Run) trace() study.Trace {
	t := r.Input.Trace
	return study.Trace{Name: t.Name, Machine: t.Machine, Jobs: t.Jobs}
}

// interarrival returns the average time between submissions; 0 for a single job.
func interarrival(jobs []optgap.TraceJob) float64 {
	last := len(jobs) - 1
	return float64(jobs[last].Submit-jobs[0].Submit) / float64(max(1, last))
}

// longShare returns the share of the jobs with an estimate of 2 minutes or more.
func longShare(jobs []optgap.TraceJob) float64 {
	n := statement.Number(jobs, func(j optgap.TraceJob) bool { return j.Estimate >= 120 })
	return float64(n) / float64(len(jobs))
}

// part is a study of its own.
type part struct {
	name    Part
	methods []method.Method
	grid    bool // on the grid of Eq. 6, else at one second
	steps   study.Selection
	into    *[]record.Result
	folder  *study.Folder // nil: results are not kept
}

// number returns how many steps the part has, of so many in all.
func (p part) number(steps int) int {
	if p.steps.Only != nil {
		return len(p.steps.Only)
	}
	return min(cmp.Or(p.steps.MaxSteps, steps), steps)
}

// parts returns the parts of an experiment whose steps are chosen. Those of the last two follow from
// the results of the part before: see then.
func (r Run) parts(e *Experiment) []part {
	rows := study.Selection{Only: frame.Each(e.Chosen, func(s Size) int { return s.Index })}
	slices.Sort(rows.Only)
	all, none := study.Selection{MaxSteps: r.Settings.MaxSteps}, study.Selection{Only: []int{}}
	both, search := []method.Method{method.ILP, method.Exact}, []method.Method{method.Exact}
	program := []method.Method{method.ILP}
	return []part{
		{name: PartRows, methods: both, grid: true, steps: rows, into: &e.Rows},
		{name: PartLiteral, methods: program, grid: true, steps: rows, into: &e.Rows},
		{name: PartSecond, methods: search, steps: rows, into: &e.Rows},
		{name: PartAll, methods: search, grid: true, steps: all, into: &e.All},
		{name: PartTenth, methods: program, grid: true, steps: none, into: &e.Tenth},
		{name: PartOpen, methods: search, steps: none, into: &e.Open},
	}
}

// then sets the steps of a part that follow from results: every tenth step of PartAll, and its steps
// without a proof.
func (e *Experiment) then(p *part) {
	const every = 10
	slices.SortFunc(e.All, func(a, b record.Result) int { return a.Index - b.Index })
	for i, r := range e.All {
		if p.name == PartTenth && i%every == 0 || p.name == PartOpen && !proven(&r) {
			p.steps.Only = append(p.steps.Only, r.Index)
		}
	}
	e.Planned += len(p.steps.Only)
}

// solve does the parts one after the other. All folders are opened before the first part is
// solved, as one of them may be that of another study.
func (r Run) solve(ctx context.Context, e *Experiment) (err error) {
	parts := r.parts(e)
	for _, p := range parts {
		e.Planned += len(p.methods) * p.number(e.Steps)
	}
	left := parts // those whose folders are not closed
	defer func() {
		for _, p := range left {
			err = errors.Join(err, p.folder.Close(false))
		}
	}()
	for i := range parts {
		if err := r.open(&parts[i]); err != nil {
			return err
		}
	}
	for _, p := range parts {
		if p.name == PartTenth || p.name == PartOpen {
			e.then(&p)
		}
		left = left[1:]
		err := r.do(ctx, p)
		if err = errors.Join(err, p.folder.Close(err == nil)); err != nil {
			return err
		}
	}
	return nil
}

// open opens the folder of a part, where results are kept.
func (r Run) open(p *part) (err error) {
	if r.Folder == "" {
		return nil
	}
	in := r.Input
	id := study.Identify(in.Trace.Name, in.SHA256, r.Version, r.Settings.arguments(p.name))
	start := folder.Start{Identity: id, Skipped: in.Trace.Skipped.ByReason()}
	p.folder, err = folder.Open(filepath.Join(r.Folder, string(p.name)), study.Layout, start)
	return err
}

// do does a part.
func (r Run) do(ctx context.Context, p part) error {
	o, err := r.Settings.options(r.Work.Workers)
	if err != nil {
		return err
	}
	o.Scaled = p.grid
	if p.name.literal() {
		o.Statement, o.TimeLimit = ilp.StatementLiteral, r.Settings.LiteralLimit
	}
	solving, err := study.NewSolving(p.methods, o, r.Work)
	if err != nil {
		return err
	}
	defer solving.Close()
	var t Tally
	st := study.Study{
		Trace: r.trace(), Select: p.steps, Workers: r.Work.Workers, Folder: p.folder,
		Solvers: solving.Solvers, Watch: r.watch(p, &t),
	}
	if err := p.folder.LimitedBy(solving.LimitedBy); err != nil {
		return err
	}
	err = st.Run(ctx)
	r.Stop(err)
	if r.Ended != nil {
		r.Ended(t)
	}
	return err
}

// watch returns what gathers the results of a part and tells of them.
func (r Run) watch(p part, t *Tally) study.Watch {
	return study.Watch{
		Chosen: func(steps study.Choice, known int) {
			n := len(steps.Indices)
			results := n * len(p.methods)
			r.Tell("%s: %s, %d of %s known", p.name, format.Count(int64(n), "step"), known,
				format.Count(int64(results), "result"))
			r.Start(0, results, "result")
		},
		Result: func(_ *optgap.Step, result record.Result) error {
			r.Step()
			t.Unsolved.Count(&result)
			t.Failures.Count(result)
			result.Starts = nil // the report does not show them
			*p.into = append(*p.into, result)
			return nil
		},
	}
}
