package dynp_test

import (
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

// scenario has 4 processors, all busy until second 10 by job 0, then queues the
// given jobs of (width, estimate) at second 0, and returns the scheduler.
func scenario(o dynp.Options, waiting ...[2]int64) *dynp.Scheduler {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 4, Estimate: 10}, RunTime: 10}}
	for i, w := range waiting {
		jobs = append(jobs, optgap.TraceJob{Job: optgap.Job{ID: int64(i + 2), Width: w[0], Estimate: w[1]}, RunTime: w[1]})
	}
	return submitAll(jobs, o)
}

// submitAll submits the jobs at second 0 to a machine of 4 processors.
func submitAll(jobs []optgap.TraceJob, o dynp.Options) *dynp.Scheduler {
	s := must.Get(dynp.New(4, jobs, o))
	for i := range jobs {
		must.Do(s.Submit(0, int32(i)))
		s.Start(0, nil)
	}
	return s
}

// TestSlackExactly: at exactly (1-x) times its value the current policy stays.
// Of jobs of 30 and 10 s with all processors the second waits 30 s more under FCFS and
// 10 s under SJF. Both have waited 10 s before, so that the sums of the waits are 50 and 30:
// SJF is better by 40 %.
func TestSlackExactly(t *testing.T) {
	for slack, want := range map[float64]string{0.399999: "SJF", 0.4: "FCFS"} {
		s := scenario(dynp.Options{Slack: slack, Quality: dynp.Wait}, [2]int64{4, 30}, [2]int64{4, 10})
		if got := s.Policy().Name; got != want {
			t.Errorf("slack %g: %s, want %s", slack, got, want)
		}
	}
}

// TestQualities: jobs of 4 x 6 and 1 x 5 s as above. ARTwW wants FCFS, 17
// against 19.8. ART is (16+21)/2 = 18.5 and (21+15)/2 = 18: SJF. The makespan is
// 21 for both. Waits are 10 and 16 against 15 and 10: mean 13 and 12.5, SJF;
// by width (40+16)/5 = 11.2 and (60+10)/5 = 14, FCFS. SLDwA is 85/29 and 99/29.
// SLD is (16/6+21/5)/2 = 3.43 and (21/6+15/5)/2 = 3.25: SJF.
func TestQualities(t *testing.T) {
	for m, want := range map[dynp.Metric]string{
		"": "FCFS", dynp.ARTwW: "FCFS", dynp.ART: "SJF", dynp.MS: "FCFS", dynp.Wait: "SJF", dynp.WaitwW: "FCFS",
		dynp.SLDwA: "FCFS", dynp.SLD: "SJF",
	} {
		s := scenario(dynp.Options{Quality: m}, [2]int64{4, 6}, [2]int64{1, 5})
		if got := s.Policy().Name; got != want {
			t.Errorf("%s: %s, want %s", m, got, want)
		}
	}
}

// TestStats: two jobs wait for the first, so one decision is made. FCFS and LJF
// end 4 x 6 and 4 x 5 s at 16 and 21, SJF at 21 and 15: FCFS = LJF, SJF better,
// case 7 of Table 1.
func TestStats(t *testing.T) {
	s := scenario(dynp.Options{}, [2]int64{4, 6}, [2]int64{4, 5})
	got := s.Stats()
	if got.Tries != 1 || got.Same != 0 || got.SwitchesTo["SJF"] != 1 || got.Backlog != 2 ||
		got.Cases["7"] != 1 || len(got.Cases) != 1 {
		t.Errorf("%+v", got)
	}
	if got.StartedWith["FCFS"] != 1 || got.StartedWith["SJF"] != 0 {
		t.Errorf("started %v, want job 0 with FCFS", got.StartedWith)
	}
	s.End(0)
	if started := s.Start(10, nil); len(started) != 1 || started[0] != 2 || s.Stats().StartedWith["SJF"] != 1 {
		t.Errorf("%v start at 10, want job 2 with SJF: %v", started, s.Stats().StartedWith)
	}
}

func TestOptionsValidate(t *testing.T) {
	for field, o := range map[string]dynp.Options{
		"slack":    {Slack: 1},
		"replan":   {Replan: "never"},
		"quality":  {Quality: "beauty"},
		"policies": {Policies: []heuristics.Policy{heuristics.SJF, heuristics.SJF}},
	} {
		if _, err := dynp.New(4, nil, o); must.Field(err) != field {
			t.Errorf("%s: error %v", field, err)
		}
	}
	if err := (dynp.Options{Slack: math.NaN()}).Validate(); err == nil {
		t.Error("slack NaN is accepted")
	}
	if err := (dynp.Options{}).Validate(); err != nil {
		t.Error(err)
	}
}
