package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

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
	p := plot{
		Name: "replays", Title: at, Kind: "intervals", X: metric.Heading(),
		About: "Dot: average. Line: its 95 % interval. Less is better.",
	}
	for _, r := range runs {
		p.Series = append(p.Series, series{Name: r.Label(), Of: r.Scheduler, Points: []point{metricPoint(r, metric)}})
	}
	order := slices.Clone(p.Series)
	slices.SortStableFunc(order, func(x, y series) int { return cmp.Compare(x.Points[0].Y, y.Points[0].Y) })
	var parts []string
	for _, s := range order {
		parts = append(parts, s.Name+" "+s.Points[0].Label)
	}
	a.Plots = []plot{p}
	a.Sentence = at + ", the best scheduler first: " + strings.Join(parts, ", ") + "."
	return a
}

// busiest returns the runs of the smallest shrinking factor that have the metric.
func (s Sweep) busiest() (runs []sweep.Run) {
	for _, r := range s.Runs {
		if _, ok := r.Value(answered); !ok {
			continue
		}
		if len(runs) > 0 && r.ShrinkingFactor() < runs[0].ShrinkingFactor() {
			runs = nil
		}
		if len(runs) == 0 || r.ShrinkingFactor() == runs[0].ShrinkingFactor() {
			runs = append(runs, r)
		}
	}
	return runs
}

// metricPoint returns the point of a metric in a run that has it.
func metricPoint(r sweep.Run, m performance.Metric) point {
	v, _ := r.Value(m.Key)
	text := words(" ", m.Format(v.Number), m.Unit)
	p := point{Y: v.Number, High: v.Number, Label: text, Text: text}
	i, ok := r.Confidence[m.Key]
	if !ok {
		return p
	}
	return p.within(&i, words(" ", report.Confident(&i, m.Format), m.Unit))
}

// criterion is what is minimised of moldable jobs.
type criterion struct {
	name string
	of   func(summary.Moldable) confidence.Values
}

var criteria = []criterion{
	{"Minsum", func(m summary.Moldable) confidence.Values { return m.Minsum }},
	{"Makespan", func(m summary.Moldable) confidence.Values { return m.Makespan }},
}

// ratios returns the answer of moldable jobs: minsum and makespan of each algorithm over their bounds.
func (m Moldable) ratios() (a answer) {
	all := summary.Moldables(m.Results)
	for _, c := range criteria {
		a.Sentence = words(" ", a.Sentence, ratioSentence(all, c))
		a.Plots = append(a.Plots, ratioPlot(all, c))
	}
	a.Plots = filled(a.Plots)
	return a
}

// ratioPlot is a chart of a ratio of each algorithm.
func ratioPlot(all []summary.Moldable, c criterion) plot {
	p := plot{
		Name: strings.ToLower(c.name), Title: c.name + " / lower bound", Kind: "intervals",
		X: c.name + " / lower bound", Ratio: true, Log: true,
		About: "Average over instances. Line: its 95 % interval. 1 would be optimal.",
	}
	for _, algorithm := range all {
		r := c.of(algorithm)
		if len(r) == 0 {
			continue
		}
		mean, i, text := r.Mean(), r.Interval(), format.Ratio(r.Mean())
		at := point{Y: mean, High: mean, Label: text, Text: text}.within(i, report.Confident(i, format.Ratio))
		p.Series = append(p.Series, series{Name: algorithm.Algorithm, Points: []point{at}})
	}
	return p
}

// ratioSentence names the algorithms in the order of a ratio.
func ratioSentence(all []summary.Moldable, c criterion) string {
	of := c.of
	order := slices.DeleteFunc(slices.Clone(all), func(m summary.Moldable) bool { return len(of(m)) == 0 })
	if len(order) == 0 {
		return ""
	}
	slices.SortStableFunc(order, func(a, b summary.Moldable) int { return cmp.Compare(of(a).Mean(), of(b).Mean()) })
	var parts []string
	for _, m := range order {
		parts = append(parts, m.Algorithm+" "+format.Ratio(of(m).Mean()))
	}
	return fmt.Sprintf("%s over its lower bound, on average: %s.", c.name, strings.Join(parts, ", "))
}
