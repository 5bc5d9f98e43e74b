package gather

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/results/columnar"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// The tables that only sweeps and runs on moldable instances have.
const (
	replaysTable     = "replays.csv"
	moldablesTable   = "moldable.csv"
	experimentsTable = "experiments.csv"
)

// StudyTables returns the names of the tables of studies, one for each format of package columnar.
func StudyTables() []string {
	return table.Each(columnar.Formats(), func(form string) string { return "results." + form })
}

// TableNames returns the names of all tables that there may be.
func TableNames() []string {
	return append(StudyTables(), replaysTable, moldablesTable, experimentsTable)
}

// WriteTables writes a row for each result into a folder, which is made if need be, and returns
// the number of files. There are tables of what the content has only. An *optgap.FieldError refuses
// the folder of a run, whose results have the name of a table.
func WriteTables(dir string, content page.Content) (files int, err error) {
	if name, _ := folder.FindInfo(dir); name != "" {
		return 0, optgap.BadField(dir, name+" of a run", "a folder without a run")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	tables := map[string]func(io.Writer) error{}
	if len(content.Studies) > 0 {
		columns, rows := studyRows(content.Studies)
		for i, name := range StudyTables() {
			tables[name] = func(w io.Writer) error { return columnar.Write(w, columnar.Formats()[i], columns, rows) }
		}
	}
	if len(content.Sweeps) > 0 {
		tables[replaysTable] = func(w io.Writer) error { return replayRows(content.Sweeps).Write(w, table.CSV) }
	}
	if len(content.Moldables) > 0 {
		tables[moldablesTable] = func(w io.Writer) error { return moldableRows(content.Moldables).Write(w, table.CSV) }
	}
	if len(content.Experiments) > 0 {
		tables[experimentsTable] = func(w io.Writer) error { return experimentRows(content.Experiments).Write(w, table.CSV) }
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		if err := stream.WriteFile(filepath.Join(dir, name), tables[name]); err != nil {
			return files, err
		}
		files++
	}
	return files, nil
}

// A row is a result with the name of its study.
type row struct {
	study string
	*record.Result
}

// studyRows returns the results of studies with their columns: "study", and those of summary.csv.
func studyRows(studies []page.Study) (columns []table.Column[row], rows []row) {
	var parts [][]record.Result
	for _, s := range studies {
		parts = append(parts, s.Results)
		for i := range s.Results {
			rows = append(rows, row{s.Name, &s.Results[i]})
		}
	}
	columns = append(columns, table.Texts("study", "name of the study", func(r row) string { return r.study }))
	for _, c := range summary.Columns(summary.NamesIn(parts...)) {
		columns = append(columns, table.Column[row]{
			Key: c.Key, Kind: c.Kind, Value: func(r row) string { return c.Value(r.Result) },
		})
	}
	return columns, rows
}

// named returns the rows of all parts as a table. The first column has the name of the part of each row.
func named[P, R any](
	column string, parts []P, of func(P) (name string, rows []R), write func([]R) table.Table,
) table.Table {
	var names []string
	var all []R
	for _, p := range parts {
		name, rows := of(p)
		names, all = append(names, slices.Repeat([]string{name}, len(rows))...), append(all, rows...)
	}
	t := write(all)
	t.Columns = append(table.Words(column), t.Columns...)
	for i := range t.Rows {
		t.Rows[i] = append([]string{names[i]}, t.Rows[i]...)
	}
	return t
}

func replayRows(sweeps []page.Sweep) table.Table {
	return named("sweep", sweeps, func(s page.Sweep) (string, []sweep.Run) { return s.Name, s.Runs }, sweep.Rows)
}

func moldableRows(moldables []page.Moldable) table.Table {
	return named("run", moldables, func(m page.Moldable) (string, []record.MoldableResult) { return m.Name, m.Results },
		experiment.Rows)
}

// experimentRows returns the means of experiments, which all have the same columns.
func experimentRows(experiments []page.Experiment) table.Table {
	return named("experiment", experiments, func(e page.Experiment) (string, [][]string) { return e.Name, e.Rows.Rows },
		func(rows [][]string) table.Table {
			return table.Table{Columns: experiments[0].Rows.Columns, Rows: rows}
		})
}
