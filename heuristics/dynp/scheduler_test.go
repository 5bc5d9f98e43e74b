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
// Of jobs of 30 and 20 s the first to start ends at 10+30 = 40 under FCFS and
// at 10+20 = 30 under SJF, which is better by 25 %.
func TestSlackExactly(t *testing.T) {
	for slack, want := range map[float64]string{0.249999: "SJF", 0.25: "FCFS"} {
		s := scenario(dynp.Options{Slack: slack, FutureJobs: 1}, [2]int64{4, 30}, [2]int64{4, 20})
		if got := s.Policy().Name; got != want {
			t.Errorf("slack %g: %s, want %s", slack, got, want)
		}
	}
}

// TestReducedFuture has, from second 10 on, one job and then another.
//
//	1 x 20 s, 4 x 10 s: FCFS and LJF end them at 30 and 40, SJF at 40 and 20.
//	  ARTwW is (30+4*40)/5 = 38 and (40+4*20)/5 = 24, of the first to start 30
//	  and 20: SJF in any case.
//	4 x 6 s, 1 x 5 s: FCFS and LJF end them at 16 and 21, SJF at 21 and 15.
//	  ARTwW is (4*16+21)/5 = 17 and (4*21+15)/5 = 19.8: FCFS. Of the first to
//	  start it is 16 and 15: SJF. The second starts 16 or 15 s from now.
func TestReducedFuture(t *testing.T) {
	for name, c := range map[string]struct {
		o             dynp.Options
		first, second [2]int64
		want          string
	}{
		"all of 20, 10":       {dynp.Options{}, [2]int64{1, 20}, [2]int64{4, 10}, "SJF"},
		"first of 20, 10":     {dynp.Options{FutureJobs: 1}, [2]int64{1, 20}, [2]int64{4, 10}, "SJF"},
		"within 10 of 20, 10": {dynp.Options{FutureSeconds: 10}, [2]int64{1, 20}, [2]int64{4, 10}, "SJF"},
		"all of 6, 5":         {dynp.Options{}, [2]int64{4, 6}, [2]int64{1, 5}, "FCFS"},
		"two of 6, 5":         {dynp.Options{FutureJobs: 2}, [2]int64{4, 6}, [2]int64{1, 5}, "FCFS"},
		"first of 6, 5":       {dynp.Options{FutureJobs: 1}, [2]int64{4, 6}, [2]int64{1, 5}, "SJF"},
		"within 16 of 6, 5":   {dynp.Options{FutureSeconds: 16}, [2]int64{4, 6}, [2]int64{1, 5}, "FCFS"},
		"within 14 of 6, 5":   {dynp.Options{FutureSeconds: 14}, [2]int64{4, 6}, [2]int64{1, 5}, "SJF"},
		// No job starts within a second. The first one counts all the same.
		"within 1 of 6, 5": {dynp.Options{FutureSeconds: 1}, [2]int64{4, 6}, [2]int64{1, 5}, "SJF"},
	} {
		if got := scenario(c.o, c.first, c.second).Policy().Name; got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestQualities: jobs of 4 x 6 and 1 x 5 s as above. ARTwW wants FCFS, 17
// against 19.8. ART is (16+21)/2 = 18.5 and (21+15)/2 = 18: SJF. The makespan is
// 21 for both. Waits are 10 and 16 against 15 and 10: mean 13 and 12.5, SJF;
// by width (40+16)/5 = 11.2 and (60+10)/5 = 14, FCFS. SLDwA is 85/29 and 99/29.
// SLD is (16/6+21/5)/2 = 3.43 and (21/6+15/5)/2 = 3.25: SJF.
//
// Combined, each divided by its mean over the three plans (LJF plans as FCFS):
// ARTwW 85, 99, 85 of mean 269/3, that is 0.948 and 1.104; ART 37, 36, 37 of
// 110/3, that is 1.009 and 0.982. The sum is 1.957 and 2.086: FCFS; with ART
// ten times it is 11.04 and 10.92: SJF.
func TestQualities(t *testing.T) {
	for text, want := range map[string]string{
		"artww": "FCFS", "ART": "SJF", "MS": "FCFS", "wait": "SJF", "waitwW": "FCFS", "SLDwA": "FCFS", "SLD": "SJF",
		"artww+art": "FCFS", "artww+10*art": "SJF",
	} {
		s := scenario(dynp.Options{Quality: must.Get(dynp.ParseQuality(text))}, [2]int64{4, 6}, [2]int64{1, 5})
		if got := s.Policy().Name; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
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
		"slack":       {Slack: 1},
		"future-jobs": {FutureJobs: -1},
		"future-time": {FutureSeconds: -1},
		"replan":      {Replan: "never"},
		"quality":     {Quality: dynp.Quality{{Metric: "beauty", Weight: 1}}},
		"policies":    {Policies: []heuristics.Policy{heuristics.SJF, heuristics.SJF}},
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

func TestParseQuality(t *testing.T) {
	for _, text := range []string{"ARTwW", "2*ARTwW+MS", "SLDwA+3*wait+waitwW"} {
		if got := must.Get(dynp.ParseQuality(text)).String(); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	if got := dynp.Quality(nil).String(); got != "ARTwW" {
		t.Errorf("nil is %q", got)
	}
	for _, text := range []string{"", "beauty", "ms+ms", "0*ms", "x*ms", "ms+", "-1*art"} {
		if q, err := dynp.ParseQuality(text); err == nil {
			t.Errorf("%q is accepted as %v", text, q)
		}
	}
}
