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
			if fmt.Sprint(steps[i]) != fmt.Sprint(want[i]) {
				t.Fatalf("seed %d: step\n%+v, expected\n%+v", seed, steps[i], want[i])
			}
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
