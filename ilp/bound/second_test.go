package bound

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
)

// TestOnSecondMatchesEnumeration tries every start of every job, and every set of
// jobs in every second.
func TestOnSecondMatchesEnumeration(t *testing.T) {
	const bits = 1
	for seed, r := range steptest.Sources(500, 3) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, Dips: true})
		if seed%2 == 0 {
			steptest.Weigh(r, &s)
		}
		price, scale := make([]int64, 1+r.IntN(20)), 1+r.Int64N(6)
		for i := range price {
			price[i] = r.Int64N(8)
		}
		at := func(u int64) int64 {
			if k := u / scale; k < int64(len(price)) {
				return price[k]
			}
			return 0
		}
		cutoff := serial(&s, flows(&s)) + r.Int64N(200)
		w, ok := newWindows(must.Get(grid.Open(&s)), cutoff)
		must.Need(t, ok, "seed", seed, "no windows")
		want := int64(0)
		end := s.SafeEnd() + int64(len(price))*scale + 200
		for u := range end {
			most := int64(0)
			for set := range 1 << len(s.Jobs) {
				width, open := int64(0), true
				for i, j := range s.Jobs {
					if set>>i&1 == 1 {
						width += j.Width
						open = open && w.first[i] <= u && u < w.last[i]+j.Estimate
					}
				}
				if open && width <= s.History.At(u) {
					most = max(most, width)
				}
			}
			want -= at(u) * most
		}
		for i, j := range s.Jobs {
			least := int64(math.MaxInt64)
			for start := range w.last[i] + 1 {
				cost, fits := s.Weight(i)*(start-j.Submit+j.Estimate)<<bits, true
				for u := start; u < start+j.Estimate; u++ {
					cost += j.Width * at(u)
					fits = fits && s.History.At(u) >= j.Width
				}
				if fits {
					least = min(least, cost)
				}
			}
			want += least
		}
		buckets := &optgap.Certificate{Bits: bits, Bucket: scale, Price: price}
		ends := &optgap.Certificate{Bits: bits, Price: price}
		for k := range price {
			ends.Ends = append(ends.Ends, int64(k+1)*scale)
		}
		for _, c := range []*optgap.Certificate{buckets, ends} {
			if got := w.onSecond(c); got.Cmp(big.NewInt(want)) != 0 {
				t.Fatalf("seed %d: %d, want %d\nstep %+v, certificate %+v, cutoff %d", seed, got, want, s, c, cutoff)
			}
		}
	}
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
