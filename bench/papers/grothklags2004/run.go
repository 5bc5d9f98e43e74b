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
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/heuristics"
)

// Run is a run of the experiment on a trace.
type Run struct {
	Settings Settings    // valid ones
	Input    study.Input // the trace, read as the settings say
	Work     study.Work
	// Run keeps the results of each part in a folder of its own. Work has the workers.
	statement.Run
	// Ended is called after each part, also where it ends with an error, with what says little
	// among its results.
	Ended func(summary.Unsolved, study.Failures)
}

// Do runs the experiment and reports it. A trace without self-tuning steps is an error.
func (r Run) Do(ctx context.Context) (*statement.Report, error) {
	e, err := r.Measure(ctx)
	if e == nil {
		return nil, err
	}
	if err == nil && len(e.Chosen) == 0 {
		jobs := format.Count(e.Jobs, "job")
		return nil, optgap.BadField(
			e.Trace,
			"no self-tuning step among "+jobs,
			"jobs that wait together",
		)
	}
	return statement.Reported(ctx, len(e.Rows), err, func() (*statement.Report, error) {
		return e.Report(r.Wide), nil
	})
}

// Measure replays the trace under self-tuning dynP and solves the parts one after the other. With
// an error, such as that of a cancelled context, it returns what is measured by then. Results
// that failed are no error, and neither is a trace without self-tuning steps, which has no chosen
// steps and no results.
func (r Run) Measure(ctx context.Context) (*Experiment, error) {
	if r.Folder != "" { // better now than after the replay
		own := func(name, _ string) bool { return slices.Contains(PartNames(), name) }
		if err := folder.CheckFree(r.Folder, own); err != nil {
			return nil, err
		}
	}
	trace, _, err := r.Input.Study(r.Settings.Spec)
	if err != nil {
		return nil, err
	}
	long := statement.Number(trace.Jobs, func(j optgap.TraceJob) bool { return j.Estimate >= 120 })
	e := &Experiment{
		Trace:        trace.Name,
		Machine:      trace.Machine,
		Jobs:         len(trace.Jobs),
		Interarrival: interarrival(trace.Jobs),
		Long:         float64(long) / float64(len(trace.Jobs)),
	}
	const rises = 4 // times of a history that is more than a flat line
	nearest := math.Inf(1)
	var sizes []Size
	var tuner heuristics.Tuner
	err = trace.EachStep(ctx, func(step *optgap.Step) error {
		size := SizeOf(step, &tuner)
		if d := Rows()[0].Distance(size); d < nearest && len(step.History) >= rises {
			nearest = d
			e.Example = slices.Clone(step.History)
		}
		sizes = append(sizes, size)
		return nil
	})
	e.Steps, e.Chosen = len(sizes), Nearest(Rows(), sizes)
	if err != nil {
		return e, err
	}
	jobs := format.Count(e.Jobs, "job")
	machine := format.Count(e.Machine, "processor")
	r.Tell(
		"%s: %s on %s, %s",
		e.Trace,
		jobs,
		machine,
		format.Count(e.Steps, "self-tuning step"),
	)
	return e, r.solve(ctx, e)
}

// interarrival returns the average time between submissions; 0 for a single job.
func interarrival(jobs []optgap.TraceJob) float64 {
	last := len(jobs) - 1
	return float64(jobs[last].Submit-jobs[0].Submit) / float64(max(1, last))
}

// part is a study of its own.
type part struct {
	Part
	only []int // the indices of its steps; nil means all, or as many as the settings say
	*study.Prepared
}

// solve does the parts of an experiment whose steps are chosen one after the other. All folders are
// opened before the first part is solved, as one of them may be that of another study.
func (r Run) solve(ctx context.Context, e *Experiment) (err error) {
	rows := lists.Each(e.Chosen, func(s Size) int { return s.Index })
	slices.Sort(rows)
	only := map[string][]int{"rows": rows, "tenth": {}, "open": {}}
	parts := lists.Each(
		file().Parts,
		func(p Part) part { return part{Part: p, only: only[p.Steps]} },
	)
	for i := range parts {
		p := &parts[i]
		if err := r.prepare(p); err != nil {
			return err
		}
		defer func() {
			err = errors.Join(err, p.Folder.Close(false)) // of a part that was not done
			p.Close()
		}()
		steps := len(p.only)
		if p.only == nil {
			steps = min(cmp.Or(p.Select.MaxSteps, e.Steps), e.Steps)
		}
		e.Planned += steps * len(p.Solvers)
	}
	for i := range parts {
		p := &parts[i]
		p.Select.Only = append(p.only, e.next(p.Steps)...)
		err := r.do(ctx, p, e.results(p.Steps))
		err = errors.Join(err, p.Folder.Close(err == nil))
		p.Folder = nil
		if err != nil {
			return err
		}
	}
	return nil
}

// next returns the steps that follow from results: every tenth of all, or those without a proof.
func (e *Experiment) next(steps string) (indices []int) {
	const every = 10
	slices.SortFunc(e.All, func(a, b record.Result) int { return a.Index - b.Index })
	for i, r := range e.All {
		if steps == "tenth" && i%every == 0 || steps == "open" && !proven(&r) {
			indices = append(indices, r.Index)
		}
	}
	e.Planned += len(indices)
	return indices
}

// prepare prepares a part, and opens its folder where results are kept.
func (r Run) prepare(p *part) (err error) {
	p.Prepared, err = study.Prepare(r.Settings.of(p.Part), r.Input, r.Work, r.Version)
	if err != nil || r.Folder == "" {
		return err
	}
	return p.Keep(filepath.Join(r.Folder, p.Name), false)
}

// do does a part, gathers its results and tells of them.
func (r Run) do(ctx context.Context, p *part, into *[]record.Result) error {
	var unsolved summary.Unsolved
	var failures study.Failures
	p.Watch = study.Watch{
		Chosen: func(steps study.Choice, known int) {
			n := len(steps.Indices)
			results := n * len(p.Solvers)
			r.Tell("%s: %s, %d of %s known", p.Name, format.Count(n, "step"), known,
				format.Count(results, "result"))
			r.Start(0, results, "result")
		},
		Result: func(_ *optgap.Step, result record.Result) error {
			r.Step()
			unsolved.Count(&result)
			failures.Count(result)
			result.Starts = nil // the report does not show them
			*into = append(*into, result)
			return nil
		},
	}
	err := p.Run(ctx)
	r.Stop(err)
	r.Ended(unsolved, failures)
	return err
}
