package library

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/ilp/bound"
)

// policies are the usual schedulers, by the names of package stepplan. Conservative backfilling plans
// a step as FCFS does.
var policies = []string{"fcfs", "sjf", "ljf", "easy"}

// Begin returns what takes no search: the best plan of the usual schedulers, and the bound fluid.
// A scheduler that cannot respect the history is left out.
func Begin(step *optgap.Step) (*Known, error) {
	k := &Known{Format: KnownFormat, Index: step.Index, Policies: map[string]int64{}}
	for _, name := range policies {
		plan, err := stepplan.Schedule(step, name)
		if _, none := err.(*stepplan.LeftOut); none {
			continue
		}
		if err != nil {
			return nil, err
		}
		objective := plan.Objective(step)
		k.Policies[stepplan.Key(name)] = objective
		if k.Starts == nil || objective < k.Objective {
			k.Starts, k.Objective, k.ScheduleFrom = plan, objective, Source{Method: stepplan.Key(name)}
		}
	}
	k.keep(Bound{Name: optgap.BoundFluid, Value: bound.Fluid(step), Proof: record.ProofRecomputed})
	return k, nil
}

// Result returns what is known as a result, with all that follows from it. Its policies are planned
// again. Its method, time and nodes are those of the largest bound; without a method it is given. It has
// status error where a bound exceeds a schedule.
func (k *Known) Result(ctx context.Context, step *optgap.Step) record.Result {
	a := &method.Answer{
		Schedule: k.Starts, Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished,
		Seconds: k.BoundFrom.Seconds, Nodes: k.BoundFrom.Nodes,
	}
	for _, b := range k.Bounds {
		a.Bounds = append(a.Bounds, method.Bound{
			Name: b.Name, Value: b.Value, RestsOn: b.Proof, Certificate: b.Certificate,
		})
	}
	o := method.Options{NoBounds: true, Policies: policies}
	r := method.Complete(ctx, method.Method{Name: cmp.Or(k.BoundFrom.Method, record.Given)}, step, a, o, nil)
	for name, p := range r.Policies {
		p.PlanSeconds, p.Power = 0, 0 // they were measured just now
		r.Policies[name] = p
	}
	return r
}

// samePolicies refuses stored objectives that differ from those of a result's policies.
func (k *Known) samePolicies(r *record.Result) error {
	names := slices.Sorted(maps.Keys(r.Policies))
	for _, name := range names {
		if planned := r.Policies[name].Objective; planned != k.Policies[name] {
			return optgap.BadField("policies."+name, fmt.Sprint(k.Policies[name]), fmt.Sprint(planned))
		}
	}
	if len(k.Policies) > len(names) {
		return optgap.BadField("policies", k.Policies, fmt.Sprint(names))
	}
	return nil
}
