package moldable_test

import (
	"errors"
	"fmt"
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
			err := errors.Join(moldabletest.Feasible(in, s), s.Check(in))
			must.Need(t, err == nil, name, err)
			must.Need(t, s.Minsum(in) >= minsum && s.Makespan(in) >= makespan,
				name, s.Minsum(in), s.Makespan(in), "below the optima", minsum, makespan)
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
	must.Need(t, d.Guess == 6 &&
		slices.Equal(d.Shelves, []moldable.Shelf{moldable.LargeShelf, moldable.NoShelf, moldable.NoShelf}),
		d)
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
		got := moldable.Gang(in).Minsum(in)
		must.Need(t, got == minsum, "minsum", got, "optimum", minsum, in)
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
	_, least := moldabletest.Optimum(in)
	must.Equal(t, least, 11, "optimum")
}

// anyOptions draws options for BiCriteria.
func anyOptions(t *rapid.T) moldable.Options {
	return moldable.Options{
		Shuffles: rapid.IntRange(-1, 5).Draw(t, "shuffles"),
		Seed:     rapid.Uint64().Draw(t, "seed"),
	}
}

// The batches hold each job once, with an allotment of its own. Each batch fits the
// machine and its length. Before shuffling, lengths at least double.
func TestBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := moldabletest.Options{MaxJobs: 30, MaxMachine: 12, MaxTime: 60, Any: rapid.Bool().Draw(t, "any")}
		in := moldabletest.Random(t, shape)
		o := anyOptions(t)
		r := moldable.BiCriteria(in, o)
		stacked := make(moldable.Schedule, len(in.Jobs))
		seen := make([]int, len(in.Jobs))
		begin := int64(0)
		for k, b := range r.Batches {
			for _, j := range b.Jobs {
				seen[j.Job]++
				stacked[j.Job] = moldable.Placement{Start: begin + j.Start, Width: j.Width}
				if r.Schedule[j.Job].Width != j.Width || j.Start+j.Time > b.Length {
					t.Fatalf("batch %d, job %d: %+v, %+v", k, j.Job, b, r.Schedule[j.Job])
				}
			}
			if len(b.Jobs) == 0 || o.Shuffles < 0 && k > 0 && b.Length < 2*r.Batches[k-1].Length && b.Length < r.Dual.Guess {
				t.Fatalf("batch %d: %+v", k, r.Batches)
			}
			begin += b.Length
		}
		must.Need(t, !slices.ContainsFunc(seen, func(n int) bool { return n != 1 }),
			"batches of each job", seen)
		must.Do(moldabletest.Feasible(in, stacked))
		must.Do(moldabletest.Feasible(in, r.Schedule))
	})
}

// Machine 2. Job 1 takes 1 on any processors and weighs 1. Jobs 2 and 3 take 8 on one
// processor and 4 on two, job 3 weighs more. C*max: the work is 1+8+8 = 17, so at least 9;
// at 9, jobs 2 and 3 are on the large shelf with one processor each, and job 1 follows.
// So C*max = 9, t_min = 1, K = 3, and the batches have the lengths 1, 2, 4, 9. Job 1 is in
// the first. In the third, job 3 on two processors is heavier than job 2. Job 2 is in the
// last, where one processor is enough: it takes 8. The list starts job 2 beside
// job 1, as it fits, so that job 3 starts at 8. The minsum is 1*1 + 3*12 + 2*8 = 53.
func TestBiCriteriaByHand(t *testing.T) {
	in := &moldable.Instance{Machine: 2, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{1, 1}},
		{ID: 2, Weight: 2, Times: []int64{8, 4}},
		{ID: 3, Weight: 3, Times: []int64{8, 4}},
	}}
	r := moldable.BiCriteria(in, moldable.Options{Shuffles: -1})
	must.Hold(t, r.Dual.Guess == 9, "C*max", r.Dual.Guess, "expected 9")
	lengths := []int64{}
	for _, b := range r.Batches {
		lengths = append(lengths, b.Length)
	}
	must.EqualSlices(t, lengths, []int64{1, 4, 9}, "batches")
	want := moldable.Schedule{{Start: 0, Width: 1}, {Start: 0, Width: 1}, {Start: 8, Width: 2}}
	if !slices.Equal(r.Schedule, want) || r.Schedule.Minsum(in) != 53 || r.Schedule.Makespan(in) != 12 {
		t.Errorf("%v: minsum %d, makespan %d", r.Schedule, r.Schedule.Minsum(in), r.Schedule.Makespan(in))
	}
}

// Machine 1, three jobs of time 1. C*max = 3, t_min = 1, K = 1: lengths 1 and 3. The batch
// of length 1 takes the heaviest job. That of length 3 stacks the two others, the heavier
// first.
func TestMergeByHand(t *testing.T) {
	in := &moldable.Instance{Machine: 1, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{1}},
		{ID: 2, Weight: 5, Times: []int64{1}},
		{ID: 3, Weight: 2, Times: []int64{1}},
	}}
	r := moldable.BiCriteria(in, moldable.Options{Shuffles: -1})
	one := moldable.Allotment{Width: 1, Time: 1}
	if len(r.Batches) != 2 || !slices.Equal(r.Batches[0].Jobs, []moldable.BatchJob{{1, 0, one}}) ||
		!slices.Equal(r.Batches[1].Jobs, []moldable.BatchJob{{2, 0, one}, {0, 1, one}}) {
		t.Errorf("%+v", r.Batches)
	}
}

// A hundred rigid jobs that need the whole machine take one batch each, by falling
// weight. Doubling a hundred times would exceed int64.
func TestRigidJobs(t *testing.T) {
	const machine, time = 1000, 1 << 30
	in := &moldable.Instance{Machine: machine, Tick: 1}
	for id := range int64(100) {
		in.Jobs = append(in.Jobs, moldable.Job{ID: id, Weight: 100 - id, MinWidth: machine, Times: []int64{time}})
	}
	must.Do(in.Validate())
	r := moldable.BiCriteria(in, moldable.Options{})
	for i, p := range r.Schedule {
		must.Need(t, p.Start == int64(i)*time, "job", i, "starts at", p.Start)
	}
}

// sizes are the jobs and processors of the benchmarks: those of Dutot et al. (2004), and
// others that show the growth.
func sizes() [][2]int {
	all := [][2]int{{25, 200}, {400, 200}, {100, 200}, {400, 50}, {400, 800}}
	if testing.Short() {
		return all[:2]
	}
	return all
}

// BenchmarkBiCriteria measures the whole algorithm without shuffles. ns/cell is the time
// divided by jobs, processors and batches: constant where it takes O(mnK).
//
//	go test -run '^$' -bench BiCriteria -count 10 ./heuristics/moldable
func BenchmarkBiCriteria(b *testing.B) {
	for _, size := range sizes() {
		n, m := size[0], size[1]
		b.Run(fmt.Sprintf("jobs=%d/machine=%d", n, m), func(b *testing.B) {
			in := moldabletest.Drawn(n, int64(m))
			b.ReportAllocs()
			batches := 0
			for b.Loop() {
				batches = len(moldable.BiCriteria(in, moldable.Options{Shuffles: -1}).Batches)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n*m*batches), "ns/cell")
		})
	}
}

// BenchmarkShuffles measures the algorithm with the default number of shuffles, for the
// paper's largest instance.
//
//	go test -run '^$' -bench Shuffles -count 10 ./heuristics/moldable
func BenchmarkShuffles(b *testing.B) {
	b.Run("jobs=400/machine=200", func(b *testing.B) {
		in := moldabletest.Drawn(400, 200)
		for b.Loop() {
			moldable.BiCriteria(in, moldable.Options{})
		}
	})
}

// Shuffles never make the minsum worse.
func TestShufflesKeepTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{MaxJobs: 12, MaxMachine: 6, MaxTime: 40})
		o := anyOptions(t)
		value := func(shuffles int) int64 {
			o.Shuffles = shuffles
			return moldable.BiCriteria(in, o).Schedule.Minsum(in)
		}
		few, many := value(-1), value(8)
		must.Need(t, many <= few, few, "without", many, "with shuffles")
	})
}

// Schedules are feasible, no better than the optimum, and the same for the same seed.
func TestBiCriteriaIsFeasible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: rapid.Bool().Draw(t, "any")})
		o := anyOptions(t)
		r := moldable.BiCriteria(in, o)
		must.Do(moldabletest.Feasible(in, r.Schedule))
		minsum, makespan := moldabletest.Optimum(in)
		if r.Schedule.Minsum(in) < minsum || r.Schedule.Makespan(in) < makespan {
			t.Fatalf("%d, %d below the optima %d, %d", r.Schedule.Minsum(in), r.Schedule.Makespan(in), minsum, makespan)
		}
		if again := moldable.BiCriteria(in, o); !slices.Equal(again.Schedule, r.Schedule) {
			t.Fatalf("%v, then %v", r.Schedule, again.Schedule)
		}
	})
}
