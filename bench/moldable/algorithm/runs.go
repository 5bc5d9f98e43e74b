package algorithm

import (
	"fmt"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/run/shard"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Runs is a run of algorithms over problems.
type Runs = harness.Run[*Problem, record.MoldableResult, Key]

// NewRuns returns the run of a crew. The name of an instance and the algorithm identify a result.
func NewRuns(c *Crew, workers int) *Runs {
	return &Runs{
		Workers: workers, Solvers: c.Solvers, LimitedBy: c.LimitedBy,
		Task: func(p *Problem, algorithm string) Key { return Key{p.in.Name, algorithm} },
	}
}

// Together returns a callback for [Runs] that calls hand with all results of a problem at once.
// size returns the number of these results. Where some of them do not come, hand is not called.
func Together(
	size func(*Problem) int, hand func(*Problem, []record.MoldableResult) error,
) func(*Problem, record.MoldableResult) error {
	var last *Problem
	var results []record.MoldableResult
	return func(p *Problem, r record.MoldableResult) error {
		if p != last {
			last, results = p, nil
		}
		if results = append(results, r); len(results) < size(p) {
			return nil
		}
		return hand(p, results)
	}
}

// Unfinished tells whether an algorithm was ended at a limit, crashed, or failed. Another run, with
// larger limits, may do better.
func Unfinished(r record.MoldableResult) bool { return harness.Unfinished(r.Status, r.EndedBy) }

// Problems yields the problems to schedule the instances with the options.
func Problems(instances iter.Seq2[*moldable.Instance, error], o Options) iter.Seq2[*Problem, error] {
	return func(yield func(*Problem, error) bool) {
		for in, err := range instances {
			var p *Problem
			if err == nil {
				p = NewProblem(in, o)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// Named yields the instances of a file. Each must have a name of its own, which identifies it in a
// folder. An *optgap.FieldError refuses any other name.
func Named(file string, instances iter.Seq2[*moldable.Instance, error]) iter.Seq2[*moldable.Instance, error] {
	return func(yield func(*moldable.Instance, error) bool) {
		seen := map[string]bool{}
		for in, err := range instances {
			if err == nil && (in.Name == "" || seen[in.Name]) {
				err = &optgap.FieldError{
					Field: file + ": name", Found: fmt.Sprintf("%q for another instance or none", in.Name),
					Expected: "a name of its own for each, as --out needs",
				}
			}
			if err == nil {
				seen[in.Name] = true
			}
			if !yield(in, err) {
				return
			}
		}
	}
}

// Share returns the instances that the shard gets, in their order. An instance with more jobs is
// predicted to cost more.
func Share(instances iter.Seq2[*moldable.Instance, error], s shard.Shard) ([]*moldable.Instance, error) {
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
