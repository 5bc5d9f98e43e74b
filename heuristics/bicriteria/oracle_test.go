package bicriteria_test

import (
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
)

// leastMakespan returns the least makespan of all orders of the jobs.
func leastMakespan(s *optgap.Step) int64 {
	least := int64(math.MaxInt64)
	for plan := range steptest.Plans(s) {
		least = min(least, plan.Makespan(s))
	}
	return least
}

// refuted reports whether one of the three arguments refutes a makespan, second by second.
func refuted(s *optgap.Step, makespan int64) bool {
	area, middle := int64(0), int64(0)
	for t := range makespan {
		area += s.History.At(t)
	}
	for _, j := range s.Jobs {
		if steptest.Serial(&optgap.Step{History: s.History, Jobs: []optgap.Job{j}}, []int{0})[0]+j.Estimate > makespan {
			return true
		}
		if j.Estimate > makespan/2 {
			middle += j.Width
		}
	}
	return area < s.TotalArea() || middle > s.History.At(makespan/2)
}
