package command

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
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
		return optgap.BadField("policies", schedulers.Recorded, another)
	}
	q.plans, err = study.ReadAllPlans(q.spec, q.In)
	if err != nil || q.schedules == "" {
		return err
	}
	q.given = new(judged)
	q.given.Plans, err = study.ReadPlans(spec.PlanFile{Path: q.schedules}, q.In)
	if err != nil {
		return err
	}
	return q.given.know(q.Args().First(), q.spec.Objective)
}

// know reads the results of a study's folder. Those of another objective than the steps' own say
// nothing.
func (j *judged) know(path, objective string) error {
	if _, err := os.Stat(study.Layout.In(path).Results); err != nil || objective != "" {
		return nil
	}
	content, err := folder.Read(path, study.Layout)
	j.known = make(map[int][]record.Result)
	for _, r := range content.Results {
		r.Starts = nil
		r.Certificates = nil
		r.Policies = nil
		r.PolicyList = nil
		j.known[r.Index] = append(j.known[r.Index], r)
	}
	return err
}

// solving returns a solver that judges the schedules. It looks for no bounds where some are known,
// unless bounds were asked for.
func (j *judged) solving(o method.Options, bounds bool) *study.Solving {
	judge := func(ctx context.Context, step *optgap.Step) (record.Result, error) {
		told := j.Of(step)
		if told.LeftOut == j.Lacking() {
			expected := fmt.Sprintf("one of step %d", step.Index)
			return record.Result{}, console.Usage(
				"%w",
				optgap.BadField(j.File, j.Plans, expected),
			)
		}
		a := &method.Answer{Status: optgap.StatusError, Error: told.LeftOut}
		if told.LeftOut == "" {
			a = &method.Answer{
				Schedule: told.Schedule,
				Status:   optgap.StatusFeasible,
				EndedBy:  optgap.EndedFinished,
				Seconds:  told.Seconds,
			}
		}
		o := o
		known := slices.ContainsFunc(
			j.known[step.Index],
			func(r record.Result) bool { return r.Bound > 0 },
		)
		o.NoBounds = o.NoBounds || known && !bounds
		return method.Complete(ctx, method.Method{Name: record.Given}, step, a, o), nil
	}
	return &study.Solving{Solvers: []study.Solver{{Name: record.Given, Solve: judge}}}
}

// study returns the report of results, with the schedules as a policy among those that they are
// compared with; j may be nil: none are given.
func (j *judged) study(
	results []record.Result,
	o report.StudyOptions,
) (*report.StudyReport, error) {
	if j == nil {
		return report.Study(results, o)
	}
	var all []record.Result
	for _, r := range results {
		r.PolicyList = append(slices.Clip(r.ListedPolicies()), record.Given)
		if r.Objective > 0 {
			r.Policies = maps.Clone(r.Policies)
			r.Policies[record.Given] = record.Policy{Objective: r.Objective}
		}
		all = append(append(all, r), j.known[r.Index]...)
	}
	return report.Study(all, o)
}

// result prints a result and counts it.
func (q *question) result(step *optgap.Step, r record.Result) error {
	q.count(&r)
	if q.step == nil {
		q.step = step
	}
	if q.step == step {
		q.first = append(q.first, r)
	}
	if q.answer != "" {
		q.options.Know(step)
	}
	if q.answer != "" || q.together() {
		brief := r
		brief.Starts = nil
		brief.Certificates = nil // neither answers nor rows have them
		q.results = append(q.results, brief)
	}
	if q.together() {
		return nil
	}
	return q.schedule(step, &r)
}

// together tells that the results are printed at the end.
func (q *question) together() bool { return q.csv() || q.given != nil && !q.json() }

// schedule prints a result, or the table of its schedule.
func (q *question) schedule(step *optgap.Step, r *record.Result) error {
	return printAs(q.Out, q.printing, answer[*record.Result]{
		lines: []*record.Result{r}, after: "\n",
		tables: []table.Table{report.StepTable(step, r)},
	})
}

// end prints the results that are printed together.
func (q *question) end() error {
	if len(q.results) > 0 && q.answer != "" {
		found, err := q.given.study(q.results, q.options)
		if err == nil {
			err = q.writeAnswer(q.Out, found.Numbers())
		}
		if err != nil || q.alone() {
			return err
		}
	}
	switch {
	case len(q.results) == 0 || !q.together():
		return nil
	case q.csv():
		return summary.Rows(q.results).Write(q.Out, table.CSV)
	}
	if err := q.judged(); err != nil {
		return err
	}
	found, err := q.given.study(q.results, report.StudyOptions{Losses: true})
	if err != nil || !q.text() { // no bound is known
		return nil
	}
	text := found.Answer()
	if len(q.results) > 1 { // the table of a single one ends with a blank line
		text = "\n" + text
	}
	_, err = fmt.Fprintln(q.Out, table.Wrap(text, table.Width))
	return err
}

// judged prints the results of given schedules. A single one has a table of its own.
func (q *question) judged() error {
	if len(q.results) == 1 {
		return q.schedule(q.step, &q.first[0])
	}
	found, err := report.Study(q.results, report.StudyOptions{Title: q.given.File})
	if err != nil {
		return err
	}
	return printAs(q.Out, q.printing, answer[any]{tables: found.Tables()})
}
