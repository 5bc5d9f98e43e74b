package loss

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/base/paired"
)

// A Line is the distribution of a scheduler in one class, as a row of the CSV and an object
// of the JSON lines. Losses and shares are in percent.
type Line struct {
	// [jobs] of the class; no end: absent
	WaitingFrom int `json:"waiting_from"`
	WaitingTo   int `json:"waiting_to,omitempty"`
	// steps of the class, and those whose optimum is proven
	Steps  int `json:"steps"`
	Proven int `json:"proven"`
	// one of `--policies`; `dynP`: the best of FCFS, SJF and LJF at each step; `best`: the best of all, where there
	// are others
	Scheduler string `json:"policy"`
	// of the steps on which it loses nothing
	OptimalLow  float64 `json:"optimal_low_percent"`
	OptimalHigh float64 `json:"optimal_high_percent"`
	// average loss against the optimum at one second
	AverageLow  float64 `json:"average_low_percent"`
	AverageHigh float64 `json:"average_high_percent"`
	// half, 90 % and 95 % of the steps do not exceed it
	MedianLow  float64 `json:"median_low_percent"`
	MedianHigh float64 `json:"median_high_percent"`
	Q90Low     float64 `json:"q90_low_percent"`
	Q90High    float64 `json:"q90_high_percent"`
	Q95Low     float64 `json:"q95_low_percent"`
	Q95High    float64 `json:"q95_high_percent"`
	// largest loss
	LargestLow  float64 `json:"largest_low_percent"`
	LargestHigh float64 `json:"largest_high_percent"`

	// 95 % interval around both ends of the average; from 10 steps on
	ConfidenceLow  *float64 `json:"average_ci95_low_percent,omitempty"`
	ConfidenceHigh *float64 `json:"average_ci95_high_percent,omitempty"`

	// policy of `--against`, by default the one that loses least; average loss minus its
	Against        string   `json:"against,omitempty"`
	DifferenceLow  *float64 `json:"difference_low_percent,omitempty"`
	DifferenceHigh *float64 `json:"difference_high_percent,omitempty"`
	// 95 % interval of paired steps
	DifferenceCI95Low  *float64 `json:"difference_ci95_low_percent,omitempty"`
	DifferenceCI95High *float64 `json:"difference_ci95_high_percent,omitempty"`

	Objective optgap.Objective `json:"objective_name,omitempty"` // absent: the ARTwW
}

// Lines returns a line for each class and scheduler, and a line of all classes for each
// scheduler.
func (t Table) Lines() []Line {
	var lines []Line
	for _, r := range append(t.Rows[:len(t.Rows):len(t.Rows)], t.All) {
		for p, d := range r.Losses {
			line := Line{
				WaitingFrom: r.Class.From, WaitingTo: r.Class.To, Steps: r.Steps, Proven: r.Proven,
				Scheduler: t.Schedulers[p], Against: t.Against, Objective: t.Objective,
				OptimalLow: 100 * d.Optimal.Low, OptimalHigh: 100 * d.Optimal.High,
				AverageLow: d.Average.Low, AverageHigh: d.Average.High, MedianLow: d.Median.Low, MedianHigh: d.Median.High,
				Q90Low: d.Q90.Low, Q90High: d.Q90.High, Q95Low: d.Q95.Low, Q95High: d.Q95.High,
				LargestLow: d.Largest.Low, LargestHigh: d.Largest.High,
			}
			line.ConfidenceLow, line.ConfidenceHigh = ends(d.Confidence)
			if r.Differences != nil {
				minus := r.Differences[p]
				line.DifferenceLow, line.DifferenceHigh = ends(&minus.Average)
				line.DifferenceCI95Low, line.DifferenceCI95High = ends(minus.Confidence)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// ends returns both ends of an interval; nil: there is none.
func ends(i *paired.Interval) (low, high *float64) {
	if i == nil {
		return nil, nil
	}
	return &i.Low, &i.High
}
