package moldable_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

// TestValidate: the error of an invalid instance names the field, the value found and the
// values expected.
func TestValidate(t *testing.T) {
	type instance = moldable.Instance
	for _, c := range []struct {
		spoil func(*instance)
		want  string
	}{
		{func(in *instance) { in.Machine = 0 }, "machine: found 0, expected 1 to 1048576"},
		{func(in *instance) { in.Machine = 1<<20 + 1 }, "machine: found 1048577, expected 1 to 1048576"},
		{func(in *instance) { in.Tick = 0 }, "tick: found 0, expected a number of seconds above 0"},
		{func(in *instance) { in.Tick = math.NaN() }, "tick: found NaN, expected a number of seconds above 0"},
		{func(in *instance) { in.Tick = math.Inf(1) }, "tick: found +Inf, expected a number of seconds above 0"},
		{func(in *instance) { in.Jobs = nil }, "jobs: found none, expected at least one job"},
		{func(in *instance) { in.Jobs[1].ID = 1 }, "jobs[1].id: found 1, expected an id other than that of jobs[0]"},
		{func(in *instance) { in.Jobs[2].Weight = 0 }, "jobs[2].weight: found 0, expected at least 1"},
		{func(in *instance) { in.Jobs[0].Times = nil },
			"jobs[0].times: found none, expected the time on one processor and more"},
		{func(in *instance) { in.Jobs[0].Times = []int64{1, 1, 1} },
			"jobs[0].times: found times on up to 3 processors, expected at most 2, the machine"},
		{func(in *instance) { in.Jobs[0].MinWidth = 2 },
			"jobs[0].times: found times on up to 3 processors, expected at most 2, the machine"},
		{func(in *instance) { in.Jobs[0].MinWidth = 3 }, "jobs[0].min_width: found 3, expected 1 to 2, the machine"},
		{func(in *instance) { in.Jobs[0].MinWidth = -1 }, "jobs[0].min_width: found -1, expected 1 to 2, the machine"},
		{func(in *instance) { in.Jobs[0].Times[1] = 0 }, "jobs[0].times[1]: found 0, expected at least 1 tick"},
		{func(in *instance) { in.Jobs[0].Times[0] = math.MaxInt64 },
			"jobs: found a sum of times above the range of int64, expected a smaller sum"},
		{func(in *instance) { in.Jobs[0].Weight = math.MaxInt64 },
			"jobs: found a sum of weights above the range of int64, expected a smaller sum"},
		{func(in *instance) { in.Jobs[0].Times[0], in.Jobs[0].Weight = 1<<40, 1<<40 },
			"jobs: found a sum of weight times end above the range of int64, expected a smaller sum"},
		{func(in *instance) { in.Machine, in.Jobs[0].Times[0] = 1<<20, 1<<42 },
			"jobs: found a sum of times on the whole machine above the range of int64, expected a smaller sum"},
	} {
		in := three()
		c.spoil(in)
		must.Equal(t, fmt.Sprint(in.Validate()), c.want)
	}
	must.Do(three().Validate())
}

func TestMonotone(t *testing.T) {
	for want, times := range map[string][]int64{
		"": {12, 6, 4},
		"jobs[0].times[1]: found a time of 13, expected at most 12, the time on one processor less": {12, 13, 4},
		"jobs[0].times[2]: found a work of 9, expected at least 12, the work on one processor less": {12, 6, 3},
	} {
		in := &moldable.Instance{Machine: 3, Tick: 1, Jobs: []moldable.Job{{ID: 1, Weight: 1, Times: times}}}
		found := ""
		if err := in.Monotone(); err != nil {
			found = err.Error()
		}
		must.Equal(t, found, want, times)
	}
}

// Of 5, 6, 3, 3 on 2 to 5 processors only 5 on 2 and 3 on 4 are worth using.
func TestAllotments(t *testing.T) {
	a := moldable.Job{MinWidth: 2, Times: []int64{5, 6, 3, 3}}.Allotments()
	if len(a) != 2 || a[0] != (moldable.Allotment{Width: 2, Time: 5}) || a[1] != (moldable.Allotment{Width: 4, Time: 3}) {
		t.Errorf("%v", a)
	}
}

// Check agrees with an oracle that goes tick by tick, on schedules of any kind.
func TestCheck(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: true})
		s := make(moldable.Schedule, len(in.Jobs))
		for i := range s {
			start, width := rapid.Int64Range(-1, 20), rapid.Int64Range(0, in.Machine+1)
			s[i] = moldable.Placement{Start: start.Draw(t, "start"), Width: width.Draw(t, "width")}
		}
		found, want := s.Check(in), moldabletest.Feasible(in, s)
		must.Need(t, (found == nil) == (want == nil), "found", found, "expected", want, in, s)
	})
	in := three()
	for want, s := range map[string]moldable.Schedule{
		"schedule has 0 placements, expected one for each of 3 jobs": {},
		"job 2 at tick 0: has no time on 3 processors":               {{Width: 1}, {Width: 3}, {Width: 1}},
		"job 1 at tick -1: starts before 0":                          {{Start: -1, Width: 1}, {Width: 1}, {Width: 1}},
		"job 3 at tick 2: 1 processors too many in use":              {{Width: 1}, {Width: 1}, {Start: 2, Width: 1}},
	} {
		must.Equal(t, fmt.Sprint(s.Check(in)), want)
	}
}

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
		must.Hold(t, math.Abs(c.found-c.want) <= 1e-12, "found", c.found, "expected", c.want)
	}
}

func TestSpeedupRanges(t *testing.T) {
	for _, err := range []error{
		moldable.Amdahl{Serial: -0.1}.Validate(), moldable.Amdahl{Serial: math.NaN()}.Validate(),
		moldable.Downey{Parallelism: 0.5}.Validate(), moldable.Downey{Parallelism: math.Inf(1)}.Validate(),
		moldable.Downey{Parallelism: 2, Sigma: -1}.Validate(),
	} {
		must.Refuse(t, err, "")
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
			must.Need(t, float64(found) >= exact-0.5 && float64(found) <= exact+1+float64(machine)/2,
				found, "on", k+1, "processors, exactly", exact)
		}
	})
}

// 10 over 1 to 5 is 10, 5, 3.33, 2.5, 2. On 3, a time of 3 would have a work of 9 < 10, so
// it is 4. On 4, 3 has a work of 12, and on 5, 3 is the least that has at least 12.
func TestRoundByHand(t *testing.T) {
	must.EqualSlices(t, moldable.Round([]float64{10, 5, 10. / 3, 2.5, 2}), []int64{10, 5, 4, 3, 3})
}
