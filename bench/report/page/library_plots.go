package page

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
)

// provenCharts returns a chart of the share of proven steps for each set.
func provenCharts(totals []listing.Total) []kept {
	return classCharts(totals, kept{
		figure.Figure{Title: "Proven optimal"}, "proven", "Share of the steps of a class whose optimum is proven.",
	}, "share of steps", func(t listing.Total) (point, bool) {
		return exactly(float64(t.Optimal)/float64(t.Entries), nil, ""), true
	})
}

// libraryLossCharts returns a chart of what the best usual scheduler loses for each set.
func libraryLossCharts(totals []listing.Total) []kept {
	return classCharts(totals, kept{
		figure.Figure{Title: "Loss of the best usual scheduler"}, "best-loss",
		"Average over the proven steps of a class. Whiskers: 95 % intervals.",
	}, "loss", func(t listing.Total) (point, bool) {
		if t.ProvenLoss == nil {
			return point{}, false
		}
		var interval *paired.Interval
		if t.ProvenLossLow != nil {
			interval = &paired.Interval{Low: *t.ProvenLossLow / 100, High: *t.ProvenLossHigh / 100}
		}
		return exactly(*t.ProvenLoss/100, interval, ""), true
	})
}

// classCharts returns a chart with a plot for each set, with the classes along x and a line for each
// objective. Without any value there is no chart.
func classCharts(totals []listing.Total, k kept, y string, of func(listing.Total) (point, bool)) []kept {
	k.OneScale = true
	sets := frame.GroupBy(totals, func(t listing.Total) string { return t.Set })
	for _, own := range sets {
		p := figure.Plot{X: "waiting jobs; steps", Y: y, Percent: true}
		if len(sets) > 1 {
			p.Title = own[0].Set
		}
		classes := frame.Distinct(own, func(t listing.Total) string { return t.Class })
		p.Categories = make([]string, len(classes))
		for _, totals := range frame.GroupBy(own, func(t listing.Total) string { return t.ObjectiveName }) {
			var points []point
			for _, t := range totals {
				x := slices.Index(classes, t.Class)
				p.Categories[x] = t.Class + "\nn " + format.Integer(int64(t.Entries))
				if at, ok := of(t); ok {
					at.x = float64(x)
					points = append(points, at)
				}
			}
			if len(points) > 0 {
				p.Lines = append(p.Lines, lineOf(averageName(totals[0].ObjectiveName), points, true))
			}
		}
		k.add(p)
	}
	return k.some()
}

// losses returns what each usual scheduler loses where the optimum is proven, by set, class and
// objective.
func (l *Library) losses(studies []Study) (p part) {
	groups := l.provenOf(studies)
	factors := varying(groups)
	measures := measure(groups, shortNames(groups, factors))
	dynP := func(name string) bool { return name == loss.DynP }
	schedulers := slices.DeleteFunc(schedulersOf(measures), dynP)
	p.All = []sheet{{Study: "Classes", Table: listing.TotalRows(listing.Totals(l.Lines))}}
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
	proven := slices.DeleteFunc(slices.Clone(l.Lines), func(line listing.Line) bool {
		return !line.Proven() || results[line.Index] == nil
	})
	key := func(l listing.Line) [3]string { return [3]string{l.Set, l.Class, l.ObjectiveName} }
	for _, lines := range frame.GroupBy(proven, key) {
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
