package steptest

import (
	"math/rand/v2"

	"github.com/optgap/optgap"
)

// Weigh gives the jobs of a step weights of their own: any ones, equal ones, such that the
// average slowdown is what counts, or their widths.
func Weigh(r *rand.Rand, s *optgap.Step) {
	most := []int64{1, 3, 20, 1000}[r.IntN(4)]
	shape := r.IntN(3)
	for i, j := range s.Jobs {
		switch shape {
		case 0:
			s.Jobs[i].Weight = 1 + r.Int64N(most)
		case 1:
			s.Jobs[i].Weight = 1 + 20_000/j.Estimate
		default:
			s.Jobs[i].Weight = j.Width
		}
	}
}
