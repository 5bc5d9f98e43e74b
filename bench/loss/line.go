package loss

// Line is a scheduler's distribution in one class as programs read it: a row of
// the CSV, an object of the JSON lines. Losses are in percent, shares from 0 to 1.
type Line struct {
	WaitingFrom int     `json:"waiting_from"`
	WaitingTo   int     `json:"waiting_to,omitempty"` // absent: no end
	Steps       int     `json:"steps"`
	Proven      int     `json:"proven"`
	Scheduler   string  `json:"policy"`
	OptimalLow  float64 `json:"optimal_low"`
	OptimalHigh float64 `json:"optimal_high"`
	MeanLow     float64 `json:"mean_low"`
	MeanHigh    float64 `json:"mean_high"`
	MedianLow   float64 `json:"median_low"`
	MedianHigh  float64 `json:"median_high"`
	Q90Low      float64 `json:"q90_low"`
	Q90High     float64 `json:"q90_high"`
	Q95Low      float64 `json:"q95_low"`
	Q95High     float64 `json:"q95_high"`
	LargestLow  float64 `json:"largest_low"`
	LargestHigh float64 `json:"largest_high"`
}

// Lines returns a line for each class and scheduler, and those of all classes.
func Lines(rows []Row, all Row) []Line {
	var lines []Line
	for _, r := range append(rows[:len(rows):len(rows)], all) {
		for p, d := range r.Losses {
			lines = append(lines, Line{
				r.Class.From, r.Class.To, r.Steps, r.Proven, Schedulers()[p], d.Optimal.Low, d.Optimal.High, d.Mean.Low, d.Mean.High,
				d.Median.Low, d.Median.High, d.Q90.Low, d.Q90.High, d.Q95.Low, d.Q95.High, d.Largest.Low, d.Largest.High,
			})
		}
	}
	return lines
}
