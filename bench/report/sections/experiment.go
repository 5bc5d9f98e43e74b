package sections

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report/page"
)

// Point is a mean over the experiments of a model of job sizes. Utilisation is a share. Its 95 % interval is
// as wide as Within to both sides; 0: there is none. Their names in YAML are those of the columns of points.csv.
type Point struct {
	Model       string  `yaml:"model"`
	Scheduler   string  `yaml:"scheduler"`
	Load        float64 `yaml:"load"`
	Utilisation float64 `yaml:"utilisation"`
	Within      float64 `yaml:"utilisation_ci95"`
}

// experiments returns the section about experiments: the utilisation of each scheduler against the load.
func experiments(all []Experiment) []section {
	return sectionOf(all, Experiment.view, "experiments", "Experiments", "Experiments",
		"how much of the machine is used?",
		"Means over experiments with drawn jobs, as those of Aida (2000). They have no optimum to compare with.")
}

func (e Experiment) view() (Source, view) {
	c := page.Chart{
		Figure: figure.Figure{Title: "Utilisation", OneScale: true}, Name: "utilisation",
		About: "A plot for each model of job sizes. Whiskers: 95 % intervals. More is better.",
	}
	axes := figure.Plot{X: "load", Y: "utilisation", Percent: true}
	return e.Source, view{
		answer: page.Block{Charts: chartOf(c, axes, true, lists.Each(e.Points, Point.mark))},
		sheets: []page.Sheet{{Note: "utilisation at the highest load", Table: e.busiest()}},
		stored: []page.Sheet{{Table: e.Rows}},
	}
}

// mark returns the mark of a point.
func (p Point) mark() figure.Mark {
	m := figure.Mark{Plot: p.Model, Line: p.Scheduler, X: p.Load, Y: figure.Exactly(p.Utilisation)}
	if p.Within > 0 {
		m.Interval = &paired.Interval{Low: max(p.Utilisation-p.Within, 0), High: min(p.Utilisation+p.Within, 1)}
	}
	return m
}

// busiest returns the utilisation of each scheduler at the highest load, with a column for each model.
func (e Experiment) busiest() table.Table {
	most := slices.MaxFunc(e.Points, func(a, b Point) int { return cmp.Compare(a.Load, b.Load) }).Load
	points := slices.DeleteFunc(slices.Clone(e.Points), func(p Point) bool { return p.Load != most })
	value := func(model string) table.View[[]Point] {
		return table.Number(model, func(of []Point) string {
			i := slices.IndexFunc(of, func(p Point) bool { return p.Model == model })
			if i < 0 {
				return ""
			}
			return format.Share(of[i].Utilisation, 1)
		})
	}
	scheduler := func(of []Point) string { return canvas.Name(of[0].Scheduler) }
	views := []table.View[[]Point]{table.Name("scheduler", scheduler)}
	models := lists.Distinct(points, func(p Point) string { return p.Model })
	byScheduler := lists.GroupBy(points, func(p Point) string { return p.Scheduler })
	return table.Of("", byScheduler, append(views, lists.Each(models, value)...)...)
}
