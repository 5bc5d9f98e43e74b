// Package columnar writes rows for programs that read tables: as CSV, as JSON lines and as Parquet.
//
//	rows, []table.Heading -> Write
//
// All three formats have the same columns. A value that does not exist is blank in CSV, absent in
// JSON and null in Parquet.
package columnar

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"github.com/optgap/optgap"
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
func Write[R any](w io.Writer, format string, columns []table.Column[R], rows []R) error {
	switch format {
	case CSV:
		return table.Rows(columns, rows).Write(w, table.CSV)
	case JSON:
		return writeJSON(w, columns, rows)
	case Parquet:
		return writeParquet(w, columns, rows)
	}
	return optgap.BadField("format", fmt.Sprintf("%q", format), `"csv", "jsonl" or "parquet"`)
}

func writeJSON[R any](w io.Writer, columns []table.Column[R], rows []R) error {
	buffered := bufio.NewWriter(w)
	lines := record.NewWriter(buffered)
	for _, row := range rows {
		var line record.Object
		for _, c := range columns {
			switch cell := c.Value(row); {
			case cell == "":
			case c.Kind == table.Word:
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

// writeParquet writes the columns in their order. Their types are INT64, DOUBLE and STRING.
// All are optional and compressed by Zstandard.
func writeParquet[R any](w io.Writer, columns []table.Column[R], rows []R) error {
	out := parquet.NewGenericWriter[any](w, schema(columns), parquet.Compression(&parquet.Zstd))
	for _, r := range rows {
		row := make(parquet.Row, len(columns))
		for i, c := range columns {
			cell, present := c.Value(r), 1 // the definition level
			if cell == "" {
				present = 0
			}
			value, err := valueOf(cell, c.Kind)
			if err != nil {
				return fmt.Errorf("column %s: %w", c.Key, err)
			}
			row[i] = value.Level(0, present, i)
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return out.Close()
}

// schema returns a schema with the columns in their order. The schema comes from a struct
// type made at run time, as only structs keep the order of columns.
func schema[R any](columns []table.Column[R]) *parquet.Schema {
	types := map[table.Kind]reflect.Type{
		table.Word:  reflect.TypeFor[*string](),
		table.Whole: reflect.TypeFor[*int64](),
		table.Real:  reflect.TypeFor[*float64](),
	}
	var fields []reflect.StructField
	for i, c := range columns {
		fields = append(fields, reflect.StructField{
			Name: "Column" + strconv.Itoa(i), Type: types[c.Kind],
			Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s,optional"`, c.Key)),
		})
	}
	return parquet.NewSchema("results", parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface()))
}

func valueOf(cell string, kind table.Kind) (parquet.Value, error) {
	switch {
	case cell == "":
		return parquet.NullValue(), nil
	case kind == table.Whole:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.Int64Value(n), err
	case kind == table.Real:
		v, err := strconv.ParseFloat(cell, 64)
		return parquet.DoubleValue(v), err
	}
	return parquet.ByteArrayValue([]byte(cell)), nil
}
