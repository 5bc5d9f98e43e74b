package moldable_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

var orders = map[string]moldable.Order{
	"shelf": moldable.ByShelf, "wspt": moldable.ByWeight, "lptf": moldable.ByTime, "saf": moldable.ByArea,
}

// All comparators make feasible schedules that are no better than the optimum.
func TestComparatorsAreFeasible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: rapid.Bool().Draw(t, "any")})
		minsum, makespan := moldabletest.Optimum(in)
		schedules := map[string]moldable.Schedule{"gang": moldable.Gang(in), "sequential": moldable.Sequential(in)}
		d := moldable.Dual(in)
		for name, by := range orders {
			schedules[name] = moldable.List(in, d, by)
		}
		for name, s := range schedules {
			if err := moldabletest.Feasible(in, s); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			must.Need(t, s.Minsum(in) >= minsum && s.Makespan(in) >= makespan,
				name, s.Minsum(in), s.Makespan(in), "below the optima", minsum, makespan)
			if err := s.Check(in); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	})
}

// three are jobs on a machine of 2:
//
//	job  weight  on 1  on 2
//	 1      2      6     4
//	 2      9      3     3
//	 3      1      2     2
func three() *moldable.Instance {
	return &moldable.Instance{Machine: 2, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 2, Times: []int64{6, 4}},
		{ID: 2, Weight: 9, Times: []int64{3, 3}},
		{ID: 3, Weight: 1, Times: []int64{2, 2}},
	}}
}

// Weight over time is 2/4, 9/3, 1/2: jobs 2, 1, 3, at 0, 3 and 7. Jobs 2 and 3 are as
// fast on one processor.
func TestGangByHand(t *testing.T) {
	want := moldable.Schedule{{Start: 3, Width: 2}, {Start: 0, Width: 1}, {Start: 7, Width: 1}}
	must.EqualSlices(t, moldable.Gang(three()), want)
}

// The times are 6, 3, 2: jobs 1 and 2 start, job 3 follows job 2.
func TestSequentialByHand(t *testing.T) {
	want := moldable.Schedule{{Start: 0, Width: 1}, {Start: 0, Width: 1}, {Start: 3, Width: 1}}
	must.EqualSlices(t, moldable.Sequential(three()), want)
}

// The guess is 6: job 1 is on the large shelf with one processor, jobs 2 and 3 are small.
// With one processor each, weight over time is 2/6, 9/3, 1/2, and the area 6, 3, 2.
func TestListByHand(t *testing.T) {
	in := three()
	d := moldable.Dual(in)
	if d.Guess != 6 ||
		!slices.Equal(d.Shelves, []moldable.Shelf{moldable.LargeShelf, moldable.NoShelf, moldable.NoShelf}) {
		t.Fatalf("%+v", d)
	}
	for by, want := range map[string][]int64{
		"shelf": {0, 0, 3}, // jobs 1, 2, 3
		"wspt":  {2, 0, 0}, // jobs 2, 3, 1
		"lptf":  {0, 2, 0}, // jobs 1, 3, 2
		"saf":   {2, 0, 0}, // jobs 3, 2, 1
	} {
		s := moldable.List(in, d, orders[by])
		starts := []int64{s[0].Start, s[1].Start, s[2].Start}
		must.EqualSlices(t, starts, want, by, "starts")
	}
}

// The schedule is feasible, and the bound at most the least makespan. Where vectors are monotone, the schedule is at
// most 3/2 of it, as the least guess that is not refuted is then at most the least makespan.
func TestDualIsWithinThreeHalves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := moldabletest.Options{MaxMachine: 5, Any: rapid.Bool().Draw(t, "any")}
		in := moldabletest.Random(t, shape)
		if err := in.Monotone(); err != nil && !shape.Any {
			t.Fatal(err)
		}
		_, least := moldabletest.Optimum(in)
		d := moldable.Dual(in)
		must.Do(moldabletest.Feasible(in, d.Schedule))
		makespan := d.Schedule.Makespan(in)
		if d.Bound > least || makespan < least || !shape.Any && (d.Guess > least || 2*makespan > 3*d.Guess) {
			t.Fatalf("bound %d, guess %d, schedule %d, optimum %d: %+v", d.Bound, d.Guess, makespan, least, in)
		}
	})
}

// On many jobs and processors the schedule is at most 3/2 of the guess, and the guess
// within the precision of the bound.
func TestDualOnLargeInstances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		longest := rapid.SampledFrom([]int64{5, 30, 1000}).Draw(t, "longest")
		in := moldabletest.Random(t, moldabletest.Options{MaxJobs: 60, MaxMachine: 40, MaxTime: longest})
		d := moldable.Dual(in)
		must.Do(moldabletest.Feasible(in, d.Schedule))
		if makespan := d.Schedule.Makespan(in); 2*makespan > 3*d.Guess || makespan < d.Bound {
			t.Fatalf("guess %d, bound %d, schedule %d: %+v", d.Guess, d.Bound, makespan, in)
		}
		must.Need(t, float64(d.Guess-d.Bound) <= 0.001*float64(d.Bound) || d.Guess <= d.Bound,
			"guess", d.Guess, "bound", d.Bound)
	})
}

// Two jobs of time 4 on one processor and 2 on two, machine 2. The work is 8, so no
// schedule is shorter than 4. Either side by side or one after the other takes 4. The
// guess 4 accepts: both on the large shelf, one processor each.
func TestDualByHand(t *testing.T) {
	in := &moldable.Instance{Machine: 2, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{4, 2}},
		{ID: 2, Weight: 1, Times: []int64{4, 2}},
	}}
	d := moldable.Dual(in)
	must.Hold(t, d.Bound == 4 && d.Guess == 4 && d.Schedule.Makespan(in) == 4,
		d, "makespan", d.Schedule.Makespan(in))
	must.Equal(t, d.Shelves[0], moldable.LargeShelf, d)
	must.Equal(t, d.Allotment[0], (moldable.Allotment{Width: 1, Time: 4}), d)
}

// Where speed-ups are linear, Gang is optimal for minsum (Dutot et al. 2004, section 4.1).
func TestGangIsOptimalForLinearSpeedups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		machine := rapid.Int64Range(1, 4).Draw(t, "machine")
		in := &moldable.Instance{Machine: machine, Tick: 1}
		for i := range rapid.IntRange(1, 4).Draw(t, "jobs") {
			work := 12 * rapid.Int64Range(1, 2).Draw(t, "work") // 12 is a multiple of 1 to 4
			j := moldable.Job{ID: int64(i), Weight: rapid.Int64Range(1, 5).Draw(t, "weight")}
			for k := range machine {
				j.Times = append(j.Times, work/(k+1))
			}
			in.Jobs = append(in.Jobs, j)
		}
		minsum, _ := moldabletest.Optimum(in)
		if got := moldable.Gang(in).Minsum(in); got != minsum {
			t.Fatalf("minsum %d, optimum %d: %+v", got, minsum, in)
		}
	})
}

// Three jobs of time 6 on one processor and 5 on two, machine 2. Spread over the machine,
// the work of 18 would end at 9. But at a guess of 9 all jobs take more than half of it,
// and the large shelf has room for two. At 10, two jobs on one processor and one on two
// have a work of 6 + 6 + 10 = 22 > 20. The optimum is 6 + 5 = 11.
func TestDualRefutesByTheKnapsack(t *testing.T) {
	in := &moldable.Instance{Machine: 2, Tick: 1}
	for id := range int64(3) {
		in.Jobs = append(in.Jobs, moldable.Job{ID: id, Weight: 1, Times: []int64{6, 5}})
	}
	d := moldable.Dual(in)
	must.Equal(t, d.Bound, 11, "bound")
	if _, least := moldabletest.Optimum(in); least != 11 {
		t.Errorf("optimum %d, expected 11", least)
	}
}
