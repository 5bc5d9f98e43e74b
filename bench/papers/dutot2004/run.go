package dutot2004

import (
	"context"
	"iter"

	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
)

// Watch says how an experiment runs. All may be zero.
type Watch struct {
	Workers int     // instances side by side; 0: 1
	Folder  *Folder // keeps results as they come, and knows those of an earlier run; nil: none
	Done    func()  // called after each instance
}

// Run schedules the instances of all points and adds their results. An error, also that of a
// cancelled context, ends it, with what is there by then. The folder is not closed.
func (m *Measured) Run(ctx context.Context, o algorithm.Options, w Watch) error {
	points := make(map[string]Point)
	for _, p := range m.Points() {
		points[p.Name()] = p
		if err := w.Folder.Problem(p); err != nil {
			return err
		}
	}
	work := algorithm.NewRuns(w.Workers, w.Folder)
	solvers := func(p *algorithm.Problem) (all []algorithm.Solver) {
		for _, a := range points[p.Instance().Name].Algorithms() {
			all = append(all, algorithm.SolverOf(a))
		}
		return all
	}
	work.Result = algorithm.Together(
		func(p *algorithm.Problem) int { return len(points[p.Instance().Name].Algorithms()) },
		func(p *algorithm.Problem, results []record.MoldableResult) error {
			if w.Done != nil {
				w.Done()
			}
			m.Add(points[p.Instance().Name], results)
			return nil
		})
	return work.Do(ctx, harness.Tasks(m.problems(o), solvers, nil))
}

// problems yields the problems of all points.
func (m *Measured) problems(o algorithm.Options) iter.Seq2[*algorithm.Problem, error] {
	return func(yield func(*algorithm.Problem, error) bool) {
		for _, p := range m.Points() {
			in, err := p.Instance()
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(algorithm.NewProblem(in, p.Options(o)), nil) {
				return
			}
		}
	}
}
