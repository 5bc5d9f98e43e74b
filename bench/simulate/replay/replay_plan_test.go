package replay_test

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

// waiting returns the waiting jobs in the order of their submission.
func (o *obvious) waiting() []int {
	var out []int
	for _, i := range o.here {
		if o.starts[i] < 0 {
			out = append(out, i)
		}
	}
	return out
}

func (o *obvious) running(i int) bool {
	return o.starts[i] <= o.now && o.starts[i]+o.jobs[i].Duration() > o.now
}

// free returns the processors free in each second from now on.
func (o *obvious) free() []int64 {
	free := slices.Repeat([]int64{o.machine}, horizon)
	for _, i := range o.here {
		if s := o.starts[i]; s >= 0 && o.running(i) {
			for u := o.now; u < s+o.jobs[i].Estimate; u++ {
				free[u-o.now] -= o.jobs[i].Width
			}
		}
	}
	for _, d := range o.held {
		for u := max(o.now, d.Start); u < d.End(); u++ {
			free[u-o.now] -= d.Request.Width
		}
	}
	return free
}

func (o *obvious) occupy(free []int64, start int64, job int) {
	for u := range o.jobs[job].Estimate {
		free[start+u] -= o.jobs[job].Width
	}
}

func (o *obvious) vacate(free []int64, start int64, job int) {
	for u := range o.jobs[job].Estimate {
		free[start+u] += o.jobs[job].Width
	}
}

// place occupies the earliest seconds in which the job fits.
func (o *obvious) place(free []int64, job int) int64 {
	j := o.jobs[job]
	run := int64(0) // seconds in a row with enough processors
	for u := int64(0); ; u++ {
		if run++; free[u] < j.Width {
			run = 0
		}
		if run == j.Estimate {
			o.occupy(free, u+1-run, job)
			return u + 1 - run
		}
	}
}

func (o *obvious) layOut(order []int) []int64 {
	free := o.free()
	var plan []int64
	for _, i := range order {
		plan = append(plan, o.place(free, i))
	}
	return plan
}

// moveForward moves the planned jobs to earlier starts until none can move.
func (o *obvious) moveForward(order []int) []int64 {
	free := o.free()
	plan := make([]int64, len(order))
	for k, i := range order {
		plan[k] = o.planned[i] - o.now
		o.occupy(free, plan[k], i)
	}
	for {
		before := slices.Clone(plan)
		for k, i := range order {
			o.vacate(free, plan[k], i)
			plan[k] = o.place(free, i)
		}
		if slices.Equal(before, plan) {
			return plan
		}
	}
}

// arrange returns the jobs in the order in which a plan of the policy takes
// them.
func (o *obvious) arrange(policy string) []int {
	if !o.is(dynp.ReplanQueue, dynp.ReplanQueueBack) {
		return o.ordered(policy)
	}
	if policy != "FCFS" {
		o.line = o.ordered(policy)
	}
	return o.line
}

// ordered returns the waiting jobs in the order of a policy, of equal ones by submission, then id.
func (o *obvious) ordered(policy string) []int {
	out := o.waiting()
	slices.SortFunc(out, func(x, y int) int {
		a, b := o.jobs[x], o.jobs[y]
		return cmp.Or(compare(policy, a, b, o.now), int(a.Submit-b.Submit), int(a.ID-b.ID))
	})
	return out
}

// compare orders two jobs by a policy. Equal ones are 0.
func compare(policy string, a, b optgap.TraceJob, now int64) int {
	switch policy {
	case "FCFS":
		return 0
	case "SJF":
		return int(a.Estimate - b.Estimate)
	case "LJF":
		return int(b.Estimate - a.Estimate)
	case "FFIA":
		return int(a.Width*a.Estimate - b.Width*b.Estimate)
	case "LAF":
		return int(b.Width*b.Estimate - a.Width*a.Estimate)
	case "NJF":
		return int(a.Width - b.Width)
	case "WJF":
		return int(b.Width - a.Width)
	case "WSPT":
		return int(a.Estimate*b.Width - b.Estimate*a.Width)
	}
	// Any other policy is ordered by its key, which has a test of its own.
	p := must.Get(heuristics.PolicyByName(policy))
	return cmp.Compare(p.At(a.Job, now), p.At(b.Job, now))
}

// step returns the situation as a step.
func (o *obvious) step() *optgap.Step {
	s := &optgap.Step{Format: optgap.StepFormat, Machine: o.machine}
	for u, f := range o.free() {
		s.History = append(s.History, optgap.Change{Time: int64(u), Free: f})
	}
	for _, i := range o.ordered("FCFS") {
		j := o.jobs[i].Job
		j.Submit -= o.now
		s.Jobs = append(s.Jobs, j)
	}
	return s
}
