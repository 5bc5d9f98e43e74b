package dutot2004

import (
	"context"
	"errors"
	"iter"

	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
)

// Run schedules the instances of all points and adds their results. An error, also that of a
// cancelled context, ends it, with what is there by then. id says what the results depend on.
func (m *Measured) Run(ctx context.Context, o algorithm.Options, id folder.Identity, r statement.Run) (err error) {
	var kept *Folder
	if r.Folder != "" {
		if kept, err = folder.Open(r.Folder, Layout, folder.Start{Identity: id}); err != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, kept.Close(err == nil)) }()
	points := make(map[string]Point)
	for _, p := range m.Points() {
		points[p.Name()] = p
		if err := kept.Problem(p); err != nil {
			return err
		}
	}
	r.Start(0, len(points), "instance")
	defer func() { r.Stop(err) }()
	work := algorithm.NewRuns(r.Workers, kept)
	solvers := func(p *algorithm.Problem) (all []algorithm.Solver) {
		for _, a := range points[p.Instance().Name].Algorithms() {
			all = append(all, algorithm.SolverOf(a))
		}
		return all
	}
	work.Result = algorithm.Together(
		func(p *algorithm.Problem) int { return len(points[p.Instance().Name].Algorithms()) },
		func(p *algorithm.Problem, results []record.MoldableResult) error {
			r.Step()
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
