package library

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
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

// TestSM: a file has a row of precedence and one of durations for each task and both dummies.
func TestSM(t *testing.T) {
	step := optgap.Step{
		Format: optgap.StepFormat, Trace: "t", Index: 4, Machine: 5,
		History: optgap.History{{Time: 0, Free: 3}, {Time: 20, Free: 5}},
		Jobs:    []optgap.Job{{ID: 7, Width: 2, Estimate: 30, Submit: -10}, {ID: 8, Width: 5, Estimate: 10}},
	}
	var text strings.Builder
	must.Do(WriteSM(&text, ProjectOf(&step)))
	for _, want := range []string{
		"jobs (incl. supersource/sink ):  5\n", "horizon                       :  60\n",
		"    1       1           3   2 3 4\n", "    2       1           1   5\n", "    5       1           0\n",
		"    2    1       30    2\n", "    3    1       10    5\n", "    4    1       20    2\n", "  R 1\n    5\n",
		"plus 20\n", "    2 2\n    3 5\n", "    4 0\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}
