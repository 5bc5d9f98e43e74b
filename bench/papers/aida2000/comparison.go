package aida2000

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/folder"
)

// AllReadings is the name of a list of all readings.
const AllReadings = "all"

// Under returns the study under each of the readings with the names. An unknown name, or a field
// that is out of its range, is an *optgap.FieldError.
func (s Study) Under(readings []string) ([]Study, error) {
	var studies []Study
	for _, name := range readings {
		var err error
		if s.Reading, err = ReadingByName(name); err != nil {
			return nil, err
		}
		if err := s.Validate(); err != nil {
			return nil, err
		}
		studies = append(studies, s)
	}
	return studies, nil
}

// Comparison is a run of studies that differ in their readings alone.
type Comparison struct {
	Studies []Study // at least one
	Workers int     // experiments side by side; 0: 1
	// Folder keeps the samples, see Within, and an interrupted run goes on there; "": they are
	// not kept.
	Folder  string
	Version string // of the program
	// Began is called before each study, Known then with the number of its samples that are known
	// from an earlier run, Done with each new sample, and Ended after the study with its error.
	// Each may be nil. One is called at a time.
	Began func(Study)
	Known func(n int)
	Done  func()
	Ended func(error)
}

// Within returns the folder of a study in that of a comparison: the same for a single study, else
// one with the name of the reading.
func (c Comparison) Within(dir string, s Study) string {
	if len(c.Studies) == 1 {
		return dir
	}
	return filepath.Join(dir, s.Reading.Name)
}

// Run does the studies one after the other. With an error, such as that of a cancelled context, it
// returns those that have samples by then.
func (c Comparison) Run(ctx context.Context) (all []Measured, err error) {
	if c.Folder != "" && len(c.Studies) > 1 {
		own := func(name, info string) bool { return slices.Contains(ReadingNames(), name) && info == Files.Info }
		if err := folder.CheckFree(c.Folder, own); err != nil {
			return nil, err
		}
	}
	for _, s := range c.Studies {
		samples, err := c.one(ctx, s)
		if len(samples) > 0 {
			all = append(all, Measured{Study: s, Samples: samples})
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// one does the experiments of a study. Where it is interrupted, it returns what there is, and the
// error.
func (c Comparison) one(ctx context.Context, s Study) (samples []Sample, err error) {
	w := Watch{Workers: c.Workers, Known: c.Known, Done: c.Done}
	if c.Folder != "" {
		if w.Folder, err = s.OpenFolder(c.Within(c.Folder, s), c.Version); err != nil {
			return nil, err
		}
	}
	if c.Began != nil {
		c.Began(s)
	}
	samples, err = s.Run(ctx, w)
	if c.Ended != nil {
		c.Ended(err)
	}
	return samples, err
}

// Points returns the points of all studies.
func (c Comparison) Points(all []Measured) []Point {
	var points []Point
	for _, m := range all {
		points = append(points, m.Study.Points(m.Samples)...)
	}
	return points
}

// unfinished says in a line each which readings were interrupted, and which were not run.
func (c Comparison) unfinished(all []Measured) (lines string) {
	for i, s := range c.Studies {
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

// groups returns the statements of each reading.
func groups(all []Measured) (groups []statement.Group) {
	for _, m := range all {
		groups = append(groups, statement.Group{Name: m.Study.Reading.Name, Statements: m.Study.Statements(m.Samples)})
	}
	return groups
}

// Statements returns the statements of all readings.
func (c Comparison) Statements(all []Measured) (statements []statement.Statement) {
	for _, g := range groups(all) {
		statements = append(statements, g.Statements...)
	}
	return statements
}

// Report returns the first lines of a report, which count the verdicts, and its tables: the ledger, and what
// the text leaves open. A wide report has the figures as tables too. Several readings stand side
// by side; the wide report has the ledger of each.
func (c Comparison) Report(all []Measured, wide bool) (lead string, tables []table.Table) {
	found := groups(all)
	for i, m := range all {
		if len(c.Studies) == 1 || wide {
			title := m.Study.Basis(m.Samples).Under(m.Study.Title())
			tables = append(tables, statement.Table(title, found[i].Statements),
				statement.ReadingTable("What the text leaves open", m.Study.Open()))
		}
		if wide {
			tables = append(tables, m.Study.Tables(m.Samples)...)
		}
	}
	if len(c.Studies) > 1 {
		gains := ReadingTable(all)
		gains.Title += c.unfinished(all)
		tables = append([]table.Table{
			statement.Tally("Statements by reading", "reading", found),
			statement.Compared("Verdicts by reading", found), gains,
		}, tables...)
	}
	return statement.Lead(found), tables
}
