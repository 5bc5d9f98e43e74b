package dutot2004

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A curve holds ratios by the number of jobs: a row of a table, and a line of a figure. A ratio is nil where no run
// has it.
type curve struct {
	name, of string // of: the algorithm; "": that of the paper
	ratios   []*Ratio
}

// curve returns the ratios of an algorithm on a workload.
func (m *Measured) curve(name string, w workload, of string, by criterion) curve {
	return curve{name: name, ratios: frame.Each(m.Jobs, func(n int) *Ratio {
		r, _ := ratio(m.at(w, n, of), by)
		return r
	})}
}

// curves returns those of all algorithms but search, which is not of the paper, and not about the makespan.
func (m *Measured) curves(w workload, by criterion) []curve {
	return frame.Each(append(others(), algorithm.ListWSPT.Name), func(of string) curve {
		c := m.curve(labels[of], w, of, by)
		c.of = of
		return c
	})
}

// times returns those of Figure 7.
func (m *Measured) times() (all []curve) {
	kinds, names := m.kinds(workload.short, " = ")
	for i, w := range kinds {
		all = append(all, m.curve(names[i], w, ours, inSeconds))
	}
	return all
}

// Tables returns Figures 3 to 7 as tables, and a table of the quality of the bounds.
func (m *Measured) Tables() []table.Table {
	var tables []table.Table
	kinds, names := m.kinds(workload.title, ", ")
	for i, w := range kinds {
		for _, of := range []struct {
			what string
			by   criterion
		}{{"minsum over the relaxed program's value as printed", byMinsum}, {"makespan over its bound", byMakespan}} {
			title := names[i] + ": " + of.what + ", average of runs (least to most)"
			tables = append(tables, m.grid(title, "algorithm", m.curves(w, of.by), func(r Ratio) string {
				return fmt.Sprintf("%s (%s-%s)", format.Decimal(r.Average, 2), rough(r.Least), rough(r.Most))
			}))
		}
	}
	const title = "Figure 7. Time of the bi-criteria algorithm, mean and most of a run [ms]"
	return append(tables, m.grid(title, "workload", m.times(), func(r Ratio) string {
		return format.Decimals([]float64{1000 * r.Average, 1000 * r.Most}, 1)
	}), m.worth())
}

// grid returns a table with a row for each curve and a column for each number of jobs.
func (m *Measured) grid(title, first string, curves []curve, write func(Ratio) string) table.Table {
	names := frame.Each(curves, func(c curve) string { return c.name })
	return statement.Grid(title, table.Words(first), names, m.sizeNames(), func(row, column int) string {
		return format.Existing(curves[row].ratios[column], write)
	})
}

// sizeNames are names of columns such as "25 jobs".
func (m *Measured) sizeNames() []string {
	return frame.Each(m.Jobs, func(n int) string { return format.Count(int64(n), "job") })
}

// rough writes a ratio with at least two digits.
func rough(v float64) string {
	if v >= 10 {
		return format.Decimal(v, 0)
	}
	return format.Decimal(v, 1)
}

// worth returns a table that separates the bi-criteria algorithm and the bounds: its minsum
// over each of them.
func (m *Measured) worth() table.Table {
	t := table.Table{
		Title: "How much of the ratio is the bound's fault: minsum of the bi-criteria algorithm over " +
			"the printed value (no bound), the repaired bound, the largest bound, " +
			"the least minsum of all algorithms, and the optimum where it is proven; " +
			"and the median gap between the least minsum and the largest bound",
		Columns: append(table.Words("workload"),
			table.Numbers("jobs", "printed", "relaxed", "largest", "least", "optimum", "proven", "gap")...),
	}
	kinds, names := m.kinds(workload.short, " = ")
	for i, w := range kinds {
		for _, n := range m.Jobs {
			runs := m.at(w, n, ours)
			if len(runs) == 0 {
				continue
			}
			row, proven := []string{names[i], strconv.Itoa(n)}, 0
			for by := byMinsum; by <= toOptimum; by++ {
				var r *Ratio
				r, proven = ratio(runs, by)
				row = append(row, format.Existing(r, func(r Ratio) string { return format.Decimal(r.Average, 3) }))
			}
			gap := ""
			if gaps := gaps(runs); len(gaps) > 0 {
				gap = format.Percent(100 * stat.Quantile(0.5, stat.Empirical, gaps, nil))
			}
			t.Rows = append(t.Rows, append(row, fmt.Sprintf("%d of %d", proven, len(runs)), gap))
		}
	}
	return t
}

// gaps returns the distances of the least minsum from the largest bound, as shares of the bound. They rise.
func gaps(runs []run) (gaps []float64) {
	for _, r := range runs {
		if bound := r[toBound].bound; bound > 0 {
			gaps = append(gaps, r[toBest].bound/bound-1)
		}
	}
	slices.Sort(gaps)
	return gaps
}

// Rows returns a row for each cell. Nothing is rounded.
func (m *Measured) Rows() table.Table {
	names := strings.Fields("model reading figure jobs algorithm runs")
	for _, to := range strings.Fields("minsum_to_printed minsum_to_relaxed minsum_to_bound minsum_to_best " +
		"minsum_to_optimum makespan_to_bound") {
		names = append(names, to+".average", to+".least", to+".most")
	}
	names = append(names, strings.Fields("proven makespan_below_2 mean_seconds most_seconds bounds_seconds")...)
	field := func(name string) frame.Column[*Cell] { return frame.Field[Cell](name, "", "") }
	return frame.Rows(frame.Each(names, field), frame.Pointers(m.Cells()))
}
