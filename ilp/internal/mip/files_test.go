package mip

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// optimumOfFile returns the optimum that HiGHS finds for a model file, to which m was
// written.
func optimumOfFile(t *testing.T, m *Model, path string) (float64, bool) {
	t.Helper()
	h, err := newHandle()
	if err != nil {
		t.Fatal(err)
	}
	defer h.free()
	set := map[string]any{"output_flag": false, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0, "presolve": "off"}
	if err := setAll(h.raw, set); err != nil {
		t.Fatal(err)
	}
	if err := unlessWarning(h.raw.ReadModelFromFile(path)); err != nil {
		text, _ := os.ReadFile(path)
		t.Fatalf("%v\n%s", err, text)
	}
	// An LP file has two rows for one with two sides, and a column for the offset.
	out, err := h.run(context.Background(), m.asWritten().Columns(), 1+2*m.Rows(), limits{seconds: -1})
	if err != nil {
		t.Fatal(err)
	}
	return h.doubleInfo("objective_function_value", math.NaN()), out.status == highsOptimal
}

// HiGHS reads a written file as the same program.
func TestWriteRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		m := randomModel(rng)
		want, _ := enumerate(m)
		for _, format := range []FileFormat{MPS, LP} {
			path := writeModel(t, m, dir, format)
			got, optimal := optimumOfFile(t, m, path)
			if optimal == math.IsInf(want, 1) || optimal && !near(got, want) {
				text, _ := os.ReadFile(path)
				t.Fatalf("seed %d: %v (%v), want %v:\n%s", seed, got, optimal, want, text)
			}
		}
	}
}

func TestWriteBoundsAndNames(t *testing.T) {
	m := &Model{ColumnNames: []string{"free", "start", "fixed", "low", "high"}, RowNames: []string{"obj", "two"}}
	for _, b := range [][2]float64{{math.Inf(-1), inf}, {-5, 5}, {3, 3}, {1, inf}, {math.Inf(-1), 7}} {
		m.AddColumn(1, b[0], b[1], false)
	}
	m.Cost[4] = -1
	m.AddRow(-2, []int32{0}, []float64{1}, inf)
	m.AddRow(-4, []int32{0, 1}, []float64{1, 1}, 9)
	// -2 - 2 + 3 + 1 - 7 = -7: the two-sided row allows start = -4 - free = -2
	dir := t.TempDir()
	for _, format := range []FileFormat{MPS, LP} {
		if format == LP {
			m.ColumnNames[0] = "f" // free is a word of LP files
		}
		path := writeModel(t, m, dir, format)
		if got, optimal := optimumOfFile(t, m, path); !optimal || !near(got, -7) {
			text, _ := os.ReadFile(path)
			t.Errorf("%s: %v\n%s", format, got, text)
		}
	}
	m.ColumnNames[0] = "a b"
	if err := m.Write(io.Discard, MPS); err == nil {
		t.Error("a name with a blank is accepted")
	}
	m.ColumnNames = nil
	if err := m.Write(io.Discard, "txt"); err == nil {
		t.Error("an unknown format is accepted")
	}
}

// writeModel writes the model into the folder and returns the path.
func writeModel(t *testing.T, m *Model, dir string, format FileFormat) string {
	t.Helper()
	path := filepath.Join(dir, "model."+string(format))
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(m.Write(f, format), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}
