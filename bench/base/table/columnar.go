package table

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// jsonLines writes a line for each row, without its blank cells. Numbers have the digits of their
// cells.
func (t Table) jsonLines(w io.Writer) error {
	quoted := func(s string) string {
		text, _ := json.Marshal(s) // which any text can be
		return string(text)
	}
	for _, row := range t.Rows {
		var members []string
		for i, c := range t.Columns {
			switch {
			case row[i] == "":
			case c.Kind == Word:
				members = append(members, quoted(c.Name)+":"+quoted(row[i]))
			default:
				members = append(members, quoted(c.Name)+":"+row[i])
			}
		}
		if _, err := io.WriteString(w, "{"+strings.Join(members, ",")+"}\n"); err != nil {
			return err
		}
	}
	return nil
}

// parquet writes the columns in their order. Their types are INT64, DOUBLE and STRING.
// All are optional and compressed by Zstandard.
func (t Table) parquet(w io.Writer) error {
	out := parquet.NewGenericWriter[any](
		w,
		schema(t.Columns),
		parquet.Compression(&parquet.Zstd),
	)
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
func schema(columns []Heading) *parquet.Schema {
	types := map[Kind]reflect.Type{
		Word:  reflect.TypeFor[*string](),
		Whole: reflect.TypeFor[*int64](),
		Real:  reflect.TypeFor[*float64](),
	}
	var fields []reflect.StructField
	for i, c := range columns {
		fields = append(fields, reflect.StructField{
			Name: "Column" + strconv.Itoa(i), Type: types[c.Kind],
			Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s,optional"`, c.Name)),
		})
	}
	return parquet.NewSchema(
		"results",
		parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface()),
	)
}

func valueOf(cell string, kind Kind) (parquet.Value, error) {
	switch {
	case cell == "":
		return parquet.NullValue(), nil
	case kind == Whole:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.Int64Value(n), err
	case kind == Real:
		v, err := strconv.ParseFloat(cell, 64)
		return parquet.DoubleValue(v), err
	}
	return parquet.ByteArrayValue([]byte(cell)), nil
}
