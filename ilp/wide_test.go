package ilp_test

import (
	"math"
	"math/rand/v2"

	"github.com/optgap/optgap"
)

// wide returns a valid step of two to six jobs on a machine of 1 to a billion processors. Most widths are
// quarters, thirds, halves and two thirds of the machine, plus or minus a processor, and most histories come
// within a few processors of the machine. In every fourth step all widths are multiples of one number.
func wide(r *rand.Rand) *optgap.Step {
	machine, unit := int64(math.Exp(r.Float64()*math.Log(1e9))), int64(1)
	if r.IntN(4) == 0 {
		unit = 1 + r.Int64N(1+machine/10)
		machine /= unit
	}
	about := func(n int64) int64 { return n + r.Int64N(3) - 1 }
	nearly := func() int64 { return max(1, machine-r.Int64N(3)) }
	s := &optgap.Step{Format: optgap.StepFormat, Machine: machine * unit}
	levels := [][]int64{
		{machine}, {machine - 1, machine}, {nearly(), nearly()}, {r.Int64N(machine + 1), nearly(), nearly()},
	}[r.IntN(4)]
	second := int64(0)
	for _, free := range levels {
		s.History = append(s.History, optgap.Change{Time: second, Free: free * unit})
		second += 1 + r.Int64N(1000)
	}
	for i := range 2 + r.Int64N(5) {
		width := []int64{
			about(machine / 4), about(machine / 3), about(machine / 3), about(machine / 2), about(machine / 2),
			about(2 * machine / 3), 1 + r.Int64N(machine),
		}[r.IntN(7)]
		estimate := []int64{59, 60, 61, 600, 1200, 1801, 1 + r.Int64N(2400)}[r.IntN(7)]
		s.Jobs = append(s.Jobs, optgap.Job{
			ID: i + 1, Width: min(max(1, width), levels[len(levels)-1]) * unit, Estimate: estimate, Submit: -r.Int64N(4000),
		})
	}
	return s
}
