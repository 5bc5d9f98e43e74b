package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/base/confidence"
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
	marks := report.MetricMarks(metric, runs)
	order := slices.Clone(marks)
	slices.SortStableFunc(order, func(x, y figure.Mark) int { return cmp.Compare(x.Y.Low, y.Y.Low) })
	var parts []string
	for _, m := range order {
		parts = append(parts, words(" ", m.Line, metric.Format(m.Y.Low), metric.Unit))
	}
	const about = "Whiskers: 95 % intervals of the averages. Less is better."
	k := kept{figure.Figure{Title: at}, "replays-answer", about}
	a.Charts = k.of(figure.Plot{Y: metric.Heading()}, false, marks)
	a.Sentence = words(" ", at+", the best scheduler first: "+strings.Join(parts, ", ")+".", timesPossible(runs))
	return a
}

// timesPossible says how far runs are from the best possible one; "": it is not known.
func timesPossible(runs []sweep.Run) string {
	var parts []string
	objective := ""
	for _, r := range runs {
		if r.Possible != nil {
			objective = r.Possible.Objective
			parts = append(parts, r.TimesPossible())
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("Times the best possible %s: %s.", objective, strings.Join(parts, ", "))
}

// busiest returns the runs of the smallest shrinking factor that have the metric.
func (s Sweep) busiest() (runs []sweep.Run) {
	for _, r := range s.Runs {
		if _, ok := r.Numbers[answered]; !ok {
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
		a.Charts = append(a.Charts, ratioChart(all, c)...)
	}
	return a
}

// ratioChart shows a ratio of each algorithm.
func ratioChart(all []summary.Moldable, c criterion) []kept {
	name := c.name + " / lower bound"
	var marks []figure.Mark
	for _, m := range all {
		if r := c.of(m); len(r) > 0 {
			marks = append(marks, figure.Mark{Line: m.Algorithm, Y: figure.Exactly(r.Mean()), Interval: r.Interval()})
		}
	}
	const about = "Averages over instances. Whiskers: their 95 % intervals. 1 would be optimal."
	return kept{figure.Figure{Title: name}, strings.ToLower(c.name), about}.of(figure.Plot{Y: name}, false, marks)
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
