package dutot2004

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
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
	at := map[string]int{}
	for _, r := range m.Readings {
		for _, name := range m.Models {
			key := set(name, r).InstanceName(0, 0)
			if i, known := at[key]; !known {
				at[key] = len(all)
				all, names = append(all, kind{name, r}), append(names, call(name, r))
			} else if name != "cirne" {
				names[i] += between + call(name, r)
			}
		}
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
	shown := slices.DeleteFunc(Algorithms(), func(a algorithm.Algorithm) bool { return a.Name == algorithm.Search.Name })
	var names []string
	for _, a := range shown {
		names = append(names, cmp.Or(labels[a.Name], a.Name))
	}
	title += ", average of runs (least to most)"
	return statement.Grid(title, table.Words("algorithm"), names, m.sizeNames(), func(row, column int) string {
		c, _ := m.Cell(k.name, k.reading, m.Jobs[column], shown[row].Name)
		return cell(*by.of(&c))
	})
}

// sizeNames are names of columns such as "25 jobs".
func (m *Measured) sizeNames() (names []string) {
	for _, n := range m.Jobs {
		names = append(names, format.Count(int64(n), "job"))
	}
	return names
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
	t := table.Table{Columns: table.Numbers("model", "reading", "figure", "jobs", "algorithm", "runs")}
	for _, by := range criteria {
		t.Columns = append(t.Columns, table.Numbers(by.key+".average", by.key+".least", by.key+".most")...)
	}
	t.Columns = append(t.Columns,
		table.Numbers("proven", "makespan_below_2", "mean_seconds", "most_seconds", "bounds_seconds")...)
	for _, c := range m.Cells() {
		row := []string{
			c.Model, string(c.Reading), strconv.Itoa(c.Figure), strconv.Itoa(c.Jobs), c.Algorithm, strconv.Itoa(c.Runs),
		}
		for _, by := range criteria {
			if v := *by.of(&c); v != nil {
				row = append(row, format.Exact(v.Average), format.Exact(v.Least), format.Exact(v.Most))
			} else {
				row = append(row, "", "", "")
			}
		}
		row = append(row, strconv.Itoa(c.Proven), strconv.Itoa(c.Below))
		row = append(row, format.Exact(c.MeanSeconds), format.Exact(c.MostSeconds), format.Exact(c.BoundsSeconds))
		t.Rows = append(t.Rows, row)
	}
	return t
}
