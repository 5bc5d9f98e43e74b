package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
)

// inUnits returns the metric of an average, and the words for its unit after a number.
func inUnits(a optgap.Average) (m performance.Metric, unit string) {
	m = performance.ByKey(a.Metric)
	if m.Unit != "" {
		unit = " " + m.Unit
	}
	return m, unit
}

// LadderText words a ladder. Parts are shares of what lies above the best schedule found.
func LadderText(l *record.Ladder) string {
	m, unit := inUnits(l.Average())
	above := l.Value - l.Found
	text := figure.Name(l.Scheduler) + " is at least " + format.Bound(l.AtLeast, 2, math.Floor)
	if l.AtMost > 0 {
		text = fmt.Sprintf(
			"%s is %s to %s",
			figure.Name(l.Scheduler),
			format.Bound(l.AtLeast, 2, math.Floor),
			format.Bound(l.AtMost, 2, math.Ceil),
		)
	}
	text += " times the best possible"
	if l.Overfull != "" {
		text += fmt.Sprintf(
			" (%s: that is of %s)",
			l.Overfull,
			format.Count(l.Machine, "processor"),
		)
	}
	text += "."
	if above <= 0 {
		return text
	}
	var saved, worse []string
	for _, p := range l.Parts() {
		if p.Value < 0 {
			worse = append(worse, p.What)
			continue
		}
		saved = append(saved, fmt.Sprintf("%.0f %% by %s", 100*p.Value/above, p.What))
	}
	if saved != nil {
		text += fmt.Sprintf(" Of its %s%s above the best found, ", m.Format(above), unit)
		text += strings.Replace(strings.Join(saved, ", "), " by", " would be saved by", 1) + "."
	}
	if worse != nil {
		text += " Here " + strings.Join(worse, " and ") + " saves nothing: " +
			"the best plan for the jobs that wait is not the best for those that come."
	}
	return text
}

// LadderTable returns the rungs that are the same for all schedulers, and the schedulers above
// them. The ladders share the best schedule found.
func LadderTable(ladders []*record.Ladder) table.Table {
	m, unit := inUnits(ladders[0].Average())
	name := ladders[0].ObjectiveName
	if unit != "" {
		name += " [" + m.Unit + "]"
	}
	head := table.Keys(table.Words("rung", "knows")...)
	t := table.Table{
		Columns: append(head, table.Numbers(name, "above the next", "by tenths")...),
	}
	row := func(rung, knows string, value, above float64, i *confidence.Interval) {
		text := ""
		if !math.IsNaN(above) {
			text = m.Format(above)
		}
		t.Row(rung, knows, m.Format(value), text, Confident(i, m.Format))
	}
	estimates := "estimates"
	if ladders[0].NoEstimates != "" {
		estimates = "run times"
	}
	for _, l := range ladders {
		if l.Scheduler != "" {
			row(figure.Name(l.Scheduler), estimates, l.Value, l.Planning, l.Parts()[0].Tenths)
		}
		if l.ExactEstimate > 0 && l.NoEstimates == "" {
			row(figure.Name(l.Scheduler)+", exact estimates", "run times", l.ExactEstimate,
				l.ExactEstimate-l.OptimumPerfect, nil)
		}
	}
	l := ladders[0]
	if l.Optimum > 0 && l.NoEstimates == "" {
		row("optimum of each step", "estimates", l.Optimum, l.RunTimes, l.Parts()[1].Tenths)
	}
	if l.Optimum > 0 {
		row("optimum of each step", "run times", l.OptimumPerfect, l.OptimumPerfect-l.Found, nil)
	}
	row("best schedule found", "run times and arrivals", l.Found, l.Found-l.Bound, nil)
	row("bound", "everything", l.Bound, math.NaN(), nil)
	t.Rows[len(t.Rows)-1][2] = format.LowerBound(l.Bound, m.Format)
	return t.Where(func(c int) bool { return c < 4 || t.HasText(c) })
}

// LadderFigure shows how far schedulers of one trace are from the best possible, and why: a bar for
// each, of the parts between the bound and the scheduler. The light part is what is open.
func LadderFigure(ladders []*record.Ladder) figure.Figure {
	l := ladders[0]
	metric, unit := inUnits(l.Average())
	write := func(v float64) string { return " " + metric.Format(v) + unit }
	p := figure.Plot{Y: metric.Axis(), Stacked: true}
	best := figure.Line{
		Of:   "bound",
		Name: "bound" + write(l.Bound) + ", best found" + write(l.Found),
	}
	for i, l := range ladders {
		name := figure.Name(l.Scheduler) + "\n" + strings.TrimSpace(write(l.Value))
		p.Categories = append(p.Categories, name)
		known := confidence.Interval{Low: l.Bound, High: l.Found}
		at := figure.Point{X: float64(i), Y: l.Bound, Range: &known}
		best.Points = append(best.Points, at)
		p.Behind = append(p.Behind, strings.TrimSpace(write(l.Planning)))
	}
	p.Lines = append(p.Lines, best)
	for k, part := range slices.Backward(l.Parts()) {
		line := figure.Line{Name: part.What, Of: part.What}
		same := true
		for i, l := range ladders {
			v := l.Parts()[k].Value
			same = same && v == part.Value
			line.Points = append(line.Points, figure.Point{X: float64(i), Y: v})
		}
		if same {
			line.Name += write(part.Value)
		} else {
			line.Name += ": behind the bars"
		}
		p.Lines = append(p.Lines, line)
	}
	return figure.Figure{
		Title:    "From the bound to the scheduler",
		Subtitle: l.Trace,
		Plots:    []figure.Plot{p},
	}
}

// OfflineText words a bound on a whole trace. The averages are rounded as in the tables of
// simulate: bounds down, others to the nearest.
func OfflineText(r record.Offline) string {
	m, unit := inUnits(r.Average())
	text := fmt.Sprintf(
		"%s, %s of %s: no schedule is better than %s%s; the best found has %s%s",
		r.Trace,
		r.ObjectiveName,
		format.Count(r.Jobs, "job"),
		format.LowerBound(r.BoundValue, m.Format),
		unit,
		m.Format(r.ObjectiveValue),
		unit,
	)
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
	m := performance.ByKey(r.Average().Metric)
	text := "best " + m.Format(r.ObjectiveValue)
	if r.Bound > 0 {
		text = fmt.Sprintf(
			"bound %s, %s, ratio %s",
			format.LowerBound(r.BoundValue, m.Format),
			text,
			format.Bound(r.Ratio, 3, math.Ceil),
		)
	}
	return text
}

// LadderSteps says what is not measurable, and how many steps of the rungs are proven.
func LadderSteps(l *record.Ladder) (text string) {
	if l.NoEstimates != "" {
		text = "Knowing run times is not measurable: " + l.NoEstimates + ". "
	}
	const proven = "Optimum of each step: %d of %d proven by estimates, %d of %d by run times, of up to %d jobs."
	return text + fmt.Sprintf(proven,
		l.ProvenSteps, l.Steps, l.PerfectProven, l.PerfectSteps, l.LongestStep)
}
