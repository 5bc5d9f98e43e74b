package method

import (
	"context"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/grid"
)

// Problem is an opened step, with the schedules that the listed policies make of it.
type Problem struct {
	*grid.Problem
	Plans []Plan // in the order in which ties are broken; none for a policy that is left out

	listed  []string                 // names of all listed policies in results
	leftOut map[string]string        // why a listed policy has no schedule, nil if all have one
	failed  map[string]optgap.Status // of those that failed
	standIn Plan                     // of FCFS, where there are no Plans
	report  func(Progress)           // nil: nothing is reported
	begin   time.Time                // of the method
	known   *known                   // by the method so far
}

// known is what a method knew as it changed.
type known []record.Progress

// at adds what an answer knows at a second, if that is something else than before, and returns all.
func (k *known) at(seconds float64, a *Answer, step *optgap.Step) []record.Progress {
	now := record.Progress{Seconds: seconds}
	if len(a.Schedule) == len(step.Jobs) {
		now.Objective = a.Schedule.Objective(step)
	}
	for _, b := range a.Bounds {
		now.Bound = max(now.Bound, b.Value)
	}
	before := record.Progress{}
	if len(*k) > 0 {
		before = (*k)[len(*k)-1]
	}
	if now.Objective != before.Objective || now.Bound != before.Bound {
		now.Seconds = max(seconds, before.Seconds)
		*k = append(*k, now)
	}
	return slices.Clone(*k)
}

// Report reports the best answer so far, with status feasible or optimal. A method calls it with
// each better schedule or bound, one call at a time. The answer is not kept.
func (p *Problem) Report(a *Answer) {
	now := *a
	now.Progress = p.note(a)
	p.tell(Progress{Answer: now})
}

// note adds what an answer knows now to what the method knew as it changed, and returns all.
func (p *Problem) note(a *Answer) []record.Progress {
	return p.known.at(time.Since(p.begin).Seconds(), a, p.Step)
}

// tell calls report with the progress.
func (p *Problem) tell(now Progress) {
	if p.report != nil {
		p.report(now)
	}
}

// Plan is the schedule of a policy, or of another scheduler.
type Plan struct {
	Policy   string // as results name it, see schedulers.PlanKey
	Schedule optgap.Schedule
	Seconds  float64 // wall time of planning
}

// newProblem returns the problem of a step. Where the method is about to begin, and the step is valid,
// it reports so. It asks the programs among the policies, unless the options know what they told. An
// error is that of grid.Check, or of the names.
func newProblem(
	ctx context.Context,
	step *optgap.Step,
	o Options,
	begins bool,
) (*Problem, error) {
	if err := grid.Check(step); err != nil {
		return nil, err
	}
	p := &Problem{known: new(known), report: o.Report}
	if begins {
		p.tell(Progress{})
	}
	names, err := o.Chosen()
	if err != nil {
		return nil, err
	}
	if o.Told == nil {
		o.Told = o.Ask(ctx, step, nil)
	}
	for _, name := range names {
		key := schedulers.PlanKey(name)
		p.listed = append(p.listed, key)
		told, known := o.Told[name]
		if !known {
			told = toldBy(schedulers.TimedSchedule(step, name))
		}
		if told.LeftOut != "" {
			p.leaveOut(key, told)
			continue
		}
		p.Plans = append(p.Plans, Plan{key, told.Schedule, told.Seconds})
	}
	p.Problem = grid.Planned(step, p.dynP())
	if len(p.Plans) == 0 {
		p.standIn = Plan{
			Policy:   heuristics.FCFS.Name,
			Schedule: make(optgap.Schedule, len(step.Jobs)),
		}
		new(heuristics.Planner).Plan(step, heuristics.FCFS, p.standIn.Schedule)
	}
	return p, nil
}

// dynP returns the plans of the policies of dynP, nil where some are not listed.
func (p *Problem) dynP() (plans []optgap.Schedule) {
	for _, policy := range heuristics.DynP() {
		k := slices.IndexFunc(
			p.Plans,
			func(plan Plan) bool { return plan.Policy == policy.Name },
		)
		if k < 0 {
			return nil
		}
		plans = append(plans, p.Plans[k].Schedule)
	}
	return plans
}

// copied returns a problem that shares nothing with this one that a method may change.
func (p *Problem) copied() *Problem {
	c := *p
	opened := *p.Problem
	opened.Step = copyOf(p.Step)
	opened.Known = slices.Clone(p.Known)
	c.Problem = &opened
	c.Plans = slices.Clone(p.Plans)
	for i := range c.Plans {
		c.Plans[i].Schedule = slices.Clone(c.Plans[i].Schedule)
	}
	c.standIn.Schedule = slices.Clone(p.standIn.Schedule)
	return &c
}

// copyOf returns a copy of the step.
func copyOf(step *optgap.Step) *optgap.Step {
	c := *step
	c.History = slices.Clone(step.History)
	c.Jobs = slices.Clone(step.Jobs)
	return &c
}

// leaveOut notes why a policy has no schedule.
func (p *Problem) leaveOut(policy string, told Told) {
	if p.leftOut == nil {
		p.leftOut = make(map[string]string)
		p.failed = make(map[string]optgap.Status)
	}
	p.leftOut[policy] = told.LeftOut
	if told.Failed != "" {
		p.failed[policy] = told.Failed
	}
}

// Best returns the plan with the least objective, the first of equal ones. Where all listed
// policies are left out, it is that of FCFS.
func (p *Problem) Best() Plan {
	if len(p.Plans) == 0 {
		return p.standIn
	}
	best := p.Plans[0]
	for _, plan := range p.Plans[1:] {
		if plan.Schedule.Objective(p.Step) < best.Schedule.Objective(p.Step) {
			best = plan
		}
	}
	return best
}

// leastObjective returns the least objective of the policies' plans and a schedule, of the plans
// alone where it is nil.
func (p *Problem) leastObjective(s optgap.Schedule) int64 {
	least := p.Best().Schedule.Objective(p.Step)
	if s != nil {
		least = min(least, s.Objective(p.Step))
	}
	return least
}
