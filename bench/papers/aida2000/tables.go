package aida2000

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// legend holds the paper's names of the schedulers.
var legend = map[string]string{
	fcfs: "FCFS", largest: "LJF", smallest: "SJF", firstFit: "FCFS/First-Fit",
	fitLargest: "LJF/First-Fit", fitSmallest: "SJF/First-Fit", backfilling: "Backfilling",
}

// titles holds the paper's names of the models.
var titles = map[string]string{
	"uniform": "Uniform", "harmonic": "Harmonic", "power2": "Power2",
	"square": "Squares", "multi10": "Multi10", feitelson: "Feitelson",
}

// Title describes the study in a line.
func (s Study) Title() string {
	return fmt.Sprintf("Aida (2000): %s of %s on %d processors, reading %s",
		format.Count(int64(s.Experiments), "experiment"), format.Count(int64(s.Jobs), "job"), Machine, s.Reading.Name)
}

// Basis says how many of the experiments the samples are of.
func (s Study) Basis(samples []Sample) statement.Basis {
	return statement.Basis{Done: len(samples), Planned: s.Experiments * len(s.Models), Thing: "experiment"}
}

// Tables returns a table of the utilisation and one of the slowdown ratio for each model. A
// row is a load.
func (s Study) Tables(samples []Sample) (tables []table.Table) {
	r := s.results(samples)
	for _, model := range s.Models {
		tables = append(tables,
			r.table(model, "Processor utilisation [%]", func(p Point) string { return format.Decimal(100*p.Utilisation, 1) }),
			r.table(model, "Slowdown ratio", func(p Point) string { return format.Decimal(p.SlowdownRatio, 2) }))
	}
	return tables
}

func (r results) table(model, metric string, cell func(Point) string) table.Table {
	var loads, names []string
	for _, load := range r.study.Loads {
		loads = append(loads, format.Decimal(load, 2))
	}
	for _, scheduler := range r.study.Schedulers {
		names = append(names, legend[scheduler])
	}
	title := fmt.Sprintf("%s (%s)", metric, titles[model])
	return statement.Grid(title, table.Numbers("load"), loads, names, func(row, column int) string {
		p, ok := r.points[key{model, r.study.Schedulers[column], r.study.Loads[row]}]
		if !ok {
			return ""
		}
		return cell(p)
	})
}
