package page

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
)

// provenPlots returns a chart of the share of proven steps for each set.
func provenPlots(totals []listing.Total) []plot {
	like := plot{
		Name: "proven", Title: "Proven optimal", Y: "share of steps [%]", Most: 100,
		About: "Share of the steps of a class whose optimum is proven.",
	}
	return classPlots(totals, like, func(t listing.Total) (point, bool) {
		share := float64(t.Optimal) / float64(t.Entries)
		text := format.Share(share, 1)
		return point{Y: 100 * share, High: 100 * share, Label: text, Text: text}, true
	})
}

// libraryLossPlots returns a chart of what the best usual scheduler loses for each set.
func libraryLossPlots(totals []listing.Total) []plot {
	like := plot{
		Name: "best-loss", Title: "Loss of the best usual scheduler", Y: "loss [%]", Percent: true,
		About: "Average over the proven steps of a class. Vertical lines: 95 % intervals.",
	}
	return onOneScale(classPlots(totals, like, func(t listing.Total) (point, bool) {
		if t.ProvenLoss == nil {
			return point{}, false
		}
		return point{
			Y: *t.ProvenLoss, High: *t.ProvenLoss, From: t.ProvenLossLow, To: t.ProvenLossHigh,
			Label: format.Percent(*t.ProvenLoss), Text: provenLoss(t, "95 % interval "),
		}, true
	}))
}

// classPlots returns a chart for each set, with the classes along x and a series for each objective.
func classPlots(totals []listing.Total, like plot, of func(listing.Total) (point, bool)) (plots []plot) {
	like.Kind, like.X, like.Joined = "lines", "waiting jobs; steps", true
	sets := frame.GroupBy(totals, func(t listing.Total) string { return t.Set })
	for k, own := range sets {
		p := like
		p.Name += fmt.Sprint("-", k)
		if len(sets) > 1 {
			p.Title += ", " + own[0].Set
		}
		classes := frame.Distinct(own, func(t listing.Total) string { return t.Class })
		p.Categories = make([]string, len(classes))
		for _, totals := range frame.GroupBy(own, func(t listing.Total) string { return t.ObjectiveName }) {
			s := series{Name: averageName(totals[0].ObjectiveName)}
			for _, t := range totals {
				x := slices.Index(classes, t.Class)
				p.Categories[x] = t.Class + "\nn " + format.Integer(int64(t.Entries))
				if at, ok := of(t); ok {
					at.X = float64(x)
					s.Points = append(s.Points, at)
				}
			}
			p.Series = append(p.Series, s)
		}
		plots = append(plots, p)
	}
	return filled(plots)
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
	like := plot{
		Name: "usual-losses", Kind: "lines", Percent: true, Title: "Average loss", Y: "loss [%]",
		About: "Over the proven steps. Vertical lines: 95 % intervals.",
	}
	p.Answers = []subjectAnswer{{answer: answer{Plots: panels(measures, factors, like, schedulers, lossAt)}}}
	const note = "average loss [%] with its 95 % interval; proven steps of which all have plans; " +
		"best: the best at each step"
	p.Sheets = []sheet{{"Usual schedulers", note, matrix(measures, factors, schedulers)}}
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
