package dynp_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

// TestBasicDynP: on one processor, busy with the first job, jobs queue up. With
// bounds 100 and 200 the averages of the estimates decide, from the fifth
// waiting job on: (40+60+50+150+200)/5 = 100 is not above the lower bound, SJF;
// (500+700)/6 = 200 is not above the upper bound, FCFS; (1200+201)/7 = 200.1 is,
// LJF.
func TestBasicDynP(t *testing.T) {
	estimates := []int64{1000, 40, 60, 50, 150, 200, 700, 201}
	want := []string{"FCFS", "FCFS", "FCFS", "FCFS", "FCFS", "SJF", "FCFS", "LJF"}
	var jobs []optgap.TraceJob
	for i, d := range estimates {
		jobs = append(jobs, optgap.TraceJob{Job: optgap.Job{ID: int64(i + 1), Width: 1, Estimate: d}, RunTime: d})
	}
	s := must.Get(dynp.NewBasic(1, jobs, dynp.BasicOptions{Lower: 100, Upper: 200}))
	for i := range jobs {
		must.Do(s.Submit(0, int32(i)))
		s.Start(0, nil)
		must.Equal(t, s.Policy().Name, want[i], "after job", i+1)
	}
	// Decisions with 5, 6 and 7 jobs waiting, each a switch.
	if got := s.Stats(); got.Tries != 3 || got.Same != 0 || got.Backlog != (5+6+7)/3.0 || got.SwitchesTo["FCFS"] != 1 {
		t.Errorf("%+v", got)
	}
}
