package grothklags2004

import (
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Size is how large a step is, as Table 1 says it.
type Size struct {
	Index              int // of the step
	Jobs               int
	Makespan           int64 // the largest of the plans of FCFS, SJF and LJF, in seconds
	AccumulatedRunTime int64 // sum of the estimates, in seconds
}

// SizeOf plans a step by each policy and returns its size.
func SizeOf(step *optgap.Step, tuner *heuristics.Tuner) Size {
	s := Size{Index: step.Index, Jobs: len(step.Jobs), AccumulatedRunTime: step.AccumulatedRunTime()}
	for _, plan := range tuner.Plans(step, heuristics.DynP()) {
		s.Makespan = max(s.Makespan, plan.Makespan(step))
	}
	return s
}

// Distance returns how unlike a step is to a row: the sum of the squared logarithms of
// the three ratios of jobs, makespan and accumulated run time.
func (r Row) Distance(s Size) float64 {
	square := func(a, b float64) float64 { l := math.Log(a / b); return l * l }
	return square(float64(s.Jobs), r.Jobs) +
		square(float64(s.Makespan), float64(r.Makespan)) +
		square(float64(s.AccumulatedRunTime), float64(r.AccumulatedRunTime))
}

// Nearest returns for each row the step that is most like it, no step twice: the rows
// choose in their order, each the nearest step left, the earlier of equally near ones.
// Where there are fewer steps than rows, the last rows have none.
func Nearest(rows []Row, steps []Size) []Size {
	var chosen []Size
	taken := make(map[int]bool)
	for _, r := range rows[:min(len(rows), len(steps))] {
		var best Size
		least := math.Inf(1)
		for _, s := range steps {
			if d := r.Distance(s); d < least && !taken[s.Index] {
				best, least = s, d
			}
		}
		taken[best.Index] = true
		chosen = append(chosen, best)
	}
	return chosen
}
