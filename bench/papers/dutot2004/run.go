package dutot2004

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verifyfolder"
	"github.com/optgap/optgap/heuristics/moldable"
)

// A Measured gathers the results of an experiment.
type Measured struct {
	Experiment
	Results []record.MoldableResult // without starts and certificates
	// Above is the number of instances whose printed value exceeds the minsum of a schedule, out of
	// Instances.
	Above, Instances int

	rows    statement.Rows
	numbers *statement.Data // of the rows, when all are there
}

// Basis says how many of the instances there are.
func (m *Measured) Basis() statement.Basis {
	return statement.Basis{Done: m.Instances, Planned: len(m.Points()), Thing: "instance"}
}

// Do runs the experiment and reports it.
func (e Experiment) Do(
	ctx context.Context, o experiment.Options, id folder.Identity, r statement.Run,
) (*statement.Report, error) {
	slices.Sort(e.Jobs)
	slices.SortFunc(
		e.Models,
		func(a, b string) int { return slices.Index(Models(), a) - slices.Index(Models(), b) },
	)
	if err := cmp.Or(e.Validate(), o.Validate()); err != nil {
		return nil, err
	}
	m := &Measured{Experiment: e}
	err := m.Run(ctx, o, id, r)
	return statement.Reported(ctx, m.Instances, err, func() (*statement.Report, error) {
		return m.Report(ctx, r.Wide)
	})
}

// Run schedules the instances of all points and adds their results. An error, also that of a
// cancelled context, ends it, with what is there by then. id says what the results depend on.
func (m *Measured) Run(
	ctx context.Context,
	o experiment.Options,
	id folder.Identity,
	r statement.Run,
) (err error) {
	kept, err := folder.Open(r.Folder, Layout, folder.Start{Identity: id})
	if err != nil {
		return err
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
	work := experiment.NewRuns(r.Workers, kept)
	solvers := lists.Each(experiment.All(), experiment.SolverOf)
	work.Result = experiment.Together(len(solvers),
		func(p *experiment.Problem, results []record.MoldableResult) error {
			r.Step()
			m.Add(points[p.Instance().Name], results)
			return nil
		})
	instances := harness.Map(harness.Each(m.Points()), Point.Instance)
	return work.Do(ctx, harness.Tasks(experiment.Problems(instances, o), solvers, nil))
}

// Layout is that of the folder of an experiment. Its instances are generated anew from the points.
var Layout = folder.Layout[Point, record.MoldableResult, experiment.Key]{
	Files: folder.Files{
		Format:   "optgap-dutot2004-run/1",
		Info:     "dutot2004.json",
		Problems: "points.jsonl",
		Results:  "results.jsonl",
		Summary:  "summary.csv",
	},
	ReadProblems: readPoints, ReadResults: record.ReadMoldableResults,
	ProblemKey: func(p Point) experiment.Key { return experiment.Key{Name: p.Name()} },
	ResultKey:  experiment.KeyOf, Compare: experiment.Key.Compare, Rows: experiment.Rows,
}

func init() {
	verifyfolder.Register(&verifyfolder.Kind{
		Problem: "instance", Result: "result", Bounded: true, Layout: Layout, Check: check,
		Known: verifyfolder.OfInstances.Known,
	})
}

// check checks results whose problems are points, from which instances are generated.
func check(results, points verify.Input, o verify.Options) (verify.Report, error) {
	instances := func(r io.Reader, file string) iter.Seq2[*moldable.Instance, error] {
		return harness.Map(readPoints(r, file), Point.Instance)
	}
	return verify.MoldableResults(results, points, instances, o)
}

// readPoints yields the points of a file of JSON lines.
var readPoints = record.Reader(func(p *Point) error {
	if _, ok := file().Titles[p.Model]; !ok {
		return fmt.Errorf("model: found %q, expected one of %q", p.Model, Models())
	}
	return nil
})
