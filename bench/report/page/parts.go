package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// part is the part of the page about sweeps, results for moldable jobs, whole traces or experiments.
type part struct {
	Answers []subjectAnswer
	Sheets  []sheet // for people
	All     []sheet // nothing rounded
	Charts  []kept
}

// subjectAnswer is the answer of one of several sweeps or runs.
type subjectAnswer struct {
	Name string // "": there is one alone
	answer
}

// add adds the answer of one of several, whose charts get a number.
func (p *part) add(number, of int, name string, a answer) {
	for i := range a.Charts {
		a.Charts[i].name = words("-", a.Charts[i].name, strconv.Itoa(number))
	}
	if of == 1 {
		name = ""
	}
	p.Answers = append(p.Answers, subjectAnswer{name, a})
}

// replays returns the part about sweeps.
func replays(sweeps []Sweep) (p part) {
	for i, s := range sweeps {
		p.add(i, len(sweeps), s.Name, s.performances())
		compared := report.CompareRuns(trace(s.Runs), s.Runs)
		metrics, intervals := apart(compared.WithText())
		p.Sheets = append(p.Sheets, sheet{Study: s.Name, Note: compared.Title, Table: metrics})
		if len(intervals.Columns) > runColumns {
			p.Sheets = append(p.Sheets, sheet{Study: s.Name, Note: "95 % intervals", Table: intervals})
		}
		if differences := report.Differences(s.Runs); len(differences.Rows) > 0 {
			const note = "differences, with 95 % intervals of paired jobs"
			p.Sheets = append(p.Sheets, sheet{Study: s.Name, Note: note, Table: differences.WithText()})
		}
		for _, t := range report.PossibleTables(s.Runs) {
			p.Sheets = append(p.Sheets, sheet{Study: s.Name, Note: t.Title, Table: t.WithText()})
		}
		if ladders := report.StoredLadders(s.Runs); ladders != nil {
			p.Sheets = append(p.Sheets, storedLadders(s.Name, ladders))
		}
		p.All = append(p.All, sheet{Study: s.Name, Table: sweep.Rows(s.Runs)})
	}
	p.Charts = append(sweepFigures(sweeps), possible(sweeps)...)
	return p
}

// possible returns a figure for each sweep with bounds: where the gap arises.
func possible(sweeps []Sweep) (all []kept) {
	for i, s := range sweeps {
		if f, ok := report.PossibleFigure(s.Runs); ok {
			name := words("-", "replays-bounds", strconv.Itoa(i))
			all = append(all, kept{labelled(f, s.Name, len(sweeps) > 1), name, report.AboutPossible})
		}
	}
	return all
}

// trace returns the name of the trace that all runs replay; "": there are several.
func trace(runs []sweep.Run) string {
	for _, r := range runs {
		if r.Trace != runs[0].Trace {
			return ""
		}
	}
	return runs[0].Trace
}

// sweepFigures returns a figure for each performance metric against the load. The sweeps
// stand side by side. Sweeps of a single shrinking factor have no figure.
func sweepFigures(sweeps []Sweep) (all []kept) {
	own := map[string][]figure.Figure{} // by metric
	for _, s := range sweeps {
		other := func(r sweep.Run) bool { return r.ShrinkingFactor() != s.Runs[0].ShrinkingFactor() }
		if !slices.ContainsFunc(s.Runs, other) {
			continue
		}
		for key, f := range report.SweepFigures("", s.Runs) {
			if key != "metrics" && key != "bounds" { // all of them again, and one for each sweep
				own[key] = append(own[key], labelled(f, s.Name, len(sweeps) > 1))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(own)) {
		for i, f := range beside(own[key]) {
			name := "replays-" + key
			if i > 0 {
				name += "-" + strconv.Itoa(i+1)
			}
			all = append(all, kept{f, name, "A smaller shrinking factor means a higher load. Whiskers: 95 % intervals."})
		}
	}
	return all
}

// moldables returns the part about results for moldable jobs.
func moldables(all []Moldable) (p part) {
	for i, m := range all {
		p.add(i, len(all), m.Name, m.ratios())
		averages := report.MoldableAverages(summary.Moldables(m.Results)).WithText()
		p.Sheets = append(p.Sheets, sheet{Study: m.Name, Table: averages})
		p.All = append(p.All, sheet{Study: m.Name, Table: m.Rows})
	}
	return p
}

// offlines returns the part about bounds on whole traces.
func offlines(all []Offline) (p part) {
	for i, o := range all {
		p.add(i, len(all), o.Name, answer{Sentence: report.OfflineText(o.Best) + "."})
		below, complete := record.Below(&o.Best, o.Rungs)
		note := ""
		if complete {
			note = report.LadderSteps(below)
		}
		rows := report.LadderTable([]*record.Ladder{below}).WithText()
		p.Sheets = append(p.Sheets, sheet{Study: o.Name, Note: note, Table: rows})
		p.All = append(p.All, sheet{Study: o.Name, Table: record.OfflineRows([]record.Offline{o.Best})})
		if complete {
			p.All = append(p.All, sheet{Study: o.Name, Note: "rungs", Table: record.RungRows(o.Rungs)})
		}
	}
	return p
}

// storedLadders returns the table of the ladders of a sweep.
func storedLadders(name string, ladders []*record.Ladder) sheet {
	const note = "from the schedulers to the best possible"
	s := sheet{Study: name, Note: note, Table: report.LadderTable(ladders).WithText()}
	if ladders[0].Average().Slowdown { // the last column compares
		s.Note += "; the optimum of each step is that of sld, which counts short jobs as less than 1"
		s.Table = s.Where(func(c int) bool { return c < len(s.Columns)-1 })
	}
	return s
}

// runColumns is the number of columns that tell a run of a sweep from the others: scheduler and factor.
const runColumns = 2

// apart parts a table of runs, which would be wider than a screen: the metrics, and their intervals.
func apart(t table.Table) (metrics, intervals table.Table) {
	part := func(interval bool) table.Table {
		return t.Where(func(c int) bool {
			return c < runColumns || strings.HasPrefix(t.Columns[c].Name, "95 % of") == interval
		})
	}
	return part(false), part(true)
}

// ranked writes the values of marks behind the names of their lines, the least first.
func ranked(marks []figure.Mark, write func(float64) string) string {
	order := slices.Clone(marks)
	slices.SortStableFunc(order, func(a, b figure.Mark) int { return cmp.Compare(a.Y.Low, b.Y.Low) })
	text := func(m figure.Mark) string { return canvas.Name(m.Line) + " " + write(m.Y.Low) }
	return strings.Join(lists.Each(order, text), ", ") + "."
}

// answered is the performance metric in the sentence about a sweep.
const answered = "artww"

// performances returns the answer of a sweep: the ARTwW of each scheduler at the highest load.
func (s Sweep) performances() (a answer) {
	metric, _ := performance.ByKey(answered)
	runs := s.busiest()
	if len(runs) == 0 {
		return a
	}
	at := metric.Title + " at shrinking factor " + format.Plain(runs[0].ShrinkingFactor())
	marks := report.MetricMarks(metric, runs)
	k := kept{figure.Figure{Title: at}, "replays-answer", "Whiskers: 95 % intervals of the averages. Less is better."}
	a.Charts = k.of(figure.Plot{Y: metric.Heading()}, false, marks)
	order := ranked(marks, func(v float64) string { return words(" ", metric.Format(v), metric.Unit) })
	a.Sentence = words(" ", at+", the best scheduler first: "+order, timesPossible(runs))
	return a
}

// timesPossible says how far runs are from the best possible one; "": it is not known.
func timesPossible(runs []sweep.Run) string {
	var parts []string
	objective := ""
	for _, r := range runs {
		if r.Possible != nil {
			objective = r.Possible.Objective
			parts = append(parts, canvas.Name(r.Label())+" "+r.TimesPossible())
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("Times the best possible %s: %s.", objective, strings.Join(parts, ", "))
}

// busiest returns the runs of the smallest shrinking factor that have the metric.
func (s Sweep) busiest() []sweep.Run {
	runs := slices.DeleteFunc(slices.Clone(s.Runs), func(r sweep.Run) bool {
		_, ok := r.Numbers[answered]
		return !ok
	})
	factors := lists.Each(runs, sweep.Run.ShrinkingFactor)
	return slices.DeleteFunc(runs, func(r sweep.Run) bool { return r.ShrinkingFactor() != slices.Min(factors) })
}

// ratios returns the answer of moldable jobs: minsum and makespan of each algorithm over their bounds.
func (m Moldable) ratios() (a answer) {
	add := func(criterion string, of func(summary.Moldable) confidence.Values) {
		name := criterion + " / lower bound"
		var marks []figure.Mark
		for _, m := range summary.Moldables(m.Results) {
			if r := of(m); len(r) > 0 {
				marks = append(marks, figure.Mark{Line: m.Algorithm, Y: figure.Exactly(r.Mean()), Interval: r.Interval()})
			}
		}
		const about = "Averages over instances. Whiskers: their 95 % intervals. 1 would be optimal."
		k := kept{figure.Figure{Title: name}, strings.ToLower(criterion), about}
		if charts := k.of(figure.Plot{Y: name}, false, marks); charts != nil {
			a.Charts = append(a.Charts, charts...)
			a.Sentence = words(" ", a.Sentence, criterion+" over its lower bound, on average: "+ranked(marks, format.Ratio))
		}
	}
	add("Minsum", func(m summary.Moldable) confidence.Values { return m.Minsum })
	add("Makespan", func(m summary.Moldable) confidence.Values { return m.Makespan })
	return a
}

// Experiment is the content of the folder of experiments with static jobs, as those of Aida (2000).
type Experiment struct {
	Name   string
	Info   folder.Info
	Points []Point
	Rows   table.Table // all values of the points, as programs read them
}

// Point is a mean over the experiments of a model of job sizes. Utilisation is a share. Its 95 % interval is
// as wide as Within to both sides; 0: there is none.
type Point struct {
	Model, Scheduler          string
	Load, Utilisation, Within float64
}

// experiments returns the part about experiments: the utilisation of each scheduler against the load.
func experiments(all []Experiment) (p part) {
	for i, e := range all {
		k := kept{
			figure.Figure{Title: "Utilisation", OneScale: true}, "utilisation",
			"A plot for each model of job sizes. Whiskers: 95 % intervals. More is better.",
		}
		axes := figure.Plot{X: "load", Y: "utilisation", Percent: true}
		p.add(i, len(all), e.Name, answer{Charts: k.of(axes, true, lists.Each(e.Points, Point.mark))})
		p.Sheets = append(p.Sheets, sheet{Study: e.Name, Note: "utilisation at the highest load", Table: e.busiest()})
		p.All = append(p.All, sheet{Study: e.Name, Table: e.Rows})
	}
	return p
}

// mark returns the mark of a point.
func (p Point) mark() figure.Mark {
	m := figure.Mark{Plot: p.Model, Line: p.Scheduler, X: p.Load, Y: figure.Exactly(p.Utilisation)}
	if p.Within > 0 {
		m.Interval = &paired.Interval{Low: max(p.Utilisation-p.Within, 0), High: min(p.Utilisation+p.Within, 1)}
	}
	return m
}

// busiest returns the utilisation of each scheduler at the highest load, with a column for each model.
func (e Experiment) busiest() table.Table {
	most := slices.MaxFunc(e.Points, func(a, b Point) int { return cmp.Compare(a.Load, b.Load) }).Load
	points := slices.DeleteFunc(slices.Clone(e.Points), func(p Point) bool { return p.Load != most })
	models := lists.Distinct(points, func(p Point) string { return p.Model })
	t := table.Table{Columns: append(table.Words("scheduler"), table.Numbers(models...)...)}
	for _, own := range lists.GroupBy(points, func(p Point) string { return p.Scheduler }) {
		row := append([]string{canvas.Name(own[0].Scheduler)}, make([]string, len(models))...)
		for _, p := range own {
			row[1+slices.Index(models, p.Model)] = format.Share(p.Utilisation, 1)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
