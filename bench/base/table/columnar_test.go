package table

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/optgap/optgap/heuristics/must"
)

// values has values of each kind, and blank ones.
func values() Table {
	return Table{
		Columns: []Heading{{Name: "trace"}, {Name: "nodes", Kind: Whole}, {Name: "gap", Kind: Real}},
		Rows:    [][]string{{`b,"<c>"`, "9007199254740993", ""}, {"", "", "1e-09"}, {"a", "0", "0.1"}},
	}
}

// TestParquet reads the columns back by their names: each value is the cell, and a blank cell is null.
func TestParquet(t *testing.T) {
	written := values()
	text := render(written, "parquet")
	file := must.Get(parquet.OpenFile(bytes.NewReader([]byte(text)), int64(len(text))))
	for i, field := range file.Schema().Fields() {
		if field.Name() != written.Columns[i].Name || !field.Optional() {
			t.Errorf("column %d: found %s", i, field.Name())
		}
	}
	reader := parquet.NewGenericReader[any](file)
	defer reader.Close()
	rows := make([]parquet.Row, len(written.Rows)+1)
	n, err := reader.ReadRows(rows)
	if err != nil && err != io.EOF || n != len(written.Rows) {
		t.Fatalf("found %d rows, error %v", n, err)
	}
	for r, row := range rows[:n] {
		for i, value := range row {
			if found := worded(value); found != written.Rows[r][i] {
				t.Errorf("row %d, column %d: found %q, expected %q", r, i, found, written.Rows[r][i])
			}
		}
	}
}

func worded(v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	case v.Kind() == parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	}
	return string(v.ByteArray())
}

// A line has the cells that are not blank, and numbers with their digits.
func ExampleTable_Write_json() {
	must.Do(values().Write(os.Stdout, "jsonl"))
	// Output:
	// {"trace":"b,\"\u003cc\u003e\"","nodes":9007199254740993}
	// {"gap":1e-09}
	// {"trace":"a","nodes":0,"gap":0.1}
}
