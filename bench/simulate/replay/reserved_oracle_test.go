package replay_test

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/steptest"
)

// slowReserved replays jobs and requests second by second. It plans anew in every
// second, so that it needs neither timers nor a calendar. It counts the free
// processors of each second.
type slowReserved struct {
	machine  int64
	jobs     []optgap.TraceJob
	requests []reservation.Request // in order of submission
	decider  dynp.Decider          // nil: the policy stays
	policy   int                   // of heuristics.DynP

	starts  []int64 // -1: waits
	answers []slowAnswer
	here    int
}

type slowAnswer struct {
	start   int64
	refused reservation.Reason
}

const ahead = 200 // seconds that are counted; no job and no reservation reaches further

func (o *slowReserved) run() {
	o.starts = slices.Repeat([]int64{-1}, len(o.jobs))
	for now := int64(0); slices.Contains(o.starts, -1) || len(o.answers) < len(o.requests); now++ {
		o.start(now)
		for len(o.answers) < len(o.requests) && o.requests[len(o.answers)].Submit == now {
			o.answers = append(o.answers, o.decide(now, o.requests[len(o.answers)]))
			o.start(now)
		}
		for o.here < len(o.jobs) && o.jobs[o.here].Submit == now {
			o.here++
			o.tune(now)
			o.start(now)
		}
	}
}

// free counts the processors left by running jobs and reservations.
func (o *slowReserved) free(now int64) []int64 {
	free := slices.Repeat([]int64{o.machine}, ahead)
	for i, j := range o.jobs[:o.here] {
		if start := o.starts[i]; start >= 0 && start+j.Duration() > now {
			for u := now; u < start+j.Estimate; u++ {
				free[u-now] -= j.Width
			}
		}
	}
	for i, a := range o.answers {
		if a.refused != reservation.Admitted {
			continue
		}
		for u := max(now, a.start); u < a.start+o.requests[i].Duration; u++ {
			free[u-now] -= o.requests[i].Width
		}
	}
	return free
}

func (o *slowReserved) decide(now int64, q reservation.Request) slowAnswer {
	if q.Width > o.machine {
		return slowAnswer{0, reservation.TooWide}
	}
	free := o.free(now)
	fits := func(start int64) bool { return slices.Min(free[start-now:start-now+q.Duration]) >= q.Width }
	switch date, dated := q.When.Date(); {
	case dated && fits(date):
		return slowAnswer{date, reservation.Admitted}
	case dated:
		return slowAnswer{0, reservation.BusyThen}
	case q.When == reservation.Now && !fits(now):
		return slowAnswer{0, reservation.BusyNow}
	}
	start := now
	for !fits(start) {
		start++
	}
	return slowAnswer{start, reservation.Admitted}
}

func (o *slowReserved) tune(now int64) {
	step, _ := o.step(now)
	if o.decider == nil || len(step.Jobs) < 2 {
		return
	}
	var values []int64
	for _, p := range heuristics.DynP() {
		values = append(values, steptest.Serial(step, slowOrder(step.Jobs, p.Name)).Objective(step))
	}
	o.policy = o.decider(values, o.policy)
}

// start plans and starts until nothing more starts: a job of run time 0 frees
// its processors at once.
func (o *slowReserved) start(now int64) {
	for again := true; again; {
		again = false
		step, index := o.step(now)
		for i, s := range steptest.Serial(step, slowOrder(step.Jobs, heuristics.DynP()[o.policy].Name)) {
			if s == 0 {
				o.starts[index[i]] = now
				again = again || o.jobs[index[i]].Duration() == 0
			}
		}
	}
}

// step returns the situation in second now and the trace index of each job.
func (o *slowReserved) step(now int64) (*optgap.Step, []int) {
	s := &optgap.Step{Machine: o.machine}
	var index []int
	for i, j := range o.jobs[:o.here] {
		if o.starts[i] < 0 {
			job := j.Job
			job.Submit -= now
			s.Jobs, index = append(s.Jobs, job), append(index, i)
		}
	}
	for u, f := range o.free(now) {
		if n := len(s.History); n == 0 || s.History[n-1].Free != f {
			s.History = append(s.History, optgap.Change{Time: int64(u), Free: f})
		}
	}
	return s, index
}

// slowOrder returns the indices of jobs, which are in order of submission, in the
// order of a policy.
func slowOrder(jobs []optgap.Job, policy string) []int {
	sorted := make([]int, len(jobs))
	for i := range sorted {
		sorted[i] = i
	}
	sign := map[string]int64{"SJF": 1, "LJF": -1}[policy]
	slices.SortStableFunc(sorted, func(a, b int) int { return int(sign * (jobs[a].Estimate - jobs[b].Estimate)) })
	return sorted
}
