package streit2002

import (
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/trace/analysis"
)

// table2Table returns Table 2, about the traces.
func table2Table(columns []column) table.Table {
	b := newBeside("Table 2. The traces, from the fields as written", "", columns)
	for i, c := range columns {
		if c.published != nil {
			b.Columns[i+1].Name = strings.TrimSuffix(c.published.Name, "_syn") + "_trace"
		}
	}
	of := func(c column) *analysis.Analysis { return c.measured.Trace }
	b.sets(of, (*Published).Trace)
	b.row("interarrival time 0 s, share",
		func(c column) string {
			return share(of(c), func(a *analysis.Analysis) *float64 { return a.ZeroInterarrivalShare })
		},
		func(p *Published) string { return format.Decimal(p.Trace().ZeroShare, 7) })
	b.row("alpha: likelihood, moments",
		weibull(func(i *analysis.Interarrival) (a, b *float64) { return i.WeibullShape, i.MomentsShape }, 3),
		func(p *Published) string { return format.Decimal(p.Trace().Alpha, 2) })
	b.row("beta: likelihood, moments [s]",
		weibull(func(i *analysis.Interarrival) (a, b *float64) { return i.WeibullScale, i.MomentsScale }, 0),
		func(p *Published) string { return format.Decimal(p.Trace().Beta, 0) })
	b.row("original scheduler", func(column) string { return "" },
		func(p *Published) string { return originalSchedulers[p.Key] })
	return b.Table
}

// originalSchedulers holds the last row of Table 2 by the keys of the sets. PC2 has FCFS
// with conservative backfilling.
var originalSchedulers = map[string]string{"ctc": "EASY", "kth": "EASY", "pc2": "FCFS, cons. b.", "sdsc": "EASY"}

// weibull returns a function that writes a parameter of two Weibull distributions: that of
// the maximum likelihood, and that with the mean and the standard deviation.
func weibull(of func(*analysis.Interarrival) (likelihood, moments *float64), digits int) func(column) string {
	return func(c column) string {
		a := c.measured.Trace
		if a == nil || a.Interarrival == nil {
			return statement.NotMeasured
		}
		var parts []string
		likelihood, moments := of(a.Interarrival)
		for _, v := range []*float64{likelihood, moments} {
			if v == nil {
				parts = append(parts, "-")
			} else {
				parts = append(parts, format.Decimal(*v, digits))
			}
		}
		return strings.Join(parts, ", ")
	}
}

// table3Table returns Table 3, about the synthetic sets.
func table3Table(columns []column) table.Table {
	b := newBeside("Table 3. The job sets drawn from the traces", "", columns)
	b.sets(func(c column) *analysis.Analysis { return c.measured.Set }, (*Published).Set)
	return b.Table
}

// sets adds the rows of both tables.
func (b *beside) sets(of func(column) *analysis.Analysis, printed func(*Published) PrintedWorkload) {
	row := func(name string, here func(*analysis.Analysis) string, paper func(PrintedWorkload) string) {
		b.row(name, func(c column) string {
			if a := of(c); a != nil {
				return here(a)
			}
			return statement.NotMeasured
		}, func(p *Published) string { return paper(printed(p)) })
	}
	count := format.Integer
	row("number of jobs", func(a *analysis.Analysis) string { return format.Integer(a.Jobs) },
		func(s PrintedWorkload) string { return count(s.Jobs) })
	row("maximum job width", func(a *analysis.Analysis) string { return quantity(a.Width, largest, 0) },
		func(s PrintedWorkload) string { return count(s.MaxWidth) })
	row("width of machine", func(a *analysis.Analysis) string { return integer(a.Machine) },
		func(s PrintedWorkload) string { return count(s.Machine) })
	row("average width", func(a *analysis.Analysis) string { return quantity(a.Width, average, 2) },
		func(s PrintedWorkload) string { return format.Decimal(s.MeanWidth, 2) })
	times := func(name string, here func(*analysis.Analysis) *analysis.Quantity, paper func(PrintedWorkload) MeanMinMax) {
		for _, part := range []struct {
			name  string
			of    func(*analysis.Quantity) float64
			paper func(MeanMinMax) float64
		}{
			{"average", average, func(m MeanMinMax) float64 { return m.Mean }},
			{"min", least, func(m MeanMinMax) float64 { return m.Min }},
			{"max", largest, func(m MeanMinMax) float64 { return m.Max }},
		} {
			row(name+": "+part.name+" [s]", func(a *analysis.Analysis) string { return quantity(here(a), part.of, 0) },
				func(s PrintedWorkload) string { return format.Decimal(part.paper(paper(s)), 0) })
		}
	}
	times("estimate", func(a *analysis.Analysis) *analysis.Quantity { return a.Estimate },
		func(s PrintedWorkload) MeanMinMax { return s.Estimate })
	times("run time", func(a *analysis.Analysis) *analysis.Quantity { return a.RunTime },
		func(s PrintedWorkload) MeanMinMax { return s.RunTime })
	row("jobs past their estimate", func(a *analysis.Analysis) string {
		if a.PastEstimate == nil {
			return ""
		}
		return format.Integer(*a.PastEstimate)
	}, func(s PrintedWorkload) string { return count(s.PastEstimate) })
	row("  share", func(a *analysis.Analysis) string {
		if a.PastEstimateShare == nil {
			return ""
		}
		return format.Percent(100 * *a.PastEstimateShare)
	}, func(s PrintedWorkload) string { return format.Percent(s.PastEstimateShare) })
	times("interarrival", func(a *analysis.Analysis) *analysis.Quantity {
		if a.Interarrival == nil {
			return nil
		}
		return &a.Interarrival.Quantity
	}, func(s PrintedWorkload) MeanMinMax { return s.Interarrival })
}

func average(q *analysis.Quantity) float64 { return q.Mean }
func least(q *analysis.Quantity) float64   { return q.Min }
func largest(q *analysis.Quantity) float64 { return q.Max }

// quantity writes a statistic of a quantity; "": no job has the quantity.
func quantity(q *analysis.Quantity, of func(*analysis.Quantity) float64, digits int) string {
	if q == nil {
		return ""
	}
	return format.Decimal(of(q), digits)
}

// share writes a share with as many digits as the paper; "": there is none.
func share(a *analysis.Analysis, of func(*analysis.Analysis) *float64) string {
	if a == nil || of(a) == nil {
		return statement.NotMeasured
	}
	return format.Decimal(*of(a), 7)
}

func integer(n int64) string {
	if n == 0 {
		return ""
	}
	return format.Integer(n)
}
