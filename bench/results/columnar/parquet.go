package columnar

import (
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"github.com/optgap/optgap/bench/base/column"
)

// writeParquet writes the columns in their order. Their types are INT64, DOUBLE and STRING.
// All are optional and compressed by Zstandard.
func (t *Table) writeParquet(w io.Writer) error {
	out := parquet.NewGenericWriter[any](w, t.schema(), parquet.Compression(&parquet.Zstd))
	for _, cells := range t.rows {
		row := make(parquet.Row, len(cells))
		for i, cell := range cells {
			value, err := valueOf(cell, t.kinds[i])
			if err != nil {
				return fmt.Errorf("column %s: %w", t.names[i], err)
			}
			row[i] = value.Level(0, present(cell), i)
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return out.Close()
}

// schema returns a schema with the columns in their order. The schema comes from a struct
// type made at run time, as only structs keep the order of columns.
func (t *Table) schema() *parquet.Schema {
	types := map[column.Kind]reflect.Type{
		column.Word:  reflect.TypeFor[*string](),
		column.Whole: reflect.TypeFor[*int64](),
		column.Real:  reflect.TypeFor[*float64](),
	}
	var fields []reflect.StructField
	for i, name := range t.names {
		fields = append(fields, reflect.StructField{
			Name: "Column" + strconv.Itoa(i), Type: types[t.kinds[i]],
			Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s,optional"`, name)),
		})
	}
	return parquet.NewSchema("results", parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface()))
}

func valueOf(cell string, kind column.Kind) (parquet.Value, error) {
	if cell == "" {
		return parquet.NullValue(), nil
	}
	switch kind {
	case column.Whole:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.Int64Value(n), err
	case column.Real:
		v, err := strconv.ParseFloat(cell, 64)
		return parquet.DoubleValue(v), err
	}
	return parquet.ByteArrayValue([]byte(cell)), nil
}

// present returns the definition level of a value: 1 where the value exists, 0 where the
// cell is blank.
func present(cell string) int {
	if cell == "" {
		return 0
	}
	return 1
}
