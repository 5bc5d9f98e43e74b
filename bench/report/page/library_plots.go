package page

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/internal/results/loss"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
)

// classCharts returns the charts of all classes: what is proven, and what the best usual scheduler loses there. Each
// has a plot for each set, with the classes along x and a line for each objective.
func classCharts(totals []summary.LibraryTotal) []kept {
	shares := kept{figure.Figure{Title: "Proven optimal", OneScale: true}, "proven",
		"Share of the steps of a class whose optimum is proven."}
	losses := kept{figure.Figure{Title: "Loss of the best usual scheduler", OneScale: true}, "best-loss",
		"Average over the proven steps of a class. Whiskers: 95 % intervals."}
	sets := table.GroupBy(totals, func(t summary.LibraryTotal) string { return t.Set })
	for _, own := range sets {
		axes, set := figure.Plot{X: "waiting jobs; steps", Y: "share of steps", Percent: true}, ""
		if len(sets) > 1 {
			set = own[0].Set
		}
		var proven, lost []figure.Mark
		for x, class := range table.GroupBy(own, func(t summary.LibraryTotal) string { return t.Class }) {
			axes.Categories = append(axes.Categories, class[0].Class+"\nn "+format.Integer(int64(class[len(class)-1].Entries)))
			for _, t := range class {
				m := figure.Mark{Plot: set, Line: averageName(t.ObjectiveName), X: float64(x)}
				m.Y = figure.Exactly(float64(t.Optimal) / float64(t.Entries))
				if proven = append(proven, m); t.ProvenLoss == nil {
					continue
				}
				if m.Y = figure.Exactly(*t.ProvenLoss / 100); t.ProvenLossLow != nil {
					m.Interval = new(report.Shares(paired.Interval{Low: *t.ProvenLossLow, High: *t.ProvenLossHigh}))
				}
				lost = append(lost, m)
			}
		}
		shares.Plots = append(shares.Plots, axes.With(true, proven)...)
		axes.Y = "loss"
		losses.Plots = append(losses.Plots, axes.With(true, lost)...)
	}
	return slices.DeleteFunc([]kept{shares, losses}, func(k kept) bool { return len(k.Plots) == 0 })
}

// losses returns what each usual scheduler loses where the optimum is proven, by set, class and
// objective.
func (l *Library) losses(studies []Study) (p part) {
	groups := l.provenOf(studies)
	factors := varying(groups)
	measures := measure(groups, shortNames(groups, factors))
	dynP := func(name string) bool { return name == loss.DynP }
	schedulers := slices.DeleteFunc(schedulersOf(measures), dynP)
	p.All = []sheet{{Study: "Classes", Table: table.FieldRows(summary.LibraryTotals(l.Lines))}}
	if len(schedulers) == 0 {
		return p
	}
	k := kept{figure.Figure{Title: "Average loss"}, "usual-losses", "Over the proven steps. Whiskers: 95 % intervals."}
	like := figure.Plot{Percent: true, Y: "loss"}
	p.Answers = []subjectAnswer{{answer: answer{Charts: panels(measures, factors, k, like, schedulers, lossAt)}}}
	const note = "average loss [%] with its 95 % interval; proven steps of which all have plans; " +
		"best: the best at each step"
	p.Sheets = []sheet{{Study: "Usual schedulers", Note: note, Table: lossMatrix(measures, factors, schedulers)}}
	return p
}

// provenOf returns a study for each set, class and objective of which something is proven, with the
// proven results alone.
func (l *Library) provenOf(studies []Study) (groups []Study) {
	results := map[int]*record.Result{}
	for _, s := range studies {
		for i := range s.Results {
			results[s.Results[i].Index] = &s.Results[i]
		}
	}
	proven := slices.DeleteFunc(slices.Clone(l.Lines), func(line summary.LibraryLine) bool {
		return !line.Proven() || results[line.Index] == nil
	})
	key := func(l summary.LibraryLine) [3]string { return [3]string{l.Set, l.Class, l.ObjectiveName} }
	for _, lines := range table.GroupBy(proven, key) {
		first, average := lines[0], averageName(lines[0].ObjectiveName)
		group := Study{
			Name:     fmt.Sprintf("set %s, jobs %s, minimised %s", first.Set, first.Class, average),
			Settings: []Setting{{"set", first.Set}, {"jobs", first.Class}, {"minimised", average}},
		}
		for _, line := range lines {
			group.Results = append(group.Results, *results[line.Index])
		}
		groups = append(groups, group)
	}
	return groups
}
