package bound

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

func solved(t testing.TB, s *optgap.Step, o Options, bound function) int64 {
	t.Helper()
	v, err := bound(context.Background(), must.Get(grid.Open(s)), o)
	must.Need(t, err == nil && len(v.Warnings) == 0, v, err, "step", s)
	return v.Bound
}

// TestBelowOptimum compares the bounds with the optimum by enumeration. A huge cutoff changes nothing, as the
// objective of the best policy counts.
func TestBelowOptimum(t *testing.T) {
	for seed, r := range steptest.Sources(100, 1) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, Dips: seed%2 == 0, MaxEstimate: 4 + 20*int64(seed%3)})
		if seed%5 > 1 {
			steptest.Weigh(r, &s)
		}
		_, best := steptest.Optimum(&s)
		none := solved(t, &s, Options{}, LP)
		huge := solved(t, &s, Options{Cutoff: 1 << 60}, LP)
		must.Need(t, huge == none, "seed", seed, huge, "with a huge cutoff", none, "without step", s)
		for name, bound := range map[string]int64{
			"fluid":      Fluid(&s),
			"minsum":     solved(t, &s, Options{}, Minsum),
			"minsum 1.3": solved(t, &s, Options{Ratio: 1.3}, Minsum),
			"lp":         none,
			"lp, cutoff": solved(t, &s, Options{Cutoff: best}, LP),
		} {
			must.Need(t, bound <= best && bound >= 0,
				"seed", seed, name, "is", bound, "the optimum", best, "step", s)
		}
	}
}

// TestAnyMultipliers: any multipliers prove a bound.
func TestAnyMultipliers(t *testing.T) {
	for seed, r := range steptest.Sources(1500, 2) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 5, Dips: seed%2 == 0})
		if seed%5 > 1 {
			steptest.Weigh(r, &s)
		}
		_, best := steptest.Optimum(&s)
		p := must.Get(newPartition(&s, flows(&s), Options{Ratio: 1.2 + r.Float64()}))
		wild := make([]float64, len(p.ends)+len(s.Jobs))
		for i := range wild {
			wild[i] = 2 * r.NormFloat64()
		}
		if v := p.evaluate(p.quantise(falling(wild[:len(p.ends)], p.costUnit(), 1))) - submissions(&s); v > best {
			t.Fatalf("seed %d: minsum %d from random multipliers, the optimum %d\nstep %+v", seed, v, best, s)
		}
		price, scale := make([]float64, 1+r.IntN(30)), 1+r.Int64N(7)
		for i := range price {
			price[i] = max(0, r.NormFloat64())
		}
		cutoff := best + r.Int64N(3)*r.Int64N(50)
		w, ok := newWindows(must.Get(grid.Open(&s)), cutoff)
		must.Need(t, ok, "seed", seed, "no windows for cutoff", cutoff, "the optimum", best, "step", s)
		c := &optgap.Certificate{Bits: 8, Cutoff: cutoff, Price: ledger.Quantise(price, 8)}
		for k := range c.Price {
			c.Ends = append(c.Ends, int64(k+1)*scale)
		}
		c.Bound = w.proven(c)
		short := w.shorten(c, func() bool { return false })
		must.Need(t, short.Bound <= best && short.Bound >= c.Bound,
			"seed", seed, c.Bound, "from random prices", short.Bound, "from fewer digits, the optimum", best,
			"step", s)
	}
}

// TestMinsumRefined: a partition that refines another one gives a bound at least as large.
// Interval ends at powers of 2 refine those at powers of 4, and these refine those at
// powers of 16.
func TestMinsumRefined(t *testing.T) {
	for seed, r := range steptest.Sources(250, 4) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 20, MaxEstimate: 1000, Dips: seed%2 == 0})
		before := int64(0)
		for _, ratio := range []float64{16, 4, 2} {
			v := solved(t, &s, Options{Ratio: ratio}, Minsum)
			// HiGHS's tolerances, a millionth of the value, are all it can lose.
			must.Need(t, float64(v) >= float64(before)*(1-1e-6)-1,
				"seed", seed, v, "at ratio", ratio, "after", before, "at a coarser one step", s)
			before = v
		}
	}
}

// TestLargeNumbers multiplies times by 1e9 and widths by 1e4. The bounds are at most the
// optimum and not below 0. The fluid bound is multiplied by 1e13.
func TestLargeNumbers(t *testing.T) {
	const times, widths = 1_000_000_000, 10_000
	for seed, r := range steptest.Sources(50, 8) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxMachine: 6, Dips: seed%2 == 0})
		large := s
		large.Machine *= widths
		large.History = slices.Clone(s.History)
		for i := range large.History {
			large.History[i].Time *= times
			large.History[i].Free *= widths
		}
		large.Jobs = slices.Clone(s.Jobs)
		for i := range large.Jobs {
			j := &large.Jobs[i]
			j.Width, j.Estimate, j.Submit = j.Width*widths, j.Estimate*times, j.Submit*times
		}
		must.Do(large.Validate())
		_, best := steptest.Optimum(&s)
		if f := Fluid(&large); f > best*times*widths || f < (Fluid(&s)-1)*times*widths {
			t.Fatalf("seed %d: fluid %d, of the small step %d", seed, f, Fluid(&s))
		}
		for _, v := range []int64{
			solved(t, &large, Options{}, Minsum), solved(t, &large, Options{}, LP),
		} {
			must.Need(t, v >= 0 && v <= best*times*widths,
				"seed", seed, v, "the optimum", best*times*widths, "step", large)
		}
	}
}

// queue returns a step with jobs of the usual kinds: widths of powers of two,
// estimates in minutes, and a machine whose running jobs end over a day.
func queue(jobs int) *optgap.Step {
	r := rand.New(rand.NewPCG(1, uint64(jobs)))
	const machine = 128
	s := step(machine, optgap.History{{Time: 0, Free: 8}})
	for free := int64(8); free < machine; {
		free = min(machine, free+1<<r.IntN(6))
		s.History = append(s.History, optgap.Change{Time: s.History.End() + 1 + r.Int64N(7200), Free: free})
	}
	for i := range jobs {
		minutes := []int64{10, 30, 60, 120, 240, 720, 1440}[r.IntN(7)] - r.Int64N(5)
		j := optgap.Job{ID: int64(i + 1), Width: 1 << r.IntN(8), Estimate: 60 * minutes, Submit: -r.Int64N(36000)}
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// BenchmarkBound measures the lower bounds on the one-second problem.
//
//	go test -run '^$' -bench Bound -count 10 ./ilp/bound
func BenchmarkBound(b *testing.B) {
	o := Options{TimeLimit: 30 * time.Second}
	sizes := []int{25, 8, 185}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, jobs := range sizes {
		s := queue(jobs)
		policy := heuristics.BestPlan(s).Objective(s)
		for _, c := range []struct {
			name  string
			bound func() int64
		}{
			{string(optgap.BoundFluid), func() int64 { return Fluid(s) }},
			{string(optgap.BoundMinsum), func() int64 { return value(s, o, Minsum) }},
			{string(optgap.BoundLP), func() int64 { return value(s, o, LP) }},
		} {
			b.Run(fmt.Sprintf("jobs=%d/bound=%s", jobs, c.name), func(b *testing.B) {
				v := int64(0)
				for b.Loop() {
					v = c.bound()
				}
				if v > policy {
					b.Fatalf("bound %d above the objective %d of a schedule", v, policy)
				}
				b.ReportMetric(float64(v)/float64(policy), "bound/policy")
			})
		}
	}
}

func value(s *optgap.Step, o Options, bound function) int64 {
	return must.Get(bound(context.Background(), must.Get(grid.Open(s)), o)).Bound
}

// counted is a context that is cancelled after a number of calls of Err.
type counted struct {
	context.Context
	left int // calls before it is cancelled
}

func (c *counted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestEndedAnywhere: wherever time runs out, the results are bounds, each with a name of the list.
func TestEndedAnywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	unsolved := 0
	if names := optgap.BoundNames(); len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("a name stands twice in %q", names)
	}
	for range 300 {
		s := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 6, Dips: r.IntN(2) == 0})
		_, best := steptest.Optimum(&s)
		question, o := r.IntN(40), Options{}
		if r.IntN(8) == 0 {
			o.TimeLimit = 1
		}
		values, warnings := All(&counted{context.Background(), question}, must.Get(grid.Open(&s)), o)
		must.Need(t, len(values) == 3, "question", question, values, warnings, "of", s)
		for name, v := range values {
			if !slices.Contains(optgap.BoundNames(), name) || v.Bound > best || v.Bound <= 0 && name != optgap.BoundMinsum {
				t.Fatalf("question %d: %s = %d, the optimum is %d of %+v", question, name, v.Bound, best, s)
			}
			if len(v.Warnings) > 0 {
				unsolved++
			}
		}
	}
	must.Hold(t, unsolved >= 100, unsolved, "bounds ended early")
}

// TestExtremes: extreme steps get bounds where time is up at once, or during the search for
// prices.
func TestExtremes(t *testing.T) {
	for name, s := range steptest.Extremes() {
		p := must.Get(grid.Open(s))
		plan := p.Known.Objective(s)
		check := func(bound string, question int, v Value, err error) {
			must.Hold(t, err == nil && v.Bound <= plan && v.Bound > 0,
				name, "question", question, bound, "=", v.Bound, err, "the policies", plan)
		}
		v, err := Minsum(&counted{context.Background(), 0}, p, Options{})
		check("minsum", 0, v, err)
		v, err = LP(&counted{context.Background(), 10}, p, Options{})
		check("lp", 10, v, err)
	}
}

func step(machine int64, h optgap.History, jobs ...optgap.Job) *optgap.Step {
	for i := range jobs {
		jobs[i].ID = int64(i + 1)
	}
	return &optgap.Step{Format: optgap.StepFormat, Machine: machine, History: h, Jobs: jobs}
}

func TestFluidByHand(t *testing.T) {
	check := func(name string, s *optgap.Step, want int64) {
		t.Helper()
		must.Equal(t, Fluid(s), want, name)
	}
	check("no job", step(4, optgap.History{{Time: 0, Free: 4}}), 0)
	// It starts at 0 and ends at 10, 15 after its submission: 2 * 15.
	check("one job", step(4, optgap.History{{Time: 0, Free: 4}}, optgap.Job{Width: 2, Estimate: 10, Submit: -5}), 30)
	// One processor: ends 2, 5, 9. A flow on one processor is a schedule.
	check("one processor", step(1, optgap.History{{Time: 0, Free: 1}},
		optgap.Job{Width: 1, Estimate: 4}, optgap.Job{Width: 1, Estimate: 2}, optgap.Job{Width: 1, Estimate: 3}), 2+5+9)
	// Widths 2 and 3 on 5 of 8 processors would fit together, on 4 they do not.
	// 4 free hold a sum of widths of 3. The first flows over [0, 8/3] at 3:
	// M = 4/3, and the second, area 15, over [8/3, 23/3]: M = 31/6.
	// 2 (4/3 + 2) + 3 (31/6 + 5/2) = 20/3 + 23 = 29.67; nothing colliding: 2*4 + 3*5 = 23.
	check("sums of widths", step(8, optgap.History{{Time: 0, Free: 4}},
		optgap.Job{Width: 2, Estimate: 4}, optgap.Job{Width: 3, Estimate: 5}), 30)
	// Free 2 until 4, none until 10, then 2. Both jobs first fit at 0 and 10:
	// ends 3 and 16 are 2*3 + 2*16 = 38 without a collision; as flows the first
	// takes [0, 3], the second [10, 16]: the same.
	check("a dip", step(2, optgap.History{{Time: 0, Free: 2}, {Time: 4, Free: 0}, {Time: 10, Free: 2}},
		optgap.Job{Width: 2, Estimate: 3}, optgap.Job{Width: 2, Estimate: 6}), 38)
}

// TestMinsumByHand: one processor, estimates 2 and 3. t_0 is 2 - 1 = 1; doubled
// up to the safe end 5, the intervals are (1, 2], (2, 4], (4, 5], with free areas
// of 2, 4, 5 until their ends.
// Job 1 (area 2) may end in all, job 2 (area 3) from the second on. Until 4 fit 4
// of 5 units: 1 unit must end in (4, 5].
// Job 1 wholly in (1, 2]: cost 1. Job 2: 2/3 at 2, 1/3 at 4: 8/3. Sum 11/3.
// Moving job 1's half to the end instead: 1/2*1 + 1/2*4 + 2 = 4.5. So 11/3, up 4.
// Submissions of -10 each add 20.
func TestMinsumByHand(t *testing.T) {
	s := step(1, optgap.History{{Time: 0, Free: 1}},
		optgap.Job{Width: 1, Estimate: 2, Submit: -10}, optgap.Job{Width: 1, Estimate: 3, Submit: -10})
	v := must.Get(Minsum(context.Background(), must.Get(grid.Open(s)), Options{}))
	must.Equal(t, v.Bound, 24)
	must.Equal(t, len(v.Certificate.Ends), 3)
}

// TestPartition: for any ratio, all ends of jobs lie in some interval, and the areas of all
// jobs fit before the end of the last one.
func TestPartition(t *testing.T) {
	s := step(4, optgap.History{{Time: 0, Free: 0}, {Time: 1000, Free: 4}},
		optgap.Job{Width: 4, Estimate: 100}, optgap.Job{Width: 1, Estimate: 7000})
	for _, ratio := range []float64{1.001, 1.5, 2, 1e6, 1e300} {
		p := must.Get(newPartition(s, flows(s), Options{Ratio: ratio}))
		n := len(p.ends) - 1
		must.Hold(t, p.begins[0] == 1099 && p.ends[n] >= 8000 && p.free[n] == 7400,
			"ratio", ratio, "from", p.begins[0], "to", p.ends[n], "with", p.free[n], "free")
	}
	_, err := Minsum(t.Context(), must.Get(grid.Open(s)), Options{Ratio: math.Nextafter(1, 2)})
	must.Is(t, err, ErrTooFine, "far too many intervals")
}

func TestOptions(t *testing.T) {
	s := step(1, optgap.History{{Time: 0, Free: 1}}, optgap.Job{Width: 1, Estimate: 2})
	for field, o := range map[string]Options{
		"minsum-ratio": {Ratio: 1}, "cutoff": {Cutoff: -1}, "time-limit": {TimeLimit: -1},
	} {
		err := o.Validate()
		must.Equal(t, must.Field(err), field, err)
		values, warnings := All(context.Background(), must.Get(grid.Open(s)), o)
		must.Hold(t, len(values) == 1 && len(warnings) == 2, field, values, warnings)
	}
	for _, ratio := range []float64{math.NaN(), math.Inf(1), 0.5, -1} {
		must.Hold(t, (&Options{Ratio: ratio}).Validate() != nil, "ratio", ratio, "is accepted")
	}
	_, err := LP(context.Background(), must.Get(grid.Open(s)), Options{Cutoff: 1})
	must.Equal(t, must.Field(err), "cutoff", "a cutoff that no schedule has", err) // 2 is the optimum
}
