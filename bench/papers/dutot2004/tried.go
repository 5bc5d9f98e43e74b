package dutot2004

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
)

// form is a form of the bi-criteria algorithm.
type form struct {
	key     string // in the ledger
	options moldable.Options
}

// forms are they all, in the order in which the paper goes through them. The last ones have random orders of the
// batches, and then exchanged neighbours.
var forms = []form{
	{"batches", moldable.Options{Compaction: moldable.Whole, Shuffles: -1}},
	{"forward", moldable.Options{Compaction: moldable.Forward, Shuffles: -1}},
	{"list", moldable.Options{Compaction: moldable.Greedy, Shuffles: -1}},
	{"random", moldable.Options{Compaction: moldable.Greedy, Shuffling: moldable.Random}},
	{"neighbours", moldable.Options{Compaction: moldable.Greedy}},
}

// A TriedPoint is an instance scheduled by each form of the algorithm, and with jobs that come over time, uniformly up
// to C*max.
type TriedPoint struct {
	Point
	Stages map[string]map[string]float64 // minsum and makespan in ticks, by form
	Online float64                       // makespan over its bound, in batches by the dual approximation
}

// mostTried is the largest number of runs on which variants are tried.
const mostTried = 10

// Try tries variants on the first runs of each point, workers instances side by side. A cancelled context
// ends it with its error.
func (m *Measured) Try(ctx context.Context, workers int) ([]TriedPoint, error) {
	first := m.Experiment
	first.Runs = min(m.Runs, mostTried)
	points := first.Points()
	tried := make([]TriedPoint, len(points))
	err := harness.All(ctx, workers, len(points), func(i int) (err error) {
		tried[i], err = tryPoint(points[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	return tried, nil
}

func tryPoint(p Point) (t TriedPoint, err error) {
	t.Point = p
	in, err := p.Instance()
	if err != nil {
		return t, err
	}
	t.Stages = map[string]map[string]float64{}
	for _, form := range forms {
		form.options.Seed = p.Seed
		found, err := moldable.BiCriteria(in, form.options)
		if err != nil {
			return t, err
		}
		t.Stages[form.key] = map[string]float64{
			"minsum": float64(found.Schedule.Minsum(in)), "makespan": float64(found.Schedule.Makespan(in)),
		}
	}
	return t, t.replay(in)
}

// replay schedules the instance with jobs that come over time.
func (t *TriedPoint) replay(in *moldable.Instance) error {
	offline := moldable.Dual(in)
	random := rand.New(rand.NewPCG(t.Seed, 0x0417e))
	release, bound := make([]int64, len(in.Jobs)), offline.Bound
	for i, j := range in.Jobs {
		release[i] = random.Int64N(offline.Guess + 1)
		bound = max(bound, release[i]+slices.Min(j.Times))
	}
	dual := func(batch *moldable.Instance) (moldable.Schedule, error) { return moldable.Dual(batch).Schedule, nil }
	schedule, _, err := moldable.Online(in, release, dual)
	t.Online = float64(schedule.Makespan(in)) / float64(bound)
	return err
}

// saved returns the share of a criterion that a form saves of another one, in percent: the average over the workloads
// and numbers of jobs. The runs of one seed belong together. It is unknown where nothing was tried.
func saved(tried []TriedPoint, criterion, by, of string) statement.Estimate {
	var values, weights [][]float64
	for _, runs := range table.GroupBy(tried, func(p TriedPoint) Point {
		p.Seed = 0
		return p.Point
	}) {
		values = append(values, table.Each(runs, func(p TriedPoint) float64 {
			return p.Stages[of][criterion] - p.Stages[by][criterion]
		}))
		weights = append(weights, table.Each(runs, func(p TriedPoint) float64 { return p.Stages[of][criterion] }))
	}
	return statement.AverageRatio(values, weights).Scaled(100)
}
