package grothklags2004

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/timescale"
)

// A Row is a row of Table 1 as printed.
type Row struct {
	// what it prints: `printed_submission` [s], a second of the paper's trace, and fields of
	// results
	Submission         int64   `json:"printed_submission"           yaml:"submission"`
	Jobs               int64   `json:"printed_jobs"                 yaml:"jobs"`
	Makespan           int64   `json:"printed_makespan"             yaml:"makespan"`
	AccumulatedRunTime int64   `json:"printed_accumulated_run_time" yaml:"run-time"`
	TimeScale          int64   `json:"printed_time_scale"           yaml:"scale"`
	Quality            float64 `json:"printed_quality"              yaml:"quality"`
	LossPercent        float64 `json:"printed_loss_percent"         yaml:"loss"`
	Seconds            int64   `json:"printed_solve_seconds"        yaml:"seconds"`

	Block int     `json:"-" yaml:"block"` // of the table, from 1; 0: the averages
	Hours float64 `json:"-" yaml:"hours"` // of the computation, in the text; 0: it names none
}

// Rows returns the twelve rows of Table 1.
func Rows() []Row { return file().Rows }

// Averages returns the last row of Table 1, the averages over all solved steps.
func Averages() Row { return file().Averages }

// TableRule returns Eq. 6 with the memory of the text and ten times its x: 1 kB an entry.
// Eleven of the twelve printed scales follow from it. None follows from the 0.1 kB of the
// text, see [timescale.PaperRule].
func TableRule() timescale.Rule {
	rule := timescale.PaperRule()
	rule.PerEntry *= 10
	return rule
}

// unrounded returns the time scale by TableRule in seconds, before rounding.
func unrounded(makespan, runTime int64) float64 {
	rule := TableRule()
	return math.Sqrt(float64(makespan) * float64(runTime) * rule.PerEntry / rule.Memory)
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
	s := Size{
		Index:              step.Index,
		Jobs:               len(step.Jobs),
		AccumulatedRunTime: step.AccumulatedRunTime(),
	}
	for _, plan := range tuner.Plans(step, heuristics.DynP()) {
		s.Makespan = max(s.Makespan, plan.Makespan(step))
	}
	return s
}

// ratios returns the sizes of a step over those of a row: jobs, makespan and accumulated run time.
func (r Row) ratios(s Size) []float64 {
	return []float64{
		float64(s.Jobs) / float64(r.Jobs),
		float64(s.Makespan) / float64(r.Makespan),
		float64(s.AccumulatedRunTime) / float64(r.AccumulatedRunTime),
	}
}

// Distance returns how much a step differs from a row: the sum of the squared logarithms of the
// ratios of their sizes.
func (r Row) Distance(s Size) (sum float64) {
	for _, ratio := range r.ratios(s) {
		l := math.Log(ratio)
		sum += l * l
	}
	return sum
}

// unlike reports whether a step differs from the row by more than half in one of its sizes.
func (r Row) unlike(s Size) bool {
	const most = 1.5
	far := func(ratio float64) bool { return max(ratio, 1/ratio) > most }
	return slices.ContainsFunc(r.ratios(s), far)
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
				best = s
				least = d
			}
		}
		taken[best.Index] = true
		chosen = append(chosen, best)
	}
	return chosen
}
