package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/bymethod"
	"github.com/optgap/optgap/bench/results/loss"
)

// answer is the first thing that the page says of studies, sweeps or moldable jobs: a sentence,
// charts and a table of the same numbers.
type answer struct {
	Sentence string // "": none
	Plots    []plot
	Beside   []sheet // beside the charts
	Sheets   []sheet // below them
}

// measured is what is computed once for each study.
type measured struct {
	Study
	short      string // of the study: what tells it from the others
	comparison *bymethod.Comparison
	totals     []bymethod.Total
	losses     loss.Table // of no step where none has a bound and all policies
}

// measure computes what the page needs of each study.
func measure(studies []Study, short []string) (all []measured) {
	for i, s := range studies {
		m := measured{Study: s, short: short[i], comparison: bymethod.Collect(s.Results)}
		m.losses, m.totals = loss.Of(m.comparison), m.comparison.Totals()
		all = append(all, m)
	}
	return all
}

// answersOf returns the answers of studies; nil without any.
func answersOf(studies []measured, factors []factor) []answer {
	switch len(studies) {
	case 0:
		return nil
	case 1:
		return []answer{studies[0].answer()}
	}
	return compared(studies, factors)
}

// unknown says that there is no answer, and why.
func unknown(studies ...measured) string {
	return "How much the policies lose against the optimum is not known. " + provenOn(studies) +
		" A study with the method exact has lower bounds."
}

// provenOn is report.ProvenOn for several studies.
func provenOn(studies []measured) string {
	var all []loss.Table
	for _, s := range studies {
		all = append(all, s.losses)
	}
	return report.ProvenOn(all...)
}

// answer returns the answer of a single study.
func (m measured) answer() (a answer) {
	all := m.losses.All
	if all.Steps == 0 {
		a.Sentence = unknown(m)
		return a
	}
	average := record.AverageOf(m.losses.Objective)
	a.Sentence = m.sentence(average.Name)
	a.Plots = []plot{m.averagePlot(average.About)}
	if len(m.losses.Rows) > 1 {
		a.Plots = append(a.Plots, m.waitingPlot(average.About))
	}
	t := report.LossAverages(m.losses)
	name, note, _ := strings.Cut(t.Title, "\n")
	a.Beside = []sheet{{Study: name, Note: note, Table: t}}
	return a
}

// sentence says what the policies lose on average, the least first.
func (m measured) sentence(average string) string {
	all := m.losses.All
	order := make([]int, len(all.Losses))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(all.Losses[a].Average.High, all.Losses[b].Average.High)
	})
	var b strings.Builder
	for i, k := range order {
		d, name := all.Losses[k], m.losses.Schedulers[k]
		switch {
		case i == 0:
			fmt.Fprintf(&b, "%s%s loses %s of %s against the optimum on average", name, bestOf(name),
				report.Within(d.Average), average)
			if d.Confidence != nil {
				fmt.Fprintf(&b, " (95 %% interval %s)", report.Confident(d.Confidence, format.Percent))
			}
		default:
			fmt.Fprintf(&b, "%s %s%s %s", separator(i, len(order)), name, bestOf(name), report.Within(d.Average))
		}
	}
	return b.String() + ". " + report.ProvenOn(m.losses)
}

// separator stands before the i-th part of a list of n, from 1.
func separator(i, n int) string {
	if i == n-1 {
		return " and"
	}
	return ","
}

// bestOf explains a scheduler that takes the best of several policies; "": it takes none.
func bestOf(name string) string {
	switch name {
	case loss.DynP:
		return " (the best of FCFS, SJF and LJF at each step)"
	case loss.Best:
		return " (the best policy of each step)"
	}
	return ""
}

// averagePlot is a chart of the average loss of each policy, in an average in words.
func (m measured) averagePlot(average string) plot {
	p := plot{Name: "answer", Title: "Average performance loss against the optimum", Kind: "intervals", Percent: true,
		X: lossAxis(average), About: "Dot: average. Line: 95 % interval of it. " + doubt}
	for k, name := range m.losses.Schedulers {
		p.Series = append(p.Series, series{Name: name, Points: []point{lossPoint(0, m.losses.All.Losses[k])}})
	}
	return p
}

// lossAxis names an axis of losses in an average in words.
func lossAxis(average string) string { return "loss in " + average + " [%]" }

// doubt explains the wide bars of the charts.
const doubt = "Wide bar: what may be lost where the optimum is not proven."

// waitingPlot is a chart of the average losses by number of waiting jobs.
func (m measured) waitingPlot(average string) plot {
	p := plot{Name: "waiting", Title: "Average loss by number of waiting jobs", Kind: "lines", Percent: true, Joined: true,
		X: "waiting jobs; steps", Y: lossAxis(average), About: "Vertical lines: 95 % intervals. " + doubt}
	for _, r := range m.losses.Rows {
		p.Categories = append(p.Categories, r.Class.String()+"\nn "+format.Integer(int64(r.Steps)))
	}
	for k, name := range m.losses.Schedulers {
		s := series{Name: name}
		for i, r := range m.losses.Rows {
			s.Points = append(s.Points, lossPoint(float64(i), r.Losses[k]))
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// lossPoint returns the point of a distribution of losses.
func lossPoint(x float64, d loss.Distribution) point {
	text := report.Within(d.Average)
	return point{X: x, Y: d.Average.Low, High: d.Average.High, Label: text, Text: text}.
		within(d.Confidence, report.Confident(d.Confidence, format.Percent))
}
