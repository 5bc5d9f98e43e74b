package mip

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// optimumOfFile returns the optimum that HiGHS finds for a model file, to which m was
// written.
func optimumOfFile(t *testing.T, m *Model, path string) (float64, bool) {
	t.Helper()
	h := must.Get(newHandle())
	defer h.free()
	set := map[string]any{"output_flag": false, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0, "presolve": "off"}
	must.Do(setAll(h.raw, set))
	if err := unlessWarning(h.raw.ReadModelFromFile(path)); err != nil {
		text, _ := os.ReadFile(path)
		t.Fatalf("%v\n%s", err, text)
	}
	written := m.asWritten() // with a column for the offset
	out := must.Get(h.run(context.Background(), written.Columns(), written.Rows(), limits{seconds: -1}))
	return h.doubleInfo("objective_function_value", math.NaN()), out.status == highsOptimal
}

// HiGHS reads a written file as the same program.
func TestWriteRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		m := randomModel(rng)
		for i := range m.Rows() { // rows have an upper side, or two equal ones
			if m.RowUpper[i] = min(m.RowUpper[i], 30); !math.IsInf(m.RowLower[i], -1) {
				m.RowUpper[i] = m.RowLower[i]
			}
			if rng.IntN(2) == 0 {
				m.RowLower[i] = math.Inf(-1)
			}
		}
		want, _ := enumerate(m)
		for _, format := range []FileFormat{MPS, LP} {
			path := writeModel(m, dir, format)
			got, optimal := optimumOfFile(t, m, path)
			if optimal == math.IsInf(want, 1) || optimal && !near(got, want) {
				text, _ := os.ReadFile(path)
				t.Fatalf("seed %d: %v (%v), want %v:\n%s", seed, got, optimal, want, text)
			}
		}
	}
}

// writeModel writes the model into the folder and returns the path.
func writeModel(m *Model, dir string, format FileFormat) string {
	path := filepath.Join(dir, "model."+string(format))
	f := must.Get(os.Create(path))
	must.Do(errors.Join(m.Write(f, format), f.Close()))
	return path
}
