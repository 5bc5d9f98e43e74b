package dutot2004

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A ratio is a value over a bound in several runs: the sum of the values over that of the bounds, as in the paper, and
// the least and the largest of a run.
type ratio struct {
	average, least, most float64
	runs                 int
}

// ratio returns that of an algorithm at a place, nil where no run has it.
func (m *Measured) ratio(to, model string, jobs int, of string) *ratio {
	place := []string{to, model, strconv.Itoa(jobs), of}
	values, bounds := m.numbers.Numbers("value", place...), m.numbers.Numbers("bound", place...)
	if len(values) == 0 {
		return nil
	}
	each := make([]float64, len(values))
	floats.DivTo(each, values, bounds)
	return &ratio{floats.Sum(values) / floats.Sum(bounds), floats.Min(each), floats.Max(each), len(values)}
}

// A curve holds ratios by the number of jobs: a row of a table, and a line of a figure. A ratio is nil where no run
// has it.
type curve struct {
	name, of string // of: the algorithm; "": that of the paper
	ratios   []*ratio
}

// curve returns the ratios of an algorithm on a workload.
func (m *Measured) curve(name, model, of, by string) curve {
	return curve{name: name, ratios: lists.Each(m.Jobs, func(n int) *ratio {
		return m.ratio(by, model, n, of)
	})}
}

// curves returns those of all algorithms but search, which is not of the paper, and not about the makespan.
func (m *Measured) curves(model, by string) []curve {
	return lists.Each(append(others(), experiment.ListWSPT.Name), func(of string) curve {
		c := m.curve(labels[of], model, of, by)
		c.of = of
		return c
	})
}

// times returns those of Figure 7.
func (m *Measured) times() (all []curve) {
	for _, model := range m.Models {
		all = append(all, m.curve(model, model, ours, inSeconds))
	}
	return all
}

// Tables returns Figures 3 to 7 as tables, and a table of the quality of the bounds.
func (m *Measured) Tables() []table.Table {
	var tables []table.Table
	for _, model := range m.Models {
		for _, of := range []struct {
			what, by string
		}{{"minsum over the relaxed program's value as printed", byMinsum}, {"makespan over its bound", byMakespan}} {
			title := fmt.Sprintf("Figure %d (%s): %s, average of runs (least to most)", figureOf(model), titles[model], of.what)
			tables = append(tables, m.grid(title, "algorithm", m.curves(model, of.by), func(r ratio) string {
				return fmt.Sprintf("%s (%s-%s)", format.Decimal(r.average, 2), rough(r.least), rough(r.most))
			}))
		}
	}
	const title = "Figure 7. Time of the bi-criteria algorithm, mean and most of a run [ms]"
	return append(tables, m.grid(title, "workload", m.times(), func(r ratio) string {
		return format.Decimals([]float64{1000 * r.average, 1000 * r.most}, 1)
	}), m.worth())
}

// grid returns a table with a row for each curve and a column for each number of jobs.
func (m *Measured) grid(title, first string, curves []curve, write func(ratio) string) table.Table {
	names := lists.Each(curves, func(c curve) string { return c.name })
	return statement.Grid(title, table.Words(first), names, m.sizeNames(), func(row, column int) string {
		return format.Existing(curves[row].ratios[column], write)
	})
}

// sizeNames are names of columns such as "25 jobs".
func (m *Measured) sizeNames() []string {
	return lists.Each(m.Jobs, func(n int) string { return format.Count(int64(n), "job") })
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
	for _, model := range m.Models {
		for _, n := range m.Jobs {
			all := m.ratio(inSeconds, model, n, ours)
			if all == nil {
				continue
			}
			row, proven := []string{model, strconv.Itoa(n)}, 0
			for _, to := range []string{byMinsum, toRelaxed, toBound, toBest, toOptimum} {
				r := m.ratio(to, model, n, ours)
				row = append(row, format.Existing(r, func(r ratio) string { return format.Decimal(r.average, 3) }))
				if to == toOptimum && r != nil {
					proven = r.runs
				}
			}
			gap := ""
			if gaps := m.gaps(model, n); len(gaps) > 0 {
				gap = format.Percent(100 * stat.Quantile(0.5, stat.Empirical, gaps, nil))
			}
			t.Rows = append(t.Rows, append(row, fmt.Sprintf("%d of %d", proven, all.runs), gap))
		}
	}
	return t
}

// gaps returns the distances of the least minsum from the largest bound, as shares of the bound. They rise.
func (m *Measured) gaps(model string, jobs int) (gaps []float64) {
	place := []string{model, strconv.Itoa(jobs), ours}
	best := m.numbers.Numbers("bound", append(place, toBest)...)
	for i, bound := range m.numbers.Numbers("bound", append(place, toBound)...) { // each run has the least minsum
		gaps = append(gaps, best[i]/bound-1)
	}
	slices.Sort(gaps)
	return gaps
}

// beyond is the average ratio from which an algorithm is out of the range of a figure, as the paper leaves Gang out of
// Figure 3.
const beyond = 6.0

// Figures returns Figures 3 to 7 and one of the bounds, by name. Figures 3 to 6 have two
// plots, minsum and makespan, and one scale. The area about a line goes
// from the least to the largest ratio of a run.
func (m *Measured) Figures() map[string]figure.Figure {
	var values []float64
	all := make(map[string]figure.Figure)
	for _, name := range m.Models {
		f := m.ratioFigure(name)
		for _, p := range f.Plots {
			for _, l := range p.Lines {
				values = append(values, slices.Concat(l.Low, l.High)...)
			}
		}
		all[fmt.Sprintf("figure-%d", figureOf(name))] = f
	}
	for name, f := range all {
		f.Covered = values
		all[name] = f
	}
	all["figure-7"] = figure.Figure{
		Title: "Figure 7. Time of the bi-criteria algorithm",
		Plots: []figure.Plot{m.plot("", "computation time [s]", m.times(), false)},
	}
	all["bounds"] = m.boundsFigure()
	return all
}

// ratioFigure returns one of Figures 3 to 6.
func (m *Measured) ratioFigure(name string) figure.Figure {
	title := strings.ToUpper(titles[name][:1]) + titles[name][1:]
	f := figure.Figure{
		Title:   fmt.Sprintf("Figure %d. %s on %d processors", figureOf(name), title, m.Machine),
		Columns: 2, OneScale: true,
		Subtitle: "Average, least and most of " + format.Count(int64(m.Runs), "run"),
	}
	out := map[string]bool{}
	inside := func(by string) []curve {
		return slices.DeleteFunc(m.curves(name, by), func(c curve) bool {
			far := slices.ContainsFunc(c.ratios, func(r *ratio) bool { return r != nil && r.average >= beyond })
			if far {
				out[c.name] = true
			}
			return far
		})
	}
	f.Plots = []figure.Plot{
		m.plot("", "minsum over the printed value", inside(byMinsum), true),
		m.plot("", "makespan over its bound", inside(byMakespan), true),
	}
	if len(out) > 0 {
		f.Subtitle += fmt.Sprintf("; without %s where it is %g or more on average",
			strings.Join(slices.Sorted(maps.Keys(out)), ", "), beyond)
	}
	return f
}

// plot returns a plot with a line for each curve. ranged lines have an area from the least to the largest ratio.
func (m *Measured) plot(title, what string, curves []curve, ranged bool) figure.Plot {
	p := figure.Plot{Title: title, X: "jobs", Y: what, LogX: true, LogY: true}
	jobs := lists.Each(m.Jobs, func(n int) float64 { return float64(n) })
	for _, c := range curves {
		p.Lines = append(p.Lines, statement.Line(c.name, c.of, jobs, ranged, func(i int) statement.Estimate {
			if r := c.ratios[i]; r != nil {
				return statement.Between(r.average, r.least, r.most)
			}
			return statement.Estimate{}
		}))
	}
	return p
}

// boundsFigure returns a figure of the minsum ratio of the bi-criteria algorithm to each
// bound.
func (m *Measured) boundsFigure() figure.Figure {
	f := figure.Figure{
		Title: "Minsum of the bi-criteria algorithm over bounds, and over the best schedule", Columns: 2, OneScale: true,
	}
	for _, model := range m.Models {
		var curves []curve
		for _, over := range [][2]string{
			{"printed value, no bound", byMinsum}, {"relaxed", toRelaxed}, {"largest bound", toBound}, {"best schedule", toBest},
		} {
			curves = append(curves, m.curve(over[0], model, ours, over[1]))
		}
		f.Plots = append(f.Plots, m.plot(model, "ratio", curves, false))
	}
	return f
}
