package sections

import (
	"strings"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/summary"
)

// moldables returns the section about results for moldable jobs.
func moldables(all []Moldable) []section {
	return sectionOf(all, Moldable.view, "moldables", "Moldable jobs", "Moldable jobs", "how far above the lower bounds?",
		"Each algorithm over all instances: weighted sum of ends (minsum) and makespan, divided by the largest lower bound. "+
			"Times are shifted geometric means, shift 1 s.")
}

func (m Moldable) view() (Source, view) {
	averages := report.MoldableAverages(summary.Moldables(m.Results)).WithText()
	return m.Source, view{
		answer: m.answer(), sheets: []page.Sheet{{Table: averages}}, stored: []page.Sheet{{Table: m.Rows}},
	}
}

// answer returns the answer of moldable jobs: minsum and makespan of each algorithm over their bounds.
func (m Moldable) answer() (b page.Block) {
	add := func(criterion string, of func(summary.Moldable) confidence.Values) {
		name := criterion + " / lower bound"
		var marks []figure.Mark
		for _, m := range summary.Moldables(m.Results) {
			if r := of(m); len(r) > 0 {
				marks = append(marks, figure.Mark{Line: m.Algorithm, Y: figure.Exactly(r.Mean()), Interval: r.Interval()})
			}
		}
		const about = "Averages over instances. Whiskers: their 95 % intervals. 1 would be optimal."
		c := page.Chart{Figure: figure.Figure{Title: name}, Name: strings.ToLower(criterion), About: about}
		if charts := chartOf(c, figure.Plot{Y: name}, false, marks); charts != nil {
			b.Charts = append(b.Charts, charts...)
			b.Sentence = words(" ", b.Sentence, criterion+" over its lower bound, on average: "+ranked(marks, format.Ratio))
		}
	}
	add("Minsum", func(m summary.Moldable) confidence.Values { return m.Minsum })
	add("Makespan", func(m summary.Moldable) confidence.Values { return m.Makespan })
	return b
}
