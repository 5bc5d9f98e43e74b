package library

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
)

// fits reports whether starts of the free tasks keep the capacity, second by second.
func (p *Project) fits(starts optgap.Schedule) bool {
	used := map[int64]int64{}
	for i, task := range p.Tasks {
		start := int64(0)
		if task.Fixed != nil {
			start = *task.Fixed
		} else if start = starts[i]; start < 0 {
			return false
		}
		for s := start; s < start+task.Duration; s++ {
			if used[s] += task.Demand; used[s] > p.Capacity {
				return false
			}
		}
	}
	return true
}

// value is the objective in the terms of the project.
func (p *Project) value(starts optgap.Schedule) int64 {
	sum := p.Constant
	for i := range starts {
		sum += p.Tasks[i].Weight * (starts[i] + p.Tasks[i].Duration)
	}
	return sum
}

// TestProjectIsTheStep: random starts are a schedule of the project exactly where they are one of the
// step, with the same objective.
func TestProjectIsTheStep(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	good, bad := 0, 0
	for range 3000 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 4, Dips: true})
		p := ProjectOf(&step)
		starts := make(optgap.Schedule, len(step.Jobs))
		for i := range starts {
			starts[i] = r.Int64N(p.Horizon - step.Jobs[i].Estimate + 1)
		}
		fits := starts.Check(&step) == nil
		if got := p.fits(starts); got != fits {
			t.Fatalf("%+v: that the starts fit is %v in the project and %v in the step", step, got, fits)
		}
		if got := p.value(starts); got != starts.Objective(&step) {
			t.Fatalf("%+v: objective %d in the project, %d in the step", step, got, starts.Objective(&step))
		}
		if fits {
			good++
		} else {
			bad++
		}
	}
	if good < 100 || bad < 100 {
		t.Errorf("%d fitting and %d other schedules: the test shows little", good, bad)
	}
}
