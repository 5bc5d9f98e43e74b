package exact

import (
	"math/rand/v2"

	"github.com/optgap/optgap"
)

// queue returns a step like those of real machines: estimates at round limits or
// a little below, widths of powers of two or small, and a machine of 128
// processors that is nearly full and empties over a day.
func queue(r *rand.Rand, jobs int) *optgap.Step {
	const machine = 128
	s := &optgap.Step{Format: optgap.StepFormat, Machine: machine, History: optgap.History{{Time: 0, Free: r.Int64N(16)}}}
	for free := s.History[0].Free; free < machine; {
		free = min(machine, free+1<<r.IntN(6))
		s.History = append(s.History, optgap.Change{Time: s.History.End() + 1 + r.Int64N(7200), Free: free})
	}
	limits := []int64{600, 1800, 3600, 7200, 14_400, 14_400, 28_800, 43_200, 86_400}
	for i := range jobs {
		j := optgap.Job{ID: int64(i + 1), Width: 1 << r.IntN(7), Estimate: pick(r, limits), Submit: -r.Int64N(36_000)}
		if r.IntN(4) == 0 {
			j.Width = 1 + r.Int64N(24)
		}
		if r.IntN(3) == 0 {
			j.Estimate -= 60 * r.Int64N(5)
		}
		s.Jobs = append(s.Jobs, j)
	}
	return s
}
