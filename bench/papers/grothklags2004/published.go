package grothklags2004

import (
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/timescale"
)

// A Row is a row of Table 1 as printed.
type Row struct {
	Submission         int64 // second of the trace
	Jobs               float64
	Makespan           int64 // largest of the plans of the policies, seconds
	AccumulatedRunTime int64 // sum of the estimates, seconds
	Minutes            int64 // time scale
	Quality            float64
	LossPercent        float64
	Seconds            int64 // computation time
	Block              int   // of the table, from 1; 0: the averages
}

// Rows returns the twelve rows of Table 1.
func Rows() []Row {
	return []Row{
		{38_589, 40, 189_559, 1_798_837, 7, 0.9920, 0.80, hms(8, 14, 17), 1},
		{38_590, 40, 189_596, 1_862_437, 8, 0.9869, 1.31, hms(1, 47, 35), 1},
		{40_284, 31, 190_899, 1_395_637, 7, 0.9934, 0.66, hms(12, 58, 51), 1},
		{40_493, 32, 191_509, 1_395_937, 8, 0.9968, 0.32, hms(23, 22, 48), 1},
		{50_356, 18, 194_121, 1_030_782, 6, 0.9865, 1.35, hms(2, 26, 32), 2},
		{50_360, 19, 194_161, 1_095_582, 6, 0.9974, 0.26, hms(40, 52, 51), 2},
		{70_628, 17, 259_141, 715_905, 6, 0.9821, 1.79, hms(76, 15, 8), 3},
		{71_271, 17, 256_741, 723_405, 6, 0.9804, 1.96, hms(129, 16, 25), 3},
		{71_285, 17, 256_741, 728_505, 6, 0.9804, 1.96, hms(237, 7, 59), 3},
		{36_037, 39, 178_232, 1_617_937, 7, 0.8913, 10.87, hms(3, 26, 4), 4},
		{52_698, 19, 201_983, 906_331, 6, 1.0014, -0.14, hms(14, 43, 40), 4},
		{69_073, 9, 239_417, 519_300, 5, 1.0022, -0.22, hms(0, 23, 40), 4},
	}
}

// Averages returns the last row of Table 1, the averages over all solved steps.
func Averages() Row {
	return Row{0, 21.7, 166_766, 931_168, 5, 0.9930, 0.70, hms(5, 34, 29), 0}
}

// hms returns a time in seconds.
func hms(hours, minutes, seconds int64) int64 { return 3600*hours + 60*minutes + seconds }

// TableRule returns Eq. 6 with the memory of the text and ten times its x: 1 kB an entry.
// Eleven of the twelve printed scales follow from it. None follows from the 0.1 kB of the
// text, see [timescale.PaperRule].
func TableRule() timescale.Rule {
	rule := timescale.PaperRule()
	rule.PerEntry *= 10
	return rule
}

// scale returns the time scale by TableRule in seconds, before rounding.
func (r Row) scale() float64 {
	rule := TableRule()
	return math.Sqrt(float64(r.Makespan) * float64(r.AccumulatedRunTime) * rule.PerEntry / rule.Memory)
}

// A Size is the size of a step in the terms of Table 1.
type Size struct {
	Index              int // of the step
	Jobs               int
	Makespan           int64 // largest of the plans of FCFS, SJF and LJF, seconds
	AccumulatedRunTime int64 // sum of the estimates, seconds
}

// SizeOf plans a step by each policy and returns its size.
func SizeOf(step *optgap.Step, tuner *heuristics.Tuner) Size {
	s := Size{Index: step.Index, Jobs: len(step.Jobs), AccumulatedRunTime: step.AccumulatedRunTime()}
	for _, plan := range tuner.Plans(step, heuristics.DynP()) {
		s.Makespan = max(s.Makespan, plan.Makespan(step))
	}
	return s
}

// Distance returns how much a step differs from a row: the sum of the squared logarithms of
// three ratios, those of jobs, makespan and accumulated run time.
func (r Row) Distance(s Size) float64 {
	square := func(a, b float64) float64 { l := math.Log(a / b); return l * l }
	return square(float64(s.Jobs), r.Jobs) +
		square(float64(s.Makespan), float64(r.Makespan)) +
		square(float64(s.AccumulatedRunTime), float64(r.AccumulatedRunTime))
}

// Nearest returns the step most like each row. No step occurs twice. The rows choose in
// their order. Each takes the nearest remaining step, and the earlier one of equally near
// steps. With fewer steps than rows the last rows have none.
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
