package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// SweepTitle names the jobs that a sweep replays, and the machine.
func SweepTitle(s sweep.Sweep) string {
	title := s.Name + ": " + format.Count(len(s.Jobs), "job") + " on "
	if n := len(s.Sites); n > 0 {
		title += format.Count(n, "site") + " with "
	}
	title += format.Count(s.Machine, "processor")
	if s.Windows != nil {
		title += ", averages over " + s.Windows.String() + " with 95 % intervals"
	}
	return title
}

// SweepTables returns the tables of the runs of a sweep: [RunTables] of a single setting,
// or [CompareRuns] of several. Without runs there is none.
func SweepTables(s sweep.Sweep, settings []sweep.Setting, runs []sweep.Run) []table.Table {
	switch {
	case len(runs) == 0:
		return nil
	case len(settings) > 1:
		title := SweepTitle(s)
		if len(runs) < len(settings) {
			title += fmt.Sprintf(
				", %d of %s",
				len(runs),
				format.Count(len(settings), "replay"),
			)
		}
		compare := CompareRuns
		if s.Windows != nil {
			compare = windowRuns
		}
		return table.WithRows(compare(title, runs), Differences(runs))
	}
	under := runs[0].Setting
	under.Scheduler = figure.Name(under.Scheduler)
	return RunTables(SweepTitle(s)+" under "+under.Description(), runs[0])
}

// metricsOf returns the metrics of the keys, which have blanks between.
func metricsOf(keys string) []performance.Metric {
	return lists.Each(strings.Fields(keys), performance.ByKey)
}

// byTenths begins the heads of ranges over tenths of the jobs.
const byTenths = "by tenths,\n"

// CompareRuns returns the main performance metrics of runs, with a row for each run. The
// wide form has more of the metrics, and their ranges over tenths of the jobs.
func CompareRuns(title string, runs []sweep.Run) table.Table {
	names := lists.Each(runs, func(r sweep.Run) string { return r.Scheduler })
	t := table.Table{Title: title + schedulers.AboutPlans(names)}
	main := metricsOf("artww art wait sldww_60 util loc wait_max")
	more := metricsOf("sldwa makespan window queue")
	for _, r := range runs {
		cells := append(settingCells(r), metricCells(main, r.Metrics)...)
		for _, cell := range metricCells(more, r.Metrics) {
			cells = append(cells, cell.Wide())
		}
		for _, m := range slices.Concat(main, more) {
			cell := table.Number(byTenths+m.Name, "")
			if r.Metrics != nil {
				cell.Text = Confident(m.In(r.Tenths), m.Format)
			}
			cells = append(cells, cell.Wide())
		}
		t.Add(cells...)
	}
	return t.Where(func(c int) bool {
		return !strings.HasPrefix(t.Columns[c].Name, byTenths) || t.HasText(c)
	})
}

// settingCells returns the cells that tell a run of a sweep from the others.
func settingCells(r sweep.Run) []table.Cell {
	return []table.Cell{table.Name("scheduler", figure.Name(r.Label())), factorCell(r)}
}

func factorCell(r sweep.Run) table.Cell {
	return table.Number("factor", format.Plain(r.ShrinkingFactor()))
}

// metricCells returns the cells of metrics.
func metricCells(metrics []performance.Metric, of *performance.Metrics) []table.Cell {
	return lists.Each(metrics, func(m performance.Metric) table.Cell {
		return table.Number(headOf(m), m.Text(of))
	})
}

// headOf returns the name of a metric above its unit.
func headOf(m performance.Metric) string { return strings.Replace(m.Name, " [", "\n[", 1) }

// windowMetrics returns those of runs over windows: slowdowns, the one with the least bound first,
// and averages.
func windowMetrics(runs []sweep.Run) (metrics []performance.Metric) {
	for _, m := range performance.Known(runs[0].Metrics) {
		if m.IsSlowdown() {
			metrics = append(metrics, m)
		}
	}
	return append(metrics, metricsOf("artww art wait")...)
}

// windowRuns returns averages over windows of each run, with their 95 % intervals.
func windowRuns(title string, runs []sweep.Run) table.Table {
	metrics := windowMetrics(runs)
	t := table.Table{Title: title}
	for _, r := range runs {
		cells := settingCells(r)
		for _, m := range metrics {
			interval := Confident(m.In(r.Confidence), m.Format)
			cells = append(cells, table.Number(headOf(m), m.Text(r.Metrics)))
			cells = append(cells, table.Number("95 %", interval))
		}
		t.Add(cells...)
	}
	return t
}

// Differences has a row for each run that is compared with another: its averages over jobs minus
// those of the other, with ranges over tenths of the jobs.
func Differences(runs []sweep.Run) table.Table {
	metrics := metricsOf("artww wait sldww_60 sldwa")
	t := table.Table{Title: "Differences, and their ranges over tenths of the jobs"}
	if runs[0].Windows != nil {
		metrics = windowMetrics(runs)
		t.Title = "Differences"
	}
	for _, r := range runs {
		if r.Difference == nil {
			continue
		}
		both := figure.Name(r.Label()) + " - " + figure.Name(r.Against)
		cells := []table.Cell{table.Name("schedulers", both), factorCell(r)}
		for i, m := range metrics {
			cell := table.Number(headOf(m), difference(r.Difference, m))
			cell.Extra = i > 1
			cells = append(cells, cell)
		}
		t.Add(cells...)
	}
	return t
}

// difference writes a difference of a metric, such as "-1,200 (-3,900 to 1,100)"; "": there is
// none.
func difference(of map[string]performance.Difference, m performance.Metric) string {
	d, ok := of[m.Key]
	switch {
	case !ok:
		return ""
	case d.TenthsLow == nil:
		return m.Format(d.Value)
	}
	return m.Format(d.Value) + " (" + Confident(d.Tenths(), m.Format) + ")"
}

// RunTables returns all tables of one run: its performance metrics, the ranges of averages over
// tenths of the jobs, its classes of run time, its reservations and its sites. A planning scheduler
// has the decisions of its policies too.
func RunTables(title string, r sweep.Run) []table.Table {
	const tenths = "Averages over jobs, and their ranges over tenths of the jobs"
	const windows = "Averages over windows, and their 95 % intervals over all windows"
	return table.WithRows(
		metricTable(title, r),
		rangeTable(tenths, r, r.Tenths),
		rangeTable(windows, r, r.Confidence),
		classTable(r),
		reservationTable(r.Reservations),
		siteTable(r.Sites),
		policyTable(r.Stats),
		caseTable(r.Stats),
	)
}

// metricTable has a row for every performance metric.
func metricTable(title string, r sweep.Run) table.Table {
	t := table.Table{Title: title}
	for _, m := range performance.Known(r.Metrics) {
		t.Add(
			table.Name("metric", m.Key),
			table.Number("value", m.Text(r.Metrics)),
			table.Name("unit", m.Unit),
			table.Name("meaning", m.Meaning),
		)
	}
	return t
}

// rangeTable has averages with their intervals.
func rangeTable(title string, r sweep.Run, of map[string]confidence.Interval) table.Table {
	t := table.Table{Title: title}
	for _, m := range performance.Known(r.Metrics) {
		if i := m.In(of); i != nil {
			t.Add(
				table.Name("metric", m.Key),
				table.Number("value", m.Text(r.Metrics)),
				table.Number("range", Confident(i, m.Format)),
				table.Name("unit", m.Unit),
			)
		}
	}
	return t
}

// classTable has the averages of the jobs by duration.
func classTable(r sweep.Run) table.Table {
	t := table.Table{Title: "By actual run time"}
	for _, c := range r.Classes {
		name := "up to " + format.Duration(c.UpTo)
		if c.UpTo == 0 {
			name = "above " + format.Duration(r.Classes[max(0, len(r.Classes)-2)].UpTo)
		}
		cells := []table.Cell{table.Name("class", name), counted("jobs", c.Jobs)}
		for i, m := range performance.ClassMetrics() {
			cell := table.Number(headOf(m), "")
			if c.Jobs > 0 { // averages of no jobs do not exist
				cell.Text = m.Format(*c.Averages()[i])
			}
			cells = append(cells, cell)
		}
		t.Add(cells...)
	}
	return t
}

// reservationTable counts the answers to requests for reservations; nil: there are none.
func reservationTable(a *sweep.Answers) table.Table {
	t := table.Table{Title: "Reservations"}
	if a == nil {
		return t
	}
	add := func(answer string, n int) {
		t.Add(table.Name("answer", answer), counted("requests", n))
	}
	add("admitted", a.Admitted)
	for _, why := range reservation.Reasons() {
		if n := a.For(why); n > 0 {
			add("refused: "+string(why), n)
		}
	}
	return t
}

// siteTable has the performance metrics of each site of a grid.
func siteTable(sites []sweep.Site) table.Table {
	t := table.Table{Title: "By site"}
	averages := slices.Concat(performance.ClassMetrics(), metricsOf("util loc"))
	for i, s := range sites {
		jobs := metricCells(metricsOf("jobs"), s.Metrics)[0]
		jobs.Text = cmp.Or(jobs.Text, "0")
		cells := []table.Cell{
			table.Name("site", strconv.Itoa(i)),
			table.Number("processors", format.Integer(s.Machine)),
			jobs,
		}
		t.Add(append(cells, metricCells(averages, s.Metrics)...)...)
	}
	return t
}

// SweepFigures returns a figure of all performance metrics that are plotted, called "metrics", and
// with several shrinking factors one for each, by its key. Metrics that no run has are left out.
func SweepFigures(title string, runs []sweep.Run) figure.Set {
	figures := figure.Set{}
	all := figure.Figure{Title: title}
	several := len(lists.Distinct(runs, sweep.Run.ShrinkingFactor)) > 1
	measured := lists.Each(runs, func(r sweep.Run) *performance.Metrics { return r.Metrics })
	for _, m := range performance.Known(measured...) {
		if m.Title == "" {
			continue
		}
		p := MetricPlot(m, runs)
		if several {
			figures[m.Key] = onePlot(m.Title, title, p)
		} else if runs[0].ShrinkingFactor() == 1 {
			p.X = ""
		}
		p.Title = m.Heading()
		p.Y = "" // the title has the unit
		all.Plots = append(all.Plots, p)
	}
	if len(all.Plots) > 0 {
		figures["metrics"] = all
	}
	return figures
}

// MetricPlot returns a performance metric of runs against the shrinking factor, a line for each
// label. The load rises to the right, so the factor falls. Averages over windows have 95 %
// intervals.
func MetricPlot(m performance.Metric, runs []sweep.Run) figure.Plot {
	p := figure.Plot{X: "shrinking factor", Y: m.Axis(), Percent: m.Share, Falling: true}
	p.Lines = figure.Lines(MetricMarks(m, runs))
	return p
}

// MetricMarks returns the marks of a performance metric in the runs that have it.
func MetricMarks(m performance.Metric, runs []sweep.Run) (marks []figure.Mark) {
	for _, r := range runs {
		v, ok := r.Numbers[m.Key]
		if !ok {
			continue
		}
		at := figure.Point{X: r.ShrinkingFactor(), Y: v, Interval: m.In(r.Confidence)}
		marks = append(marks, figure.Mark{Line: r.Label(), Of: r.Scheduler, Point: at})
	}
	return marks
}

// policyTable counts the jobs that each policy started, and the decisions for the policy.
// Shares are of all decisions. Without any it has no row.
func policyTable(s *dynp.Stats) (t table.Table) {
	if s == nil || s.Tries == 0 {
		return t
	}
	t.Title = fmt.Sprintf(
		"Policies: %s, %s of them kept the policy (%s); %s jobs waited on average",
		format.Count(s.Tries, "decision"),
		count(s.Same),
		share(s.Same, s.Tries),
		format.Decimal(s.Backlog, 2),
	)
	names := slices.AppendSeq(slices.Collect(maps.Keys(s.StartedWith)), maps.Keys(s.SwitchesTo))
	for _, name := range heuristics.InOrder(slices.Values(names)) {
		t.Add(
			table.Name("policy", name),
			counted("jobs started", s.StartedWith[name]),
			counted("switches to it", s.SwitchesTo[name]),
			table.Number("share", share(s.SwitchesTo[name], s.Tries)),
		)
	}
	return t
}

// cases are the rows of Streit's Table 1 (2002).
const cases = "1 2 3 4a 4b 4c 6a 6b 6c 7 8a 8b 8c 9 10a 10b 10c"

// caseTable counts the decisions by the rows of that table. Without any it has no row.
func caseTable(s *dynp.Stats) table.Table {
	t := table.Table{Title: "Cases of Streit's Table 1 (2002); 4b and 5 are one"}
	if s == nil || len(s.Cases) == 0 {
		return t
	}
	for name := range strings.FieldsSeq(cases) {
		n := s.Cases[dynp.Case(name)]
		t.Add(
			table.Name("case", name),
			counted("decisions", n),
			table.Number("share", share(n, s.Tries)),
		)
	}
	return t
}

// share writes a part in percent of a whole.
func share(part, of int) string { return format.Percent(100 * float64(part) / float64(of)) }
