package aida2000

import (
	"fmt"
	"math"
	"strings"

	"github.com/optgap/optgap/bench/figure"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/table"
)

// legend holds the paper's names of the schedulers.
var legend = map[string]string{
	fcfs: "FCFS", largest: "LJF", smallest: "SJF", firstFit: "FCFS/First-Fit", fitLargest: "LJF/First-Fit", fitSmallest: "SJF/First-Fit", backfilling: "Backfilling",
}

// titles holds the paper's names of the models.
var titles = map[string]string{
	"uniform": "Uniform", "harmonic": "Harmonic", "power2": "Power2", "square": "Squares", "multi10": "Multi10", feitelson: "Feitelson",
}

// Title says what was simulated.
func (s Study) Title() string {
	return fmt.Sprintf("Aida (2000): %s of %s on %d processors, reading %s", format.Count(int64(s.Experiments), "experiment"), format.Count(int64(s.Jobs), "job"), Machine, s.Reading.Name)
}

// StatementTable sets out statements.
func StatementTable(title string, statements []Statement) table.Table {
	t := table.Table{Title: title, Columns: append(table.Words("model", "statement"), append(table.Numbers("paper", "measured"), table.Words("verdict")...)...)}
	for _, s := range statements {
		t.Rows = append(t.Rows, []string{s.Model, s.Text, s.Paper, s.Measured, s.Verdict})
	}
	return t
}

// Tables returns a table of the utilisation and one of the slowdown ratio for each model,
// with a row for each load.
func (s Study) Tables(samples []Sample) (tables []table.Table) {
	r := newResults(s, samples)
	for _, model := range s.Models {
		tables = append(tables,
			r.table(model, "Processor utilisation [%]", func(p Point) string { return format.Decimal(100*p.Utilisation, 1) }),
			r.table(model, "Slowdown ratio", func(p Point) string { return format.Decimal(p.SlowdownRatio, 2) }))
	}
	return tables
}

func (r results) table(model, metric string, cell func(Point) string) table.Table {
	t := table.Table{Title: fmt.Sprintf("%s (%s)", metric, titles[model]), Columns: table.Numbers("load")}
	for _, scheduler := range r.study.Schedulers {
		t.Columns = append(t.Columns, table.Numbers(scheduler)...)
	}
	for _, load := range r.study.Loads {
		row := []string{format.Decimal(load, 2)}
		for _, scheduler := range r.study.Schedulers {
			text := ""
			if p, ok := r.points[key{model, scheduler, load}]; ok {
				text = cell(p)
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Figures returns those of Figures 2 to 10 whose model was simulated, by name, such as
// "figure-2".
func (s Study) Figures(samples []Sample) map[string]figure.Figure {
	r := newResults(s, samples)
	figures := make(map[string]figure.Figure)
	for _, f := range []struct {
		number   int
		model    string
		slowdown bool
	}{
		{2, "uniform", false}, {3, "uniform", true}, {4, "harmonic", false}, {5, "harmonic", true}, {6, "power2", false},
		{7, "power2", true}, {8, "square", false}, {9, "multi10", false}, {10, feitelson, false},
	} {
		name, value := "Processor Utilization", func(p Point) float64 { return p.Utilisation }
		if f.slowdown {
			name, value = "Slowdown Ratio", func(p Point) float64 { return p.SlowdownRatio }
		}
		plot := figure.Plot{X: "load", Y: name, Percent: !f.slowdown, TicksAtX: true, Lines: r.lines(f.model, value)}
		if len(plot.Lines) == 0 {
			continue
		}
		figures[fmt.Sprintf("figure-%d", f.number)] = figure.Figure{
			Title: fmt.Sprintf("Figure %d: %s (%s)", f.number, name, titles[f.model]), Subtitle: s.Title(), Plots: []figure.Plot{plot},
		}
	}
	return figures
}

// lines returns a line for each scheduler. As in the paper, SJF/First-Fit is left out
// where SJF is drawn.
func (r results) lines(model string, value func(Point) float64) (lines []figure.Line) {
	for _, scheduler := range r.study.Schedulers {
		line := figure.Line{Name: legend[scheduler], Of: scheduler}
		for _, load := range r.study.Loads {
			if p, ok := r.points[key{model, scheduler, load}]; ok {
				line.X, line.Y = append(line.X, load), append(line.Y, value(p))
			}
		}
		if _, drawn := r.points[key{model, smallest, r.study.Loads[0]}]; len(line.X) > 0 && !(scheduler == fitSmallest && drawn) {
			lines = append(lines, line)
		}
	}
	return lines
}

// Measured is a study and its samples.
type Measured struct {
	Study   Study
	Samples []Sample
}

// ReadingTable sets the printed gains beside those of several readings. The last row is
// the mean distance from the printed ones.
func ReadingTable(all []Measured) table.Table {
	t := table.Table{
		Title:   "Largest gains of utilisation over FCFS [%]",
		Columns: append(table.Words("model", "scheduler"), table.Numbers("paper")...),
		Footer:  []string{"mean distance", "", ""},
	}
	for _, g := range gains {
		t.Rows = append(t.Rows, []string{g.model, legend[g.scheduler], format.Decimal(g.percent, 0)})
	}
	for _, m := range all {
		t.Columns = append(t.Columns, table.Numbers(strings.ReplaceAll(m.Study.Reading.Name, "-", "-\n"))...)
		r := newResults(m.Study, m.Samples)
		distance, n := 0.0, 0
		for i, g := range gains {
			cell := ""
			if v, _, ok := r.gain(g.model, g.scheduler); ok {
				cell = format.Decimal(v, 1)
				distance += math.Abs(v - g.percent)
				n++
			}
			t.Rows[i] = append(t.Rows[i], cell)
		}
		t.Footer = append(t.Footer, format.Decimal(distance/float64(n), 1))
	}
	return t
}
