package dynp_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

// inLine returns jobs as wide as a machine of 4 processors, that all come at second 0.
func inLine(estimates ...int64) (jobs []optgap.TraceJob) {
	for i, d := range estimates {
		jobs = append(jobs, optgap.TraceJob{Job: optgap.Job{ID: int64(i + 1), Width: 4, Estimate: d}, RunTime: d})
	}
	return jobs
}

// submitAll submits the jobs at second 0, up to the first error.
func submitAll(s heuristics.Scheduler, jobs []optgap.TraceJob) (err error) {
	for i := range jobs {
		if err = s.Submit(0, int32(i)); err != nil {
			break
		}
		s.Start(0, nil)
	}
	return err
}

// TestSlackExactly: at exactly (1-x) times its value the current policy stays.
// The machine is busy until second 10. Of jobs of 30 and 20 s the first to start
// ends at 10+30 = 40 under FCFS and at 10+20 = 30 under SJF, which is better by 25 %.
func TestSlackExactly(t *testing.T) {
	jobs := inLine(10, 30, 20)
	for slack, want := range map[float64]string{0.249999: "SJF", 0.25: "FCFS"} {
		s := must.Get(dynp.New(4, jobs, dynp.Options{Slack: slack, FutureJobs: 1}))
		must.Do(submitAll(s, jobs))
		must.Equal(t, s.Policy().Name, want, "slack", slack)
	}
}

func TestParseQuality(t *testing.T) {
	for _, text := range []string{"ARTwW", "2*ARTwW+MS", "SLDwA+3*wait+waitwW"} {
		must.Equal(t, must.Get(dynp.ParseQuality(text)).String(), text)
	}
	must.Equal(t, dynp.Quality(nil).String(), "ARTwW", "nil is")
	for _, text := range []string{"", "beauty", "ms+ms", "0*ms", "x*ms", "ms+", "-1*art"} {
		if q, err := dynp.ParseQuality(text); err == nil {
			t.Errorf("%q is accepted as %v", text, q)
		}
	}
}

func TestBadOptions(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 5, Estimate: 1}}}
	newSite := func(machine int64) (*dynp.Scheduler, error) { return dynp.New(machine, jobs, dynp.Options{}) }
	for _, machines := range [][]int64{nil, {5, 0}, {4}} {
		_, err := dynp.NewGrid(machines, jobs, newSite)
		must.AboutField(t, err, "", machines)
	}
	must.Get(dynp.NewGrid([]int64{4, 5}, jobs, newSite))
}

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
