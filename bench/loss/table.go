package loss

import (
	"math"
	"strconv"

	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/table"
)

// Tables returns the mean losses of all policies, one row per class, and for each
// policy the distribution of its losses. Where both ends of an interval print the
// same, one is printed.
func Tables(title string, rows []Row, all Row) []table.Table {
	means := table.Table{Title: title + "\nMean performance loss, (1 - optimum / policy) * 100 %", Columns: head()}
	for _, name := range Policies() {
		means.Columns = append(means.Columns, table.Column{Name: name, Align: table.Right})
	}
	fill(&means, rows, all, func(r Row) (cells []string) {
		for _, d := range r.Policy {
			cells = append(cells, span(d.Mean, format.Percent))
		}
		return cells
	})
	tables := []table.Table{means}
	for p, name := range Policies() {
		t := table.Table{Title: "Performance loss of " + name, Columns: head()}
		if name == DynP {
			t.Title += ", the best of the three at each step"
		}
		for _, column := range []string{"optimal", "mean", "median", "90 %", "95 %", "largest"} {
			t.Columns = append(t.Columns, table.Column{Name: column, Align: table.Right})
		}
		fill(&t, rows, all, func(r Row) []string {
			d := r.Policy[p]
			return []string{
				span(d.Optimal, tenths), span(d.Mean, format.Percent), span(d.Median, format.Percent),
				span(d.Q90, format.Percent), span(d.Q95, format.Percent), span(d.Largest, format.Percent),
			}
		})
		tables = append(tables, t)
	}
	return tables
}

func head() []table.Column {
	return []table.Column{{Name: "waiting jobs"}, {Name: "steps", Align: table.Right}, {Name: "proven", Align: table.Right}}
}

func fill(t *table.Table, rows []Row, all Row, cells func(Row) []string) {
	line := func(name string, r Row) []string {
		return append([]string{name, format.Integer(int64(r.Steps)), tenths(float64(r.Proven) / float64(r.Steps))}, cells(r)...)
	}
	for _, r := range rows {
		t.Rows = append(t.Rows, line(r.Class.String(), r))
	}
	t.Footer = line("all", all)
}

// share writes a share as a percentage; only all and none are written as 100 and
// 0, others as at most "99.9" and at least "0.1".
func share(v float64, digits int) string {
	if unit := math.Pow10(-2 - digits); v > 0 && v < 1 {
		v = min(max(v, unit), 1-unit)
	}
	return format.Decimal(v*100, digits) + " %"
}

func tenths(v float64) string { return share(v, 1) }

// span writes an interval, or one number where both ends are written the same.
func span(i Interval, format func(float64) string) string {
	low, high := format(i.Low), format(i.High)
	if low == high {
		return low
	}
	return low[:len(low)-len(" %")] + " .. " + high
}

// Line is a policy's distribution in one class as programs read it: a row of
// the CSV, an object of the JSON lines. Losses are in percent, shares from 0 to 1.
type Line struct {
	WaitingFrom int     `json:"waiting_from"`
	WaitingTo   int     `json:"waiting_to,omitempty"` // absent: no end
	Steps       int     `json:"steps"`
	Proven      int     `json:"proven"`
	Policy      string  `json:"policy"`
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

// Lines returns a line for each class and policy, and those of all classes.
func Lines(rows []Row, all Row) []Line {
	var lines []Line
	for _, r := range append(rows[:len(rows):len(rows)], all) {
		for p, d := range r.Policy {
			lines = append(lines, Line{
				r.Class.From, r.Class.To, r.Steps, r.Proven, Policies()[p], d.Optimal.Low, d.Optimal.High, d.Mean.Low, d.Mean.High,
				d.Median.Low, d.Median.High, d.Q90.Low, d.Q90.High, d.Q95.Low, d.Q95.High, d.Largest.Low, d.Largest.High,
			})
		}
	}
	return lines
}

// CSV returns the lines as a table for programs, its columns named as the fields
// of the JSON form.
func CSV(lines []Line) table.Table {
	t := table.Table{}
	for _, name := range []string{
		"waiting_from", "waiting_to", "steps", "proven", "policy", "optimal_low", "optimal_high", "mean_low", "mean_high",
		"median_low", "median_high", "q90_low", "q90_high", "q95_low", "q95_high", "largest_low", "largest_high",
	} {
		t.Columns = append(t.Columns, table.Column{Name: name, Align: table.Right})
	}
	for _, l := range lines {
		to := ""
		if l.WaitingTo > 0 {
			to = strconv.Itoa(l.WaitingTo)
		}
		row := []string{strconv.Itoa(l.WaitingFrom), to, strconv.Itoa(l.Steps), strconv.Itoa(l.Proven), l.Policy}
		for _, v := range []float64{
			l.OptimalLow, l.OptimalHigh, l.MeanLow, l.MeanHigh, l.MedianLow, l.MedianHigh, l.Q90Low, l.Q90High, l.Q95Low, l.Q95High, l.LargestLow, l.LargestHigh,
		} {
			row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
