package report

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/grothklags2004"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/summary"
	"github.com/optgap/optgap/bench/view"
)

// Four outcomes: a gain on the grid, an optimum at one second, a limit at which
// the best policy's schedule stands in, and a run that failed.
func studied() []record.Result {
	policies := func(fcfs, sjf, ljf int64) map[string]record.Policy {
		return map[string]record.Policy{
			"FCFS": {Objective: fcfs, ARTwW: float64(fcfs) / 10, SLDwA: 2, Makespan: 900, PlanSeconds: 2e-6},
			"SJF":  {Objective: sjf, ARTwW: float64(sjf) / 10, SLDwA: 2, Makespan: 1000, PlanSeconds: 4e-6},
			"LJF":  {Objective: ljf, ARTwW: float64(ljf) / 10, SLDwA: 2, Makespan: 800},
		}
	}
	gain := record.Result{
		Format: record.ResultFormat, Trace: "a,b.swf", Index: 7, Now: 1234567, Jobs: 22, Makespan: 189559, AccumulatedRunTime: 1798837,
		Method: "ilp", Formulation: "step", TimeScale: 420, Horizon: "safe", Status: optgap.StatusOptimal, EndedBy: optgap.EndedFinished, Scope: optgap.ScopeGrid,
		Objective: 9000, ARTwW: 900.25, SLDwA: 1.125, GridObjective: 9600, GridBound: 9600, Bound: 7500,
		Gap: new(1.0 / 6), RatioToBound: 1.2, Policies: policies(12000, 10000, 20000), BestPolicy: "SJF",
		Quality: &record.Quality{ARTwW: 0.9, SLDwA: 0.9}, LossPercent: new(10.0), Power: 0.25,
		Bounds: map[string]int64{"fluid": 6000, "lp": 7500}, SolveSeconds: 4, Nodes: new(int64(0)),
		Columns: 12000, Rows: 600, Nonzeros: 36000, MIPRelGap: new(0.0), MIPAbsGap: new(0.0), PeakMemoryBytes: 1 << 30,
	}
	proven := record.Result{
		Format: record.ResultFormat, Trace: "a,b.swf", Index: 9, Now: 1234600, Jobs: 2, Makespan: 1000, AccumulatedRunTime: 1500,
		Method: "ilp", Formulation: "step", TimeScale: 60, Horizon: "safe", Status: optgap.StatusOptimal, EndedBy: optgap.EndedFinished, Scope: optgap.ScopeSecond,
		Objective: 6000, ARTwW: 600, SLDwA: 1, GridObjective: 6000, GridBound: 6000, Bound: 6000,
		Gap: new(0.0), RatioToBound: 1, Policies: policies(6000, 6000, 6000), BestPolicy: "FCFS",
		Quality: &record.Quality{ARTwW: 1, SLDwA: 1}, LossPercent: new(0.0), Power: 0.5,
		Bracket: []record.Ends{{TimeScale: 180, Lower: 5700, Upper: 6000, SolveSeconds: 0.5}, {TimeScale: 60, Lower: 6000, Upper: 6000, SolveSeconds: 2}},
		Bounds:  map[string]int64{"fluid": 6000, "ilp": 6000}, SolveSeconds: 2, MIPRelGap: new(0.0), MIPAbsGap: new(0.0),
	}
	limit := record.Result{
		Format: record.ResultFormat, Trace: "a,b.swf", Index: 12, Now: 1300000, Jobs: 30, Makespan: 2000, AccumulatedRunTime: 3000,
		Method: "ilp", Formulation: "step", TimeScale: 60, Horizon: "safe", Status: optgap.StatusLimit, EndedBy: optgap.EndedTimeLimit,
		Objective: 5000, ARTwW: 500, SLDwA: 3, Policies: policies(5000, 8000, 9000), BestPolicy: "FCFS", SolveSeconds: 60,
	}
	failed := record.Result{
		Format: record.ResultFormat, Trace: "a,b.swf", Index: 13, Now: 1300100, Jobs: 6, AccumulatedRunTime: 100,
		Method: "ilp", Status: optgap.StatusError, Error: "it broke",
	}
	return []record.Result{gain, proven, limit, failed}
}

func golden(t *testing.T, name string, tables ...Table) {
	t.Helper()
	var b bytes.Buffer
	for i, table := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		format := table.Text
		if strings.HasSuffix(name, ".csv") {
			format = table.CSV
		}
		if err := table.Write(&b, format); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test ./bench/report -update writes it)", err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s: found\n%sexpected\n%s", path, b.Bytes(), want)
	}
}

func TestStudyTablesGolden(t *testing.T) {
	results := studied()
	s := summary.Of(results)
	golden(t, "study.txt", grothklags2004.Table1("a,b.swf, 100 processors", results, s), grothklags2004.PowerTable("ilp", s), grothklags2004.BoundsTable(s))
	golden(t, "study.csv", summary.Rows(results))
	failed := results[3:]
	golden(t, "failed.txt", grothklags2004.Table1("nothing but a failure", failed, summary.Of(failed)))
}

func TestStepTableGolden(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Index: 7, Now: 1234567, Machine: 16, History: optgap.History{{Time: 0, Free: 16}},
		Jobs: []optgap.Job{{ID: 1, Width: 8, Estimate: 3600, Submit: -1200}, {ID: 2, Width: 16, Estimate: 60}},
	}
	r := studied()[0]
	r.Starts = []record.Start{{ID: 2, Start: 0}, {ID: 1, Start: 60}}
	enclosed := studied()[1]
	failed := studied()[3]
	interrupted := studied()[2]
	interrupted.Bounds, interrupted.Bound = map[string]int64{"fluid": 4000}, 4000 // without a gap, as a file may say
	golden(t, "step.txt", view.StepTable(step, &r), view.StepTable(step, &failed), view.StepTable(step, &interrupted), view.StepTable(step, &enclosed))
}

// Each row has all columns, and what does not exist is blank.
func TestRowsLeaveBlankWhatDoesNotExist(t *testing.T) {
	table := summary.Rows(studied())
	cell := func(row int, column string) string {
		for i, c := range table.Columns {
			if c.Name == column {
				return table.Rows[row][i]
			}
		}
		t.Fatalf("no column %q", column)
		return ""
	}
	for _, c := range []struct {
		row          int
		column, want string
	}{
		{0, "nodes", "0"}, {1, "nodes", ""}, {1, "gap", "0"}, {2, "gap", ""}, {1, "loss_percent", "0"}, {2, "loss_percent", ""},
		{2, "quality", ""}, {3, "objective", ""}, {3, "solve_seconds", ""}, {3, "makespan", ""}, {3, "ended_by", ""}, {0, "bound_ilp", ""}, {1, "bound_ilp", "6000"},
		{0, "LJF_plan_seconds", ""}, {0, "FCFS_plan_seconds", "2e-06"},
	} {
		if got := cell(c.row, c.column); got != c.want {
			t.Errorf("row %d, %s: found %q, expected %q", c.row, c.column, got, c.want)
		}
	}
}

func TestSummarise(t *testing.T) {
	s := summary.Of(studied())
	near := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("%s: found %v, expected %v", name, got, want)
		}
	}
	counts := []int{s.Steps, s.Optimal, s.Compared, s.Gains, s.Losses, s.Timed, s.Statuses["limit"], s.Statuses["error"], s.PolicySummaries["FCFS"].Best, s.PolicySummaries["SJF"].Best}
	if want := []int{4, 2, 2, 1, 0, 3, 1, 1, 2, 1}; !slices.Equal(counts, want) {
		t.Errorf("counts: found %v, expected %v", counts, want)
	}
	near("jobs", s.Jobs, 15)                                               // (22 + 2 + 30 + 6) / 4
	near("accumulated run time", s.AccumulatedRunTime, 450859.25)          // (1798837 + 1500 + 3000 + 100) / 4
	near("makespan", s.Makespan, 192559.0/3)                               // (189559 + 1000 + 2000) / 3: the failed run has none
	near("time scale", s.TimeScale, 180)                                   // (420 + 60 + 60) / 3
	near("quality", s.Quality, 0.95)                                       // (0.9 + 1) / 2
	near("loss", *s.LossPercent, 5)                                        // (10 + 0) / 2
	near("least loss", *s.MinLoss, 0)                                      //
	near("largest loss", *s.MaxLoss, 10)                                   //
	near("seconds", s.Seconds, 22)                                         // (4 + 2 + 60) / 3
	near("largest seconds", s.MaxSeconds, 60)                              //
	near("shifted seconds", s.ShiftedSeconds, math.Cbrt(14*12*70)-10)      // shift 10 s
	near("power", s.Power, 1.0/22)                                         // the method's own quality is 1
	near("ratio to bound", s.RatioToBound, 1.1)                            // (1.2 + 1) / 2
	near("ratio to fluid", s.RatiosToBounds["fluid"], 1.25)                // (9000/6000 + 6000/6000) / 2
	near("FCFS quality", s.PolicySummaries["FCFS"].Quality, 0.875)         // (9000/12000 + 6000/6000) / 2: the limit compares nothing
	near("FCFS loss", *s.PolicySummaries["FCFS"].LossPercent, 12.5)        // (1 - 0.875) * 100
	near("SJF plan seconds", s.PolicySummaries["SJF"].PlanSeconds, 4e-6)   // (4 + 4) / 2 microseconds
	near("SJF power", s.PolicySummaries["SJF"].Power, 0.95/4e-6)           // quality (0.9 + 1) / 2 over 4 microseconds
	near("peak memory", float64(s.PeakMemoryBytes), float64(int64(1)<<30)) //
}

// A mean over nothing does not exist and is not 0.
func TestSummaryOfFailures(t *testing.T) {
	text, err := json.Marshal(summary.Of(studied()[3:]))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"steps":1,"optimal":0,"statuses":{"error":1},"jobs":6,"accumulated_run_time":100,"compared":0,"gains":0,"losses":0,"timed":0,"policies":{}}`
	if string(text) != want {
		t.Errorf("found\n%s\nexpected\n%s", text, want)
	}
	limit := summary.Of(studied()[2:3])
	if p := limit.PolicySummaries["FCFS"]; p.LossPercent != nil || p.Quality != 0 || p.Best != 1 {
		t.Errorf("policies where nothing compares: found %+v, expected the best count alone", p)
	}
}
