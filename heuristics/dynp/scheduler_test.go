package dynp_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/slowreplay"
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
		q, err := dynp.ParseQuality(text)
		must.Hold(t, err != nil, text, "is accepted as", q)
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

// TestTable1 states every row and sub-case of Streit's Table 1: qualities that
// satisfy its condition, the current policy, and both deciders' answers.
func TestTable1(t *testing.T) {
	const f, s, l = 0, 1, 2
	type q = []int64
	for _, c := range []struct {
		name             dynp.Case
		q                q
		current          int
		simple, advanced int
	}{
		{"1", q{5, 5, 5}, f, f, f},
		{"1", q{5, 5, 5}, s, f, s},
		{"1", q{5, 5, 5}, l, f, l},
		{"2", q{6, 5, 7}, l, s, s},
		{"2", q{7, 5, 6}, f, s, s},
		{"3", q{5, 6, 7}, l, f, f},
		{"3", q{5, 7, 6}, s, f, f},
		{"4a", q{6, 7, 5}, f, l, l},
		{"4b", q{6, 6, 5}, s, l, l}, // also row 5
		{"4c", q{7, 6, 5}, s, l, l},
		{"6a", q{5, 5, 6}, f, f, f},
		{"6b", q{5, 5, 6}, s, f, s},
		{"6c", q{5, 5, 6}, l, f, f},
		{"7", q{6, 5, 6}, l, s, s},
		{"8a", q{5, 6, 5}, f, f, f},
		{"8b", q{5, 6, 5}, s, f, f},
		{"8c", q{5, 6, 5}, l, f, l},
		{"9", q{5, 6, 6}, l, f, f},
		{"10a", q{6, 5, 5}, f, s, s},
		{"10b", q{6, 5, 5}, s, s, s},
		{"10c", q{6, 5, 5}, l, s, l},
	} {
		must.Equal(t, dynp.CaseOf(c.q, c.current), c.name, c.q, "current", c.current, "case")
		must.Equal(t, dynp.Simple(c.q, c.current), c.simple, "case", c.name, "current", c.current,
			"simple chose")
		must.Equal(t, dynp.Advanced(c.q, c.current), c.advanced, "case", c.name, "current", c.current,
			"advanced chose")
	}
}

// TestManyPolicies: of more than three policies both deciders take the first of the best. The advanced one keeps the
// current policy where that is one of the best.
func TestManyPolicies(t *testing.T) {
	for i := range int64(256) {
		q := []int64{i / 64, i / 16 % 4, i / 4 % 4, i % 4}
		first := slices.Index(q, slices.Min(q))
		for current := range q {
			kept := first
			if q[current] == q[first] {
				kept = current
			}
			must.Equal(t, dynp.Simple(q, current), first, q, "simple chose")
			must.Equal(t, dynp.Advanced(q, current), kept, q, "current", current, "advanced chose")
		}
	}
}

// randomLog returns jobs on a machine of 7 processors, and the starts that first fit gives them, or
// those of no scheduler: any second after the submission.
func randomLog(seed uint64, wild bool) (jobs []optgap.TraceJob, starts []int64) {
	r := rand.New(rand.NewPCG(seed, 29))
	jobs = slowreplay.Trace(r, 40, 7)
	for _, j := range jobs {
		starts = append(starts, j.Submit+r.Int64N(30))
	}
	if wild {
		return jobs, starts
	}
	fit := queueing.NewFirstFit(7, jobs, heuristics.FCFS, 0)
	starts = must.Get(slowreplay.Run(jobs, fit))
	return jobs, starts
}

// oracle returns the steps that the starts make, found job by job from the lists alone: at each
// submission, those that were submitted before and start later wait, or start now and are the job
// itself; those that have started and not ended run. overfull counts the steps that it leaves out.
func oracle(jobs []optgap.TraceJob, starts []int64) (steps []optgap.Step, overfull int) {
	index := 0
	for k := range jobs {
		now, step := jobs[k].Submit, optgap.Step{Format: optgap.StepFormat, Machine: 7, Now: jobs[k].Submit}
		ends, held := map[int64]int64{}, int64(0)
		for i, j := range jobs[:k+1] {
			switch {
			case i == k || starts[i] > now:
				j.Submit -= now
				step.Jobs = append(step.Jobs, j.Job)
			case starts[i]+j.Duration() > now:
				held += j.Width
				ends[starts[i]+j.Estimate-now] += j.Width
			}
		}
		if len(step.Jobs) < 2 {
			continue
		}
		slices.SortFunc(step.Jobs, heuristics.FCFS.Compare)
		step.Index = index
		index++
		if held > 7 {
			overfull++
			continue
		}
		step.History = optgap.History{{Time: 0, Free: 7 - held}}
		for time := int64(1); held > 0; time++ {
			if w := ends[time]; w > 0 {
				held -= w
				step.History = append(step.History, optgap.Change{Time: time, Free: 7 - held})
			}
		}
		steps = append(steps, step)
	}
	return steps, overfull
}

// TestAgainstOracle: on random logs, possible and impossible ones, jobs start when the log says,
// and the steps are those that follow from the lists alone.
func TestAgainstOracle(t *testing.T) {
	skipped, studied := 0, 0
	for seed := range uint64(400) {
		jobs, starts := randomLog(seed, seed%2 == 0)
		s := must.Get(dynp.NewRecorded(7, jobs, starts))
		var steps []optgap.Step
		s.OnStep = func(index, waiting int, build func() *optgap.Step) error {
			st := build()
			if st.Index != index || len(st.Jobs) != waiting {
				return fmt.Errorf("step %d with %d jobs, told as %d with %d", st.Index, len(st.Jobs), index, waiting)
			}
			steps = append(steps, *st)
			return st.Validate()
		}
		got, err := slowreplay.Run(jobs, s)
		must.Need(t, err == nil && slices.Equal(got, starts),
			"seed", seed, "starts", got, err, "expected", starts)
		want, overfull := oracle(jobs, starts)
		if len(steps) != len(want) || s.Overfull != overfull {
			t.Fatalf("seed %d: %d steps and %d left out, expected %d and %d", seed, len(steps), s.Overfull, len(want), overfull)
		}
		for i := range steps {
			must.Need(t, fmt.Sprint(steps[i]) == fmt.Sprint(want[i]),
				"seed", seed, "step", steps[i], "expected", want[i])
		}
		skipped, studied = skipped+overfull, studied+len(steps)
	}
	must.Hold(t, skipped != 0 && studied != 0,
		skipped, "steps left out and", studied, "studied, expected both")
}

func TestRefused(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 5, Submit: 10}, RunTime: 5}}
	for _, starts := range [][]int64{nil, {9}, {10, 11}} {
		must.AboutField(t, must.Err(dynp.NewRecorded(1, jobs, starts)), "", "starts", starts)
	}
	cause := errors.New("enough")
	twice := append(slices.Clone(jobs), jobs...)
	s := must.Get(dynp.NewRecorded(1, twice, []int64{20, 30}))
	s.OnStep = func(int, int, func() *optgap.Step) error { return cause }
	must.Is(t, must.Err(slowreplay.Run(twice, s)), cause)
}
