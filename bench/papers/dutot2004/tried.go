package dutot2004

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
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

// A CirneRun is an instance of Cirne and Berman's jobs under other parameters, which the paper does not print.
type CirneRun struct {
	Speedups      instances.Range
	Jobs          int
	Machine, Seed int64
	Minsum        map[string]int64 // by algorithm, in ticks
	Identical     bool             // the three list algorithms give the same schedule
}

// ranges are the parameters that are tried: those of the experiment first.
func ranges() []instances.Range {
	zero, two := 0.0, 2.0
	return []instances.Range{{}, {Share: 0.125}, {Least: 8}, {Sigma: &zero}, {Sigma: &two}}
}

// rangeWords describes parameters of Downey's speed-ups.
func rangeWords(r instances.Range, machine int64) string {
	sigma := "0 to 2"
	if r.Sigma != nil {
		sigma = fmt.Sprintf("%g", *r.Sigma)
	}
	return fmt.Sprintf("A %g to %g, sigma %s", max(1, r.Least), float64(machine)*cmp.Or(r.Share, 1), sigma)
}

// cirneRuns returns the runs to try: none where the experiment leaves Cirne and Berman's jobs out.
func (m *Measured) cirneRuns(runs int) (all []CirneRun) {
	if !slices.Contains(m.Models, "cirne") {
		return nil
	}
	for _, r := range ranges() {
		for _, n := range m.Jobs {
			for run := range runs {
				all = append(all, CirneRun{Speedups: r, Jobs: n, Machine: m.Machine, Seed: int64(m.Seed) + int64(run)})
			}
		}
	}
	return all
}

// run schedules the instance by the algorithms of the paper.
func (r *CirneRun) run(ctx context.Context) error {
	model, err := instances.ByName("cirne", instances.ByFormula)
	if err != nil {
		return err
	}
	model.Speedups = r.Speedups
	in, err := model.Generate(r.Jobs, r.Machine, uint64(r.Seed))
	if err != nil {
		return err
	}
	results, err := algorithm.Run(ctx, in, algorithm.OfPaper(), algorithm.Options{
		BiCriteria: moldable.Options{Seed: uint64(r.Seed)}, NoBounds: true, NoCertificates: true,
	})
	if err != nil {
		return err
	}
	r.Minsum, r.Identical = map[string]int64{}, true
	starts := map[string][]record.MoldableStart{}
	for _, found := range results {
		r.Minsum[found.Algorithm], starts[found.Algorithm] = found.Minsum, found.Starts
	}
	for _, l := range lists {
		r.Identical = r.Identical && slices.Equal(starts[l.Name], starts[lists[0].Name])
	}
	return nil
}

// sensitivity returns a row for each choice of parameters: the minsum of the best other algorithm over that of the
// bi-criteria algorithm, and how many runs give the same schedule in all three lists.
func (t *Tried) sensitivity(m *Measured) table.Table {
	title := fmt.Sprintf("Figure 6 by the parameters of Cirne and Berman's model, of %s: least minsum of the others over "+
		"the bi-criteria algorithm's (above 1: it is the best), whose, and runs in which the three lists are identical",
		format.Count(int64(t.Runs), "run"))
	var names []string
	for _, r := range ranges() {
		names = append(names, rangeWords(r, m.Machine))
	}
	first := table.Words("average parallelism and sigma")
	return statement.Grid(title, first, names, m.sizeNames(), func(row, column int) string {
		return t.best(ranges()[row], m.Jobs[column])
	})
}

// best returns a cell such as "1.31 SAF, 10".
func (t *Tried) best(r instances.Range, jobs int) string {
	sums, identical := map[string]int64{}, 0
	for _, run := range t.Cirne {
		if run.Jobs != jobs || run.Speedups.String() != r.String() {
			continue
		}
		for name, minsum := range run.Minsum {
			sums[name] += minsum
		}
		if run.Identical {
			identical++
		}
	}
	least := ""
	for _, a := range others(algorithm.BiCriteria) {
		if least == "" || sums[a.Name] < sums[least] {
			least = a.Name
		}
	}
	ratio := float64(sums[least]) / float64(sums[algorithm.BiCriteria.Name])
	return format.Decimal(ratio, 2) + " " + labels[least] + ", " + strconv.Itoa(identical)
}
