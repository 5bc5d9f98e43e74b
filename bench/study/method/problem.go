package method

import (
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Problem is a step, with the plans that the dynP policies make of it.
type Problem struct {
	Step  *optgap.Step
	Plans []Plan // in the order of heuristics.DynP

	report func(Progress) // nil: nothing is reported
}

// Report reports the best answer so far, with status feasible or optimal. A method calls it with
// each better schedule or bound, one call at a time. The answer is not kept.
func (p *Problem) Report(a *Answer) { p.tell(Progress{Answer: *a}) }

// tell calls report with the progress.
func (p *Problem) tell(now Progress) {
	if p.report != nil {
		p.report(now)
	}
}

// Plan is a policy's plan.
type Plan struct {
	Policy   string
	Schedule optgap.Schedule
	Seconds  float64 // wall time of planning
}

// newProblem returns the problem of a step of at least one job.
func newProblem(step *optgap.Step) *Problem {
	p := &Problem{Step: step}
	for _, policy := range heuristics.DynP() {
		plan, seconds := timedPlan(step, policy)
		p.Plans = append(p.Plans, Plan{policy.Name, plan, seconds})
	}
	return p
}

// timedPlan plans a few times and returns the least wall time in seconds. A plan takes
// microseconds, so the time of a single one mostly depends on the work before it.
func timedPlan(step *optgap.Step, policy heuristics.Policy) (optgap.Schedule, float64) {
	var planner heuristics.Planner
	plan := make(optgap.Schedule, len(step.Jobs))
	least := time.Duration(0)
	for i := range 3 {
		begin := time.Now()
		planner.Plan(step, policy, plan)
		if d := time.Since(begin); i == 0 || d < least {
			least = d
		}
	}
	return plan, least.Seconds()
}

// Best returns the plan with the least objective, the first of equal ones.
func (p *Problem) Best() Plan {
	best := p.Plans[0]
	for _, plan := range p.Plans[1:] {
		if plan.Schedule.Objective(p.Step) < best.Schedule.Objective(p.Step) {
			best = plan
		}
	}
	return best
}

// leastObjective returns the least objective of the policies' plans and a schedule; nil: of the plans
// alone.
func (p *Problem) leastObjective(s optgap.Schedule) int64 {
	least := p.Best().Schedule.Objective(p.Step)
	if s != nil {
		least = min(least, s.Objective(p.Step))
	}
	return least
}
