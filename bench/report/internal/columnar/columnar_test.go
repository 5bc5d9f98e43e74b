package columnar_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/internal/columnar"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

func written(format string) []byte {
	results := slices.Concat(recordtest.Studied(), recordtest.Compared())
	results[0].Trace = `b,"c"`
	var b bytes.Buffer
	must.Do(write(&b, format, results))
	return b.Bytes()
}

func write(w io.Writer, format string, results []record.Result) error {
	return columnar.Write(w, format, summary.Rows(results))
}

// cells returns the lines of the CSV, the names first.
func cells(t *testing.T) [][]string {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(written(columnar.CSV))).ReadAll()
	if err != nil || len(lines) != 1+len(recordtest.Studied())+len(recordtest.Compared()) || lines[0][0] != "trace" {
		t.Fatalf("found %d lines, error %v", len(lines), err)
	}
	return lines
}

// TestParquet reads the columns back by their names: each value is the cell of the CSV, and a
// blank cell is null.
func TestParquet(t *testing.T) {
	text := written(columnar.Parquet)
	file := must.Get(parquet.OpenFile(bytes.NewReader(text), int64(len(text))))
	lines := cells(t)
	for i, field := range file.Schema().Fields() {
		if field.Name() != lines[0][i] || !field.Optional() {
			t.Errorf("column %d: found %s, expected %s", i, field.Name(), lines[0][i])
		}
	}
	reader := parquet.NewGenericReader[any](file)
	defer reader.Close()
	rows := make([]parquet.Row, len(lines))
	n, err := reader.ReadRows(rows)
	if err != nil && err != io.EOF || n != len(lines)-1 {
		t.Fatalf("found %d rows, error %v", n, err)
	}
	for r, row := range rows[:n] {
		for i, value := range row {
			if found := worded(value); found != lines[r+1][i] {
				t.Errorf("row %d, %s: found %q, expected %q", r, lines[0][i], found, lines[r+1][i])
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

// TestJSON shows that a line has the cells that are not blank, numbers as numbers.
func TestJSON(t *testing.T) {
	csvLines := cells(t)
	lines := strings.Split(strings.TrimSuffix(string(written(columnar.JSON)), "\n"), "\n")
	if len(lines) != len(csvLines)-1 {
		t.Fatalf("found %d lines, expected %d", len(lines), len(csvLines)-1)
	}
	words := []string{"trace", "method", "formulation", "status", "ended_by", "scope", "best_policy"}
	for r, line := range lines {
		var found map[string]any
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		must.Do(d.Decode(&found))
		for i, name := range csvLines[0] {
			want := csvLines[r+1][i]
			value, there := found[name]
			if there != (want != "") || there && fmt.Sprint(value) != want {
				t.Errorf("line %d, %s: found %v, expected %q", r, name, value, want)
			}
			if _, number := value.(json.Number); there && number == slices.Contains(words, name) {
				t.Errorf("line %d, %s: found %T", r, name, value)
			}
		}
	}
}

func TestRefusesFormat(t *testing.T) {
	if err := write(io.Discard, "xls", nil); must.Field(err) == "" {
		t.Errorf("found %v, expected a FieldError", err)
	}
}

func ExampleWrite() {
	failed := record.Result{Trace: "a.swf", Index: 13, Now: 1300100, Jobs: 6, Method: "ilp", Status: optgap.StatusError}
	if err := columnar.Write(os.Stdout, columnar.JSON, summary.Rows([]record.Result{failed})); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"trace":"a.swf","index":13,"now":1300100,"jobs":6,"accumulated_run_time":0,"method":"ilp","status":"error"}
}
