package report_test

import (
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
)

func TestTablesGolden(t *testing.T) {
	results := recordtest.Studied()
	s := summary.Of(results)
	table1 := report.StepsTable("a,b.swf, 100 processors", results, s)
	golden.Tables(t, "study.txt", table1, report.PowerTable("ilp", s), report.BoundsTable(s))
	golden.Text(t, "study-wide.txt", []byte(write(t, table1, table.Wide)))
	failed := results[3:]
	golden.Tables(t, "failed.txt", report.StepsTable("nothing but a failure", failed, summary.Of(failed)))
}

// The tables fit their width with the values of the largest traces.
func TestStepTablesFit(t *testing.T) {
	results := recordtest.Studied()
	for i := range results {
		r := &results[i]
		r.Now, r.Jobs, r.Makespan, r.AccumulatedRunTime = 123_456_789, 987, 12_345_678, 12_345_678_901
		r.TimeScale, r.SolveSeconds = 36_000, 3600.125
		if r.Status == optgap.StatusOptimal {
			r.ARTwW, r.SLDwA, r.LossPercent, r.RatioToBound = 1_234_567, 12345.6789, new(-10.0), 1.2346
		}
	}
	results[0].PeakMemoryBytes, results[0].Status, results[0].EndedBy = 1, optgap.StatusFeasible, optgap.EndedMemoryLimit
	results[3].Status = optgap.StatusMemory
	results = append(results, results[1])
	results[4].Scope, results[4].SolveSeconds = optgap.ScopeGrid, 1e-4
	s := summary.Of(results)
	steps := report.StepsTable("KTH-SP2-1996-2.1-cln.swf, 100 processors", results, s)
	fit(t, "steps", steps, report.PowerTable("ilp", s), report.BoundsTable(s))
}
