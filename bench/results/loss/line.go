package loss

import "github.com/optgap/optgap"

// A Line is the distribution of a scheduler in one class, as a row of the CSV and an object
// of the JSON lines. Losses and shares are in percent.
type Line struct {
	WaitingFrom int     `json:"waiting_from"`
	WaitingTo   int     `json:"waiting_to,omitempty"` // absent: no end
	Steps       int     `json:"steps"`
	Proven      int     `json:"proven"`
	Scheduler   string  `json:"policy"`
	OptimalLow  float64 `json:"optimal_low_percent"`
	OptimalHigh float64 `json:"optimal_high_percent"`
	AverageLow  float64 `json:"average_low_percent"`
	AverageHigh float64 `json:"average_high_percent"`
	MedianLow   float64 `json:"median_low_percent"`
	MedianHigh  float64 `json:"median_high_percent"`
	Q90Low      float64 `json:"q90_low_percent"`
	Q90High     float64 `json:"q90_high_percent"`
	Q95Low      float64 `json:"q95_low_percent"`
	Q95High     float64 `json:"q95_high_percent"`
	LargestLow  float64 `json:"largest_low_percent"`
	LargestHigh float64 `json:"largest_high_percent"`

	// The 95 % interval of the average; nil: too few steps.
	ConfidenceLow  *float64 `json:"average_ci95_low_percent,omitempty"`
	ConfidenceHigh *float64 `json:"average_ci95_high_percent,omitempty"`

	Objective optgap.Objective `json:"objective_name,omitempty"` // absent: the ARTwW
}

// Lines returns a line for each class and scheduler, and a line of all classes for each
// scheduler.
func (t Table) Lines() []Line {
	var lines []Line
	for _, r := range append(t.Rows[:len(t.Rows):len(t.Rows)], t.All) {
		for p, d := range r.Losses {
			line := Line{
				r.Class.From, r.Class.To, r.Steps, r.Proven, t.Schedulers[p],
				100 * d.Optimal.Low, 100 * d.Optimal.High, d.Average.Low, d.Average.High,
				d.Median.Low, d.Median.High, d.Q90.Low, d.Q90.High, d.Q95.Low, d.Q95.High, d.Largest.Low, d.Largest.High,
				nil, nil, t.Objective,
			}
			if d.Confidence != nil {
				line.ConfidenceLow, line.ConfidenceHigh = &d.Confidence.Low, &d.Confidence.High
			}
			lines = append(lines, line)
		}
	}
	return lines
}
