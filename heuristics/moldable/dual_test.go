package moldable_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

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
		if float64(d.Guess-d.Bound) > 0.001*float64(d.Bound) && d.Guess > d.Bound {
			t.Fatalf("guess %d, bound %d", d.Guess, d.Bound)
		}
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
	if d.Bound != 4 || d.Guess != 4 || d.Guesses != 1 || d.Schedule.Makespan(in) != 4 {
		t.Errorf("%+v, makespan %d", d, d.Schedule.Makespan(in))
	}
	if d.Shelves[0] != moldable.LargeShelf || d.Allotment[0] != (moldable.Allotment{Width: 1, Time: 4}) {
		t.Errorf("%+v", d)
	}
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
	if d.Bound != 11 {
		t.Errorf("bound %d, expected 11", d.Bound)
	}
	if _, least := moldabletest.Optimum(in); least != 11 {
		t.Errorf("optimum %d, expected 11", least)
	}
}
