package simulated

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/folder"
)

// Do runs the study under each of some readings and reports it. Their names have commas between; "all" stands for every
// one. An unknown name, or a field that is out of its range, is an *optgap.FieldError.
func (s Study) Do(ctx context.Context, readings string, r statement.Run) (*statement.Report, error) {
	names := s.Paper.ReadingNames()
	if readings != statement.AllReadings {
		names = strings.Split(readings, ",")
	}
	var c Comparison
	for _, name := range names {
		var err error
		if s.Reading, err = s.Paper.Reading(name); err != nil {
			return nil, err
		}
		if err := s.Validate(); err != nil {
			return nil, err
		}
		c = append(c, s)
	}
	all, err := c.Run(ctx, r)
	return statement.Reported(ctx, len(all), err, func() (*statement.Report, error) { return c.Report(all, r.Wide), nil })
}

// A Comparison is studies that differ in their readings alone: at least one.
type Comparison []Study

// A Measured is a study with its samples.
type Measured struct {
	Study   Study
	Samples []Sample
}

// Within returns the folder of a study in that of a comparison: the same for a single study, else
// one with the name of the reading.
func (c Comparison) Within(dir string, s Study) string {
	if len(c) == 1 {
		return dir
	}
	return filepath.Join(dir, s.Reading.Name)
}

// Run does the studies one after the other. With an error, such as that of a cancelled context, it
// returns those that have samples by then.
func (c Comparison) Run(ctx context.Context, r statement.Run) (all []Measured, err error) {
	if r.Folder != "" && len(c) > 1 {
		own := func(name, info string) bool {
			return slices.Contains(c[0].Paper.ReadingNames(), name) && info == c[0].Paper.Files().Info
		}
		if err := folder.CheckFree(r.Folder, own); err != nil {
			return nil, err
		}
	}
	for _, s := range c {
		one := r
		if r.Folder != "" {
			one.Folder = c.Within(r.Folder, s)
		}
		samples, err := s.Run(ctx, one)
		if len(samples) > 0 {
			all = append(all, Measured{Study: s, Samples: samples})
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// Report returns the ledger, and what the text leaves open. A wide report has the figures as tables
// too. Several readings stand side by side; the wide report has the ledger of each.
func (c Comparison) Report(all []Measured, wide bool) *statement.Report {
	var groups []statement.Group
	var points []Point
	var tables []table.Table
	figures := map[string]map[string]figure.Figure{}
	for _, m := range all {
		g := statement.Group{Name: m.Study.Reading.Name, Statements: m.Study.Statements(m.Samples)}
		groups, points = append(groups, g), append(points, m.Study.Points(m.Samples)...)
		figures[c.Within("", m.Study)] = m.Study.Figures(m.Samples)
		if len(c) == 1 || wide {
			title := m.Study.Basis(m.Samples).Under(m.Study.Title())
			tables = append(tables, statement.Table(title, g.Statements),
				statement.ReadingTable("What the text leaves open", m.Study.Open()))
		}
		if wide {
			tables = append(tables, m.Study.Tables(m.Samples)...)
		}
	}
	if len(c) > 1 {
		gains := c.gainTable(all)
		gains.Title += c.unfinished(all)
		tables = append([]table.Table{
			statement.Tally("Statements by reading", "reading", groups),
			statement.Compared("Verdicts by reading", groups), gains,
		}, tables...)
	}
	r := statement.NewReport(groups, statement.Lines(points), table.FieldRows(points), nil)
	r.Tables, r.Figures = tables, figures
	return r
}

// unfinished says in a line each which readings were interrupted, and which were not run.
func (c Comparison) unfinished(all []Measured) (lines string) {
	for i, s := range c {
		note := "not run"
		if i < len(all) { // they run in their order
			note = s.Basis(all[i].Samples).Note()
		}
		if note != "" {
			lines += "\n" + s.Reading.Name + ": " + note
		}
	}
	return lines
}

// gainTable returns the printed gains beside those of several readings. The last row has
// the mean distance from the printed gains.
func (c Comparison) gainTable(all []Measured) table.Table {
	gains, distances := c[0].Paper.Gains, make([][]float64, len(all))
	readings := table.Each(all, func(m Measured) string { return strings.ReplaceAll(m.Study.Reading.Name, "-", "-\n") })
	data := table.Each(all, func(m Measured) Data { return m.Study.Data(m.Samples) })
	rows := table.Each(gains, func(g Gain) string { return g.Model + ", " + g.Scheduler })
	columns := append([]string{"paper"}, readings...)
	const title = "Largest gains of utilisation over FCFS [%]"
	t := statement.Grid(title, table.Words("model, scheduler"), rows, columns, func(row, column int) string {
		g := gains[row]
		if column == 0 {
			return format.Decimal(g.Percent, 0)
		}
		e, _ := data[column-1].gain(g.Model, g.Scheduler)
		if !e.Known() {
			return ""
		}
		distances[column-1] = append(distances[column-1], math.Abs(e.Value-g.Percent))
		return format.Decimal(e.Value, 1)
	})
	t.Footer = []string{"mean distance", ""}
	for _, d := range distances {
		t.Footer = append(t.Footer, format.Decimal(stat.Mean(d, nil), 1))
	}
	return t
}
