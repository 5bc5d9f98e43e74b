package report_test

import (
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/heuristics/must"
)

func TestStepTableGolden(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Index: 7, Now: 1234567, Machine: 16, History: optgap.History{{Time: 0, Free: 16}},
		Jobs: []optgap.Job{{ID: 1, Width: 8, Estimate: 3600, Submit: -1200}, {ID: 2, Width: 16, Estimate: 60}},
	}
	r := recordtest.Studied()[0]
	r.Starts = []record.Start{{ID: 2, Start: 0}, {ID: 1, Start: 60}}
	enclosed := recordtest.Studied()[1]
	failed := recordtest.Studied()[3]
	interrupted := recordtest.Studied()[2]
	// without a gap, as a file may say
	interrupted.Bounds, interrupted.Bound = map[optgap.BoundName]int64{"fluid": 4000}, 4000
	golden.Tables(t, "step.txt", report.StepTable(step, &r), report.StepTable(step, &failed),
		report.StepTable(step, &interrupted), report.StepTable(step, &enclosed))
}

// A panel names what is proven. The policy's schedule that stands in for the search
// is not drawn as the search's.
func TestStepPanels(t *testing.T) {
	step := &optgap.Step{Machine: 4, History: optgap.History{{Time: 0, Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 4, Estimate: 60}}}
	grid := recordtest.Result("ilp", optgap.StatusOptimal, optgap.ScopeGrid, 240, 1)
	grid.TimeScale, grid.BestPolicy, grid.Starts = 420, "SJF", []record.Start{{ID: 1, Start: 0}}
	late := recordtest.Result("exact", optgap.StatusLimit, "", 240, 1)
	late.EndedBy, late.Starts = optgap.EndedTimeLimit, grid.Starts
	panels := must.Get(report.StepPanels(step, []record.Result{grid, late}))
	for i, want := range []struct {
		title string
		drawn bool
	}{
		{"SJF, the best policy", true},
		{"ILP, optimal on the grid of 420 s", true},
		{"EXACT, unsolved: time limit", false},
	} {
		if p := panels[i]; p.Title != want.title || (p.Schedule != nil) != want.drawn {
			t.Errorf("found %+v, expected %+v", p, want)
		}
	}
	// That of another program, and that of the log, is drawn where it is stored.
	for _, name := range []string{"mine", "recorded"} {
		for _, starts := range [][]record.Start{nil, {{ID: 1, Start: 9}}} {
			other := record.Result{BestPolicy: name, Policies: map[string]record.Policy{name: {Starts: starts}}}
			panels, err := report.StepPanels(step, []record.Result{other})
			if err != nil || (panels[0].Schedule != nil) != (starts != nil) ||
				strings.HasSuffix(panels[0].Title, "is not stored: --policy-starts keeps it") != (starts == nil) {
				t.Errorf("%s: found %+v, error %v with the starts %v", name, panels, err, starts)
			}
		}
	}
}
