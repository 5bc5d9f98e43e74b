package study

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// What a process knows of the cost depends on what else it does.
func TestCostWithinProcess(t *testing.T) {
	step := steptest.Random(rand.New(rand.NewPCG(6, 6)), steptest.Options{MinJobs: 2})
	tells := runtime.GOOS == "linux"
	for _, c := range []struct {
		name      string
		work      Work
		cpu, peak bool
	}{{"alone", Work{Alone: true}, true, true}, {"in-turn", Work{}, true, false},
		{"beside-others", Work{Workers: 2}, false, false}} {
		t.Run(c.name, func(t *testing.T) {
			o := method.Options{NoBounds: true}
			solving := must.Get(NewSolving([]method.Method{method.Policies}, o, c.work))
			defer solving.Close()
			cost := must.Get(solving.Solvers[0].Solve(t.Context(), &step)).Cost
			if cost.WallSeconds <= 0 {
				t.Errorf("found %+v, expected a wall time", cost)
			}
			if found, want := cost.CPUSeconds > 0, c.cpu && tells; found != want {
				t.Errorf("found %+v, expected a CPU time: %v", cost, want)
			}
			if found, want := cost.PeakMemoryBytes > 1<<20, c.peak && tells; found != want {
				t.Errorf("found %+v, expected the memory of this process: %v", cost, want)
			}
		})
	}
}
