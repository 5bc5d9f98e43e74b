package performance_test

import (
	"testing"

	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay/replaytest"
)

// TestEvaluateSites carries its arithmetic: jobs 1 and 3 wait 0 and 4 s, job 2
// waits 10 s.
func TestEvaluateSites(t *testing.T) {
	o := replaytest.TwoSites()
	all, err := performance.Evaluate(o, 4+2+8, performance.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if all.Jobs != 3 || all.Makespan != 30 || !near(all.Util, (2*10+3*10+1*20)/(14*30.0)) {
		t.Errorf("all sites %+v", all)
	}
	sites, err := performance.EvaluateSites(o, performance.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s := sites[0]; s.Jobs != 2 || !near(s.Wait, (0+4)/2.0) || !near(s.Util, (2*10+1*20)/(4*30.0)) {
		t.Errorf("site 0 %+v", s)
	}
	if sites[1] != nil {
		t.Errorf("site 1 has metrics without jobs: %+v", sites[1])
	}
	if s := sites[2]; s.Jobs != 1 || s.Makespan != 20 || !near(s.Util, 3*10/(8*20.0)) {
		t.Errorf("site 2 %+v", s)
	}
	if _, err := performance.EvaluateSites(o, performance.Options{WarmUp: -1}); err == nil {
		t.Error("a negative warm-up is no error")
	}
	// Job 2 alone is submitted from second 5 on, and job 1 of site 0 is not.
	if late, err := performance.EvaluateSites(o, performance.Options{WarmUp: 1}); err != nil ||
		late[0].Jobs != 1 || late[2] != nil {
		t.Errorf("with a warm-up of 1 s: %+v, error %v", late, err)
	}
}
