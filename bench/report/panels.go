package report

import (
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
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
	best := results[0].BestPolicy // the same by every method
	panels := []gantt.Panel{{Title: "no policy has a schedule"}}
	if best != "" {
		panels[0].Title = canvas.Name(best) + ", the best policy"
		stored := record.Schedule{Starts: results[0].Policies[best].Starts}
		plan, err := stored.Of(step)
		name := strings.ToLower(best)
		decides := schedulers.Known(name) == nil && !schedulers.IsRecorded(name)
		if err != nil && !decides { // another program, a file or the log
			panels[0].Title += ", whose schedule is not stored: --policy-starts keeps it"
		} else if err != nil {
			plan, err = stepplan.Schedule(step, name)
			if err != nil {
				return nil, err
			}
		}
		panels[0].Schedule = plan
	}
	for _, r := range results {
		p := gantt.Panel{Title: strings.ToUpper(r.Method) + ", " + summary.OutcomeOnGrid(&r)}
		if summary.Solved(&r) {
			p.Schedule, _ = r.Schedule(step)
		}
		panels = append(panels, p)
	}
	return panels, nil
}
