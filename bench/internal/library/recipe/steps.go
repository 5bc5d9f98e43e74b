package recipe

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/bound"
)

// Hardness is the share by which the bound fluid falls short of the best plan of FCFS, SJF and LJF.
// It is 0 where one of them is proven optimal by the bound alone, and below 1.
func Hardness(step *optgap.Step) float64 {
	plan := heuristics.BestPlan(step).Objective(step)
	return float64(plan-bound.Fluid(step)) / float64(plan)
}

// Making says how steps are made.
type Making struct {
	Stride int    // difference of the indices of a step and the next
	Traces string // folder of the traces of archives; "": none is needed
	Done   func() // is called after each of 2 replays of each workload; nil: it is not
}

// Steps makes the steps of the recipe, class by class, and in a class by workload and time. Step k has
// the index First + k * Stride, and the name of its workload as its trace. There are fewer steps than
// wanted where the replays have no more.
//
// Drawn jobs are written and read again as a trace, so that "optgap workload generate" and "optgap
// study" see the same ones.
func (r *Recipe) Steps(ctx context.Context, how Making) ([]*optgap.Step, error) {
	replays := make([]replayed, len(r.Workloads))
	for i, w := range r.Workloads {
		var err error
		if replays[i], err = r.survey(ctx, w, how.Traces); err != nil {
			return nil, fmt.Errorf("workload %s: %w", w.Name, err)
		}
		how.tell()
	}
	r.choose(replays)
	steps := make([][]*optgap.Step, len(r.Classes))
	for i, w := range r.Workloads {
		if err := r.collect(ctx, replays[i], steps); err != nil {
			return nil, fmt.Errorf("workload %s: %w", w.Name, err)
		}
		how.tell()
	}
	all := slices.Concat(steps...)
	for k, step := range all {
		step.Index = r.First + k*how.Stride
	}
	return all, nil
}

func (m Making) tell() {
	if m.Done != nil {
		m.Done()
	}
}

// replayed is the trace of a workload, with its steps.
type replayed struct {
	trace   study.Trace
	fitting [][]candidate // of each class
	chosen  []int         // indices in the replay, ascending
}

// survey reads or draws the jobs of a workload, and replays them once.
func (r *Recipe) survey(ctx context.Context, w Workload, traces string) (found replayed, err error) {
	if found.trace, err = w.jobs(ctx, traces); err != nil {
		return found, err
	}
	found.fitting = make([][]candidate, len(r.Classes))
	err = found.trace.EachStep(ctx, func(step *optgap.Step) error {
		if class := r.class(len(step.Jobs)); class >= 0 {
			c := candidate{index: step.Index}
			if r.Choose == Hardest {
				c.hardness = Hardness(step)
			}
			found.fitting[class] = append(found.fitting[class], c)
		}
		return nil
	})
	return found, err
}

// class returns the place of the class of a step with so many waiting jobs; -1: there is none.
func (r *Recipe) class(jobs int) int {
	return slices.IndexFunc(r.Classes, func(c Wanted) bool { return c.Jobs.Has(jobs) })
}

// jobs returns the jobs of the workload.
func (w Workload) jobs(ctx context.Context, traces string) (t study.Trace, err error) {
	text, err := w.text(ctx, traces)
	if err != nil {
		return t, err
	}
	read, err := swf.Load(text, w.Name, swf.Options{})
	if err != nil {
		return t, err
	}
	requests := w.Reserve.requests(read.Machine, read.Jobs)
	return study.Trace{Name: w.Name, Machine: read.Machine, Jobs: read.Jobs, Reservations: requests, Drive: w.Drive}, nil
}

// text returns the workload as a trace.
func (w Workload) text(ctx context.Context, traces string) (io.Reader, error) {
	if w.Trace != nil {
		return w.Trace.text(traces)
	}
	g, err := w.Generator()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	return &text, workload.Write(ctx, &text, g, w.Jobs, w.Seed, w.Command(nil))
}

// choose shares out the wanted steps of each class, and picks the share of each workload.
func (r *Recipe) choose(replays []replayed) {
	for class, c := range r.Classes {
		fitting := make([]int, len(replays))
		for i := range replays {
			fitting[i] = len(replays[i].fitting[class])
		}
		for i, n := range shares(c.Steps, fitting) {
			own := &replays[i]
			own.chosen = append(own.chosen, r.Choose.pick(own.fitting[class], n)...)
		}
	}
	for i := range replays {
		slices.Sort(replays[i].chosen)
	}
}

// collect replays a workload again, and appends its chosen steps to those of their classes.
func (r *Recipe) collect(ctx context.Context, from replayed, steps [][]*optgap.Step) error {
	return from.trace.Emit(ctx, from.chosen, func(step *optgap.Step) error {
		class := r.class(len(step.Jobs))
		steps[class] = append(steps[class], step)
		return nil
	})
}
