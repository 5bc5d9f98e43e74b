// Package columnar writes the results of studies for programs that read tables: as CSV, as
// JSON lines and as Parquet.
//
//	studies -> Of -> Table -> Write
//
// All three formats have the same columns: "study", then those of summary.csv. A value that
// does not exist is blank in CSV, absent in JSON and null in Parquet.
package columnar

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// The formats of [Table.Write]. Each is also the suffix of its files.
const (
	CSV     = "csv"
	JSON    = "jsonl"
	Parquet = "parquet"
)

// Formats returns all formats.
func Formats() []string { return []string{CSV, JSON, Parquet} }

// A Study is a name with the results of a study.
type Study struct {
	Name    string
	Results []record.Result
}

// A Table has a row for each result.
type Table struct {
	names []string
	kinds []column.Kind
	rows  [][]string // cells as text; a blank one stands for a value that does not exist
}

// Of returns a table of the results of the studies, one study after the other.
func Of(studies ...Study) *Table {
	var parts [][]record.Result
	for _, s := range studies {
		parts = append(parts, s.Results)
	}
	columns := summary.Columns(summary.NamesIn(parts...))
	t := &Table{names: []string{"study"}, kinds: []column.Kind{column.Word}}
	for _, c := range columns {
		t.names, t.kinds = append(t.names, c.Key), append(t.kinds, c.Kind)
	}
	for _, s := range studies {
		for i := range s.Results {
			t.rows = append(t.rows, append([]string{s.Name}, column.Values(columns, &s.Results[i])...))
		}
	}
	return t
}

// Write writes the table as "csv", "jsonl" or "parquet". Another format is an
// [*optgap.FieldError].
func (t *Table) Write(w io.Writer, format string) error {
	switch format {
	case CSV:
		return table.Table{Columns: table.Words(t.names...), Rows: t.rows}.Write(w, table.CSV)
	case JSON:
		return t.writeJSON(w)
	case Parquet:
		return t.writeParquet(w)
	}
	return &optgap.FieldError{Field: "format", Found: fmt.Sprintf("%q", format), Expected: `"csv", "jsonl" or "parquet"`}
}

func (t *Table) writeJSON(w io.Writer) error {
	buffered := bufio.NewWriter(w)
	lines := record.NewWriter(buffered)
	for _, row := range t.rows {
		var line record.Object
		for i, cell := range row {
			switch {
			case cell == "":
			case t.kinds[i] == column.Word:
				line = append(line, record.Member{Key: t.names[i], Value: cell})
			default: // a number, with the digits of the cell
				line = append(line, record.Member{Key: t.names[i], Value: json.Number(cell)})
			}
		}
		if err := lines.Write(line); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
