package page

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/run/folder"
)

// Experiment is the content of the folder of experiments with static jobs, as those of Aida (2000).
type Experiment struct {
	Name   string
	Info   folder.Info
	Points []Point
	Rows   table.Table // all values of the points, as programs read them
}

// Point is a mean over the experiments of a model of job sizes. Utilisation is a share. Its 95 % interval is
// as wide as Within to both sides; 0: there is none.
type Point struct {
	Model, Scheduler          string
	Load, Utilisation, Within float64
}

// experiments returns the part about experiments: the utilisation of each scheduler against the load.
func experiments(all []Experiment) (p part) {
	for i, e := range all {
		k := kept{
			figure.Figure{Title: "Utilisation", OneScale: true}, "utilisation",
			"A plot for each model of job sizes. Whiskers: 95 % intervals. More is better.",
		}
		axes := figure.Plot{X: "load", Y: "utilisation", Percent: true}
		p.add(i, len(all), e.Name, answer{Charts: k.of(axes, true, table.Each(e.Points, Point.mark))})
		p.Sheets = append(p.Sheets, sheet{Study: e.Name, Note: "utilisation at the highest load", Table: e.busiest()})
		p.All = append(p.All, sheet{Study: e.Name, Table: e.Rows})
	}
	return p
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
	models := table.Distinct(points, func(p Point) string { return p.Model })
	t := table.Table{Columns: append(table.Words("scheduler"), table.Numbers(models...)...)}
	for _, own := range table.GroupBy(points, func(p Point) string { return p.Scheduler }) {
		row := append([]string{own[0].Scheduler}, make([]string, len(models))...)
		for _, p := range own {
			row[1+slices.Index(models, p.Model)] = format.Share(p.Utilisation, 1)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
