package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/internal/results/loss"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/report"
)

// compared returns the answers of several studies: a matrix of studies and policies with charts of
// the losses against what varies, and one of studies and methods with charts of the times.
func compared(studies []measured, factors []factor) []answer {
	var losses, used answer
	if schedulers := schedulersOf(studies); len(schedulers) == 0 {
		losses.Sentence = report.NoAnswer(lossesOf(studies)...)
	} else {
		average := studies[0].Results[0].Average()
		losses.Sentence = compareSentence(studies, schedulers, average.Name)
		losses.Charts = lossCharts(studies, factors, schedulers, average.About)
		note := "average performance loss in " + average.Name + " [%], with its 95 % interval" +
			stepplan.AboutPlans(schedulers)
		losses.Sheets = []sheet{{Study: "Studies and policies", Note: note, Table: lossMatrix(studies, factors, schedulers)}}
	}
	used.Charts = timeCharts(studies, factors)
	if len(used.Charts) > 0 {
		t := matrix(studies, factors, methodsOf(studies), func(s measured, method string) string {
			at, ok := timeMark(s, method)
			if !ok {
				return ""
			}
			return fmt.Sprintf("%s (%s)", format.Time(at.Y.Low), report.Confident(at.Interval, format.Time))
		})
		note := "shifted geometric mean of the time per step, shift 1 s, with its 95 % interval"
		used.Sheets = []sheet{{Study: "Studies and methods", Note: note, Table: t}}
	}
	return []answer{losses, used}
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

// mostFactors is the largest number of factors that have columns beside the names of the studies.
const mostFactors = 4

// factorColumns returns the first columns of a matrix: what varies, behind the names of the studies
// where these are more than that.
func factorColumns(studies []measured, factors []factor) (columns []table.Heading, cells [][]string) {
	cells = make([][]string, len(studies))
	own := slices.Equal(shortNamesOf(studies), table.Each(studies, func(m measured) string { return m.Name }))
	if own {
		columns = table.Words("study")
		for i, s := range studies {
			cells[i] = []string{s.short}
		}
	}
	if own && len(factors) > mostFactors {
		return columns, cells
	}
	for _, f := range factors {
		columns = append(columns, table.Words(f.Name)...)
		for i := range studies {
			cells[i] = append(cells[i], f.Values[i])
		}
	}
	return columns, cells
}

// shortNamesOf returns the short names of studies.
func shortNamesOf(studies []measured) []string {
	return table.Each(studies, func(m measured) string { return m.short })
}

// matrix returns a row for each study, with what varies and a cell for each name.
func matrix(studies []measured, factors []factor, names []string, cell func(measured, string) string) table.Table {
	columns, rows := factorColumns(studies, factors)
	for i, s := range studies {
		for _, name := range names {
			rows[i] = append(rows[i], cell(s, name))
		}
	}
	return table.Table{Columns: append(columns, table.Numbers(names...)...), Rows: rows}
}

// The columns of a matrix of losses before those of the schedulers.
const (
	stepsColumn  = "steps"
	provenColumn = "proven"
)

// lossMatrix is the matrix of the losses of schedulers.
func lossMatrix(studies []measured, factors []factor, schedulers []string) table.Table {
	return matrix(studies, factors, append([]string{stepsColumn, provenColumn}, schedulers...), measured.lossCell)
}

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

// lossCharts returns a chart of the losses of all schedulers against what varies, in an average in words.
func lossCharts(studies []measured, factors []factor, schedulers []string, average string) []kept {
	return panels(studies, factors, kept{
		figure.Figure{Title: "Average performance loss against the optimum"}, "losses-by-setting",
		"Whiskers: 95 % intervals. " + doubt,
	}, figure.Plot{Percent: true, Y: "loss in " + average}, schedulers, lossAt)
}

// lossAt returns the mark of a scheduler's losses in a study; ok is false where it has none.
func lossAt(s measured, scheduler string) (at figure.Mark, ok bool) {
	d := s.lossOf(scheduler)
	if d == nil {
		return at, false
	}
	return lossMark(scheduler, *d), true
}

// methodsOf returns the methods that any study has.
func methodsOf(studies []measured) []string {
	return table.Union(studies, func(m measured) []string { return m.comparison.Methods })
}

// timeMark returns the average time per step of a method; ok is false where there are too few steps.
func timeMark(m measured, method string) (at figure.Mark, ok bool) {
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

// timeCharts returns a chart of the times of all methods against what varies.
func timeCharts(studies []measured, factors []factor) []kept {
	return panels(studies, factors, kept{
		figure.Figure{Title: "Time per step"}, "times-by-setting",
		"Shifted geometric means, shift 1 s. Whiskers: 95 % intervals.",
	}, figure.Plot{Y: "time [s]"}, methodsOf(studies), timeMark)
}

// panels returns a chart with a plot for each combination of all factors but one, whose values stand along
// x: the one with the most values. Where studies of no study file differ in several arguments, there is one
// plot, with the studies along x. of returns the mark of a name in a study. Without any mark there is no
// chart.
func panels(studies []measured, factors []factor, k kept, like figure.Plot, all []string,
	of func(measured, string) (figure.Mark, bool)) []kept {
	x := factor{Name: "study", Values: shortNamesOf(studies)}
	var rest []factor
	if i := widest(factors); i >= 0 && (len(factors) == 1 || studies[0].Settings != nil) {
		x, rest = factors[i], slices.Delete(slices.Clone(factors), i, i+1)
	}
	like.Categories, like.X = x.distinct(), x.Name
	ordered := !slices.ContainsFunc(like.Categories, func(v string) bool { _, ok := amount(v); return !ok })
	k.OneScale = true
	var marks []figure.Mark
	for i, s := range studies {
		for _, name := range all {
			if at, ok := of(s, name); ok {
				at.Plot, at.X = titleOf(rest, i), float64(slices.Index(like.Categories, x.Values[i]))
				marks = append(marks, at)
			}
		}
	}
	return k.of(like, ordered, marks)
}

// widest returns the index of the factor with the most values, the first of several; -1: there is none.
func widest(factors []factor) int {
	best := -1
	for i, f := range factors {
		if best < 0 || len(f.distinct()) > len(factors[best].distinct()) {
			best = i
		}
	}
	return best
}

// titleOf writes the values of factors in a study.
func titleOf(factors []factor, study int) string {
	var parts []string
	for _, f := range factors {
		if v := f.Values[study]; v != "" {
			parts = append(parts, named(f.Name, v))
		}
	}
	return strings.Join(parts, ", ")
}
