package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/stepplan"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/reservation"
)

// SweepTitle names the jobs that a sweep replays, and the machine.
func SweepTitle(s sweep.Sweep) string {
	title := s.Trace + ": " + format.Count(int64(len(s.Jobs)), "job") + " on "
	if n := len(s.Sites); n > 0 {
		title += format.Count(int64(n), "site") + " with "
	}
	if title += format.Count(s.Machine, "processor"); s.Windows != nil {
		title += ", averages over " + s.Windows.String()
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
			title += fmt.Sprintf(", %d of %s", len(runs), format.Count(int64(len(settings)), "replay"))
		}
		tables := []table.Table{CompareRuns(title, runs)}
		if s.Windows != nil {
			tables = []table.Table{windowRuns(title, runs)}
		}
		if t := Differences(runs); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
		return append(tables, PossibleTables(runs)...)
	}
	return append(RunTables(SweepTitle(s)+" under "+runs[0].Description(), runs[0]), PossibleTables(runs)...)
}

var (
	compared = metricsOf("artww art wait sldww_60 util loc wait_max") // of runs
	more     = metricsOf("sldwa makespan window queue")               // of runs, in the wide form
	byClass  = sync.OnceValue(func() []performance.Metric {
		return append(metricsOf("jobs")(), performance.ClassMetrics()...)
	})
	bySite = sync.OnceValue(func() []performance.Metric { return append(byClass(), metricsOf("util loc")()...) })
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
// wide form has more of the metrics, and their 95 % intervals.
func CompareRuns(title string, runs []sweep.Run) table.Table {
	all := slices.Concat(compared(), more())
	intervals := slices.DeleteFunc(slices.Clone(all), func(m performance.Metric) bool {
		return !slices.ContainsFunc(runs, func(r sweep.Run) bool { return confidenceOf(r.Metrics, m) != "" })
	})
	wide := slices.Concat(metricColumns("", more()), metricColumns("95 % of\n", intervals))
	schedulers := lists.Each(runs, func(r sweep.Run) string { return r.Scheduler })
	t := table.Table{Title: title + stepplan.AboutPlans(schedulers), Columns: slices.Concat(
		table.Words("scheduler"), table.Numbers("factor"), metricColumns("", compared()), table.Extra(wide...),
	)}
	for _, r := range runs {
		t.Rows = append(t.Rows, slices.Concat([]string{r.Label(), format.Plain(r.ShrinkingFactor())},
			metricCells(r.Metrics, all), lists.Each(intervals, func(m performance.Metric) string {
				return confidenceOf(r.Metrics, m)
			})))
	}
	return t
}

// windowMetrics returns those of runs over windows: slowdowns, the one with the least bound first, and averages.
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
	columns := []table.View[sweep.Run]{table.Name("scheduler", sweep.Run.Label),
		table.Number("factor", func(r sweep.Run) string { return format.Plain(r.ShrinkingFactor()) })}
	for _, m := range metrics {
		columns = append(columns, table.Number(strings.Replace(m.Name, " [", "\n[", 1), func(r sweep.Run) string {
			return m.Text(r.Metrics)
		}), table.Number("95 %", func(r sweep.Run) string { return confidenceOf(r.Metrics, m) }))
	}
	return table.Of(title, runs, columns...)
}

// Differences has a row for each run that is compared with another: its averages over jobs minus those of the other,
// with 95 % intervals of paired jobs.
func Differences(runs []sweep.Run) table.Table {
	metrics, pairs := metricsOf("artww wait sldww_60 sldwa")(), "jobs"
	if runs[0].Windows != nil {
		metrics, pairs = windowMetrics(runs), "windows"
	}
	columns := metricColumns("", metrics)
	t := table.Table{Title: "Differences, with 95 % intervals of paired " + pairs, Columns: slices.Concat(
		table.Words("schedulers"), table.Numbers("factor"), columns[:2], table.Extra(columns[2:]...),
	)}
	for _, r := range runs {
		if r.Difference != nil {
			row := []string{r.Label() + " - " + r.Against, format.Plain(r.ShrinkingFactor())}
			t.Rows = append(t.Rows, append(row, lists.Each(metrics, func(m performance.Metric) string {
				return difference(r.Difference, m)
			})...))
		}
	}
	return t
}

// difference writes a difference of a metric, such as "-1,200 (-3,900 to 1,100)"; "": there is none.
func difference(of map[string]performance.Difference, m performance.Metric) string {
	d, ok := of[m.Key]
	switch {
	case !ok:
		return ""
	case d.Interval == nil:
		return m.Format(d.Value)
	}
	return m.Format(d.Value) + " (" + Confident(d.Interval, m.Format) + ")"
}

// metricColumns returns the columns of metrics, each with a prefix to its name.
func metricColumns(prefix string, metrics []performance.Metric) []table.Heading {
	return table.Numbers(lists.Each(metrics, func(m performance.Metric) string {
		if prefix != "" {
			return prefix + m.Name
		}
		return strings.Replace(m.Name, " [", "\n[", 1)
	})...)
}

// metricCells returns the values under metricColumns; all blank: there are no metrics.
func metricCells(of *performance.Metrics, metrics []performance.Metric) []string {
	return lists.Each(metrics, func(m performance.Metric) string { return m.Text(of) })
}

// RunTables returns all tables of one run: its performance metrics, the 95 % intervals of
// averages over jobs, its classes of run time, its reservations and its sites. A planning
// scheduler has the decisions of its policies too.
func RunTables(title string, r sweep.Run) []table.Table {
	tables := []table.Table{metricTable(title, r)}
	if len(r.Confidence) > 0 {
		tables = append(tables, confidenceTable(r))
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

// metricTable has a row for every performance metric. For basic dynP it has the bounds of
// the policies too.
func metricTable(title string, r sweep.Run) table.Table {
	t := table.Table{Title: title, Columns: slices.Concat(
		table.Words("metric"), table.Numbers("value"), table.Words("unit", "meaning"),
	)}
	for _, m := range performance.Known(r.Metrics) {
		t.Rows = append(t.Rows, []string{m.Key, m.Text(r.Metrics), m.Unit, m.Meaning})
	}
	if r.Scheduler == sweep.Basic {
		b := r.Bounds()
		t.Rows = append(t.Rows,
			[]string{"lower", format.Decimal(b.Lower, 1), "s", "average estimate up to which SJF is used"},
			[]string{"upper", format.Decimal(b.Upper, 1), "s", "average estimate up to which FCFS is used, above it LJF"})
	}
	return t
}

// confidenceTable has the intervals of averages over jobs.
func confidenceTable(r sweep.Run) table.Table {
	t := table.Table{
		Title:   "Averages over jobs, or windows, and their 95 % intervals",
		Columns: slices.Concat(table.Words("metric"), table.Numbers("value", "95 % interval"), table.Words("unit")),
	}
	for _, m := range performance.Known(r.Metrics) {
		if i := confidenceOf(r.Metrics, m); i != "" {
			t.Rows = append(t.Rows, []string{m.Key, m.Text(r.Metrics), i, m.Unit})
		}
	}
	return t
}

// confidenceOf writes the 95 % interval of an average over jobs; blank: there is none.
func confidenceOf(m *performance.Metrics, metric performance.Metric) string {
	if m != nil {
		if i, ok := m.Confidence[metric.Key]; ok {
			return Confident(&i, metric.Format)
		}
	}
	return ""
}

// classTable has the averages of the jobs by duration.
func classTable(r sweep.Run) table.Table {
	t := table.Table{Title: "By actual run time", Columns: append(table.Words("class"), metricColumns("", byClass())...)}
	above := int64(0)
	for _, c := range r.Classes {
		row := make([]string, 1+len(byClass()))
		row[0], row[1] = "up to "+format.Duration(c.UpTo), count(c.Jobs)
		if c.UpTo == 0 {
			row[0] = "above " + format.Duration(above)
		}
		above = c.UpTo
		for i, v := range c.Averages() {
			if c.Jobs > 0 { // averages of no jobs do not exist
				row[2+i] = byClass()[1+i].Format(*v)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
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
	t := table.Table{Title: "By site", Columns: slices.Concat(
		table.Words("site"), table.Numbers("processors"), metricColumns("", bySite()),
	)}
	for i, site := range sites {
		cells := metricCells(site.Metrics, bySite())
		if site.Metrics == nil {
			cells[0] = "0" // jobs
		}
		t.Rows = append(t.Rows, append([]string{strconv.Itoa(i), format.Integer(site.Machine)}, cells...))
	}
	return t
}
