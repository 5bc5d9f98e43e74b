package dutot2004

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
)

// form is a form of the bi-criteria algorithm.
type form struct {
	key, name string // in the ledger, and in tables
	options   moldable.Options
}

// forms are they all, in the order in which the paper goes through them. The last ones have random orders of the
// batches, and then exchanged neighbours.
var forms = []form{
	{"batches", "starts of the batches", moldable.Options{Compaction: moldable.Whole, Shuffles: -1}},
	{"forward", "pulled forward on the same processors", moldable.Options{Compaction: moldable.Forward, Shuffles: -1}},
	{"insertion", "list, no job later (insertion)", moldable.Options{Compaction: moldable.Insertion, Shuffles: -1}},
	{"list", "list, Garey and Graham (greedy)", moldable.Options{Compaction: moldable.Greedy, Shuffles: -1}},
	{"random", "and random orders of the batches", moldable.Options{
		Compaction: moldable.Greedy, Shuffling: moldable.Random,
	}},
	{"neighbours", "and exchanged neighbours (default)", moldable.Options{Compaction: moldable.Greedy}},
}

// A Tried holds what was tried beside the experiment, on the first runs of each point.
type Tried struct {
	Runs   int // of each point, at most
	Points []TriedPoint
	// Cirne holds the results of Cirne and Berman's jobs under other parameters, which the paper does not print: by
	// parameters, number of jobs and run. There are none where the experiment leaves these jobs out.
	Cirne [][]record.MoldableResult
}

// A TriedPoint is an instance scheduled by each form of the algorithm, and with jobs that come over time, uniformly up
// to C*max.
type TriedPoint struct {
	Point
	Stages  map[string]map[string]float64 // minsum and makespan in ticks, by form
	Online  [2]float64                    // makespan over its bound, in batches by the dual approximation and by ours
	Batches int                           // by the dual approximation
}

// mostTried is the largest number of runs on which variants are tried.
const mostTried = 10

// Try tries variants on the first runs of each point, workers instances side by side. A cancelled context
// ends it with its error.
func (m *Measured) Try(ctx context.Context, workers int) (*Tried, error) {
	first := m.Experiment
	first.Runs = min(m.Runs, mostTried)
	points := first.Points()
	t := &Tried{Runs: first.Runs, Points: make([]TriedPoint, len(points))}
	if slices.Contains(m.Models, "cirne") {
		t.Cirne = make([][]record.MoldableResult, len(ranges())*len(m.Jobs)*t.Runs)
	}
	err := harness.All(ctx, workers, len(points)+len(t.Cirne), func(i int) (err error) {
		if i < len(points) {
			t.Points[i], err = tryPoint(points[i])
			return err
		}
		i -= len(points)
		at := i / t.Runs // of parameters and number of jobs
		n := len(m.Jobs)
		t.Cirne[i], err = tryCirne(ctx, ranges()[at/n], m.Jobs[at%n], m.Machine, m.Seed+uint64(i%t.Runs))
		return err
	})
	if err != nil {
		return nil, err
	}
	return t, nil
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
	for i, schedule := range []func(*moldable.Instance) (moldable.Schedule, error){
		func(batch *moldable.Instance) (moldable.Schedule, error) { return moldable.Dual(batch).Schedule, nil },
		func(batch *moldable.Instance) (moldable.Schedule, error) {
			r, err := moldable.BiCriteria(batch, moldable.Options{})
			if err != nil {
				return nil, err
			}
			return r.Schedule, nil
		},
	} {
		s, batches, err := moldable.Online(in, release, schedule)
		if err != nil {
			return err
		}
		if t.Online[i] = float64(s.Makespan(in)) / float64(bound); i == 0 {
			t.Batches = batches
		}
	}
	return nil
}

// saved returns the share of a criterion that a form saves of another one, in percent: the average over the workloads
// and numbers of jobs. The runs of one seed belong together. It is unknown where nothing was tried.
func (t *Tried) saved(criterion, by, of string) statement.Estimate {
	if t == nil {
		return statement.Estimate{}
	}
	var values, weights [][]float64
	for _, runs := range table.GroupBy(t.Points, func(p TriedPoint) Point {
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

// ranges are the parameters that are tried: those of the experiment first.
func ranges() []experiment.SpeedupRange {
	zero, two := 0.0, 2.0
	return []experiment.SpeedupRange{{}, {Share: 0.125}, {Least: 8}, {Sigma: &zero}, {Sigma: &two}}
}

// rangeWords describes parameters of Downey's speed-ups.
func rangeWords(r experiment.SpeedupRange, machine int64) string {
	sigma := "0 to 2"
	if r.Sigma != nil {
		sigma = fmt.Sprintf("%g", *r.Sigma)
	}
	return fmt.Sprintf("A %g to %g, sigma %s", max(1, r.Least), float64(machine)*cmp.Or(r.Share, 1), sigma)
}

// tryCirne schedules an instance by the algorithms of the paper.
func tryCirne(
	ctx context.Context, speedups experiment.SpeedupRange, jobs int, machine int64, seed uint64,
) ([]record.MoldableResult, error) {
	model := workload{"cirne", experiment.ByFormula}.model()
	model.Speedups = speedups
	in, err := model.Generate(jobs, machine, seed)
	if err != nil {
		return nil, err
	}
	return experiment.Run(ctx, in, experiment.OfPaper(), experiment.Options{
		BiCriteria: moldable.Options{Seed: seed}, NoBounds: true, NoCertificates: true,
	})
}

// sensitivity returns a row for each choice of parameters: the minsum of the best other algorithm over that of the
// bi-criteria algorithm, and how many runs give the same schedule in all three lists.
func (t *Tried) sensitivity(m *Measured) table.Table {
	title := fmt.Sprintf("Figure 6 by the parameters of Cirne and Berman's model, of %s: least minsum of the others over "+
		"the bi-criteria algorithm's (above 1: it is the best), whose, and runs in which the three lists are identical",
		format.Count(int64(t.Runs), "run"))
	names := table.Each(ranges(), func(r experiment.SpeedupRange) string { return rangeWords(r, m.Machine) })
	first := table.Words("average parallelism and sigma")
	return statement.Grid(title, first, names, m.sizeNames(), func(row, column int) string {
		from := (row*len(m.Jobs) + column) * t.Runs
		return best(t.Cirne[from : from+t.Runs])
	})
}

// best returns a cell such as "1.31 SAF, 10".
func best(runs [][]record.MoldableResult) string {
	sums := map[string]int64{}
	for _, r := range slices.Concat(runs...) {
		sums[r.Algorithm] += r.Minsum
	}
	least := slices.MinFunc(others(ours), func(a, b string) int { return cmp.Compare(sums[a], sums[b]) })
	return fmt.Sprintf("%s %s, %d", format.Decimal(float64(sums[least])/float64(sums[ours]), 2), labels[least],
		statement.Number(runs, sameLists))
}

// sameLists reports whether the list algorithms give the same schedule.
func sameLists(results []record.MoldableResult) bool {
	known := map[string][]record.MoldableStart{}
	for _, r := range results {
		known[r.Algorithm] = r.Starts
	}
	return !slices.ContainsFunc(lists, func(name string) bool { return !slices.Equal(known[name], known[lists[0]]) })
}
