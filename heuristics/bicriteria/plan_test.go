package bicriteria_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

const none = -1 // no shuffles

// eachStep calls check for random steps.
func eachStep(seeds uint64, o steptest.Options, check func(seed uint64, s *optgap.Step)) {
	for seed := range seeds {
		o.Dips = seed%2 == 0
		s := steptest.Random(rand.New(rand.NewPCG(seed, 31)), o)
		for i := range s.Jobs {
			if seed%3 == 0 && i%3 > 0 { // small jobs to be stacked
				s.Jobs[i].Width = 1
			}
		}
		check(seed, &s)
	}
}

// C* is at most the least makespan. No argument refutes it, and one refutes a second less.
func TestLeastMakespan(t *testing.T) {
	tight := 0
	eachStep(600, steptest.Options{MaxJobs: 5}, func(seed uint64, s *optgap.Step) {
		found, least := bicriteria.LeastMakespan(s), leastMakespan(s)
		if found > least || refuted(s, found) || !refuted(s, found-1) {
			t.Fatalf("seed %d: found %d, the least makespan is %d, refuted %t and %t\n%+v",
				seed, found, least, refuted(s, found-1), refuted(s, found), s)
		}
		if found == least {
			tight++
		}
	})
	if tight < 300 {
		t.Errorf("C* is the least makespan of %d steps of 600 only", tight)
	}
}

// Plans are feasible, not better than the optimum and the same for the same seed. With
// shuffles they are not worse than without, and their batches are the same in another
// order.
func TestPlanIsFeasible(t *testing.T) {
	better := 0
	eachStep(400, steptest.Options{MaxJobs: 6}, func(seed uint64, s *optgap.Step) {
		_, optimum := steptest.Optimum(s)
		o := bicriteria.Options{Seed: seed}
		r := bicriteria.Plan(s, o)
		o.Shuffles = none
		plain := bicriteria.Plan(s, o)
		value := r.Schedule.Objective(s)
		if err := r.Schedule.Check(s); err != nil || value < optimum || value > plain.Schedule.Objective(s) {
			t.Fatalf("seed %d: %v, objective %d, without shuffles %d, optimum %d",
				seed, err, value, plain.Schedule.Objective(s), optimum)
		}
		if value < plain.Schedule.Objective(s) {
			better++
		}
		o.Shuffles = 0
		if again := bicriteria.Plan(s, o); !slices.Equal(again.Schedule, r.Schedule) {
			t.Fatalf("seed %d: %v, then %v", seed, r.Schedule, again.Schedule)
		}
		var order []int32
		for _, b := range r.Batches {
			if !slices.ContainsFunc(plain.Batches, func(p bicriteria.Batch) bool { return slices.Equal(p.Jobs, b.Jobs) }) {
				t.Fatalf("seed %d: batch %v is not one of %v", seed, b, plain.Batches)
			}
			order = append(order, b.Jobs...)
		}
		starts := make(optgap.Schedule, len(s.Jobs))
		new(heuristics.Planner).PlanOrder(s, order, starts)
		if !slices.Equal(starts, r.Schedule) {
			t.Fatalf("seed %d: planned in the order of the batches %v, found %v", seed, starts, r.Schedule)
		}
	})
	if better == 0 {
		t.Error("shuffles never gained anything")
	}
}

// Where the machine is free from now on, C*, batches and schedule are those of
// moldable.BiCriteria by insertion for the same rigid jobs, with weights too. The objective counts from the
// submissions on, which the minsum does not.
func TestAgreesWithMoldable(t *testing.T) {
	eachStep(400, steptest.Options{MaxJobs: 30, MaxMachine: 20, MaxEstimate: 100}, func(seed uint64, s *optgap.Step) {
		s.History = optgap.History{{Time: 0, Free: s.Machine}}
		slices.SortFunc(s.Jobs, heuristics.SJF.Compare) // the order in which Plan hands jobs over
		if seed%4 > 1 {
			steptest.Weigh(rand.New(rand.NewPCG(seed, 32)), s)
		}
		in := &moldable.Instance{Machine: s.Machine, Tick: 1}
		for i, j := range s.Jobs {
			in.Jobs = append(in.Jobs, moldable.Job{
				ID: j.ID, Weight: s.Weight(i), MinWidth: j.Width, Times: []int64{j.Estimate},
			})
		}
		must.Do(in.Validate())
		o := moldable.Options{Compaction: moldable.Insertion, Seed: seed, Shuffles: 6*int(seed%3) - 1}
		want := must.Get(moldable.BiCriteria(in, o))
		r := bicriteria.Plan(s, bicriteria.Options{Shuffles: o.Shuffles, Seed: seed})
		if r.Makespan != want.Dual.Guess {
			t.Fatalf("seed %d: C* %d, expected %d", seed, r.Makespan, want.Dual.Guess)
		}
		for i, p := range want.Schedule {
			if r.Schedule[i] != p.Start {
				t.Fatalf("seed %d: found %v, expected %v", seed, r.Schedule, want.Schedule)
			}
		}
	})
}

// Five processors, of which one is free until 10. C*: the jobs have the area 3*4 + 2*4 +
// 1*2 + 1*2 = 24; by 12 there are 10 + 2*5 = 20 processor-seconds, by 13 there are 25. Job
// 1 ends at 14 at the earliest, so C* = 14. t_min = 2, K = 2, and batches have the lengths
// 3, 7, 14. A batch has five processors. Into that of 3 s go jobs 3 and 4, which are not
// stacked, as they last for more than half of it. Into that of 7 s go jobs 1 and 2. Jobs 3
// and 4 run one after the other, the others at 10.
func TestPlanByHand(t *testing.T) {
	s := &optgap.Step{
		Format: optgap.StepFormat, Machine: 5,
		History: optgap.History{{Time: 0, Free: 1}, {Time: 10, Free: 5}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 3, Estimate: 4}, {ID: 2, Width: 2, Estimate: 4},
			{ID: 3, Width: 1, Estimate: 2}, {ID: 4, Width: 1, Estimate: 2},
		},
	}
	want := []bicriteria.Batch{{Length: 3, Jobs: []int32{2, 3}}, {Length: 7, Jobs: []int32{0, 1}}}
	r := bicriteria.Plan(s, bicriteria.Options{Shuffles: none})
	equal := func(a, b bicriteria.Batch) bool { return a.Length == b.Length && slices.Equal(a.Jobs, b.Jobs) }
	if r.Makespan != 14 || !slices.EqualFunc(r.Batches, want, equal) ||
		!slices.Equal(r.Schedule, optgap.Schedule{10, 10, 0, 2}) {
		t.Errorf("found %+v, expected %v", r, want)
	}
}

// Extreme steps get a feasible plan.
func TestExtremes(t *testing.T) {
	for name, s := range steptest.Extremes() {
		if s.Machine*int64(len(s.Jobs)) > 1e7 && s.Machine < 1e9 {
			continue // a knapsack of this size for each of hundreds of batches takes long
		}
		if err := bicriteria.Plan(s, bicriteria.Options{}).Schedule.Check(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r := bicriteria.Plan(&optgap.Step{}, bicriteria.Options{}); len(r.Schedule) != 0 {
		t.Errorf("found %+v for no jobs", r)
	}
}
