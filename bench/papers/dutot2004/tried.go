package dutot2004

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/heuristics/moldable"
)

// The forms of the bi-criteria algorithm, in the order in which the paper goes through them.
const (
	stageBatches = iota
	stageForward
	stageInsertion
	stageList
	stageRandom
	stageNeighbours
	stages
)

// forms are they with their options. The last ones have random orders of the batches, and then exchanged neighbours.
var forms = [stages]struct {
	name    string
	options moldable.Options
}{
	{"starts of the batches", moldable.Options{Compaction: moldable.Whole, Shuffles: -1}},
	{"pulled forward on the same processors", moldable.Options{Compaction: moldable.Forward, Shuffles: -1}},
	{"list, no job later (insertion)", moldable.Options{Compaction: moldable.Insertion, Shuffles: -1}},
	{"list, Garey and Graham (greedy)", moldable.Options{Compaction: moldable.Greedy, Shuffles: -1}},
	{"and random orders of the batches", moldable.Options{Compaction: moldable.Greedy, Shuffling: moldable.Random}},
	{"and exchanged neighbours (default)", moldable.Options{Compaction: moldable.Greedy}},
}

// A Tried holds what was tried beside the experiment, on the first runs of each point.
type Tried struct {
	Runs   int // of each point, at most
	Stages []StageRun
	Online []OnlineRun
	Cirne  []CirneRun
}

// A StageRun holds minsum and makespan of an instance by stage, in ticks.
type StageRun struct {
	Point
	Minsum, Makespan [stages]float64
}

// An OnlineRun is a replay of jobs that come over time, uniformly up to C*max. Dual and BiCriteria are the makespans in
// batches by these algorithms, over the bound on the on-line makespan.
type OnlineRun struct {
	Point
	Batches          int // by Dual
	Dual, BiCriteria float64
}

// mostTried is the largest number of runs on which variants are tried.
const mostTried = 10

// Try tries variants on the first runs of each point, workers instances side by side. A cancelled context
// ends it with its error.
func (m *Measured) Try(ctx context.Context, workers int) (*Tried, error) {
	t := &Tried{Runs: min(m.Runs, mostTried)}
	var points []Point
	for _, p := range m.Points() {
		if p.Seed < m.Seed+uint64(t.Runs) {
			points = append(points, p)
		}
	}
	t.Stages, t.Online = make([]StageRun, len(points)), make([]OnlineRun, len(points))
	variants := m.cirneRuns(t.Runs)
	t.Cirne = variants
	work := func(i int) error {
		if i >= len(points) {
			return variants[i-len(points)].run(ctx)
		}
		in, err := points[i].Instance()
		if err != nil {
			return err
		}
		if t.Stages[i], err = stagesOf(points[i], in); err != nil {
			return err
		}
		t.Online[i], err = onlineOf(points[i], in)
		return err
	}
	if err := harness.All(ctx, workers, len(points)+len(variants), work); err != nil {
		return nil, err
	}
	return t, nil
}

func stagesOf(p Point, in *moldable.Instance) (r StageRun, err error) {
	r.Point = p
	for s, form := range forms {
		form.options.Seed = p.Seed
		found, err := moldable.BiCriteria(in, form.options)
		if err != nil {
			return r, err
		}
		r.Minsum[s], r.Makespan[s] = float64(found.Schedule.Minsum(in)), float64(found.Schedule.Makespan(in))
	}
	return r, nil
}

// onlineOf replays an instance whose jobs come over time.
func onlineOf(p Point, in *moldable.Instance) (r OnlineRun, err error) {
	r.Point = p
	offline := moldable.Dual(in)
	random := rand.New(rand.NewPCG(p.Seed, 0x0417e))
	release, bound := make([]int64, len(in.Jobs)), offline.Bound
	for i, j := range in.Jobs {
		release[i] = random.Int64N(offline.Guess + 1)
		bound = max(bound, release[i]+slices.Min(j.Times))
	}
	ratio := func(schedule func(*moldable.Instance) (moldable.Schedule, error)) (float64, int, error) {
		s, batches, err := moldable.Online(in, release, schedule)
		if err != nil {
			return 0, 0, err
		}
		return float64(s.Makespan(in)) / float64(bound), batches, nil
	}
	if r.Dual, r.Batches, err = ratio(byDual); err != nil {
		return r, err
	}
	r.BiCriteria, _, err = ratio(byBiCriteria)
	return r, err
}

func byDual(batch *moldable.Instance) (moldable.Schedule, error) {
	return moldable.Dual(batch).Schedule, nil
}

func byBiCriteria(batch *moldable.Instance) (moldable.Schedule, error) {
	r, err := moldable.BiCriteria(batch, moldable.Options{})
	if err != nil {
		return nil, err
	}
	return r.Schedule, nil
}

// saved returns the shares of minsum and makespan that a stage saves of another one, from 0 to 1: averages over the
// workloads and numbers of jobs. The runs of one seed belong together. They are unknown where nothing was tried.
func (t *Tried) saved(by, of int) (shares [2]statement.Estimate) {
	if t == nil {
		return shares
	}
	for c := range shares {
		less, whole := map[Point][]float64{}, map[Point][]float64{}
		for _, r := range t.Stages { // by seed within each point
			at, values := r.Point, [2][stages]float64{r.Minsum, r.Makespan}[c]
			at.Seed = 0
			less[at], whole[at] = append(less[at], values[of]-values[by]), append(whole[at], values[of])
		}
		var values, weights [][]float64
		for at, v := range less {
			values, weights = append(values, v), append(weights, whole[at])
		}
		shares[c] = statement.AverageRatio(values, weights)
	}
	return shares
}
