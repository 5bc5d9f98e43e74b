package report

import (
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/stepplan"
)

// StepPanels returns the panels of a Gantt chart: the plan of the best policy, then the
// schedule of each method. The title of a method tells what is proven. A method without a
// schedule of its own has an empty panel. There is at least one result.
func StepPanels(step *optgap.Step, results []record.Result) ([]gantt.Panel, error) {
	plan, err := PlanPanel(step, &results[0], results[0].BestPolicy) // the same by every method
	if err != nil {
		return nil, err
	}
	return append([]gantt.Panel{plan}, lists.Each(lists.Pointers(results), func(r *record.Result) gantt.Panel {
		return MethodPanel(step, r)
	})...), nil
}

// PlanPanel returns the panel of a policy's plan.
func PlanPanel(step *optgap.Step, r *record.Result, policy string) (p gantt.Panel, err error) {
	if policy == "" {
		return gantt.Panel{Title: "no policy has a schedule"}, nil
	}
	if p.Title = canvas.Name(policy); policy == r.BestPolicy {
		p.Title += ", the best policy"
	}
	stored := record.Schedule{Starts: r.Policies[policy].Starts}
	p.Schedule, err = stored.Of(step)
	name := strings.ToLower(policy)
	if decides := schedulers.Known(name) == nil && !schedulers.IsRecorded(name); err != nil && decides {
		p.Schedule, err = stepplan.Schedule(step, name)
	} else if err != nil { // another program, a file or the log, in results of an earlier version
		p.Title, err = p.Title+", whose schedule is not stored: --policy-starts keeps it", nil
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
