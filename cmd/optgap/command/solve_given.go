package command

import (
	"context"
	"maps"
	"os"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

const readSchedulesName = "read-schedules"

// judged are the schedules of --read-schedules.
type judged struct {
	*study.Plans
	known map[int][]record.Result // by index of the step: results of the study whose folder has the steps
}

// readPlans reads the files of --plans and of --read-schedules.
func (q *question) readPlans() (err error) {
	if q.spec.HasRecorded() {
		const another = "another one: study --drive recorded has its log"
		return named(q.Call, optgap.BadField("policies", schedulers.Recorded, another))
	}
	if q.plans, err = study.ReadAllPlans(q.spec, q.In); err != nil || q.schedules == "" {
		return err
	}
	q.given = new(judged)
	if q.given.Plans, err = study.ReadPlans(spec.PlanFile{Path: q.schedules}, q.In); err != nil {
		return err
	}
	return q.given.know(q.Args().First(), q.spec.Objective)
}

// know reads the results of a study's folder. Those of another objective than the steps' own say nothing.
func (j *judged) know(path, objective string) error {
	if _, err := os.Stat(study.Layout.In(path).Results); err != nil || objective != "" {
		return nil
	}
	content, err := folder.Read(path, study.Layout)
	j.known = make(map[int][]record.Result)
	for _, r := range content.Results {
		r.Starts, r.Certificates, r.Policies, r.PolicyList = nil, nil, nil, nil
		j.known[r.Index] = append(j.known[r.Index], r)
	}
	return err
}

// solving returns a solver that judges the schedules. It looks for no bounds where some are known, unless bounds
// were asked for.
func (j *judged) solving(o method.Options, bounds bool) *study.Solving {
	judge := func(ctx context.Context, step *optgap.Step) (record.Result, error) {
		found, err := j.Of(step)
		if err != nil {
			return record.Result{}, console.Usage("%w", err)
		}
		if found == nil {
			const text = "%s: found no schedule for step %d%s, expected one"
			return record.Result{}, console.Usage(text, j.File, step.Index, ofTrace(step.Trace))
		}
		o := o
		known := slices.ContainsFunc(j.known[step.Index], func(r record.Result) bool { return r.Bound > 0 })
		o.NoBounds = o.NoBounds || known && !bounds
		return method.Given(ctx, step, found, o), nil
	}
	return &study.Solving{Solvers: []study.Solver{{Name: record.Given, Solve: judge}}}
}

// answer says how much the schedules lose against the optimum, as a policy among those that they are compared
// with; "": no bound is known.
func (j *judged) answer(results []record.Result) string {
	var all []record.Result
	for _, r := range results {
		r.PolicyList = append(slices.Clip(r.ListedPolicies()), record.Given)
		if r.Objective > 0 {
			r.Policies = maps.Clone(r.Policies)
			r.Policies[record.Given] = record.Policy{Objective: r.Objective}
		}
		all = append(append(all, r), j.known[r.Index]...)
	}
	found, err := report.Study(all, report.StudyOptions{Losses: true})
	if err != nil {
		return ""
	}
	return found.Answer()
}

func ofTrace(name string) string {
	if name == "" {
		return ""
	}
	return " of trace " + name
}

// sayUnused notes schedules that are of no step; j may be nil.
func (j *judged) sayUnused(n *console.Notes) {
	if j != nil && j.Unused() > 0 {
		n.Say("%s: %s of no step", j.File, format.Count(int64(j.Unused()), "schedule"))
	}
}
