package grothklags2004

import (
	"math"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/record"
)

// figures returns the paper's figure, an example of a machine history, and loss and time against size.
func (e *Experiment) figures() map[string]figure.Figure {
	all := map[string]figure.Figure{}
	if len(e.Example) > 0 {
		all["figure-1"] = e.historyFigure()
	}
	loss := figure.Plot{Title: "Performance loss of the best policy", X: "waiting jobs", Y: "performance loss [%]"}
	time := figure.Plot{Title: "Computation time", X: "waiting jobs", Y: "computation time with limits [s]"}
	for _, way := range ways {
		results := of(way, e.Results())
		loss.Lines = append(loss.Lines, bySize(string(way), results, func(r *record.Result) (float64, bool) {
			if r.LossPercent == nil || bare(r) {
				return 0, false
			}
			return *r.LossPercent, true
		})...)
		time.Lines = append(time.Lines, bySize(string(way), results, func(r *record.Result) (float64, bool) {
			return r.SolveSeconds, r.SolveSeconds > 0
		})...)
	}
	shown := figure.Figure{Title: "Loss and time against the number of waiting jobs, means", Subtitle: e.Trace}
	for _, p := range []figure.Plot{loss, time} {
		if len(p.Lines) > 0 {
			shown.Plots = append(shown.Plots, p)
		}
	}
	if len(shown.Plots) > 0 {
		all["size"] = shown
	}
	return all
}

// historyFigure shows the free processors at the step that is like the first row of Table 1.
func (e *Experiment) historyFigure() figure.Figure {
	l := figure.Line{Name: "free processors", Stairs: true}
	for _, c := range e.Example {
		l.X, l.Y = append(l.X, float64(c.Time)/3600), append(l.Y, float64(c.Free))
	}
	return figure.Figure{
		Title: "Figure 1. Example of a machine history", Subtitle: e.Trace + ", the step that is most like the first row",
		Plots: []figure.Plot{{X: "hours from now", Y: "processors", Lines: []figure.Line{l}}},
	}
}

// bySize returns a line of the means over results with equally many jobs; none without results.
func bySize(name string, results []record.Result, of func(*record.Result) (float64, bool)) []figure.Line {
	sums, counts, most := map[int]float64{}, map[int]int{}, 0
	for i := range results {
		if v, ok := of(&results[i]); ok && !math.IsNaN(v) {
			jobs := results[i].Jobs
			sums[jobs], counts[jobs], most = sums[jobs]+v, counts[jobs]+1, max(most, jobs)
		}
	}
	l := figure.Line{Name: name}
	for jobs := range most + 1 {
		if n := counts[jobs]; n > 0 {
			l.X, l.Y = append(l.X, float64(jobs)), append(l.Y, sums[jobs]/float64(n))
		}
	}
	if len(l.X) == 0 {
		return nil
	}
	return []figure.Line{l}
}
