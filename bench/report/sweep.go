package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/simulate/performance"
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
	return title + format.Count(s.Machine, "processor")
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
		if t := Differences(runs); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
		return append(tables, PossibleTables(runs)...)
	}
	return append(RunTables(SweepTitle(s)+" under "+runs[0].Description(), runs[0]), PossibleTables(runs)...)
}

// Keys of metrics.
var (
	compared = []string{"artww", "art", "wait", "sldww_60", "util", "loc", "wait_max"} // of runs
	more     = []string{"sldwa", "makespan", "window", "queue"}                        // of runs, in the wide form
	bySite   = []string{"jobs", "artww", "art", "wait", "sldww_60", "util", "loc"}
	byClass  = []string{"jobs", "artww", "art", "wait", "sldww_60"}
)

// CompareRuns returns the main performance metrics of runs, with a row for each run. The
// wide form has more of the metrics, and 95 % intervals.
func CompareRuns(title string, runs []sweep.Run) table.Table {
	schedulers := table.Each(runs, func(r sweep.Run) string { return r.Scheduler })
	main, wide := metricViews(compared, measured), metricViews(more, measured)
	for _, v := range metricViews(slices.Concat(compared, more), confidenceOf) {
		if slices.ContainsFunc(runs, func(r sweep.Run) bool { return v.Cell(r) != "" }) {
			v.Name = "95 % of\n" + strings.ReplaceAll(v.Name, "\n", " ")
			wide = append(wide, v)
		}
	}
	return table.Of(title+stepplan.AboutPlans(schedulers), runs, slices.Concat(
		[]table.View[sweep.Run]{table.Name("scheduler", sweep.Run.Label), factorView}, main,
		table.Each(wide, table.View[sweep.Run].Wide))...)
}

// factorView is the column of the shrinking factors of runs.
var factorView = table.Number("factor", func(r sweep.Run) string { return format.Plain(r.ShrinkingFactor()) })

// metricViews returns columns of performance metrics.
func metricViews[R any](keys []string, cell func(R, performance.Metric) string) []table.View[R] {
	return table.Each(keys, func(key string) table.View[R] {
		m, _ := performance.ByKey(key)
		return table.Number(strings.Replace(m.Name, " [", "\n[", 1), func(r R) string { return cell(r, m) })
	})
}

// measured writes a metric of a run; "": it does not exist.
func measured(r sweep.Run, m performance.Metric) string {
	if r.Metrics == nil {
		return ""
	}
	return r.Text(m.Key)
}

// confidenceOf writes the 95 % interval of an average over jobs; "": there is none.
func confidenceOf(r sweep.Run, m performance.Metric) string {
	if r.Metrics == nil {
		return ""
	}
	i, ok := r.Confidence[m.Key]
	if !ok {
		return ""
	}
	return between(m.Format(i.Low), m.Format(i.High))
}

// Differences has a row for each run that is compared with another: its averages over jobs minus those of the other,
// with 95 % intervals of paired jobs.
func Differences(runs []sweep.Run) table.Table {
	views := metricViews([]string{"artww", "wait", "sldww_60", "sldwa"}, difference)
	runs = slices.DeleteFunc(slices.Clone(runs), func(r sweep.Run) bool { return r.Difference == nil })
	return table.Of("Differences, with 95 % intervals of paired jobs", runs,
		table.Name("schedulers", func(r sweep.Run) string { return r.Label() + " - " + r.Against }), factorView,
		views[0], views[1], views[2].Wide(), views[3].Wide())
}

// difference writes the difference of a metric of a run, such as "-1,200 (-3,900 to 1,100)"; "": there is none.
func difference(r sweep.Run, m performance.Metric) string {
	d, ok := r.Difference[m.Key]
	switch {
	case !ok:
		return ""
	case d.Interval == nil:
		return m.Format(d.Value)
	}
	return m.Format(d.Value) + " (" + Confident(d.Interval, m.Format) + ")"
}

// RunTables returns all tables of one run: its performance metrics, the 95 % intervals of
// averages over jobs, its classes of run time, its reservations and its sites. A planning
// scheduler has the decisions of its policies too.
func RunTables(title string, r sweep.Run) []table.Table {
	tables := []table.Table{metricTable(title, r)}
	if len(r.Confidence) > 0 {
		tables = append(tables, confidenceTable(r))
	}
	tables = append(tables, classTable(r))
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
	for _, v := range r.Values() {
		t.Rows = append(t.Rows, []string{v.Key, v.Text(), v.Unit, v.Meaning})
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
	type value = performance.Value
	interval := func(v value) string { return confidenceOf(r, v.Metric) }
	return table.Of("Averages over jobs and their 95 % intervals",
		slices.DeleteFunc(r.Values(), func(v value) bool { return interval(v) == "" }),
		table.Name("metric", func(v value) string { return v.Key }), table.Number("value", value.Text),
		table.Number("95 % interval", interval), table.Name("unit", func(v value) string { return v.Unit }))
}

// classTable has the averages of the jobs by duration. Averages of no jobs do not exist.
func classTable(r sweep.Run) table.Table {
	above := int64(0)
	name := func(c performance.Class) string {
		if c.UpTo == 0 {
			return "above " + format.Duration(above)
		}
		above = c.UpTo
		return "up to " + format.Duration(c.UpTo)
	}
	views := metricViews(byClass, func(c performance.Class, m performance.Metric) string {
		values := map[string]float64{"artww": c.ARTwW, "art": c.ART, "wait": c.Wait, "sldww_60": c.SLDwW60}
		if m.Key == "jobs" {
			return count(c.Jobs)
		}
		if c.Jobs == 0 {
			return ""
		}
		return m.Format(values[m.Key])
	})
	return table.Of("By actual run time", r.Classes, slices.Insert(views, 0, table.Name("class", name))...)
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
	views := metricViews(bySite, func(i int, m performance.Metric) string {
		switch {
		case sites[i].Metrics != nil:
			return sites[i].Text(m.Key)
		case m.Key == "jobs":
			return "0"
		}
		return ""
	})
	processors := table.Number("processors", func(i int) string { return format.Integer(sites[i].Machine) })
	return table.Of("By site", upTo(len(sites)), slices.Insert(views, 0, table.Name("site", strconv.Itoa), processors)...)
}

// SweepFigures returns a figure for each performance metric that is plotted, by
// its key, and one of all, called "metrics". Metrics that no run has are left out. "bounds" is [PossibleFigure].
func SweepFigures(title string, runs []sweep.Run) map[string]figure.Figure {
	figures := map[string]figure.Figure{}
	all := figure.Figure{Title: title}
	for _, m := range plotted(runs) {
		p := MetricPlot(m, runs)
		figures[m.Key] = onePlot(m.Title, title, p)
		p.Title, p.Y = m.Heading(), "" // the title has the unit
		all.Plots = append(all.Plots, p)
	}
	if len(all.Plots) > 0 {
		figures["metrics"] = all
	}
	if f, ok := PossibleFigure(runs); ok {
		figures["bounds"] = f
	}
	return figures
}

// plotted returns the metrics with a title that any of the runs has, in the order
// of their first appearance.
func plotted(runs []sweep.Run) []performance.Metric {
	var metrics []performance.Metric
	known := map[string]bool{}
	for _, r := range runs {
		for _, v := range r.Values() {
			if v.Title != "" && !known[v.Key] {
				known[v.Key] = true
				metrics = append(metrics, v.Metric)
			}
		}
	}
	return metrics
}

// MetricPlot returns a performance metric of runs against the shrinking factor, a
// line for each label. The load rises to the right, so the factor falls. Averages over jobs have 95 % intervals.
func MetricPlot(m performance.Metric, runs []sweep.Run) figure.Plot {
	p := figure.Plot{X: "shrinking factor", Y: m.Axis(), Percent: m.Share, Falling: true, TicksAtX: true}
	p.Lines = figure.Lines(MetricMarks(m, runs))
	return p
}

// MetricMarks returns the marks of a performance metric in the runs that have it.
func MetricMarks(m performance.Metric, runs []sweep.Run) (marks []figure.Mark) {
	for _, r := range runs {
		v, ok := r.Value(m.Key)
		if !ok {
			continue
		}
		mark := figure.Mark{Line: r.Label(), Of: r.Scheduler, X: r.ShrinkingFactor(), Y: figure.Exactly(v.Number)}
		if i, ok := r.Confidence[m.Key]; ok {
			mark.Interval = &i
		}
		marks = append(marks, mark)
	}
	return marks
}

// policyTable counts the jobs that each policy started, and the decisions for the policy.
// Shares are of all decisions.
func policyTable(s *dynp.Stats) table.Table {
	t := table.Table{
		Title: fmt.Sprintf("Policies: %s, %s of them kept the policy (%s); %s jobs waited on average",
			format.Count(int64(s.Tries), "decision"), count(s.Same), share(s.Same, s.Tries), hundredths(s.Backlog)),
		Columns: append(table.Words("policy"), table.Numbers("jobs started", "switches to it", "share")...),
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(s.StartedWith)), maps.Keys(s.SwitchesTo))
	for _, name := range heuristics.InOrder(slices.Values(names)) {
		switches := s.SwitchesTo[name]
		t.Rows = append(t.Rows, []string{name, count(s.StartedWith[name]), count(switches), share(switches, s.Tries)})
	}
	return t
}

// caseTable counts the decisions by the rows of Streit's Table 1 (2002).
func caseTable(s *dynp.Stats) table.Table {
	t := table.Table{
		Title:   "Cases of Streit's Table 1 (2002); 4b and 5 are one",
		Columns: append(table.Words("case"), table.Numbers("decisions", "share")...),
	}
	for _, c := range []dynp.Case{
		"1", "2", "3", "4a", "4b", "4c", "6a", "6b", "6c", "7", "8a", "8b", "8c", "9", "10a", "10b", "10c",
	} {
		t.Rows = append(t.Rows, []string{string(c), count(s.Cases[c]), share(s.Cases[c], s.Tries)})
	}
	return t
}

// share writes a part in percent of a whole.
func share(part, of int) string { return format.Percent(100 * float64(part) / float64(of)) }
