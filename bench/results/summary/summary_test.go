package summary_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

func TestRowsGolden(t *testing.T) {
	golden.Tables(t, "study.csv", summary.Rows(recordtest.Studied()))
}

func TestSummarise(t *testing.T) {
	s := summary.Of(recordtest.Studied())
	near := func(name string, got, want float64) {
		t.Helper()
		must.Hold(t, math.Abs(got-want) <= 1e-12*math.Abs(want), name, "found", got, "expected", want)
	}
	counts := []int{
		s.Steps, s.Optimal, s.OnGrid, s.AtSecond, s.Compared, s.Gains, s.Losses, s.Timed, s.Statuses["limit"],
		s.Statuses["error"], s.PolicySummaries["FCFS"].Best, s.PolicySummaries["SJF"].Best,
	}
	must.EqualSlices(t, counts, []int{4, 2, 1, 1, 2, 1, 0, 3, 1, 1, 2, 1}, "counts")
	near("jobs", s.Jobs, 15)                                      // (22 + 2 + 30 + 6) / 4
	near("accumulated run time", s.AccumulatedRunTime, 450859.25) // (1798837 + 1500 + 3000 + 100) / 4
	near("makespan", s.Makespan, 192559.0/3)                      // (189559 + 1000 + 2000) / 3: three have one
	near("time scale", s.TimeScale, 180)                          // (420 + 60 + 60) / 3
	near("quality", s.Quality, 0.95)                              // (0.9 + 1) / 2
	near("loss", *s.LossPercent, 5)                               // (10 + 0) / 2
	near("least loss", *s.MinLoss, 0)
	near("largest loss", *s.MaxLoss, 10)
	near("seconds", s.Seconds, 22) // (4 + 2 + 60) / 3
	near("largest seconds", s.MaxSeconds, 60)
	near("shifted seconds", s.ShiftedSeconds, math.Cbrt(5*3*61)-1)         // shift 1 s
	near("power", s.Power, 1.0/22)                                         // the method's own quality is 1
	near("ratio to bound", s.RatioToBound, 1.1)                            // (1.2 + 1) / 2
	near("ratio to fluid", s.RatiosToBounds["fluid"], 1.25)                // (9000/6000 + 6000/6000) / 2
	near("FCFS quality", s.PolicySummaries["FCFS"].Quality, 0.875)         // (9000/12000 + 6000/6000) / 2: two compare
	near("FCFS loss", *s.PolicySummaries["FCFS"].LossPercent, 12.5)        // (1 - 0.875) * 100
	near("SJF plan seconds", s.PolicySummaries["SJF"].PlanSeconds, 4e-6)   // (4 + 4) / 2 microseconds
	near("SJF power", s.PolicySummaries["SJF"].Power, 0.95/4e-6)           // quality (0.9 + 1) / 2 over 4 microseconds
	near("peak memory", float64(s.PeakMemoryBytes), float64(int64(1)<<30)) //
}

// A mean over nothing does not exist and is not 0.
func TestSummaryOfFailures(t *testing.T) {
	text := must.Get(json.Marshal(summary.Of(recordtest.Studied()[3:])))
	want := `{"steps":1,"optimal":0,"optimal_on_grid":0,"optimal_at_second":0,"statuses":{"error":1},` +
		`"jobs":6,"accumulated_run_time":100,"compared":0,"gains":0,"losses":0,"timed":0,"policies":{}}`
	must.Equal(t, string(text), want)
	limit := summary.Of(recordtest.Studied()[2:3])
	if p := limit.PolicySummaries["FCFS"]; p.LossPercent != nil || p.Quality != 0 || p.Best != 1 {
		t.Errorf("policies where nothing compares: found %+v, expected the best count alone", p)
	}
}

// TestObjectives: columns say the unit of what is minimised, and the average has a column where it is not the
// ARTwW. Sums of several kinds have no unit.
func TestObjectives(t *testing.T) {
	of := func(objectives ...string) map[string]summary.Column {
		results := recordtest.Studied()[:len(objectives)]
		for i, o := range objectives {
			results[i].ObjectiveName = o
		}
		columns := map[string]summary.Column{}
		for _, c := range summary.Columns(summary.NamesIn(results)) {
			columns[c.Key] = c
		}
		return columns
	}
	for _, c := range []struct {
		objectives      []string
		sum, head, unit string // head "": there is no column of the average
	}{
		{[]string{"", ""}, "processor-s", "", ""},
		{[]string{"art", "art"}, "s", "ART", "s"},
		{[]string{"sld"}, "weight * s", "SLD", ""},
		{[]string{"", "sld"}, "", "average", "s, or a number"},
	} {
		columns := of(c.objectives...)
		for _, key := range []string{"objective", "grid_bound", "bound", "FCFS_objective", "bound_lp"} {
			must.Equal(t, columns[key].Unit, c.sum, c.objectives, key, "the unit")
		}
		if a := columns["objective_value"]; a.Show.Head != c.head || a.Unit != c.unit {
			t.Errorf("%q: found an average %q in %q, expected %q in %q", c.objectives, a.Show.Head, a.Unit, c.head, c.unit)
		}
	}
}

// TestOwnBounds: a bound with another name has a column after the usual ones, by name.
func TestOwnBounds(t *testing.T) {
	results := recordtest.Studied()
	for i, name := range []optgap.BoundName{"xf", "area"} {
		results[i].Bounds = map[optgap.BoundName]int64{name: int64(i + 7), optgap.BoundLP: 3}
	}
	rows := summary.Rows(results)
	columns := summary.Columns(summary.NamesIn(results))
	var names []string
	for _, c := range columns {
		names = append(names, c.Key)
	}
	at := slices.Index(names, "bound_lagrange") + 1
	want := []string{"bound_area", "bound_xf", "ratio_to_bound"}
	must.Need(t, slices.Equal(names[at:at+3], want) && columns[at].Kind == table.Whole,
		"columns", names, "expected bound_area and bound_xf behind bound_lagrange")
	if a, b := rows.Rows[1][at], rows.Rows[0][at+1]; a != "8" || b != "7" || rows.Rows[0][at] != "" {
		t.Errorf("cells %q, %q and %q, expected 8, 7 and a blank one", a, b, rows.Rows[0][at])
	}
}
