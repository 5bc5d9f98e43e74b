package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/internal/results/loss"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
)

// compared returns the answers of several studies: a chart and a table of the losses of each policy in each study, and
// of the times of each method.
func compared(studies []measured) []answer {
	var losses answer
	schedulers := schedulersOf(studies)
	if len(schedulers) == 0 {
		losses.Sentence = report.NoAnswer(lossesOf(studies)...)
	} else {
		average := record.AverageOf(optgap.Objective(studies[0].Results[0].ObjectiveName))
		losses = matrix{
			"Studies and policies",
			"average performance loss in " + average.Name + " [%], with its 95 % interval" + stepplan.AboutPlans(schedulers),
			kept{figure.Figure{Title: "Average performance loss against the optimum"}, "losses-by-study",
				"Whiskers: 95 % intervals. " + doubt},
			figure.Plot{Percent: true, Y: "loss in " + average.About},
			[]string{stepsColumn, provenColumn}, schedulers, measured.lossAt, measured.lossCell,
		}.answer(studies)
		losses.Sentence = compareSentence(studies, schedulers, average.Name)
	}
	methods := table.Union(studies, func(m measured) []string { return m.comparison.Methods })
	times := matrix{
		"Studies and methods", "shifted geometric mean of the time per step, shift 1 s, with its 95 % interval",
		kept{figure.Figure{Title: "Time per step"}, "times-by-study",
			"Shifted geometric means, shift 1 s. Whiskers: 95 % intervals."},
		figure.Plot{Y: "time [s]"}, nil, methods, measured.timeAt, measured.timeCell,
	}
	return []answer{losses, times.answer(studies)}
}

// A matrix has a value of each scheduler or method in each study, drawn and in a table.
type matrix struct {
	title, note string
	chart       kept
	axes        figure.Plot
	first       []string // names of columns before those of names
	names       []string // of schedulers or methods
	mark        func(m measured, name string) (at figure.Mark, ok bool)
	cell        func(m measured, name string) string
}

// answer returns the chart, with the studies along x, and the table, with a row for each study. Without any mark there
// are none.
func (x matrix) answer(studies []measured) (a answer) {
	var marks []figure.Mark
	columns := append(x.first, x.names...)
	t := table.Table{Columns: append(table.Words("study"), table.Numbers(columns...)...)}
	for i, s := range studies {
		for _, name := range x.names {
			if at, ok := x.mark(s, name); ok {
				at.X = float64(i)
				marks = append(marks, at)
			}
		}
		cell := func(name string) string { return x.cell(s, name) }
		t.Rows = append(t.Rows, append([]string{s.Name}, table.Each(columns, cell)...))
	}
	x.axes.X, x.axes.Categories = "study", table.Each(studies, func(m measured) string { return m.Name })
	if a.Charts = x.chart.of(x.axes, false, marks); a.Charts != nil {
		a.Sheets = []sheet{{Study: x.title, Note: x.note, Table: t}}
	}
	return a
}

// schedulersOf returns the schedulers whose losses any study has.
func schedulersOf(studies []measured) []string {
	return table.Union(studies, func(m measured) []string {
		if m.losses.All.Steps == 0 {
			return nil
		}
		return m.losses.Schedulers
	})
}

// lossOf returns the losses of a scheduler in a study, or nil if it has none.
func (m measured) lossOf(scheduler string) *loss.Distribution {
	k := slices.Index(m.losses.Schedulers, scheduler)
	if k < 0 || m.losses.All.Steps == 0 {
		return nil
	}
	return &m.losses.All.Losses[k]
}

// compareSentence says which scheduler loses least and which most.
func compareSentence(studies []measured, schedulers []string, average string) string {
	known := 0
	least, most := map[string]int{}, map[string]int{}
	for _, s := range studies {
		if s.losses.All.Steps == 0 {
			continue
		}
		known++
		order := slices.Clone(s.losses.Schedulers)
		slices.SortStableFunc(order, func(a, b string) int {
			return cmp.Compare(s.lossOf(a).Average.High, s.lossOf(b).Average.High)
		})
		least[order[0]]++
		most[order[len(order)-1]]++
	}
	often := func(counts map[string]int) string {
		names := slices.Clone(schedulers)
		slices.SortStableFunc(names, func(a, b string) int { return counts[b] - counts[a] })
		return names[0]
	}
	first, last := often(least), often(most)
	of := count(known, "study")
	if known < len(studies) {
		of += " whose losses are known"
	}
	text := fmt.Sprintf("%s%s loses least in %d of %s: %s of %s against the optimum on average", first, bestOf(first),
		least[first], of, rangeOf(studies, first), average)
	if first != last {
		text += fmt.Sprintf("; %s loses most in %d: %s", last, most[last], rangeOf(studies, last))
	}
	return text + ". " + provenOn(studies)
}

// rangeOf writes the range of a scheduler's average losses over all studies.
func rangeOf(studies []measured, scheduler string) string {
	var all []paired.Interval
	for _, s := range studies {
		if d := s.lossOf(scheduler); d != nil {
			all = append(all, d.Average)
		}
	}
	whole := all[0]
	for _, i := range all {
		whole.Low, whole.High = min(whole.Low, i.Low), max(whole.High, i.High)
	}
	return report.Within(whole)
}

// The columns of a matrix of losses before those of the schedulers.
const (
	stepsColumn  = "steps"
	provenColumn = "proven"
)

// lossCell writes the average loss of a scheduler and its interval, or how many steps there are and how many of them
// are proven; "": there are no losses.
func (m measured) lossCell(name string) string {
	all := m.losses.All
	switch d := m.lossOf(name); {
	case name == stepsColumn:
		return format.Integer(int64(all.Steps))
	case name == provenColumn && all.Steps > 0:
		return format.Share(all.ProvenShare(), 1)
	case d != nil && d.Confidence != nil:
		return strings.TrimSuffix(report.Within(d.Average), " %") + " (" +
			report.Confident(d.Confidence, format.Percentage) + ")"
	case d != nil:
		return strings.TrimSuffix(report.Within(d.Average), " %")
	}
	return ""
}

// lossAt returns the mark of a scheduler's losses; ok is false where it has none.
func (m measured) lossAt(scheduler string) (at figure.Mark, ok bool) {
	if d := m.lossOf(scheduler); d != nil {
		return lossMark(scheduler, *d), true
	}
	return at, false
}

// timeAt returns the mark of the average time per step of a method; ok is false where there are too few steps.
func (m measured) timeAt(method string) (at figure.Mark, ok bool) {
	k := slices.Index(m.comparison.Methods, method)
	if k < 0 {
		return at, false
	}
	times, shift := m.totals[k].Time, float64(confidence.SecondsShift)
	i := times.GeometricInterval(shift)
	if i == nil {
		return at, false
	}
	return figure.Mark{Line: method, Y: figure.Exactly(times.Geometric(shift)), Interval: i}, true
}

// timeCell writes the average time per step of a method and its interval; "": there is none.
func (m measured) timeCell(method string) string {
	at, ok := m.timeAt(method)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s (%s)", format.Time(at.Y.Low), report.Confident(at.Interval, format.Time))
}
