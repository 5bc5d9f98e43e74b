package moldable_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

// Machine 2. Job 1 takes 1 and weighs 9, jobs 2 and 3 take 8 on one processor. C*max = 9 gives the batches 1, 2, 4
// and 9 long, of which two hold jobs. Whole starts the second at 1, the length of the first. Job 2 has the processor
// of job 1 and job 3 the idle one, so that pulling forward starts job 3 at 0. Where job 2 gets which processor
// does not matter to the sum of the starts: 1.
func TestStagesByHand(t *testing.T) {
	in := &moldable.Instance{Machine: 2, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 9, Times: []int64{1, 1}}, {ID: 2, Weight: 1, Times: []int64{8, 8}},
		{ID: 3, Weight: 1, Times: []int64{8, 8}},
	}}
	starts := func(how moldable.Compaction) (sum int64) {
		s := mustBiCriteria(t, in, moldable.Options{Compaction: how, Shuffles: -1}).Schedule
		for _, p := range s {
			sum += p.Start
		}
		return sum
	}
	if whole, forward := starts(moldable.Whole), starts(moldable.Forward); whole != 2 || forward != 1 {
		t.Errorf("found %d and %d, expected 2 and 1", whole, forward)
	}
}

// byDual schedules a batch within 3/2 of its least makespan.
func byDual(batch *moldable.Instance) (moldable.Schedule, error) {
	d := moldable.Dual(batch)
	return d.Schedule, nil
}

// anyReleases draws a release of each job.
func anyReleases(t *rapid.T, in *moldable.Instance) []int64 {
	return rapid.SliceOfN(rapid.Int64Range(0, 100), len(in.Jobs), len(in.Jobs)).Draw(t, "release")
}

// Replays are feasible, and no job starts before its release. With all releases 0 there is one batch: the off-line
// schedule.
func TestOnlineIsFeasible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{MaxJobs: 12, MaxMachine: 6, MaxTime: 40})
		release := anyReleases(t, in)
		s, batches, err := moldable.Online(in, release, byDual)
		if err != nil || batches < 1 || batches > len(in.Jobs) {
			t.Fatalf("%d batches, %v", batches, err)
		}
		must.Do(moldabletest.Feasible(in, s))
		for i, p := range s {
			if p.Start < release[i] {
				t.Fatalf("job %d starts at %d, before its release at %d", i, p.Start, release[i])
			}
		}
		s, batches, err = moldable.Online(in, make([]int64, len(in.Jobs)), byDual)
		if offline, _ := byDual(in); err != nil || batches != 1 || !slices.Equal(s, offline) {
			t.Fatalf("%d batches, %v (%v), expected %v", batches, s, err, offline)
		}
	})
}

// On one processor the best on-line makespan is that of the jobs by release, without idling while one waits. Any
// order of a batch is optimal for it, so the replay ends within twice that.
func TestOnlineIsWithinTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{MaxJobs: 10, MaxMachine: 1, MaxTime: 40})
		release := anyReleases(t, in)
		s, _ := must.Two(moldable.Online(in, release, byDual))
		order := make([]int, len(in.Jobs))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return int(release[a] - release[b]) })
		end := int64(0)
		for _, i := range order {
			end = max(end, release[i]) + in.Jobs[i].Times[0]
		}
		if m := s.Makespan(in); m < end || m > 2*end {
			t.Fatalf("the replay ends at %d, expected from %d to twice that", m, end)
		}
	})
}

// Machine 1. Job 1 comes at 0 and takes 5. Jobs 2 and 3 come at 1 and 2, wait for the end of the batch, and run in one
// batch from 5. Job 4 comes at 20.
func TestOnlineByHand(t *testing.T) {
	in := &moldable.Instance{Machine: 1, Tick: 1}
	for i, time := range []int64{5, 2, 2, 1} {
		in.Jobs = append(in.Jobs, moldable.Job{ID: int64(i + 1), Weight: 1, Times: []int64{time}})
	}
	s, batches, err := moldable.Online(in, []int64{0, 1, 2, 20}, byDual)
	if err != nil || batches != 3 || s[0].Start != 0 || s[1].Start+s[2].Start != 5+7 || s[3].Start != 20 {
		t.Errorf("%d batches, %v, %v", batches, s, err)
	}
	if _, _, err := moldable.Online(in, []int64{0}, byDual); err == nil {
		t.Error("found no error for a single release of four jobs")
	}
	if _, _, err := moldable.Online(in, []int64{0, 0, 0, -1}, byDual); err == nil {
		t.Error("found no error for a release below 0")
	}
}
