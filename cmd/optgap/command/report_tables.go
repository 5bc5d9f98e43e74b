package command

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/columnar"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// tableNames are the files of --tables.
func tableNames() (names []string) {
	for _, form := range columnar.Formats() {
		names = append(names, "results."+form)
	}
	return names
}

// The files of --tables that only sweeps and moldable runs have.
const (
	replaysTable   = "replays.csv"
	moldablesTable = "moldable.csv"
)

func writeTables(c *cli.Context, content page.Content, n *console.Notes) error {
	dir := c.String("tables")
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	files := map[string]func(io.Writer) error{}
	if len(content.Studies) > 0 {
		var all []columnar.Study
		for _, s := range content.Studies {
			all = append(all, columnar.Study{Name: s.Name, Results: s.Results})
		}
		rows := columnar.Of(all...)
		for i, name := range tableNames() {
			files[name] = func(w io.Writer) error { return rows.Write(w, columnar.Formats()[i]) }
		}
	}
	if len(content.Sweeps) > 0 {
		var runs []sweep.Run
		var names []string
		for _, s := range content.Sweeps {
			for _, r := range s.Runs {
				runs, names = append(runs, r), append(names, s.Name)
			}
		}
		files[replaysTable] = func(w io.Writer) error { return firstColumn("sweep", names, sweep.Rows(runs)).Write(w, table.CSV) }
	}
	if len(content.Moldables) > 0 {
		var results []record.MoldableResult
		var names []string
		for _, m := range content.Moldables {
			for _, r := range m.Results {
				results, names = append(results, r), append(names, m.Name)
			}
		}
		files[moldablesTable] = func(w io.Writer) error { return firstColumn("run", names, algorithm.Rows(results)).Write(w, table.CSV) }
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := stream.WriteFile(filepath.Join(dir, name), files[name]); err != nil {
			return err
		}
	}
	n.Say("%s in %s", format.Count(int64(len(files)), "file"), dir)
	return nil
}

// firstColumn puts a column in front: a name for each row.
func firstColumn(column string, names []string, t table.Table) table.Table {
	t.Columns = append(table.Words(column), t.Columns...)
	for i := range t.Rows {
		t.Rows[i] = append([]string{names[i]}, t.Rows[i]...)
	}
	return t
}
