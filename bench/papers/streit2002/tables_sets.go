package streit2002

import (
	"math"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// table2Table returns Table 2, about the traces.
func table2Table(columns []column) table.Table {
	b := newBeside("Table 2. The traces, from the fields as written", "", columns)
	for i, c := range columns {
		if c.published != nil {
			b.Columns[i+1].Name = strings.TrimSuffix(c.published.Name, "_syn") + "_trace"
		}
	}
	of := func(value func(*JobSet) float64) func(*Numbers) float64 {
		return func(n *Numbers) float64 { return traced(n, value) }
	}
	b.sets(of)
	b.row("interarrival time 0 s, share", decimals(7), of(func(s *JobSet) float64 { return s.ZeroShare }))
	b.row("Weibull alpha, most likely", decimals(2), of(func(s *JobSet) float64 { return s.Alpha }))
	b.row("Weibull beta, most likely [s]", decimals(0), of(func(s *JobSet) float64 { return s.Beta }))
	return b.Table
}

// table3Table returns Table 3, about the synthetic sets.
func table3Table(columns []column) table.Table {
	b := newBeside("Table 3. The job sets drawn from the traces, means over the sets", "", columns)
	b.sets(pooled)
	return b.Table
}

// sets adds the rows of both tables. of returns a number of a table.
func (b *beside) sets(of func(func(*JobSet) float64) func(*Numbers) float64) {
	row := func(name string, digits int, value func(*JobSet) float64) {
		b.row(name, func(v float64) string { return format.Decimal(v, digits) }, of(value))
	}
	row("number of jobs", 0, func(s *JobSet) float64 { return float64(s.Jobs) })
	row("maximum job width", 0, func(s *JobSet) float64 { return float64(s.MaxWidth) })
	row("width of machine", 0, func(s *JobSet) float64 { return orNaN(s.Machine) })
	row("average width", 2, func(s *JobSet) float64 { return s.MeanWidth })
	times := func(name string, of func(*JobSet) MeanMinMax) {
		row(name+": average [s]", 0, func(s *JobSet) float64 { return of(s).Mean })
		row(name+": min [s]", 0, func(s *JobSet) float64 { return of(s).Min })
		row(name+": max [s]", 0, func(s *JobSet) float64 { return of(s).Max })
	}
	times("estimate", func(s *JobSet) MeanMinMax { return s.Estimate })
	times("run time", func(s *JobSet) MeanMinMax { return s.RunTime })
	row("jobs past their estimate", 0, func(s *JobSet) float64 { return float64(s.PastEstimate) })
	b.row("  share", format.Percent, of(func(s *JobSet) float64 { return s.PastEstimateShare }))
	times("interarrival", func(s *JobSet) MeanMinMax { return s.Interarrival })
}

// orNaN returns a number of processors; NaN for 0, which is unknown.
func orNaN(n int64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n)
}
