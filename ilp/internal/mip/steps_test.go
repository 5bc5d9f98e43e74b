package mip_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

// TestWriteSteps: HiGHS reads the written programs of steps, with the optimum of the
// programs themselves.
func TestWriteSteps(t *testing.T) {
	for seed := range uint64(3) {
		for _, f := range []program.Formulation{program.FormulationStep, program.FormulationPulse} {
			for _, scale := range []int64{900, 1800} {
				scaled, err := grid.Scale(gridtest.KTHLike(5, seed), grid.Choice{Scale: scale})
				if err != nil {
					t.Fatal(err)
				}
				p, err := program.List(scaled, program.Options{Apart: seed == 0})
				if err != nil {
					t.Fatal(err)
				}
				g, err := program.New(p, f)
				if err != nil {
					t.Fatal(err)
				}
				want, err := mip.Solve(context.Background(), g.Model, mip.Options{})
				if err != nil || want.Status != mip.StatusOptimal {
					t.Fatalf("%v, %v", want.Status, err)
				}
				for _, format := range []mip.FileFormat{mip.LP, mip.MPS} {
					path := filepath.Join(t.TempDir(), "step."+string(format))
					file, err := os.Create(path)
					if err != nil {
						t.Fatal(err)
					}
					if err := errors.Join(g.Model.Write(file, format), file.Close()); err != nil {
						t.Fatal(err)
					}
					got, optimal := mip.OptimumOfFile(t, g.Model, path)
					if !optimal || math.Abs(got-want.Objective) > 1e-9*want.Objective {
						t.Errorf("seed %d, %s, scale %d, %s: %v, want %v", seed, f, scale, format, got, want.Objective)
					}
				}
			}
		}
	}
}
