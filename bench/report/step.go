package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// StepTable returns the schedule of a result, with a row for each job. The title words the
// result. Where the method has no schedule of its own, the jobs have no starts.
func StepTable(step *optgap.Step, r *record.Result) table.Table {
	t := table.Table{Title: stepTitle(step, r), Columns: table.Numbers(
		"job", "width", "estimate [s]", "submitted [s]", "start [s]", "end [s]", "response [s]",
	)}
	if !summary.Solved(r) {
		for _, j := range step.Jobs {
			t.Row(append(jobCells(j), "", "", "")...)
		}
		return t
	}
	schedule, ok := r.Schedule(step)
	if !ok {
		return t
	}
	for _, i := range schedule.Order() {
		j := step.Jobs[i]
		start := schedule[i]
		end := start + j.Estimate
		cells := append(jobCells(j), format.Integer(start), format.Integer(end))
		t.Row(append(cells, format.Integer(end-j.Submit))...)
	}
	return t
}

// jobCells returns the cells about a job that no schedule changes.
func jobCells(j optgap.Job) []string {
	return []string{
		fmt.Sprint(j.ID),
		fmt.Sprint(j.Width),
		format.Integer(j.Estimate),
		format.Integer(j.Submit),
	}
}

// worth words an objective of a step: the average that it stands for, and those weighted by width
// and area.
func worth(step *optgap.Step, objective int64, artww, sldwa float64) string {
	return fmt.Sprintf("%sobjective %s, ARTwW %s s, SLDwA %s", minimised(step, objective),
		format.Integer(objective), format.Decimal(artww, 1), format.Decimal(sldwa, 4))
}

// stepTitle words a result in a few lines.
func stepTitle(step *optgap.Step, r *record.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Step %d at %s s, %s: %s %s", r.Index, format.Integer(r.Now),
		format.Count(r.Jobs, "waiting job"), r.Method, summary.OutcomeOnGrid(r))
	if r.SolveSeconds > 0 {
		fmt.Fprintf(&b, ", %s", format.Time(r.SolveSeconds))
	}
	if r.Error != "" {
		fmt.Fprintf(&b, "\n%s", r.Error)
	}
	for _, m := range summary.Misses([]record.Result{*r}) {
		fmt.Fprintf(&b, "\n%s", m)
	}
	switch {
	case summary.Solved(r):
		fmt.Fprintf(&b, "\n%s", worth(step, r.Objective, r.ARTwW, r.SLDwA))
	case r.BestPolicy != "":
		best := r.Policies[r.BestPolicy]
		fmt.Fprintf(&b, "\nthe best policy is %s: %s", figure.Name(r.BestPolicy),
			worth(step, best.Objective, best.ARTwW, best.SLDwA))
	}
	if text := cmp.Or(possible(step, r), lost(r)); text != "" {
		b.WriteString("\n" + text)
	}
	if r.Bound > 0 {
		fmt.Fprintf(&b, "\nlower bound %s", format.Integer(r.Bound))
		if r.Gap != nil && summary.Solved(r) {
			fmt.Fprintf(&b, ", gap %s", format.Percent(*r.Gap*100))
		}
		for _, name := range slices.Sorted(maps.Keys(r.Bounds)) {
			fmt.Fprintf(&b, "; %s %s", name, format.Integer(r.Bounds[name]))
		}
	}
	return b.String()
}

// possible words what the plans of the policies that were asked for are worth, a line for each,
// beside the best possible; "": none was asked for beside those of dynP, no bound is known, or the
// question is about a given schedule.
func possible(step *optgap.Step, r *record.Result) string {
	policies := record.PolicyNames([]record.Result{*r})
	o, why := loss.Observe(policies, r)
	if why != "" || r.Method == record.Given {
		return ""
	}
	value := func(objective int64) string {
		return strings.TrimPrefix(
			record.Minimised(step, objective),
			step.Objective().Average().Name+" ",
		)
	}
	best := "the best possible one " + value(o.Best) + ", proven"
	if !o.Proven {
		best = "the best known one " + value(o.Best) + ", and none less than " + value(o.Bound)
	}
	var lines []string
	for k, name := range policies {
		if loss.Own(name) {
			lines = append(
				lines,
				fmt.Sprintf("%s's plan has %s, %s: it loses %s", figure.Name(name),
					record.Minimised(step, r.Policies[name].Objective), best, Within(o.Loss[k])),
			)
		}
	}
	return strings.Join(lines, "\n")
}

// lost words what the best policy loses, against the schedule of the result and against the
// optimum. A given schedule loses itself, against the best known one. "": nothing is compared.
func lost(r *record.Result) string {
	if r.LossPercent == nil {
		return ""
	}
	loses := format.Percent(*r.LossPercent)
	if r.Method != record.Given {
		text := figure.Name(
			r.BestPolicy,
		) + ", the best policy, loses " + loses + " against this schedule"
		if o, why := loss.Observe([]string{r.BestPolicy}, r); why == "" {
			text += ", " + Within(o.Loss[0]) + " against the optimum"
		}
		return text
	}
	text := "this schedule loses " + loses + " against the best known one"
	if r.Gap != nil {
		text += ", " + Within(
			confidence.Interval{Low: *r.LossPercent, High: *r.Gap * 100},
		) + " against the optimum"
	}
	return fmt.Sprintf("%s; %s, the best policy, loses %s", text, figure.Name(r.BestPolicy),
		format.Existing(r.Policies[r.BestPolicy].LossPercent, format.Percent))
}

// minimised words the average that an objective of a step stands for, before the others; "": it is
// the ARTwW.
func minimised(step *optgap.Step, objective int64) string {
	if step.Objective() == optgap.ObjectiveARTwW {
		return ""
	}
	return record.Minimised(step, objective) + ": "
}

// StepPanels returns the panels of a Gantt chart: the plan of the best policy, then the
// schedule of each method. The title of a method tells what is proven. A method without a
// schedule of its own has an empty panel. There is at least one result.
func StepPanels(step *optgap.Step, results []record.Result) ([]gantt.Panel, error) {
	plan, err := PlanPanel(step, &results[0], results[0].BestPolicy) // the same by every method
	if err != nil {
		return nil, err
	}
	return append(
		[]gantt.Panel{plan},
		lists.Each(lists.Pointers(results), func(r *record.Result) gantt.Panel {
			return MethodPanel(step, r)
		})...), nil
}

// PlanPanel returns the panel of a policy's plan.
func PlanPanel(step *optgap.Step, r *record.Result, policy string) (p gantt.Panel, err error) {
	if policy == "" {
		return gantt.Panel{Title: "no policy has a schedule"}, nil
	}
	p.Title = figure.Name(policy)
	if policy == r.BestPolicy {
		p.Title += ", the best policy"
	}
	stored := record.Schedule{Starts: r.Policies[policy].Starts}
	p.Schedule, err = stored.Of(step)
	name := strings.ToLower(policy)
	if decides := schedulers.Known(name) == nil &&
		!schedulers.IsRecorded(name); err != nil &&
		decides {
		p.Schedule, err = schedulers.Schedule(step, name)
	} else if err != nil { // another program, a file or the log, in results of an earlier version
		p.Title += ", whose schedule is not stored: --policy-starts keeps it"
		err = nil
	}
	return p, err
}

// MethodPanel returns the panel of the schedule of a result.
func MethodPanel(step *optgap.Step, r *record.Result) gantt.Panel {
	p := gantt.Panel{Title: strings.ToUpper(r.Method) + ", " + summary.OutcomeOnGrid(r)}
	if summary.Solved(r) {
		p.Schedule, _ = r.Schedule(step)
	}
	return p
}
