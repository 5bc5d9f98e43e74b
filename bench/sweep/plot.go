package sweep

import "github.com/optgap/optgap/bench/report"

// axis is a metric as plots show it.
type axis struct {
	key, title, name string
	percent          bool
}

// axes are the metrics that are plotted against the load.
var axes = []axis{
	{"artww", "Response time weighted by width", "ARTwW [s]", false},
	{"art", "Response time", "ART [s]", false},
	{"wait", "Wait time", "wait [s]", false},
	{"sldww_60", "Slowdown weighted by width, 60 s", "SLDwW_60", false},
	{"sldww_300", "Slowdown weighted by width, 300 s", "SLDwW_300", false},
	{"sldwa", "Slowdown weighted by area", "SLDwA", false},
	{"util", "Utilization", "UTIL", true},
	{"loc", "Loss of capacity", "LOC", true},
	{"wait_max", "Largest wait time", "wait [s]", false},
}

// plot returns a metric of runs against the shrinking factor, a line for each
// name. The load rises to the right, so the factor falls.
func (a axis) plot(title string, runs []Run) report.Plot {
	p := report.Plot{Title: title, X: "shrinking factor", Y: a.name, Percent: a.percent, Falling: true, TicksAtX: true}
	at := map[string]int{}
	for _, r := range runs {
		v, ok := r.Value(a.key)
		if !ok {
			continue
		}
		k, known := at[r.name()]
		if !known {
			k = len(p.Lines)
			at[r.name()] = k
			p.Lines = append(p.Lines, report.Line{Name: r.name()})
		}
		p.Lines[k].X, p.Lines[k].Y = append(p.Lines[k].X, r.factor()), append(p.Lines[k].Y, v.Number)
	}
	return p
}

// Plots returns a figure for each metric, by its key, and one of all, called
// "metrics". Metrics that no run has are left out.
func Plots(title string, runs []Run) map[string]report.Figure {
	figures := map[string]report.Figure{}
	all := report.Figure{Title: title}
	for _, a := range axes {
		p := a.plot(a.title, runs)
		if len(p.Lines) == 0 {
			continue
		}
		all.Plots = append(all.Plots, p)
		one := p
		one.Title = ""
		figures[a.key] = report.Figure{Title: a.title, Subtitle: title, Plots: []report.Plot{one}}
	}
	if len(all.Plots) > 0 {
		figures["metrics"] = all
	}
	return figures
}
