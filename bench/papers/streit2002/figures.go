package streit2002

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// figures returns Figure 1 and, where there are factors, Figures 2 to 8. Each has a plot for
// each trace.
func figures(measured []Measured) map[string]figure.Figure {
	all := map[string]figure.Figure{}
	if f := figure1(measured); len(f.Plots) > 0 {
		all["figure-1"] = f
	}
	if !slices.ContainsFunc(measured, func(m Measured) bool { return len(m.Factors) > 0 }) {
		return all
	}
	best := dynPName(advanced, "ARTwW")
	var deciders []string
	for _, s := range (Experiment{}).combinations(tableFactor) {
		deciders = append(deciders, s.Name)
	}
	schedulers, foreknown := []string{best}, []string{best + perfect}
	for _, s := range others {
		schedulers = append(schedulers, s.name)
	}
	for _, s := range single {
		foreknown = append(foreknown, s.name+perfect)
	}
	for _, f := range []struct {
		name, title, key string
		lines            []string
	}{
		{"figure-2", "Figure 2. Deciders and quality metrics: ARTwW", "artww", deciders},
		{"figure-3", "Figure 3. Deciders and quality metrics: SLDwW_60", "sldww_60", deciders},
		{"figure-4", "Figure 4. Self-tuning dynP, single policies, basic dynP: ARTwW", "artww", schedulers},
		{"figure-5", "Figure 5. Self-tuning dynP, single policies, basic dynP: SLDwW_60", "sldww_60", schedulers},
		{"figure-6", "Figure 6. With perfect estimates: ARTwW", "artww", foreknown},
		{"figure-7", "Figure 7. Self-tuning dynP, single policies, basic dynP: SLDwW_300", "sldww_300", schedulers},
		{"figure-8", "Figure 8. Self-tuning dynP, single policies, basic dynP: utilization", "util", schedulers},
	} {
		metric, _ := performance.ByKey(f.key)
		shown := figure.Figure{Title: f.title}
		for _, m := range measured {
			if len(m.Factors) == 0 {
				continue
			}
			p := report.MetricPlot(metric, pick(m.figureRuns(), f.lines))
			p.Title = m.Name
			shown.Plots = append(shown.Plots, p)
		}
		all[f.name] = alone(shown)
	}
	return all
}

// figureRuns returns the runs at the factors of the figures.
func (m *Measured) figureRuns() []sweep.Run {
	return slices.DeleteFunc(slices.Clone(m.Runs),
		func(r sweep.Run) bool { return !slices.Contains(m.Factors, r.ShrinkingFactor()) })
}

// figure1 shows the distributions of estimates and run times: the share of the jobs up to
// each time. The jobs are those of the set, or of the trace where no set was drawn. A trace
// that was not analysed has no plot.
func figure1(measured []Measured) figure.Figure {
	var columns []report.WorkloadColumn
	for _, m := range measured {
		if a := cmp.Or(m.Set, m.Trace); a != nil {
			columns = append(columns, report.WorkloadColumn{Name: m.Name, Analysis: a})
		}
	}
	f := report.WorkloadFigures(columns)["run-times"]
	f.Title, f.Subtitle = "Figure 1. Distributions of estimated and actual run times", ""
	return alone(f)
}

// alone moves the title of a single plot to the subtitle of the figure.
func alone(f figure.Figure) figure.Figure {
	if len(f.Plots) == 1 {
		f.Subtitle, f.Plots[0].Title = f.Plots[0].Title, ""
	}
	return f
}

// pick returns the runs with one of the names, in the order of the names and of falling
// factors.
func pick(runs []sweep.Run, names []string) []sweep.Run {
	var picked []sweep.Run
	for _, r := range runs {
		if slices.Contains(names, r.Name) {
			picked = append(picked, r)
		}
	}
	slices.SortStableFunc(picked, func(a, b sweep.Run) int {
		return cmp.Or(slices.Index(names, a.Name)-slices.Index(names, b.Name),
			cmp.Compare(b.ShrinkingFactor(), a.ShrinkingFactor()))
	})
	return picked
}
