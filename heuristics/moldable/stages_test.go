package moldable_test

import (
	"testing"

	"github.com/optgap/optgap/heuristics/moldable"
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
