package summary

import (
	"math"
	"slices"
)

// A Curve is a function that rises in steps: 0 before X[0], and Y[i] from X[i] on. X
// increases strictly.
type Curve struct{ X, Y []float64 }

// Cactus returns the share of problems solved within a time, as a function of the time. The
// given times are +Inf for unsolved problems, or NaN. This is the plot by which solver competitions
// rank, with exchanged axes.
func Cactus(seconds []float64) (c Curve) {
	values := slices.DeleteFunc(slices.Clone(seconds), func(v float64) bool { return math.IsInf(v, 1) || math.IsNaN(v) })
	slices.Sort(values)
	for i, v := range values {
		if i+1 == len(values) || values[i+1] != v {
			c.X, c.Y = append(c.X, v), append(c.Y, float64(i+1)/float64(len(seconds)))
		}
	}
	return c
}

// Performance returns the performance profile of each solver (Dolan and Moré, Benchmarking
// optimization software with performance profiles, Mathematical Programming 91, 2002,
// section 2). The profile is the share of problems on which the cost of the solver is at
// most tau times the least cost of any solver,
//
//	rho_s(tau) = |{p : cost[s][p] <= tau * min over s' of cost[s'][p]}| / |P|.
//
// cost[s][p] is above 0, and +Inf where the solver failed. For large tau the profile is thus
// the share of problems that the solver solved. All solvers have the same number of
// problems. Problems that no solver solved count. It takes O(S P log P) time.
func Performance(cost [][]float64) []Curve {
	curves := make([]Curve, len(cost))
	if len(cost) == 0 {
		return curves
	}
	best := slices.Repeat([]float64{math.Inf(1)}, len(cost[0]))
	for _, own := range cost {
		for p, v := range own {
			best[p] = min(best[p], v)
		}
	}
	for s, own := range cost {
		ratios := make([]float64, len(own))
		for p, v := range own {
			ratios[p] = v / best[p] // NaN where no solver solved the problem
		}
		curves[s] = Cactus(ratios)
	}
	return curves
}
