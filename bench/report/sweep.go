package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	title := s.Trace + ": " + format.Count(int64(len(s.Jobs)), "job") + " on "
	if n := len(s.Sites); n > 0 {
		title += format.Count(int64(n), "site") + " with "
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
				format.Count(int64(len(settings)), "replay"),
			)
		}
		tables := []table.Table{CompareRuns(title, runs)}
		if s.Windows != nil {
			tables = []table.Table{windowRuns(title, runs)}
		}
		if t := Differences(runs); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
		return tables
	}
	under := runs[0].Setting
	under.Scheduler = figure.Name(under.Scheduler)
	return RunTables(SweepTitle(s)+" under "+under.Description(), runs[0])
}

var (
	compared = metricsOf("artww art wait sldww_60 util loc wait_max") // of runs
	// Of runs, in the wide form.
	more   = metricsOf("sldwa makespan window queue")
	bySite = sync.OnceValue(func() []performance.Metric {
		return slices.Concat(
			metricsOf("jobs")(),
			performance.ClassMetrics(),
			metricsOf("util loc")(),
		)
	})
)

// metricsOf returns a function that returns the metrics of the keys, which have blanks between.
func metricsOf(keys string) func() []performance.Metric {
	return sync.OnceValue(func() []performance.Metric {
		return lists.Each(strings.Fields(keys), func(key string) performance.Metric {
			m, _ := performance.ByKey(key)
			return m
		})
	})
}

// CompareRuns returns the main performance metrics of runs, with a row for each run. The
// wide form has more of the metrics, and their ranges over tenths of the jobs.
func CompareRuns(title string, runs []sweep.Run) table.Table {
	own := func(r sweep.Run) *performance.Metrics { return r.Metrics }
	views := append(
		[]table.View[sweep.Run]{schedulerView, factorView},
		metricViews(compared(), own)...)
	further := metricViews(more(), own)
	for _, m := range slices.Concat(compared(), more()) {
		tenths := table.Number("by tenths,\n"+m.Name, func(r sweep.Run) string {
			if r.Metrics == nil {
				return ""
			}
			return Confident(m.In(r.Tenths), m.Format)
		})
		if slices.ContainsFunc(runs, func(r sweep.Run) bool { return tenths.Cell(r) != "" }) {
			further = append(further, tenths)
		}
	}
	views = append(views, lists.Each(further, table.View[sweep.Run].Wide)...)
	names := lists.Each(runs, func(r sweep.Run) string { return r.Scheduler })
	return table.Of(title+schedulers.AboutPlans(names), runs, views...)
}

var schedulerView = table.Name(
	"scheduler",
	func(r sweep.Run) string { return figure.Name(r.Label()) },
)

var factorView = table.Number(
	"factor",
	func(r sweep.Run) string { return format.Plain(r.ShrinkingFactor()) },
)

// metricViews returns the columns of metrics.
func metricViews[R any](
	metrics []performance.Metric,
	of func(R) *performance.Metrics,
) []table.View[R] {
	return lists.Each(metrics, func(m performance.Metric) table.View[R] {
		return table.Number(headOf(m), func(r R) string { return m.Text(of(r)) })
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
	return append(metrics, metricsOf("artww art wait")()...)
}

// windowRuns returns averages over windows of each run, with their 95 % intervals.
func windowRuns(title string, runs []sweep.Run) table.Table {
	metrics := windowMetrics(runs)
	columns := []table.View[sweep.Run]{schedulerView, factorView}
	for _, m := range metrics {
		columns = append(columns, table.Number(headOf(m), func(r sweep.Run) string {
			return m.Text(r.Metrics)
		}), table.Number("95 %", func(r sweep.Run) string { return Confident(m.In(r.Confidence), m.Format) }))
	}
	return table.Of(title, runs, columns...)
}

// Differences has a row for each run that is compared with another: its averages over jobs minus
// those of the other, with ranges over tenths of the jobs.
func Differences(runs []sweep.Run) table.Table {
	metrics := metricsOf("artww wait sldww_60 sldwa")()
	title := "Differences, and their ranges over tenths of the jobs"
	if runs[0].Windows != nil {
		metrics = windowMetrics(runs)
		title = "Differences"
	}
	views := []table.View[sweep.Run]{
		table.Name("schedulers", func(r sweep.Run) string {
			return figure.Name(r.Label()) + " - " + figure.Name(r.Against)
		}), factorView,
	}
	for i, m := range metrics {
		v := table.Number(
			headOf(m),
			func(r sweep.Run) string { return difference(r.Difference, m) },
		)
		v.Extra = i > 1
		views = append(views, v)
	}
	paired := slices.DeleteFunc(
		slices.Clone(runs),
		func(r sweep.Run) bool { return r.Difference == nil },
	)
	return table.Of(title, paired, views...)
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
	tables := []table.Table{metricTable(title, r)}
	if len(r.Tenths) > 0 {
		tables = append(
			tables,
			rangeTable(
				"Averages over jobs, and their ranges over tenths of the jobs",
				r,
				r.Tenths,
			),
		)
	}
	if len(r.Confidence) > 0 {
		const title = "Averages over windows, and their 95 % intervals over all windows"
		tables = append(tables, rangeTable(title, r, r.Confidence))
	}
	if len(r.Classes) > 0 {
		tables = append(tables, classTable(r))
	}
	if r.Reservations != nil {
		tables = append(tables, reservationTable(r.Reservations))
	}
	if len(r.Sites) > 0 {
		tables = append(tables, siteTable(r.Sites))
	}
	if r.Stats != nil && r.Stats.Tries > 0 {
		tables = append(tables, policyTable(r.Stats))
		if len(r.Stats.Cases) > 0 {
			tables = append(tables, caseTable(r.Stats))
		}
	}
	return tables
}

// metricTable has a row for every performance metric.
func metricTable(title string, r sweep.Run) table.Table {
	type metric = performance.Metric
	return table.Of(
		title,
		performance.Known(r.Metrics),
		table.Name("metric", func(m metric) string { return m.Key }),
		table.Number("value", func(m metric) string { return m.Text(r.Metrics) }),
		table.Name("unit", func(m metric) string { return m.Unit }),
		table.Name("meaning", func(m metric) string { return m.Meaning }),
	)
}

// rangeTable has averages with their intervals.
func rangeTable(title string, r sweep.Run, of map[string]confidence.Interval) table.Table {
	type metric = performance.Metric
	known := slices.DeleteFunc(
		performance.Known(r.Metrics),
		func(m metric) bool { return m.In(of) == nil },
	)
	return table.Of(title, known,
		table.Name("metric", func(m metric) string { return m.Key }),
		table.Number("value", func(m metric) string { return m.Text(r.Metrics) }),
		table.Number("range", func(m metric) string { return Confident(m.In(of), m.Format) }),
		table.Name("unit", func(m metric) string { return m.Unit }))
}

// classTable has the averages of the jobs by duration.
func classTable(r sweep.Run) table.Table {
	type class = performance.Class
	views := []table.View[class]{
		table.Name("class", func(c class) string {
			if c.UpTo > 0 {
				return "up to " + format.Duration(c.UpTo)
			}
			return "above " + format.Duration(r.Classes[max(0, len(r.Classes)-2)].UpTo)
		}),
		table.Number("jobs", func(c class) string { return count(c.Jobs) }),
	}
	for i, m := range performance.ClassMetrics() {
		views = append(views, table.Number(headOf(m), func(c class) string {
			if c.Jobs == 0 { // averages of no jobs do not exist
				return ""
			}
			return m.Format(*c.Averages()[i])
		}))
	}
	return table.Of("By actual run time", r.Classes, views...)
}

// reservationTable counts the answers to requests for reservations.
func reservationTable(a *sweep.Answers) table.Table {
	t := table.Table{
		Title:   "Reservations",
		Columns: append(table.Words("answer"), table.Numbers("requests")...),
		Rows:    [][]string{{"admitted", count(a.Admitted)}},
	}
	for _, why := range reservation.Reasons() {
		if n := a.For(why); n > 0 {
			t.Rows = append(t.Rows, []string{"refused: " + string(why), count(n)})
		}
	}
	return t
}

// siteTable has the performance metrics of each site of a grid.
func siteTable(sites []sweep.Site) table.Table {
	views := append([]table.View[int]{
		table.Name("site", strconv.Itoa),
		table.Number(
			"processors",
			func(i int) string { return format.Integer(sites[i].Machine) },
		),
	}, metricViews(bySite(), func(i int) *performance.Metrics { return sites[i].Metrics })...)
	jobs := views[2].Cell
	views[2].Cell = func(i int) string { return cmp.Or(jobs(i), "0") }
	return table.Of("By site", lists.Places[int](len(sites)), views...)
}

// SweepFigures returns a figure of all performance metrics that are plotted, called "metrics", and
// with several shrinking factors one for each, by its key. Metrics that no run has are left out.
func SweepFigures(title string, runs []sweep.Run) map[string]figure.Figure {
	figures := map[string]figure.Figure{}
	all := figure.Figure{Title: title}
	several := len(
		lists.Distinct(runs, func(r sweep.Run) float64 { return r.ShrinkingFactor() }),
	) > 1
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
		marks = append(marks, figure.Mark{
			Line:     r.Label(),
			Of:       r.Scheduler,
			X:        r.ShrinkingFactor(),
			Y:        figure.Exactly(v),
			Interval: m.In(r.Confidence),
		})
	}
	return marks
}

// policyTable counts the jobs that each policy started, and the decisions for the policy.
// Shares are of all decisions.
func policyTable(s *dynp.Stats) table.Table {
	title := fmt.Sprintf(
		"Policies: %s, %s of them kept the policy (%s); %s jobs waited on average",
		format.Count(
			int64(s.Tries),
			"decision",
		),
		count(s.Same),
		share(s.Same, s.Tries),
		hundredths(s.Backlog),
	)
	names := slices.AppendSeq(slices.Collect(maps.Keys(s.StartedWith)), maps.Keys(s.SwitchesTo))
	return table.Of(
		title,
		heuristics.InOrder(slices.Values(names)),
		table.Name("policy", strings.Clone),
		table.Number(
			"jobs started",
			func(name string) string { return count(s.StartedWith[name]) },
		),
		table.Number(
			"switches to it",
			func(name string) string { return count(s.SwitchesTo[name]) },
		),
		table.Number(
			"share",
			func(name string) string { return share(s.SwitchesTo[name], s.Tries) },
		),
	)
}

// caseTable counts the decisions by the rows of Streit's Table 1 (2002).
func caseTable(s *dynp.Stats) table.Table {
	return table.Of("Cases of Streit's Table 1 (2002); 4b and 5 are one", []dynp.Case{
		"1",
		"2",
		"3",
		"4a",
		"4b",
		"4c",
		"6a",
		"6b",
		"6c",
		"7",
		"8a",
		"8b",
		"8c",
		"9",
		"10a",
		"10b",
		"10c",
	}, table.Name("case", func(c dynp.Case) string { return string(c) }),
		table.Number("decisions", func(c dynp.Case) string { return count(s.Cases[c]) }),
		table.Number("share", func(c dynp.Case) string { return share(s.Cases[c], s.Tries) }))
}

// share writes a part in percent of a whole.
func share(part, of int) string { return format.Percent(100 * float64(part) / float64(of)) }
