package page

import (
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/results/loss"
	"github.com/optgap/optgap/bench/internal/results/methodstats"
	"github.com/optgap/optgap/bench/report"
)

// answer is the first thing that the page says of studies, sweeps or moldable jobs: a sentence,
// charts and a table of the same numbers.
type answer struct {
	Sentence string // "": none
	Charts   []kept
	Beside   []sheet // beside the charts
	Sheets   []sheet // below them
}

// measured is what is computed once for each study.
type measured struct {
	Study
	short      string // of the study: what tells it from the others
	comparison *methodstats.Comparison
	totals     []methodstats.Total
	losses     loss.Table // of no step where none has a bound and all policies
}

// measure computes what the page needs of each study.
func measure(studies []Study, short []string) (all []measured) {
	for i, s := range studies {
		m := measured{Study: s, short: short[i], comparison: methodstats.Collect(s.Results)}
		m.losses, m.totals = loss.Of(m.comparison, ""), m.comparison.Totals()
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

// provenOn is report.ProvenOn for several studies.
func provenOn(studies []measured) string { return report.ProvenOn(lossesOf(studies)...) }

func lossesOf(studies []measured) []loss.Table {
	return table.Each(studies, func(m measured) loss.Table { return m.losses })
}

// answer returns the answer of a single study.
func (m measured) answer() (a answer) {
	a.Sentence = report.Answer(m.losses, m.totals, report.AskedOf(m.Info))
	if m.losses.All.Steps == 0 {
		return a
	}
	average := m.losses.Objective.Average()
	a.Charts = m.averageChart(average.About)
	if len(m.losses.Rows) > 1 {
		f := labelled(report.LossFigures("", m.losses)[byWaiting], "", false)
		f.Title = "Average loss by number of waiting jobs"
		a.Charts = append(a.Charts, kept{f, byWaiting, about(byWaiting)})
	}
	t := report.LossAverages(m.losses)
	name, note, _ := strings.Cut(t.Title, "\n")
	a.Beside = []sheet{{Study: name, Note: note, Table: t}}
	return a
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

// averageChart shows the average loss of each policy, in an average in words.
func (m measured) averageChart(average string) []kept {
	var marks []figure.Mark
	for k, name := range m.losses.Schedulers {
		marks = append(marks, lossMark(name, m.losses.All.Losses[k]))
	}
	f := figure.Figure{Title: "Average performance loss against the optimum"}
	k := kept{f, "policy-losses", "Whiskers: 95 % intervals of the averages. " + doubt}
	return k.of(figure.Plot{Y: "loss in " + average, Percent: true}, false, marks)
}

// doubt explains the light parts of the charts.
const doubt = "Light: what may be lost where the optimum is not proven."

// lossMark returns the mark of a scheduler's losses, as shares.
func lossMark(scheduler string, d loss.Distribution) figure.Mark {
	m := figure.Mark{Line: scheduler, Y: report.Shares(d.Average)}
	if d.Confidence != nil {
		m.Interval = new(report.Shares(*d.Confidence))
	}
	return m
}
