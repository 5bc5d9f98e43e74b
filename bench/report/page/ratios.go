package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/internal/base/paired"
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
	p := figure.Plot{Y: metric.Heading()}
	for _, r := range runs {
		v, _ := r.Value(metric.Key)
		var interval *paired.Interval
		if i, ok := r.Confidence[metric.Key]; ok {
			interval = &i
		}
		l := lineOf(r.Label(), []point{exactly(v.Number, interval, "")}, false)
		l.Of = r.Scheduler
		p.Lines = append(p.Lines, l)
	}
	order := slices.Clone(p.Lines)
	slices.SortStableFunc(order, func(x, y figure.Line) int { return cmp.Compare(x.Y[0], y.Y[0]) })
	var parts []string
	for _, l := range order {
		parts = append(parts, words(" ", l.Name, metric.Format(l.Y[0]), metric.Unit))
	}
	const about = "Whiskers: 95 % intervals of the averages. Less is better."
	a.Charts = []kept{{figure.Figure{Title: at, Plots: []figure.Plot{p}}, "replays-answer", about}}
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
		if k := ratioChart(all, c); len(k.Plots[0].Lines) > 0 {
			a.Charts = append(a.Charts, k)
		}
	}
	return a
}

// ratioChart shows a ratio of each algorithm.
func ratioChart(all []summary.Moldable, c criterion) kept {
	name := c.name + " / lower bound"
	p := figure.Plot{Y: name}
	for _, algorithm := range all {
		if r := c.of(algorithm); len(r) > 0 {
			p.Lines = append(p.Lines, lineOf(algorithm.Algorithm, []point{exactly(r.Mean(), r.Interval(), "")}, false))
		}
	}
	const about = "Averages over instances. Whiskers: their 95 % intervals. 1 would be optimal."
	return kept{figure.Figure{Title: name, Plots: []figure.Plot{p}}, strings.ToLower(c.name), about}
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
