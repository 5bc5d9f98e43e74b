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
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
)

// titles holds the names of the workloads in the paper, by their names here.
var titles = map[string]string{
	"weak": "weakly parallel jobs", "high": "highly parallel jobs", "mixed": "mixed jobs", "cirne": "Cirne-Berman jobs",
}

// readingWords describes a reading in words.
func readingWords(r instances.Reading) string {
	if r == instances.AsPrinted {
		return "X as printed: 0.9 for highly parallel jobs"
	}
	return "X by the formula: 0.1 for highly parallel jobs"
}

// title returns a title such as "Figure 3 by the formula (weakly parallel jobs)".
func title(name string, r instances.Reading) string {
	reading := map[instances.Reading]string{instances.ByFormula: " by the formula", instances.AsPrinted: " as printed"}[r]
	if name == "cirne" {
		reading = ""
	}
	return fmt.Sprintf("Figure %d%s (%s)", figureOf(name), reading, titles[name])
}

func figureOf(name string) int { return 3 + slices.Index(Models(), name) }

// shown returns the readings under which a workload is shown. Where both are the same, there
// is one.
func (m *Measured) shown(name string) []instances.Reading {
	if name == "cirne" {
		return m.Readings[:1]
	}
	return m.Readings
}

// kinds returns the workloads with different instances, each once. names holds what call
// returns for each of them under all readings, joined by between.
func (m *Measured) kinds(call func(string, instances.Reading) string, between string) (all []kind, names []string) {
	var every []kind
	for _, r := range m.Readings {
		for _, name := range m.Models {
			every = append(every, kind{name, r})
		}
	}
	for _, same := range frame.GroupBy(every, func(k kind) string { return set(k.name, k.reading).InstanceName(0, 0) }) {
		own := frame.Each(same, func(k kind) string { return call(k.name, k.reading) })
		all, names = append(all, same[0]), append(names, strings.Join(slices.Compact(own), between))
	}
	return all, names
}

// Tables returns Figures 3 to 7 as tables, and a table of the quality of the bounds.
func (m *Measured) Tables() []table.Table {
	var tables []table.Table
	kinds, names := m.kinds(title, ", ")
	for i, k := range kinds {
		tables = append(tables,
			m.figureTable(k, names[i]+": minsum over the relaxed program's value as printed", byMinsum),
			m.figureTable(k, names[i]+": makespan over its bound", byMakespan))
	}
	return append(tables, m.times(), m.worth())
}

// figureTable returns a table with a row for each algorithm and a column for each number of
// jobs. Search is not of the paper, and not about the makespan.
func (m *Measured) figureTable(k kind, title string, by criterion) table.Table {
	shown := append(others(), algorithm.ListWSPT.Name)
	names := frame.Each(shown, func(name string) string { return labels[name] })
	title += ", average of runs (least to most)"
	return statement.Grid(title, table.Words("algorithm"), names, m.sizeNames(), func(row, column int) string {
		c, _ := m.Cell(k.name, k.reading, m.Jobs[column], shown[row])
		return cell(*by.of(&c))
	})
}

// sizeNames are names of columns such as "25 jobs".
func (m *Measured) sizeNames() []string {
	return frame.Each(m.Jobs, func(n int) string { return format.Count(int64(n), "job") })
}

// cell writes a ratio such as "2.03 (1.7-2.4)"; "": nil.
func cell(r *Ratio) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%s (%s-%s)", format.Decimal(r.Average, 2), rough(r.Least), rough(r.Most))
}

// rough writes a ratio with at least two digits.
func rough(v float64) string {
	if v >= 10 {
		return format.Decimal(v, 0)
	}
	return format.Decimal(v, 1)
}

// times returns Figure 7 as a table.
func (m *Measured) times() table.Table {
	const title = "Figure 7. Time of the bi-criteria algorithm, mean and most of a run [ms]"
	kinds, names := m.kinds(short, " = ")
	return statement.Grid(title, table.Words("workload"), names, m.sizeNames(), func(row, column int) string {
		c, ok := m.Cell(kinds[row].name, kinds[row].reading, m.Jobs[column], ours)
		if !ok {
			return ""
		}
		return format.Decimals([]float64{1000 * c.MeanSeconds, 1000 * c.MostSeconds}, 1)
	})
}

// short returns a name such as "mixed, printed".
func short(name string, r instances.Reading) string {
	if name == "cirne" {
		return name
	}
	return name + ", " + string(r)
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
	kinds, names := m.kinds(short, " = ")
	for i, k := range kinds {
		for _, n := range m.Jobs {
			c, ok := m.Cell(k.name, k.reading, n, ours)
			if !ok {
				continue
			}
			gap := ""
			if gaps := m.gaps(k, n); len(gaps) > 0 {
				gap = format.Percent(100 * stat.Quantile(0.5, stat.Empirical, gaps, nil))
			}
			row := []string{names[i], strconv.Itoa(n)}
			for _, by := range criteria[:5] { // those of the minsum
				cell := ""
				if r := *by.of(&c); r != nil {
					cell = format.Decimal(r.Average, 3)
				}
				row = append(row, cell)
			}
			t.Rows = append(t.Rows, append(row, fmt.Sprintf("%d of %d", c.Proven, c.Runs), gap))
		}
	}
	return t
}

// Rows returns a row for each cell. Nothing is rounded.
func (m *Measured) Rows() table.Table {
	field := func(name string) frame.Column[*Cell] { return frame.Field[Cell](name, "", "") }
	columns := frame.Each([]string{"model", "reading", "figure", "jobs", "algorithm", "runs"}, field)
	for _, by := range criteria {
		column := func(name string, of func(*Ratio) float64) frame.Column[*Cell] {
			return frame.Floats(by.key+"."+name, "", "", func(c *Cell) float64 {
				if v := *by.of(c); v != nil {
					return of(v)
				}
				return 0
			})
		}
		columns = append(columns, column("average", func(v *Ratio) float64 { return v.Average }),
			column("least", func(v *Ratio) float64 { return v.Least }), column("most", func(v *Ratio) float64 { return v.Most }))
	}
	last := []string{"proven", "makespan_below_2", "mean_seconds", "most_seconds", "bounds_seconds"}
	return frame.Rows(append(columns, frame.Each(last, field)...), frame.Pointers(m.Cells()))
}
