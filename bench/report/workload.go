package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/trace/analysis"
)

// WorkloadColumn is a workload in tables and figures. It is either a trace that was
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
			Name: Broken(c.Name), Align: table.Right, With: c.Analysis == nil, // a paper's beside its trace
		})
	}
	group := ""
	add := func(of, name string, cell func(WorkloadColumn) string) {
		cells, known := []string{of, name}, false
		for _, c := range columns {
			text := cell(c)
			cells, known = append(cells, text), known || text != ""
		}
		if !known {
			return
		}
		if of == group {
			cells[0] = ""
		}
		group = of
		t.Rows = append(t.Rows, cells)
	}
	for _, s := range analysis.Statistics() {
		switch s.Key { // what the rows that follow rest on
		case "width_count":
			add(s.Group, "taken from", func(c WorkloadColumn) string { return c.words().widthFrom })
		case "hours_most":
			add(s.Group, "time zone", func(c WorkloadColumn) string { return c.words().clock })
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

// words returns the cells of a column that are no numbers; all blank: it has no analysis.
func (c WorkloadColumn) words() (w struct{ widthFrom, clock string }) {
	if a := c.Analysis; a != nil {
		w.widthFrom = map[string]string{analysis.FromRequested: "requested", analysis.FromAllocated: "allocated"}[a.WidthFrom]
		if w.clock = a.Cycle.Clock; w.clock == analysis.ClockTrace {
			w.clock = "none, from second 0"
		}
	}
	return w
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

// WorkloadFigures returns the figures of the workloads that were analysed, by name. The
// run times are those of Figure 1 of Streit (2002). Printed Weibull distributions are
// drawn with the workload before them. Figures without any value are left out.
func WorkloadFigures(columns []WorkloadColumn) map[string]figure.Figure {
	analysed := slices.DeleteFunc(slices.Clone(columns), func(c WorkloadColumn) bool { return c.Analysis == nil })
	names := lists.Each(analysed, func(c WorkloadColumn) string { return c.Name })
	figures := map[string]figure.Figure{}
	add := func(name, title string, plots ...figure.Plot) {
		plots = slices.DeleteFunc(plots, func(p figure.Plot) bool { return len(p.Lines) == 0 })
		for _, p := range plots {
			for i, l := range p.Lines {
				if k := slices.Index(names, l.Name); k >= 0 {
					p.Lines[i].Of = canvas.Trace(k)
				}
			}
		}
		if len(plots) > 0 {
			figures[name] = figure.Figure{
				Title: title, Subtitle: strings.Join(names, ", "), Plots: plots, OneScale: true, OneX: true,
			}
		}
	}
	add("run-times", "Estimated and actual run times", lists.Each(analysed, func(c WorkloadColumn) figure.Plot {
		return sharePlot(c.Name, "run time [s]",
			shareLine("estimated", c.Analysis.Estimate), shareLine("actual", c.Analysis.RunTime))
	})...)
	add("interarrival-times", "Interarrival times and Weibull distributions", interarrivalPlots(columns)...)
	add("widths", "Widths", sharePlot("", "width [processors]", lists.Each(analysed, func(c WorkloadColumn) figure.Line {
		return shareLine(c.Name, c.Analysis.Width)
	})...))
	add("daily-cycle", "Submissions by hour of the day", dailyPlot(analysed))
	add("weekly-cycle", "Submissions by hour of the week", weeklyPlot(analysed))
	return figures
}

// shareLine returns a line of stairs: the share of the values that do not exceed x. Values
// of 0 have no place on a logarithmic axis. They count with the least value above 0. Without
// values above 0 the line is empty.
func shareLine(name string, q *analysis.Quantity) figure.Line {
	if q == nil || q.Max <= 0 {
		return figure.Line{}
	}
	x, y := q.Distribution.Values, q.Distribution.Cumulative()
	if x[0] == 0 {
		x, y = x[1:], y[1:]
	}
	return figure.Line{Name: name, X: x, Y: y, Stairs: true}
}

// sharePlot is a plot of shares of jobs. Empty lines are left out.
func sharePlot(title, x string, lines ...figure.Line) figure.Plot {
	lines = slices.DeleteFunc(lines, func(l figure.Line) bool { return len(l.X) == 0 })
	return figure.Plot{Title: title, X: x, Y: "share of the jobs up to this", Percent: true, LogX: true, Lines: lines}
}

// interarrivalPlots has a plot for each workload: the measured times, the Weibull
// distributions of its column, and those of the printed columns that follow.
func interarrivalPlots(columns []WorkloadColumn) (plots []figure.Plot) {
	for _, c := range columns {
		if a := c.Analysis; a != nil {
			p := sharePlot(c.Name, "interarrival time [s]")
			if a.Interarrival != nil {
				p = sharePlot(p.Title, p.X, shareLine("measured", &a.Interarrival.Quantity))
			}
			plots = append(plots, p)
		}
		if len(plots) == 0 || len(plots[len(plots)-1].Lines) == 0 {
			continue
		}
		p := &plots[len(plots)-1]
		add := func(name, key string, zeros float64) {
			if shape, ok := c.Values[key+"_shape"]; ok {
				p.Lines = append(p.Lines, weibullLine(name, shape, c.Values[key+"_scale"], zeros, p.Lines[0]))
			}
		}
		if c.Analysis == nil {
			add("Weibull, "+c.Name, "interarrival_weibull", 0)
			continue
		}
		add("Weibull, likelihood", "interarrival_weibull", c.Values["zero_interarrival_share"])
		add("Weibull, moments", "interarrival_moments", 0)
	}
	return plots
}

// weibullLine is a Weibull distribution of the values above 0, with a share of zeros,
// over the range of another line.
func weibullLine(name string, shape, scale, zeros float64, over figure.Line) figure.Line {
	const points = 24
	w := distuv.Weibull{K: shape, Lambda: scale}
	line := figure.Line{Name: name}
	first, last := over.X[0], over.X[len(over.X)-1]
	for i := range points + 1 {
		x := first * math.Pow(last/first, float64(i)/points)
		line.X, line.Y = append(line.X, x), append(line.Y, zeros+(1-zeros)*w.CDF(x))
	}
	return line
}

// dailyPlot is the share of the jobs that are submitted in each hour of the day.
func dailyPlot(analysed []WorkloadColumn) figure.Plot {
	p := cyclePlot("hour of the day", analysed, func(c *analysis.Cycle) []int64 { return c.Hours[:] },
		func(hour float64) float64 { return hour })
	p.Categories = make([]string, 24)
	for h := 0; h < 24; h += 3 {
		p.Categories[h] = strconv.Itoa(h)
	}
	return p
}

// weeklyPlot is the share of the jobs that are submitted in each hour of the week. The
// name of a day stands below its noon.
func weeklyPlot(analysed []WorkloadColumn) figure.Plot {
	p := cyclePlot("hour of the week", analysed, func(c *analysis.Cycle) []int64 { return c.Week[:] },
		func(hour float64) float64 { return hour/24 - 0.5 })
	for i := range p.Lines {
		p.Lines[i].Stairs = true
	}
	undated := slices.ContainsFunc(analysed, func(c WorkloadColumn) bool {
		return c.Analysis.Cycle.Clock == analysis.ClockTrace
	})
	for day := range 7 {
		name := time.Weekday((day + 1) % 7).String()[:3]
		if undated {
			name = fmt.Sprintf("day %d", day+1)
		}
		p.Categories = append(p.Categories, name)
	}
	return p
}

// cyclePlot has a line for each workload with jobs: the share of the jobs in each hour, at a place on the axis.
func cyclePlot(
	x string, analysed []WorkloadColumn, counts func(*analysis.Cycle) []int64, at func(hour float64) float64,
) figure.Plot {
	p := figure.Plot{X: x, Y: "share of the jobs", Percent: true}
	for _, c := range analysed {
		line, total := figure.Line{Name: c.Name}, 0.0
		for hour, n := range counts(&c.Analysis.Cycle) {
			line.X, line.Y, total = append(line.X, at(float64(hour))), append(line.Y, float64(n)), total+float64(n)
		}
		if total == 0 {
			continue
		}
		for i := range line.Y {
			line.Y[i] /= total
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}
