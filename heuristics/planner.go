package heuristics

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// Planner plans the waiting jobs of a step in the order of a policy, each at its
// earliest feasible second. A later job may so start before an earlier one:
// backfilling is implicit. A planner is reusable and allocates only for a step with
// more jobs than any before. Its zero value is ready.
//
// Planning n jobs takes O(n log n) for the order and, for each job, a search
// over the blocks of an optgap.Profile with at most 2n segments.
type Planner struct {
	profile optgap.Profile
	order   []place // of a policy
}

// place is a job with the values by which it is ordered, as few as sorting needs.
type place struct {
	key, submit, id int64
	job             int32 // index in the step
}

func (p place) compare(other place) int {
	if p.key != other.key {
		return cmp.Compare(p.key, other.key)
	}
	return cmp.Or(cmp.Compare(p.submit, other.submit), cmp.Compare(p.id, other.id))
}

// Plan writes into starts, which has an element for each job of the step, the
// start of each job under the policy. It trusts that the step is valid, as replays
// make thousands of plans a second; the function Plan checks it. A job that never
// fits gets optgap.Never.
func (p *Planner) Plan(step *optgap.Step, policy Policy, starts optgap.Schedule) {
	p.order = p.order[:0]
	for i, j := range step.Jobs {
		at := place{submit: j.Submit, id: j.ID, job: int32(i)}
		j.Submit += step.Now
		at.key = policy.At(j, step.Now)
		p.order = append(p.order, at)
	}
	slices.SortFunc(p.order, place.compare)
	p.profile.Reset(step.History)
	for _, at := range p.order {
		j := &step.Jobs[at.job]
		starts[at.job] = p.profile.Place(0, j.Width, j.Estimate)
	}
}

// Plan returns the plan of the step under the policy: see Planner.Plan. A step that
// is not valid is an *optgap.FieldError, such as one with a job wider than the machine.
// So is a policy without a key.
func Plan(step *optgap.Step, policy Policy) (optgap.Schedule, error) {
	if err := step.Validate(); err != nil {
		return nil, err
	}
	if policy.Key == nil && policy.Score == nil {
		return nil, optgap.BadField("policy", "no Key", "one, such as that of FCFS")
	}
	starts := make(optgap.Schedule, len(step.Jobs))
	new(Planner).Plan(step, policy, starts)
	return starts, nil
}

// Tuner computes the plans of self-tuning steps (Streit 2002, section 3.2). It
// is reusable; its zero value is ready.
type Tuner struct {
	planner Planner
	plans   []optgap.Schedule
}

// Plans returns a plan of the step for each of the policies. The schedules
// belong to the tuner and are overwritten by the next call.
func (t *Tuner) Plans(step *optgap.Step, policies []Policy) []optgap.Schedule {
	for len(t.plans) < len(policies) {
		t.plans = append(t.plans, nil)
	}
	for i, policy := range policies {
		t.plans[i] = slices.Grow(t.plans[i][:0], len(step.Jobs))[:len(step.Jobs)]
		t.planner.Plan(step, policy, t.plans[i])
	}
	return t.plans[:len(policies)]
}

// BestPlan returns the plan with the smallest objective among those of the dynP
// policies, the first of equal ones. It is nil for a step without jobs.
func BestPlan(step *optgap.Step) optgap.Schedule {
	var best optgap.Schedule
	for _, plan := range new(Tuner).Plans(step, DynP()) {
		if best == nil || plan.Objective(step) < best.Objective(step) {
			best = plan
		}
	}
	return best
}

// Scheduler decides which waiting jobs of a trace start. Jobs are known by their index in
// the trace. A replay calls Submit or End for each event, and Start after it.
type Scheduler interface {
	// Submit adds a job that arrives now.
	Submit(now int64, job int32) error
	// End tells that a running job has ended.
	End(job int32)
	// Start appends to dst the waiting jobs that start now.
	Start(now int64, dst []int32) []int32
}

// As returns the scheduler as a T, or else the one that it wraps, as it tells by a method Unwrap;
// false: none is one.
func As[T any](s Scheduler) (found T, ok bool) {
	for {
		found, ok = s.(T)
		if ok {
			return found, true
		}
		outer, wraps := s.(interface{ Unwrap() Scheduler })
		if !wraps {
			return found, false
		}
		s = outer.Unwrap()
	}
}
