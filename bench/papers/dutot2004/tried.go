package dutot2004

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
)

// forms are those of the bi-criteria algorithm that the paper goes through. The last ones have random orders of the
// batches, and exchanged neighbours.
var forms = map[string]moldable.Options{
	"batches":    {Compaction: moldable.Whole, Shuffles: -1},
	"forward":    {Compaction: moldable.Forward, Shuffles: -1},
	"list":       {Compaction: moldable.Greedy, Shuffles: -1},
	"random":     {Compaction: moldable.Greedy, Shuffling: moldable.Random},
	"neighbours": {Compaction: moldable.Greedy},
}

// mostTried is the largest number of runs on which forms are tried.
const mostTried = 10

// Try schedules the instances of the first runs of each point by each form, and with jobs that come over time. Workers
// do instances side by side. A cancelled context ends it with its error.
func (m *Measured) Try(ctx context.Context, workers int) ([]statement.Row, error) {
	first := m.Experiment
	first.Runs = min(m.Runs, mostTried)
	points := first.Points()
	tried := make([][]statement.Row, len(points))
	err := harness.All(ctx, workers, len(points), func(i int) (err error) {
		tried[i], err = m.try(points[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	return slices.Concat(tried...), nil
}

func (m *Measured) try(p Point) ([]statement.Row, error) {
	in, err := p.Instance()
	if err != nil {
		return nil, err
	}
	ratio, err := online(in, p.Seed)
	rows := []statement.Row{m.row(p, map[string]string{}, map[string]float64{"online": ratio})}
	for name, form := range forms {
		form.Seed = p.Seed
		found, err := moldable.BiCriteria(in, form)
		if err != nil {
			return nil, err
		}
		for to, v := range map[string]int64{
			byMinsum: found.Schedule.Minsum(in), byMakespan: found.Schedule.Makespan(in),
		} {
			at := map[string]string{"to": to, "algorithm": name}
			rows = append(rows, m.row(p, at, map[string]float64{"value": float64(v)}))
		}
	}
	return rows, err
}

// online schedules the instance in batches by the dual approximation where its jobs come over time, uniformly up to
// C*max. It returns the makespan over its bound.
func online(in *moldable.Instance, seed uint64) (float64, error) {
	offline := moldable.Dual(in)
	random := rand.New(rand.NewPCG(seed, 0x0417e))
	release, bound := make([]int64, len(in.Jobs)), offline.Bound
	for i, j := range in.Jobs {
		release[i] = random.Int64N(offline.Guess + 1)
		bound = max(bound, release[i]+slices.Min(j.Times))
	}
	dual := func(batch *moldable.Instance) (moldable.Schedule, error) { return moldable.Dual(batch).Schedule, nil }
	schedule, _, err := moldable.Online(in, release, dual)
	return float64(schedule.Makespan(in)) / float64(bound), err
}
