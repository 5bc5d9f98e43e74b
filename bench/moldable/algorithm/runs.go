package algorithm

import (
	"context"
	"fmt"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Task is the work of an algorithm on an instance.
type Task = harness.Task[*Problem, record.MoldableResult]

// Runs is a run of algorithms over instances.
type Runs = harness.Run[Task, record.MoldableResult]

// NewRuns returns a run without Result. The folder keeps each result under the name of its instance and
// the algorithm. P are the problems of the folder, which is nil where nothing is kept.
func NewRuns[P any](workers int, f *folder.Folder[P, record.MoldableResult, Key]) Runs {
	return Runs{Workers: workers, Work: func(ctx context.Context, t Task) (record.MoldableResult, error) {
		key := Key{t.Problem.in.Name, t.Solver.Name}
		return f.Once(ctx, key, func() (record.MoldableResult, error) { return t.Work(ctx) }, nil)
	}}
}

// Together returns a callback for [Runs] that calls hand with all results of a problem at once.
// size returns the number of these results. Where some of them do not come, hand is not called.
func Together(
	size func(*Problem) int, hand func(*Problem, []record.MoldableResult) error,
) func(Task, record.MoldableResult) error {
	var last *Problem
	var results []record.MoldableResult
	return func(t Task, r record.MoldableResult) error {
		p := t.Problem
		if p != last {
			last, results = p, nil
		}
		if results = append(results, r); len(results) < size(p) {
			return nil
		}
		return hand(p, results)
	}
}

// Problems yields the problems to schedule the instances with the options.
func Problems(instances iter.Seq2[*moldable.Instance, error], o Options) iter.Seq2[*Problem, error] {
	return harness.Map(instances, func(in *moldable.Instance) (*Problem, error) { return NewProblem(in, o), nil })
}

// Named yields the instances of a file. Each must have a name of its own, which identifies it in a
// folder. An *optgap.FieldError refuses any other name.
func Named(file string, instances iter.Seq2[*moldable.Instance, error]) iter.Seq2[*moldable.Instance, error] {
	return func(yield func(*moldable.Instance, error) bool) {
		seen := map[string]bool{}
		harness.Map(instances, func(in *moldable.Instance) (*moldable.Instance, error) {
			if in.Name == "" || seen[in.Name] {
				return in, optgap.BadField(file+": name", fmt.Sprintf("%q for another instance or none", in.Name),
					"a name of its own for each, as --out needs")
			}
			seen[in.Name] = true
			return in, nil
		})(yield)
	}
}

// Share returns the instances that the shard gets, in their order. An instance with more jobs is
// predicted to cost more.
func Share(instances iter.Seq2[*moldable.Instance, error], s harness.Shard) ([]*moldable.Instance, error) {
	var all, own []*moldable.Instance
	var jobs []int
	for in, err := range instances {
		if err != nil {
			return nil, err
		}
		all, jobs = append(all, in), append(jobs, len(in.Jobs))
	}
	for _, i := range s.Take(jobs) {
		own = append(own, all[i])
	}
	return own, nil
}
