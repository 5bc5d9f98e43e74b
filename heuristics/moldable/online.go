package moldable

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
)

// Online replays jobs that come over time in batches: see the package's comment. Job i comes at release[i],
// in ticks from 0. schedule is the off-line algorithm. It gets the jobs of a batch as an instance, with
// the first tick as 0. In the result no job starts before its release. batches is their number.
//
// A number of releases other than that of the jobs is an *optgap.FieldError, and so is a release below 0.
// Errors of schedule end the replay.
func Online(
	in *Instance, release []int64, schedule func(batch *Instance) (Schedule, error),
) (s Schedule, batches int, err error) {
	if len(release) != len(in.Jobs) || len(release) > 0 && slices.Min(release) < 0 {
		return nil, 0, optgap.BadField("release", release, "a tick of at least 0 for each job")
	}
	s = make(Schedule, len(in.Jobs))
	left := upTo(len(in.Jobs)) // by release
	slices.SortStableFunc(left, func(a, b int) int { return cmp.Compare(release[a], release[b]) })
	for now := int64(0); len(left) > 0; batches++ {
		now = max(now, release[left[0]])
		n := 0
		for n < len(left) && release[left[n]] <= now {
			n++
		}
		batch := &Instance{Name: in.Name, Machine: in.Machine, Tick: in.Tick}
		for _, i := range left[:n] {
			batch.Jobs = append(batch.Jobs, in.Jobs[i])
		}
		part, err := schedule(batch)
		if err != nil {
			return nil, batches, fmt.Errorf("batch %d at tick %d: %w", batches+1, now, err)
		}
		for k, i := range left[:n] {
			s[i] = Placement{now + part[k].Start, part[k].Width}
		}
		now += part.Makespan(batch)
		left = left[n:]
	}
	return s, batches, nil
}
