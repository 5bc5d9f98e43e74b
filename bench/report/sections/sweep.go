package sections

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// Sweep is the content of the folder or file of a sweep: replays, see package sweep.
type Sweep struct {
	Source
	Runs []sweep.Run
}

func (Sweep) kind() *kind { return replays }

func (s Sweep) subject() page.Subject {
	about := s.about(len(s.Runs), format.Count(len(s.Runs), "replay"))
	if len(s.Runs) > 0 {
		about.Machine, about.Trace = s.Runs[0].Machine, trace(s.Runs)
	}
	return about
}

func (Sweep) rows(parts []Part) table.Table {
	return sweep.Rows(each(parts, func(s Sweep) []sweep.Run { return s.Runs }))
}

func (s Sweep) view() view {
	v := view{answer: s.answer(), charts: s.charts()}
	add := func(note string, t table.Table) { v.sheets = append(v.sheets, page.Sheet{Note: note, Table: t}) }
	compared := report.CompareRuns(trace(s.Runs), s.Runs)
	metrics, intervals := apart(compared.Filled())
	add(compared.Title, metrics)
	if len(intervals.Columns) > runColumns {
		add("ranges over tenths of the jobs", intervals)
	}
	if differences := report.Differences(s.Runs); len(differences.Rows) > 0 {
		add("differences, with ranges over tenths of the jobs", differences.Filled())
	}
	return v
}

// charts returns a figure for each performance metric against the load, where there are several.
func (s Sweep) charts() (all []page.Chart) {
	figures := report.SweepFigures("", s.Runs)
	delete(figures, "metrics") // all of them again
	other := func(r sweep.Run) bool { return r.ShrinkingFactor() != s.Runs[0].ShrinkingFactor() }
	if slices.ContainsFunc(s.Runs, other) {
		const about = "A smaller shrinking factor means a higher load."
		for _, key := range slices.Sorted(maps.Keys(figures)) {
			all = append(all, bare(figures[key], "replays-"+key, about))
		}
	}
	return all
}

// trace returns the name of the trace that all runs replay; "": there are several.
func trace(runs []sweep.Run) string {
	if len(lists.Distinct(runs, func(r sweep.Run) string { return r.Trace })) > 1 {
		return ""
	}
	return runs[0].Trace
}

// runColumns is the number of columns that tell a run of a sweep from the others: scheduler and
// factor.
const runColumns = 2

// apart parts a table of runs, which would be wider than a screen: the metrics, and their ranges.
func apart(t table.Table) (metrics, intervals table.Table) {
	part := func(interval bool) table.Table {
		return t.Where(func(c int) bool {
			return c < runColumns ||
				strings.HasPrefix(t.Columns[c].Name, "by tenths") == interval
		})
	}
	return part(false), part(true)
}

// ranked writes the values of marks behind the names of their lines, the least first.
func ranked(marks []figure.Mark, write func(float64) string) string {
	order := slices.Clone(marks)
	slices.SortStableFunc(
		order,
		func(a, b figure.Mark) int { return cmp.Compare(a.Y, b.Y) },
	)
	text := func(m figure.Mark) string { return figure.Name(m.Line) + " " + write(m.Y) }
	return strings.Join(lists.Each(order, text), ", ") + "."
}

// answered is the performance metric in the sentence about a sweep.
const answered = "artww"

// answer returns the answer of a sweep: the ARTwW of each scheduler at the highest load.
func (s Sweep) answer() (b page.Block) {
	metric := performance.ByKey(answered)
	runs := s.busiest()
	if len(runs) == 0 {
		return b
	}
	at := metric.Title + " at shrinking factor " + format.Plain(runs[0].ShrinkingFactor())
	marks := report.MetricMarks(metric, runs)
	c := page.Chart{
		Figure: figure.Figure{Title: at},
		Name:   "replays-answer",
		About:  "Less is better.",
	}
	b.Charts = chartOf(c, figure.Plot{Y: metric.Heading()}, false, marks)
	order := ranked(
		marks,
		func(v float64) string { return words(" ", metric.Format(v), metric.Unit) },
	)
	b.Sentence = at + ", the best scheduler first: " + order
	return b
}

// busiest returns the runs of the smallest shrinking factor that have the metric.
func (s Sweep) busiest() []sweep.Run {
	runs := lists.Where(s.Runs, func(r sweep.Run) bool {
		_, ok := r.Numbers[answered]
		return ok
	})
	factors := lists.Each(runs, sweep.Run.ShrinkingFactor)
	return lists.Where(runs, func(r sweep.Run) bool {
		return r.ShrinkingFactor() == slices.Min(factors)
	})
}
