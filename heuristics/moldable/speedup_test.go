package moldable_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
)

// Amdahl with a serial share of 1/4 is 1/(1/4 + 3/4/3) = 2 on 3 processors. Downey's
// speed-up is 1 on one processor and A from the last segment on. In between, with A = 4:
//
//	sigma 0.5, n = 3: 4*3 / (4 + 0.25*2) = 12/4.5
//	sigma 0.5, n = 6: 4*6 / (0.5*3.5 + 6*0.75) = 24/6.25
//	sigma 2, n = 5:   5*4*3 / (2*(5+4-1) + 4) = 60/20
func TestSpeedups(t *testing.T) {
	for _, c := range []struct{ found, want float64 }{
		{moldable.Amdahl{Serial: 0.25}.Speedup(3), 2},
		{moldable.Amdahl{Serial: 1}.Speedup(100), 1},
		{moldable.Downey{Parallelism: 4, Sigma: 0.5}.Speedup(1), 1},
		{moldable.Downey{Parallelism: 4, Sigma: 0.5}.Speedup(3), 12 / 4.5},
		{moldable.Downey{Parallelism: 4, Sigma: 0.5}.Speedup(6), 24 / 6.25},
		{moldable.Downey{Parallelism: 4, Sigma: 0.5}.Speedup(7), 4},
		{moldable.Downey{Parallelism: 4, Sigma: 2}.Speedup(1), 1},
		{moldable.Downey{Parallelism: 4, Sigma: 2}.Speedup(5), 3},
		{moldable.Downey{Parallelism: 4, Sigma: 2}.Speedup(10), 4},
		{moldable.Downey{Parallelism: 4, Sigma: 2}.Speedup(11), 4},
		{moldable.Downey{Parallelism: 4, Sigma: 0}.Speedup(3), 3},
		{moldable.Downey{Parallelism: 4, Sigma: 0}.Speedup(5), 4},
	} {
		if math.Abs(c.found-c.want) > 1e-12 {
			t.Errorf("found %v, expected %v", c.found, c.want)
		}
	}
}

func TestSpeedupRanges(t *testing.T) {
	for _, err := range []error{
		moldable.Amdahl{Serial: -0.1}.Validate(), moldable.Amdahl{Serial: math.NaN()}.Validate(),
		moldable.Downey{Parallelism: 0.5}.Validate(), moldable.Downey{Parallelism: math.Inf(1)}.Validate(),
		moldable.Downey{Parallelism: 2, Sigma: -1}.Validate(),
	} {
		if err == nil {
			t.Error("no error")
		}
	}
	if moldable.Amdahl.Validate(moldable.Amdahl{Serial: 1}) != nil || (moldable.Downey{Parallelism: 1}).Validate() != nil {
		t.Error("errors at the ends of the ranges")
	}
}

// Vectors of both models are monotone after rounding to ticks, and each time is within
// the drift that keeps the work from falling.
func TestTimesAreMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		machine := rapid.Int64Range(1, 100).Draw(t, "machine")
		sequential := rapid.Int64Range(1, 10_000_000).Draw(t, "sequential")
		speedup := moldable.Amdahl{Serial: rapid.Float64Range(0, 1).Draw(t, "serial")}.Speedup
		if rapid.Bool().Draw(t, "downey") {
			speedup = moldable.Downey{
				Parallelism: rapid.Float64Range(1, 150).Draw(t, "parallelism"),
				Sigma:       rapid.Float64Range(0, 3).Draw(t, "sigma"),
			}.Speedup
		}
		times := moldable.Times(sequential, speedup, machine)
		in := &moldable.Instance{Machine: machine, Tick: 1, Jobs: []moldable.Job{{ID: 1, Weight: 1, Times: times}}}
		must.Do(in.Monotone())
		for k, found := range times {
			exact := float64(sequential) / speedup(int64(k+1))
			if float64(found) < exact-0.5 || float64(found) > exact+1+float64(machine)/2 {
				t.Fatalf("%v on %d processors, exactly %v", found, k+1, exact)
			}
		}
	})
}

// 10 over 1 to 5 is 10, 5, 3.33, 2.5, 2. On 3, a time of 3 would have a work of 9 < 10, so
// it is 4. On 4, 3 has a work of 12, and on 5, 3 is the least that has at least 12.
func TestRoundByHand(t *testing.T) {
	if times := moldable.Round([]float64{10, 5, 10. / 3, 2.5, 2}); !slices.Equal(times, []int64{10, 5, 4, 3, 3}) {
		t.Errorf("%v", times)
	}
}
