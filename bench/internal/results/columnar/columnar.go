// Package columnar writes rows for programs that read tables: as CSV, as JSON lines and as Parquet.
//
//	rows, []frame.Column -> Write
//
// All three formats have the same columns. A value that does not exist is blank in CSV, absent in
// JSON and null in Parquet.
package columnar

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
)

// The formats of [Write]. Each is also the suffix of its files.
const (
	CSV     = "csv"
	JSON    = "jsonl"
	Parquet = "parquet"
)

// Formats returns all formats.
func Formats() []string { return []string{CSV, JSON, Parquet} }

// Write writes the rows as "csv", "jsonl" or "parquet". Another format is an [*optgap.FieldError].
func Write[R any](w io.Writer, format string, columns []frame.Column[R], rows []R) error {
	switch format {
	case CSV:
		return frame.Rows(columns, rows).Write(w, table.CSV)
	case JSON:
		return writeJSON(w, columns, rows)
	case Parquet:
		return writeParquet(w, columns, rows)
	}
	return optgap.BadField("format", fmt.Sprintf("%q", format), `"csv", "jsonl" or "parquet"`)
}

func writeJSON[R any](w io.Writer, columns []frame.Column[R], rows []R) error {
	buffered := bufio.NewWriter(w)
	lines := record.NewWriter(buffered)
	for _, row := range rows {
		var line record.Object
		for _, c := range columns {
			switch cell := c.Value(row); {
			case cell == "":
			case c.Kind == frame.Word:
				line = append(line, record.Member{Key: c.Key, Value: cell})
			default: // a number, with the digits of the cell
				line = append(line, record.Member{Key: c.Key, Value: json.Number(cell)})
			}
		}
		if err := lines.Write(line); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
