package gather

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/internal/columnar"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// The tables that studies do not have.
const (
	replaysTable     = "replays.csv"
	moldablesTable   = "moldable.csv"
	offlinesTable    = "offline.csv"
	experimentsTable = "experiments.csv"
)

// StudyTables returns the names of the tables of studies, one for each format of package columnar.
func StudyTables() []string {
	return lists.Each(columnar.Formats(), func(form string) string { return "results." + form })
}

// TableNames returns the names of all tables that there may be.
func TableNames() []string {
	return append(StudyTables(), replaysTable, moldablesTable, offlinesTable, experimentsTable)
}

// WriteTables writes a row for each result into a folder, which is made if need be, and returns
// the number of files. There are tables of what the content has only. An *optgap.FieldError refuses
// the folder of a run, whose results have the name of a table.
func WriteTables(dir string, content sections.Content) (files int, err error) {
	if name, _ := folder.FindInfo(dir); name != "" {
		return 0, optgap.BadField(dir, name+" of a run", "a folder without a run")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	studies := named("study", content.Studies,
		func(s sections.Study) (string, []record.Result) { return s.Name, s.Results }, summary.Rows)
	experiments := named("experiment", content.Experiments,
		func(e sections.Experiment) (string, [][]string) { return e.Name, e.Rows.Rows },
		func(rows [][]string) table.Table { // all experiments have the same columns
			return table.Table{Columns: content.Experiments[0].Rows.Columns, Rows: rows}
		})
	tables := map[string]table.Table{
		replaysTable: named("sweep", content.Sweeps,
			func(s sections.Sweep) (string, []sweep.Run) { return s.Name, s.Runs }, sweep.Rows),
		moldablesTable: named("run", content.Moldables,
			func(m sections.Moldable) (string, []record.MoldableResult) { return m.Name, m.Results }, experiment.Rows),
		offlinesTable: named("run", content.Offlines,
			func(o sections.Offline) (string, []record.Offline) { return o.Name, []record.Offline{o.Best} }, record.OfflineRows),
		experimentsTable: experiments,
	}
	for _, name := range StudyTables() {
		tables[name] = studies
	}
	maps.DeleteFunc(tables, func(_ string, t table.Table) bool { return t.Rows == nil })
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		write := func(w io.Writer) error { return columnar.Write(w, filepath.Ext(name)[1:], tables[name]) }
		if err := stream.WriteFile(filepath.Join(dir, name), write); err != nil {
			return files, err
		}
		files++
	}
	return files, nil
}

// named returns the rows of all parts as a table, the zero value without any. The first column has the name of the part
// of each row.
func named[P, R any](
	column string, parts []P, of func(P) (name string, rows []R), write func([]R) table.Table,
) table.Table {
	var names []string
	var all []R
	for _, p := range parts {
		name, rows := of(p)
		names, all = append(names, slices.Repeat([]string{name}, len(rows))...), append(all, rows...)
	}
	if all == nil {
		return table.Table{}
	}
	t := write(all)
	t.Columns = append(table.Words(column), t.Columns...)
	for i := range t.Rows {
		t.Rows[i] = append([]string{names[i]}, t.Rows[i]...)
	}
	return t
}
