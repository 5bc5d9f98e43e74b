package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/trace/analysis"
)

// WorkloadColumn is a workload in tables and a figure. It is either a trace that was
// analysed, or a workload whose numbers a paper prints.
type WorkloadColumn struct {
	Name     string
	Values   map[string]float64 // by the keys of analysis.Statistics
	Analysis *analysis.Analysis // nil: there are only the values
}

// AnalysedWorkload returns the column of a trace.
func AnalysedWorkload(a *analysis.Analysis) WorkloadColumn {
	return WorkloadColumn{Name: a.Trace, Values: a.Values(), Analysis: a}
}

// WorkloadTable returns the statistics of workloads side by side, with a row for each
// statistic: the main ones, or all. A statistic that no column has is left out.
func WorkloadTable(columns []WorkloadColumn, all bool) table.Table {
	t := table.Table{Columns: table.Keys(table.Words("", "")...)}
	for _, c := range columns {
		t.Columns = append(t.Columns, table.Heading{
			Name:  Broken(c.Name),
			Align: table.Right,
			With:  c.Analysis == nil, // a paper's beside its trace
		})
	}
	group := ""
	add := func(of, name string, cell func(WorkloadColumn) string) {
		cells := []string{of, name}
		known := false
		for _, c := range columns {
			text := cell(c)
			cells = append(cells, text)
			known = known || text != ""
		}
		if !known {
			return
		}
		if of == group {
			cells[0] = ""
		}
		group = of
		t.Row(cells...)
	}
	for _, s := range analysis.Statistics() {
		switch s.Key { // what the rows that follow rest on
		case "width_count":
			add(s.Group, "taken from", WorkloadColumn.widthFrom)
		case "hours_most":
			add(s.Group, "time zone", WorkloadColumn.clock)
		}
		if s.Brief || all {
			add(s.Group, s.Name, func(c WorkloadColumn) string { return c.cell(s) })
		}
	}
	return t
}

// Broken breaks a name into lines, so that columns stay narrow. It breaks after blanks,
// hyphens and points where the name has some.
func Broken(name string) string {
	const width = 14
	var lines []string
	for part := range strings.SplitAfterSeq(name, "") {
		last := len(lines) - 1
		switch {
		case last < 0:
			lines = append(lines, part)
		case len(lines[last])+len(part) <= width:
			lines[last] += part
		default:
			kept := strings.LastIndexAny(lines[last], " -.") + 1
			if kept == 0 {
				kept = len(lines[last])
			}
			lines = append(lines, lines[last][kept:]+part)
			lines[last] = strings.TrimSpace(lines[last][:kept])
		}
	}
	return strings.Join(lines, "\n")
}

// widthFrom says what the widths are taken from; blank: the column has no analysis.
func (c WorkloadColumn) widthFrom() string {
	if c.Analysis == nil {
		return ""
	}
	words := map[string]string{analysis.FromRequested: "requested", analysis.FromAllocated: "allocated"}
	return words[c.Analysis.WidthFrom]
}

// clock names the time zone of the hours and days; blank: the column has no analysis.
func (c WorkloadColumn) clock() string {
	switch {
	case c.Analysis == nil:
		return ""
	case c.Analysis.Cycle.Clock == analysis.ClockTrace:
		return "none, from second 0"
	}
	return c.Analysis.Cycle.Clock
}

// cell writes a statistic; blank: it does not exist.
func (c WorkloadColumn) cell(s analysis.Statistic) string {
	v, ok := c.Values[s.Key]
	switch {
	case !ok:
		return ""
	case s.Unit == analysis.Share:
		return format.Percent(100 * v)
	case s.Unit == analysis.Hour:
		return fmt.Sprintf("%.0f h", v)
	case s.Unit == analysis.Weekday:
		if c.Analysis != nil && c.Analysis.Cycle.Clock == analysis.ClockTrace {
			return fmt.Sprintf("day %.0f", v)
		}
		return time.Weekday(int(v) % 7).String()
	case v == math.Trunc(v):
		return format.Decimal(v, 0)
	case s.Unit == analysis.Seconds && v >= 1000:
		return format.Decimal(v, 0)
	case s.Unit == analysis.Number && v < 10 && v > -10:
		return format.Decimal(v, 3)
	case s.Unit == analysis.Number || s.Unit == analysis.Seconds:
		return format.Decimal(v, 1)
	}
	return format.Decimal(v, 2)
}

// RunTimeFigure shows estimated and actual run times of the workloads that were analysed, as Figure
// 1 of Streit (2002) does. A workload without any value is left out.
func RunTimeFigure(columns []WorkloadColumn) figure.Figure {
	analysed := lists.Where(columns, func(c WorkloadColumn) bool { return c.Analysis != nil })
	names := lists.Each(analysed, func(c WorkloadColumn) string { return c.Name })
	f := figure.Figure{
		Title:    "Estimated and actual run times",
		Subtitle: strings.Join(names, ", "),
		OneScale: true,
		OneX:     true,
	}
	for _, c := range analysed {
		lines := []figure.Line{
			shareLine("estimated", c.Analysis.Estimate),
			shareLine("actual", c.Analysis.RunTime),
		}
		p := figure.Plot{
			Title:   c.Name,
			X:       "run time [s]",
			Y:       "share of the jobs up to this",
			Percent: true,
			LogX:    true,
			Lines:   slices.DeleteFunc(lines, func(l figure.Line) bool { return len(l.Points) == 0 }),
		}
		if len(p.Lines) > 0 {
			f.Plots = append(f.Plots, p)
		}
	}
	return f
}

// shareLine returns a line of stairs: the share of the values that do not exceed x. Values
// of 0 have no place on a logarithmic axis. They count with the least value above 0. Without
// values above 0 the line is empty.
func shareLine(name string, q *analysis.Quantity) figure.Line {
	if q == nil || q.Max <= 0 {
		return figure.Line{}
	}
	x := q.Distribution.Values
	y := q.Distribution.Cumulative()
	if x[0] == 0 {
		x = x[1:]
		y = y[1:]
	}
	return figure.Line{Name: name, Points: figure.Points(x, y), Stairs: true}
}
