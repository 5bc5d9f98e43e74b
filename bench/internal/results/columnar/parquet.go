package columnar

import (
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"github.com/optgap/optgap/bench/base/frame"
)

// writeParquet writes the columns in their order. Their types are INT64, DOUBLE and STRING.
// All are optional and compressed by Zstandard.
func writeParquet[R any](w io.Writer, columns []frame.Column[R], rows []R) error {
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
func schema[R any](columns []frame.Column[R]) *parquet.Schema {
	types := map[frame.Kind]reflect.Type{
		frame.Word:  reflect.TypeFor[*string](),
		frame.Whole: reflect.TypeFor[*int64](),
		frame.Real:  reflect.TypeFor[*float64](),
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

func valueOf(cell string, kind frame.Kind) (parquet.Value, error) {
	switch {
	case cell == "":
		return parquet.NullValue(), nil
	case kind == frame.Whole:
		n, err := strconv.ParseInt(cell, 10, 64)
		return parquet.Int64Value(n), err
	case kind == frame.Real:
		v, err := strconv.ParseFloat(cell, 64)
		return parquet.DoubleValue(v), err
	}
	return parquet.ByteArrayValue([]byte(cell)), nil
}
