package recipe

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/reservation"
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
	Done   func() // is called after each of 2 replays of each workload, nil if it is not
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

// shares divides a number of steps among workloads that have so many fitting ones. Each gives the
// same number, or all that it has. What is left of a division goes to the first workloads with more.
// The sum is less than wanted where there are not enough.
func shares(wanted int, fitting []int) []int {
	given := make([]int, len(fitting))
	for wanted > 0 {
		var open []int
		for i, n := range fitting {
			if given[i] < n {
				open = append(open, i)
			}
		}
		if len(open) == 0 {
			return given
		}
		each := max(1, wanted/len(open))
		for _, i := range open {
			more := min(each, fitting[i]-given[i], wanted)
			given[i] += more
			wanted -= more
		}
	}
	return given
}

// candidate is a step of a replay that fits a class.
type candidate struct {
	index    int
	hardness float64
}

// pick returns the indices of the candidates that the rule takes, ascending. They are in the order
// of the replay, and at least as many as are wanted.
func (c Choose) pick(from []candidate, wanted int) (indices []int) {
	for k := range wanted {
		stretch := from[k*len(from)/wanted : (k+1)*len(from)/wanted]
		best := stretch[0]
		if c == Hardest {
			best = slices.MaxFunc(stretch, func(a, b candidate) int { return cmp.Compare(a.hardness, b.hardness) })
		}
		indices = append(indices, best.index)
	}
	return indices
}

// Reserve states reservations that come again and again, such as a course each day. The k-th is
// asked for at second k * Every, and wanted Ahead later.
type Reserve struct {
	Every time.Duration `yaml:"every"` // at least 1 s
	Ahead time.Duration `yaml:"ahead"` // at least 0
	Time  time.Duration `yaml:"time"`  // duration, at least 1 s
	Share float64       `yaml:"share"` // of the machine's processors, above 0 and at most 1; rounded up
}

// validate refuses values out of their range, with an *optgap.FieldError.
func (r *Reserve) validate() error {
	whole := func(d, least time.Duration) bool { return d >= least && d%time.Second == 0 }
	switch {
	case !whole(r.Every, time.Second):
		return optgap.BadField("reserve.every", r.Every.String(), "whole seconds, at least 1s")
	case !whole(r.Ahead, 0):
		return optgap.BadField("reserve.ahead", r.Ahead.String(), "whole seconds, at least 0s")
	case !whole(r.Time, time.Second):
		return optgap.BadField("reserve.time", r.Time.String(), "whole seconds, at least 1s")
	case !(r.Share > 0 && r.Share <= 1):
		return optgap.BadField("reserve.share", format.Exact(r.Share), "above 0, at most 1")
	}
	return nil
}

// requests returns the requests until the submission of the last job.
func (r *Reserve) requests(machine int64, jobs []optgap.TraceJob) (all []reservation.Request) {
	if r == nil || len(jobs) == 0 {
		return nil
	}
	every, ahead := int64(r.Every/time.Second), int64(r.Ahead/time.Second)
	width := int64(r.Share * float64(machine))
	if float64(width) < r.Share*float64(machine) {
		width++
	}
	for second := every; second <= jobs[len(jobs)-1].Submit; second += every {
		all = append(all, reservation.Request{
			ID: int64(len(all)) + 1, Width: width, Duration: int64(r.Time / time.Second),
			Submit: second, When: reservation.At(second + ahead),
		})
	}
	return all
}
