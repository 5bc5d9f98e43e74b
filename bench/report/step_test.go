package report_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
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
