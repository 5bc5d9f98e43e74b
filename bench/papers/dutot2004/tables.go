package dutot2004

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
)

// at returns a number of an algorithm on a workload.
func (m *Measured) at(number, model string, jobs int, of string) statement.Estimate {
	return file().Estimate(number, m.numbers, model, strconv.Itoa(jobs), of)
}

// line returns the ratios of an algorithm on a workload by the number of jobs. A ranged one has an
// area from the least to the largest of a run.
func (m *Measured) line(name string, ranged bool, to, model, of string) figure.Line {
	jobs := lists.Each(m.Jobs, func(n int) float64 { return float64(n) })
	return statement.Line(name, "", jobs, ranged, func(i int) statement.Estimate {
		return m.at("span("+to+")", model, m.Jobs[i], of)
	})
}

// shown are the algorithms in tables and figures.
func shown() []string { return experiment.Names(experiment.All()) }

// Tables returns Figures 3 to 7 as tables, and a table of the quality of the bounds.
func (m *Measured) Tables() []table.Table {
	var tables []table.Table
	for _, model := range m.Models {
		for _, of := range []struct {
			what, by string
		}{{"minsum over the relaxed program's value as printed", byMinsum}, {"makespan over its bound", byMakespan}} {
			title := fmt.Sprintf(
				"Figure %d (%s): %s, average of runs (least to most)",
				figureOf(model),
				file().Titles[model],
				of.what,
			)
			names := lists.Each(shown(), func(name string) string { return file().Labels[name] })
			tables = append(
				tables,
				m.grid(title, "algorithm", names, func(row, jobs int) string {
					return known(
						m.at("span("+of.by+")", model, jobs, shown()[row]),
						func(r statement.Estimate) string {
							return fmt.Sprintf(
								"%s (%s-%s)",
								format.Decimal(r.Value, 2),
								rough(r.Low),
								rough(r.High),
							)
						},
					)
				}),
			)
		}
	}
	const title = "Figure 7. Time of the bi-criteria algorithm, mean and most of a run [ms]"
	return append(tables, m.grid(title, "workload", m.Models, func(row, jobs int) string {
		return known(
			m.at("1000 * span(seconds)", m.Models[row], jobs, ours),
			func(r statement.Estimate) string {
				return format.Decimal(r.Value, 1) + ", " + format.Decimal(r.High, 1)
			},
		)
	}), m.worth())
}

// known writes a ratio; "": it is not known.
func known(r statement.Estimate, write func(statement.Estimate) string) string {
	if !r.Known() {
		return ""
	}
	return write(r)
}

// grid returns a table with a column for each number of jobs.
func (m *Measured) grid(
	title, first string,
	rows []string,
	cell func(row, jobs int) string,
) table.Table {
	columns := lists.Each(m.Jobs, func(n int) string { return format.Count(n, "job") })
	return statement.Grid(
		title,
		table.Words(first),
		rows,
		columns,
		func(row, column int) string {
			return cell(row, m.Jobs[column])
		},
	)
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
			"the printed value (no bound), the repaired bound and the least minsum of all algorithms; " +
			"and the median gap between the least minsum and the bound",
		Columns: append(
			table.Words("workload"),
			table.Numbers("jobs", "printed", "relaxed", "least", "gap")...),
	}
	decimal := func(r statement.Estimate) string { return format.Decimal(r.Value, 3) }
	percent := func(r statement.Estimate) string { return format.Percent(r.Value) }
	for _, model := range m.Models {
		for _, n := range m.Jobs {
			of := func(number string, write func(statement.Estimate) string) string {
				return known(m.at(number, model, n, ours), write)
			}
			if m.at("count(value("+inSeconds+"))", model, n, ours).Value == 0 {
				continue
			}
			row := []string{model, strconv.Itoa(n)}
			for _, to := range []string{byMinsum, toRelaxed, toBest} {
				row = append(row, of("span("+to+")", decimal))
			}
			gap := of("median(100 * (bound(best) / bound(relaxed) - 1))", percent)
			t.Row(append(row, gap)...)
		}
	}
	return t
}

// beyond is the average ratio from which an algorithm is out of the range of a figure, as the paper
// leaves Gang out of Figure 3.
const beyond = 6.0

// Figures returns Figures 3 to 7 and one of the bounds, by name. Figures 3 to 6 have two
// plots, minsum and makespan, and one scale. The area about a line goes
// from the least to the largest ratio of a run.
func (m *Measured) Figures() figure.Set {
	all := figure.Set{}
	for _, name := range m.Models {
		all[fmt.Sprintf("figure-%d", figureOf(name))] = m.ratioFigure(name)
	}
	figure.ShareScale(all)
	all["figure-7"] = figure.Figure{
		Title: "Figure 7. Time of the bi-criteria algorithm",
		Plots: []figure.Plot{
			plot(
				"computation time [s]",
				lists.Each(m.Models, func(model string) figure.Line {
					return m.line(model, false, inSeconds, model, ours)
				}),
			),
		},
	}
	all["bounds"] = m.boundsFigure()
	return all
}

// ratioFigure returns one of Figures 3 to 6.
func (m *Measured) ratioFigure(name string) figure.Figure {
	title := file().Titles[name]
	title = strings.ToUpper(title[:1]) + title[1:]
	f := figure.Figure{
		Title:    fmt.Sprintf("Figure %d. %s on %d processors", figureOf(name), title, m.Machine),
		Columns:  2,
		Subtitle: "Average, least and most of " + format.Count(m.Runs, "run"),
	}
	out := map[string]bool{}
	inside := func(by string) []figure.Line {
		lines := lists.Each(shown(), func(of string) figure.Line {
			l := m.line(file().Labels[of], true, by, name, of)
			l.Of = of
			return l
		})
		return slices.DeleteFunc(lines, func(l figure.Line) bool {
			far := slices.ContainsFunc(l.Points, func(at figure.Point) bool { return at.Y >= beyond })
			if far {
				out[l.Name] = true
			}
			return far
		})
	}
	f.Plots = []figure.Plot{
		plot("minsum over the printed value", inside(byMinsum)),
		plot("makespan over its bound", inside(byMakespan)),
	}
	if len(out) > 0 {
		f.Subtitle += fmt.Sprintf("; without %s where it is %g or more on average",
			strings.Join(slices.Sorted(maps.Keys(out)), ", "), beyond)
	}
	return f
}

// plot returns a plot by the number of jobs.
func plot(what string, lines []figure.Line) figure.Plot {
	return figure.Plot{X: "jobs", Y: what, LogX: true, LogY: true, Lines: lines}
}

// boundsFigure returns a figure of the minsum ratio of the bi-criteria algorithm to each
// bound.
func (m *Measured) boundsFigure() figure.Figure {
	f := figure.Figure{
		Title:    "Minsum of the bi-criteria algorithm over bounds, and over the best schedule",
		Columns:  2,
		OneScale: true,
	}
	for _, model := range m.Models {
		var lines []figure.Line
		for _, over := range [][2]string{
			{"printed value, no bound", byMinsum}, {"relaxed", toRelaxed}, {"best schedule", toBest},
		} {
			lines = append(lines, m.line(over[0], false, over[1], model, ours))
		}
		p := plot("ratio", lines)
		p.Title = model
		f.Plots = append(f.Plots, p)
	}
	return f
}
