package page

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
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
	sets := distinctOf(totals, func(t listing.Total) string { return t.Set })
	for k, set := range sets {
		own := slices.DeleteFunc(slices.Clone(totals), func(t listing.Total) bool { return t.Set != set })
		p := like
		p.Name += fmt.Sprint("-", k)
		if len(sets) > 1 {
			p.Title += ", " + set
		}
		classes := distinctOf(own, func(t listing.Total) string { return t.Class })
		p.Categories = make([]string, len(classes))
		for _, o := range distinctOf(own, func(t listing.Total) string { return t.ObjectiveName }) {
			s := series{Name: averageName(o)}
			for _, t := range own {
				if t.ObjectiveName != o {
					continue
				}
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
	at := map[string]int{}
	for _, line := range l.Lines {
		r := results[line.Index]
		if !line.Proven() || r == nil {
			continue
		}
		average := averageName(line.ObjectiveName)
		name := fmt.Sprintf("set %s, jobs %s, minimised %s", line.Set, line.Class, average)
		k, known := at[name]
		if !known {
			k, at[name] = len(groups), len(groups)
			groups = append(groups, Study{Name: name, Settings: []Setting{
				{"set", line.Set}, {"jobs", line.Class}, {"minimised", average},
			}})
		}
		groups[k].Results = append(groups[k].Results, *r)
	}
	return groups
}
