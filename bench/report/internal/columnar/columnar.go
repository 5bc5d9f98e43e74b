// Package columnar writes rows for programs that read tables: as CSV, as JSON lines and as Parquet.
//
//	table.Rows -> Write
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

// Write writes the rows of a table as "csv", "jsonl" or "parquet". Another format is an [*optgap.FieldError].
func Write(w io.Writer, format string, t table.Table) error {
	switch format {
	case CSV:
		return t.Write(w, table.CSV)
	case JSON:
		return writeJSON(w, t)
	case Parquet:
		return writeParquet(w, t)
	}
	return optgap.BadField("format", fmt.Sprintf("%q", format), `"csv", "jsonl" or "parquet"`)
}

func writeJSON(w io.Writer, t table.Table) error {
	buffered := bufio.NewWriter(w)
	lines := record.NewWriter(buffered)
	for _, row := range t.Rows {
		var line record.Object
		for i, c := range t.Columns {
			switch {
			case row[i] == "":
			case c.Kind == table.Word:
				line = append(line, record.Member{Key: c.Name, Value: row[i]})
			default: // a number, with the digits of the cell
				line = append(line, record.Member{Key: c.Name, Value: json.Number(row[i])})
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
func writeParquet(w io.Writer, t table.Table) error {
	out := parquet.NewGenericWriter[any](w, schema(t.Columns), parquet.Compression(&parquet.Zstd))
	for _, cells := range t.Rows {
		row := make(parquet.Row, len(cells))
		for i, c := range t.Columns {
			present := 1 // the definition level
			if cells[i] == "" {
				present = 0
			}
			value, err := valueOf(cells[i], c.Kind)
			if err != nil {
				return fmt.Errorf("column %s: %w", c.Name, err)
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
func schema(columns []table.Heading) *parquet.Schema {
	types := map[table.Kind]reflect.Type{
		table.Word:  reflect.TypeFor[*string](),
		table.Whole: reflect.TypeFor[*int64](),
		table.Real:  reflect.TypeFor[*float64](),
	}
	var fields []reflect.StructField
	for i, c := range columns {
		fields = append(fields, reflect.StructField{
			Name: "Column" + strconv.Itoa(i), Type: types[c.Kind],
			Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s,optional"`, c.Name)),
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
