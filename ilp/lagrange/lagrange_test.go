package lagrange_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/lagrange"
	"github.com/optgap/optgap/timescale"
)

// exact returns L as the package comment defines it, a sum per slot in numbers
// of 300 bits.
func exact(p *grid.Problem, b *lagrange.Bound) *big.Float {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	price := make([]float64, len(p.Capacity))
	for k, v := range b.Price {
		for t := b.Edges[k]; t < b.Edges[k+1]; t++ {
			price[t] = v
		}
	}
	prefix := []*big.Float{number(0)}
	value := number(float64(p.Offset))
	for t, v := range price {
		prefix = append(prefix, number(0).Add(prefix[t], number(v)))
		value.Sub(value, number(0).Mul(number(v), number(float64(p.Capacity[t]))))
	}
	for _, c := range p.Classes {
		var least *big.Float
		for k, s := range c.Starts {
			v := number(0).Sub(prefix[s+c.Slots], prefix[s])
			v.Mul(v, number(float64(c.Width))).Add(v, number(float64(c.Costs[k])))
			if least == nil || v.Cmp(least) < 0 {
				least = v
			}
		}
		value.Add(value, least.Mul(least, number(float64(len(c.Jobs)))))
	}
	return value
}

// checkBound fails the test where the bound differs from the value of its prices by more
// than a tenth of the tolerance that callers allow for.
func checkBound(t *testing.T, p *grid.Problem, b *lagrange.Bound) {
	t.Helper()
	if b.Edges[0] != 0 || int(b.Edges[len(b.Edges)-1]) != len(p.Capacity) || len(b.Price) != len(b.Edges)-1 {
		t.Fatalf("%d edges from %d to %d for %d prices, %d slots",
			len(b.Edges), b.Edges[0], b.Edges[len(b.Edges)-1], len(b.Price), len(p.Capacity))
	}
	for k, v := range b.Price {
		if !(v >= 0) || math.IsInf(v, 0) || b.Edges[k] >= b.Edges[k+1] {
			t.Fatalf("price %v in the slots [%d, %d)", v, b.Edges[k], b.Edges[k+1])
		}
	}
	want, _ := exact(p, b).Float64()
	if math.Abs(b.Value-want) > grid.Tolerance(want)/10 {
		t.Fatalf("value %v, the prices prove %v", b.Value, want)
	}
}

// TestMaximiseBounds: with any options, the value is that of the prices and at most the
// optimum.
func TestMaximiseBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 1))
	above := 0
	for i := range 400 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 6, Dips: i%2 == 0})
		scale := 1 + r.Int64N(10)
		_, optimum := gridtest.Best(&step, scale)
		p, err := grid.Restrict(&step, scale, grid.Options{Plain: i%3 == 0})
		if i%4 == 1 {
			_, optimum = steptest.Best(&step)
			p, err = grid.Relax(&step, scale, grid.Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if i%5 > 1 {
			p.Tighten()
		}
		upper := optimum + r.Int64N(3)*r.Int64N(100)
		makespan := grid.Slot(r.Int64N(2 * int64(len(p.Capacity)+1)))
		o := lagrange.Options{Iterations: []int{0, 1, 2, 50}[i%4], Buckets: []int{0, 1, 2, 9, 10, 11, 100000}[i%7]}
		b := lagrange.Maximise(p, upper, makespan, o)
		checkBound(t, p, b)
		if got := p.RoundUp(b.Value); got > optimum {
			t.Fatalf("%+v at scale %d: bound %v, rounded %d, optimum %d", step, scale, b.Value, got, optimum)
		}
		if b.Iterations > 400 || o.Iterations > 0 && b.Iterations > o.Iterations {
			t.Fatalf("%d iterations, asked for %d", b.Iterations, o.Iterations)
		}
		if b.Value > float64(p.Least()) {
			above++
		}
	}
	if above < 100 {
		t.Errorf("only %d values above the trivial bound", above)
	}
}

// TestMaximiseOnLongSteps checks the rounding errors where sums are long: tens
// of thousands of slots, among them many blocked ones.
func TestMaximiseOnLongSteps(t *testing.T) {
	for seed := range uint64(4) {
		step := gridtest.KTHLike(12, seed)
		scale := []int64{10, 60}[seed%2]
		if seed < 2 { // nothing is free for a week
			for i := range step.History {
				step.History[i].Time += 7 * 24 * 3600
			}
			step.History = slices.Insert(step.History, 0, optgap.Change{})
		}
		scaled := timescale.Restrict(step, scale)
		plan := heuristics.Plan(scaled, heuristics.DynP()[1]) // SJF
		upper := plan.Objective(step)
		p, err := grid.Restrict(step, scale, grid.Options{Cutoff: upper})
		if err != nil {
			t.Fatal(err)
		}
		makespan := timescale.Ceil(plan.Makespan(scaled), scale)
		b := lagrange.Maximise(p, upper, makespan, lagrange.Options{Iterations: 60})
		checkBound(t, p, b)
		if b.Value > float64(upper) || b.Value < float64(p.Least()) {
			t.Errorf("seed %d: value %v outside [%d, %d]", seed, b.Value, p.Least(), upper)
		}
		b.Fix(p, upper)
		if v, ok := p.Objective(plan); !ok || v != upper {
			t.Errorf("seed %d: the known schedule is gone", seed)
		}
	}
}

// TestMoreIterations never give a smaller value.
func TestMoreIterations(t *testing.T) {
	p, upper := sample(t)
	last := math.Inf(-1)
	for _, n := range []int{1, 2, 5, 20, 100, 400, 2000} {
		v := lagrange.Maximise(p, upper, grid.Slot(len(p.Capacity)), lagrange.Options{Iterations: n}).Value
		if v < last {
			t.Errorf("%v after %d iterations, %v before", v, n, last)
		}
		last = v
	}
}

// sample returns a problem of ten jobs and the objective of a schedule of it.
func sample(t *testing.T) (*grid.Problem, int64) {
	t.Helper()
	step := gridtest.KTHLike(10, 3)
	plan := heuristics.Plan(timescale.Restrict(step, 600), heuristics.DynP()[1])
	p, err := grid.Restrict(step, 600, grid.Options{Cutoff: plan.Objective(step)})
	if err != nil {
		t.Fatal(err)
	}
	return p, plan.Objective(step)
}

// TestFixKeepsSchedules: every start of a schedule within the upper bound stays. This also
// holds where the problem has lost starts and capacity since the bound was found, and where
// the bound is used again with a smaller upper bound.
func TestFixKeepsSchedules(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	dropped := 0
	for i := range 400 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 4, Dips: i%2 == 0, MaxEstimate: 8})
		scale := 1 + r.Int64N(4)
		p, err := grid.Restrict(&step, scale, grid.Options{Plain: i%3 == 0})
		if i%4 == 1 {
			p, err = grid.Relax(&step, scale, grid.Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		optimum := gridtest.Optimum(p)
		type known struct {
			schedule  optgap.Schedule
			objective int64
		}
		var all []known
		upper := optimum + r.Int64N(20)
		gridtest.Schedules(p, upper, func(s optgap.Schedule, v int64) int64 {
			all = append(all, known{slices.Clone(s), v})
			return upper
		})
		before := p.Size()
		b := lagrange.Maximise(p, upper, grid.Slot(len(p.Capacity)), lagrange.Options{Iterations: 1 + r.IntN(100)})
		for _, limit := range []int64{upper, upper, optimum} {
			b.Fix(p, limit)
			for _, k := range all {
				if v, ok := p.Objective(k.schedule); k.objective <= limit && (!ok || v != k.objective) {
					t.Fatalf("%+v at scale %d: schedule %v of objective %d is gone, upper %d",
						step, scale, k.schedule, k.objective, limit)
				}
			}
			p.Tighten()
		}
		if got := gridtest.Optimum(p); got != optimum {
			t.Fatalf("optimum %d after fixing, %d before", got, optimum)
		}
		dropped += before - p.Size()
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
}

// TestFixBelowValue: where the prices prove that no schedule is that good, no
// start need be left.
func TestFixBelowValue(t *testing.T) {
	p, upper := sample(t)
	b := lagrange.Maximise(p, upper, grid.Slot(len(p.Capacity)), lagrange.Options{})
	b.Fix(p, int64(b.Value)-1000)
	if p.Size() != 0 {
		t.Errorf("%d starts are left", p.Size())
	}
	b.Fix(p, int64(b.Value)-1000)
}

// TestEdges: no jobs, jobs that do not compete, and a single start for each job.
func TestEdges(t *testing.T) {
	history := optgap.History{{Time: 0, Free: 0}, {Time: 90, Free: 4}}
	step := &optgap.Step{Format: optgap.StepFormat, Machine: 4, History: history}
	for jobs := range 3 {
		if jobs > 0 {
			step.Jobs = append(step.Jobs, optgap.Job{ID: int64(jobs), Width: 2, Estimate: 30 * int64(jobs), Submit: -7})
		}
		for _, state := range []func(*optgap.Step, int64, grid.Options) (*grid.Problem, error){grid.Restrict, grid.Relax} {
			for _, cutoff := range []int64{0, 2 * int64(jobs) * (90 + 7 + 30*int64(jobs+1)/2)} {
				p, err := state(step, 30, grid.Options{Cutoff: cutoff})
				if err != nil {
					t.Fatal(err)
				}
				b := lagrange.Maximise(p, p.Least()+100, 5, lagrange.Options{})
				checkBound(t, p, b)
				if math.Abs(b.Value-float64(p.Least())) > 1e-6 {
					t.Errorf("%d jobs: value %v, want %d", jobs, b.Value, p.Least())
				}
				b.Fix(p, p.Least())
				if got := gridtest.Optimum(p); got != p.Least() {
					t.Errorf("%d jobs: optimum %d after fixing, want %d", jobs, got, p.Least())
				}
			}
		}
	}
}

// Two jobs that must follow each other: without prices both would start at once.
func ExampleMaximise() {
	step := &optgap.Step{
		Machine: 4,
		History: optgap.History{{Time: 0, Free: 4}},
		Jobs:    []optgap.Job{{ID: 1, Width: 4, Estimate: 60}, {ID: 2, Width: 4, Estimate: 120}},
	}
	known := optgap.Schedule{0, 60}
	upper := known.Objective(step)
	p, err := grid.Restrict(step, 60, grid.Options{Plain: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	b := lagrange.Maximise(p, upper, 3, lagrange.Options{})
	fmt.Println("without prices", p.Least(), "with prices", p.RoundUp(b.Value), "known", upper)
	fmt.Print(p.Size(), " starts, ")
	b.Fix(p, upper)
	fmt.Println(p.Size(), "after fixing")
	// Output:
	// without prices 720 with prices 960 known 960
	// 5 starts, 3 after fixing
}
