package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
)

// inUnits returns the metric of an average, and the words for its unit after a number.
func inUnits(a optgap.Average) (m performance.Metric, unit string) {
	if m, _ = performance.ByKey(a.Metric); m.Unit != "" {
		unit = " " + m.Unit
	}
	return m, unit
}

// LadderText words a ladder.
func LadderText(l *record.Ladder) string {
	m, unit := inUnits(l.Average())
	above := l.Value - l.Bound
	amount := func(v float64, i *paired.Interval) string {
		var more []string
		if above > 0 {
			more = append(more, fmt.Sprintf("%.0f %%", 100*v/above))
		}
		if i != nil {
			more = append(more, "95 %: "+Confident(i, m.Format)+unit)
		}
		text := m.Format(v) + unit
		if more != nil {
			text += " (" + strings.Join(more, "; ") + ")"
		}
		return text
	}
	text := fmt.Sprintf("%s: %s %s%s", canvas.Name(l.Scheduler), l.ObjectiveName, m.Format(l.Value), unit)
	if l.AtMost > 0 {
		text += fmt.Sprintf(", %s to %s times the best possible", format.Bound(l.AtLeast, 2, math.Floor),
			format.Bound(l.AtMost, 2, math.Ceil))
	}
	if above < 0 { // of a log that uses more than the machine has
		text += fmt.Sprintf(". It is %s%s below the bound", m.Format(-above), unit)
	} else {
		text += fmt.Sprintf(". Of %s%s above the bound", m.Format(above), unit)
	}
	last, worse := "", false
	for _, p := range l.Parts() {
		verb := " would save "
		if p.Value < 0 {
			verb, worse = " would cost ", true
		}
		if text += ", " + p.What; verb == last {
			verb = " "
		} else {
			last = verb
		}
		i := p.Interval
		if i != nil && p.Value < 0 {
			i = &paired.Interval{Low: -i.High, High: -i.Low}
		}
		text += verb + amount(math.Abs(p.Value), i)
	}
	text += "; " + amount(l.Open, nil) + " are open"
	if l.Overfull != "" {
		text += fmt.Sprintf(" (%s: best and bound are those of %s)", l.Overfull, format.Count(l.Machine, "processor"))
	}
	if worse {
		text += "; a rung that costs plans for the jobs that wait, and not for those that come"
	}
	return text + "."
}

// LadderTable returns the rungs that are the same for all schedulers, and the schedulers above them. The ladders share
// the best schedule found.
func LadderTable(ladders []*record.Ladder) table.Table {
	m, unit := inUnits(ladders[0].Average())
	name := ladders[0].ObjectiveName
	if unit != "" {
		name += " [" + m.Unit + "]"
	}
	head := table.Keys(table.Words("rung", "knows")...)
	t := table.Table{Columns: append(head, table.Numbers(name, "above the next", "95 %")...)}
	row := func(rung, knows string, value, above float64, i *paired.Interval) {
		text := ""
		if !math.IsNaN(above) {
			text = m.Format(above)
		}
		t.Rows = append(t.Rows, []string{rung, knows, m.Format(value), text, Confident(i, m.Format)})
	}
	for _, l := range ladders {
		if l.Scheduler != "" {
			row(canvas.Name(l.Scheduler), "estimates", l.Value, l.Planning, l.Parts()[0].Interval)
		}
		if l.ExactEstimate > 0 {
			row(canvas.Name(l.Scheduler)+", exact estimates", "run times", l.ExactEstimate,
				l.ExactEstimate-l.OptimumPerfect, nil)
		}
	}
	l := ladders[0]
	if l.Optimum > 0 {
		row("optimum of each step", "estimates", l.Optimum, l.RunTimes, l.Parts()[1].Interval)
		row("optimum of each step", "run times", l.OptimumPerfect, l.OptimumPerfect-l.Found, nil)
	}
	row("best schedule found", "run times and arrivals", l.Found, l.Found-l.Bound, nil)
	row("bound", "everything", l.Bound, math.NaN(), nil)
	t.Rows[len(t.Rows)-1][2] = format.LowerBound(l.Bound, m.Format)
	if !slices.ContainsFunc(t.Rows, func(row []string) bool { return row[4] != "" }) {
		return t.Where(func(c int) bool { return c < 4 })
	}
	return t
}

// LadderFigure shows how far schedulers of one trace are from the best possible, and why: a line from each down to the
// bound, over the rungs that they share.
func LadderFigure(ladders []*record.Ladder) figure.Figure {
	l := ladders[0]
	metric, _ := inUnits(l.Average())
	p := figure.Plot{
		X: "steps planned best; then run times, arrivals known", Y: metric.Axis(),
		Categories: []string{"scheduler", "steps", "run times", "arrivals", "bound"},
	}
	for _, l := range ladders {
		p.Lines = append(p.Lines, figure.Line{
			Name: l.Scheduler, X: []float64{0, 1, 2, 3, 4}, Y: []float64{l.Value, l.Optimum, l.OptimumPerfect, l.Found, l.Bound},
		})
	}
	return figure.Figure{Title: "From the scheduler to the best possible", Subtitle: l.Trace, Plots: []figure.Plot{p}}
}

// OfflineText words a bound on a whole trace. The averages are rounded as in the tables of simulate: bounds down,
// others to the nearest.
func OfflineText(r record.Offline) string {
	m, unit := inUnits(r.Average())
	text := fmt.Sprintf("%s, %s of %s: no schedule is better than %s%s; the best found has %s%s", r.Trace, r.ObjectiveName,
		format.Count(int64(r.Jobs), "job"), format.LowerBound(r.BoundValue, m.Format), unit,
		m.Format(r.ObjectiveValue), unit)
	switch {
	case r.Status == optgap.StatusOptimal:
		text += ", the optimum"
	case r.Ratio > 0:
		text += ": at most " + format.Bound(r.Ratio, 2, math.Ceil) + " times the optimum"
	}
	return text
}

// OfflineProgress says how far a search is, in a few words.
func OfflineProgress(r record.Offline) string {
	m, _ := performance.ByKey(r.Average().Metric)
	text := "best " + m.Format(r.ObjectiveValue)
	if r.Bound > 0 {
		text = fmt.Sprintf("bound %s, %s, ratio %s", format.LowerBound(r.BoundValue, m.Format), text,
			format.Bound(r.Ratio, 3, math.Ceil))
	}
	return text
}

// LadderSteps says how many steps of the rungs are proven.
func LadderSteps(l *record.Ladder) string {
	return fmt.Sprintf("Optimum of each step: %d of %d proven by estimates, %d of %d by run times, of up to %d jobs.",
		l.ProvenSteps, l.Steps, l.PerfectProven, l.PerfectSteps, l.LongestStep)
}
