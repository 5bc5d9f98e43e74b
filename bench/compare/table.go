package compare

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/summary"
	"github.com/optgap/optgap/bench/table"
)

// timeShift is the shift of the geometric means of times, in seconds: most steps
// take far less.
const timeShift = 1

// StepTable compares the methods step by step: one row per step, and per method
// objective, bound, gap, time and what is proven. It shows at most rows of them,
// evenly spread; 0: all.
func (c *Comparison) StepTable(title string, rows int) table.Table {
	t := table.Table{Title: title, Columns: []table.Column{{Name: "\nsubmission time", Align: table.Right}, {Name: "\njobs", Align: table.Right}}}
	for _, m := range c.Methods {
		t.Columns = append(t.Columns,
			table.Column{Name: m + "\nobjective", Align: table.Right}, table.Column{Name: "\nbound", Align: table.Right}, table.Column{Name: "\ngap", Align: table.Right},
			table.Column{Name: "\ntime", Align: table.Right}, table.Column{Name: "\nproven"})
	}
	shown := c.Steps
	if rows > 0 && len(shown) > rows {
		shown = make([]Step, rows)
		for k := range shown {
			shown[k] = c.Steps[k*len(c.Steps)/rows]
		}
		t.Title += fmt.Sprintf(" (%d of %d steps shown)", rows, len(c.Steps))
	}
	for _, s := range shown {
		row := []string{format.Integer(s.First.Now), strconv.Itoa(s.First.Jobs)}
		for _, r := range s.Results {
			row = append(row, cells(r)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// cells are the columns of one method's result.
func cells(r *record.Result) []string {
	row := make([]string, 5)
	if r == nil {
		return row
	}
	if solved(r) {
		row[0] = format.Integer(r.Objective)
	}
	if r.Bound > 0 {
		row[1] = format.Integer(r.Bound)
	}
	if r.Gap != nil && solved(r) {
		row[2] = format.Percent(*r.Gap * 100)
	}
	if r.SolveSeconds > 0 {
		row[3] = format.Elapsed(r.SolveSeconds)
	}
	row[4] = verdict(r)
	return row
}

// verdict words the strongest claim of a result, or why there is none.
func verdict(r *record.Result) string {
	for _, c := range []Claim{AtSecond, ByBounds, OnGrid} {
		if Proves(r, c) {
			return string(c)
		}
	}
	if r.Status == optgap.StatusFeasible {
		return ""
	}
	return string(r.Status)
}

// Table compares the methods over all steps. Times are shifted geometric means
// (shift 1 s) over the runs that were timed, however they ended; how many those
// are, and how many of them the method proved, stands beside.
func (c *Comparison) Table() table.Table {
	t := table.Table{Title: "Methods over all steps"}
	for i, name := range []string{
		"method", "steps", "schedules", "best of the methods", "above the best", "gap", "proven: " + string(AtSecond), string(ByBounds), string(OnGrid), "time (shifted mean)", "timed", "proven in it", "longest",
	} {
		align := table.Right
		if i == 0 {
			align = table.Left
		}
		t.Columns = append(t.Columns, table.Column{Name: name, Align: align})
	}
	for k := range c.Methods {
		t.Rows = append(t.Rows, c.row(k))
	}
	return t
}

func (c *Comparison) row(k int) []string {
	var steps, best, proven int
	var above, gaps, times []float64
	claims := map[Claim]int{}
	for _, s := range c.Steps {
		r := s.Results[k]
		if r == nil {
			continue
		}
		steps++
		if solved(r) {
			least := s.Best()
			if above = append(above, float64(r.Objective-least)/float64(least)*100); r.Objective == least {
				best++
			}
			if r.Gap != nil {
				gaps = append(gaps, *r.Gap*100)
			}
		}
		for _, claim := range []Claim{AtSecond, ByBounds, OnGrid} {
			if Proves(r, claim) {
				claims[claim]++
			}
		}
		if r.SolveSeconds > 0 {
			if times = append(times, r.SolveSeconds); Proves(r, AtSecond) || Proves(r, OnGrid) {
				proven++
			}
		}
	}
	row := []string{c.Methods[k], strconv.Itoa(steps), strconv.Itoa(len(above)), strconv.Itoa(best), mean(above), mean(gaps),
		strconv.Itoa(claims[AtSecond]), strconv.Itoa(claims[ByBounds]), strconv.Itoa(claims[OnGrid]), "", strconv.Itoa(len(times)), strconv.Itoa(proven), ""}
	if len(times) > 0 {
		longest := 0.0
		for _, v := range times {
			longest = max(longest, v)
		}
		row[9], row[12] = format.Elapsed(summary.ShiftedGeoMean(times, timeShift)), format.Elapsed(longest)
	}
	return row
}

// mean writes the mean of percentages; blank without any.
func mean(percent []float64) string {
	if len(percent) == 0 {
		return ""
	}
	return format.Percent(stat.Mean(percent, nil))
}
