package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// large are results of three methods with values as large as those of the longest
// traces and the longest searches.
func large() []record.Result {
	var results []record.Result
	for i := range 40 {
		for k, method := range []string{"policies", "ilp", "exact"} {
			objective := 1_234_567_890_123 + int64(k)*12_345_678_901
			r := recordtest.Result(method, optgap.StatusOptimal, optgap.ScopeGrid, objective, 28_800.125)
			r.Index, r.Now, r.Jobs, r.TimeScale, r.GridObjective, r.GridBound = 123_456+i, 123_456_789, 9876, 36_000, 1, 1
			r.Bound, r.Gap = 1_234_567_890_123, new(0.1234)
			r.LossPercent = new(float64(i))
			r.CPUSeconds, r.WallSeconds, r.PeakMemoryBytes = 12_345_678.5, 12_345_678.5, 123_456_789_012
			switch {
			case method == "policies":
				r.Status, r.Scope, r.SolveSeconds = optgap.StatusFeasible, "", 2.5e-6
			case i == 7:
				r.Status = optgap.StatusCrashed
			}
			results = append(results, r)
		}
	}
	return results
}

func largeMetrics() *performance.Metrics {
	m := &performance.Metrics{Numbers: map[string]float64{}, SlowdownBounds: []int64{60}}
	for _, metric := range performance.Table(m.SlowdownBounds) {
		m.Numbers[metric.Key] = 999_999.9
		if metric.Share {
			m.Numbers[metric.Key] = 0.9999
		}
	}
	m.Numbers["makespan"], m.Numbers["window"] = 123_456_789, 123_456_789
	return m
}

// fit shows that tables are no wider than text may be.
func fit(t *testing.T, name string, tables ...table.Table) {
	t.Helper()
	for _, shown := range tables {
		text := write(t, shown, table.Text)
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > table.Width {
				t.Errorf("%s, %d characters wide:\n%s", name, n, line)
			}
		}
		if testing.Verbose() {
			fmt.Println(text)
		}
	}
}

// Each table fits its width with large values.
func TestTablesFit(t *testing.T) {
	trace := "KTH-SP2-1996-2.1-cln.swf, 123,456 processors"
	c := summary.Collect(large())
	steps := report.MethodSteps(c, trace+": self-tuning steps", 12)
	tables := map[string][]table.Table{"methods": {steps, report.Methods(c.Totals()), report.Averages(c.Totals(), 0)}}

	results := append(recordtest.Studied(), recordtest.Studied()[1])
	for i := range results {
		r := &results[i]
		r.Now, r.Jobs, r.Makespan, r.AccumulatedRunTime = 123_456_789, 987, 12_345_678, 12_345_678_901
		r.TimeScale, r.SolveSeconds = 36_000, 3600.125
		if r.Status == optgap.StatusOptimal {
			r.ARTwW, r.SLDwA, r.LossPercent, r.RatioToBound = 1_234_567, 12345.6789, new(-10.0), 1.2346
		}
	}
	results[0].Status, results[0].EndedBy = optgap.StatusFeasible, optgap.EndedMemoryLimit
	results[3].Status, results[4].Scope = optgap.StatusMemory, optgap.ScopeGrid
	s := summary.Of(results)
	tables["steps"] = []table.Table{
		report.StepsTable(trace, results, s), report.PowerTable("ilp", s), report.BoundsTable(s),
	}

	wide := confidence.Interval{Low: 12.34, High: 98.76}
	d := loss.Distribution{Average: wide, Median: wide, Q90: &wide, Q95: &wide, Largest: wide}
	d.Optimal = confidence.Interval{Low: 0.123, High: 0.987}
	d.Confidence, d.Middle, d.Tenths = &wide, &wide, &wide
	row := loss.Row{Class: loss.Classes()[5], Steps: 123_456, Proven: 61_728, Losses: []loss.Distribution{d, d, d, d}}
	row.Differences = slices.Repeat([]loss.Difference{{Average: wide, Tenths: &wide}}, 4)
	dynP := loss.Table{Against: "SJF", Schedulers: loss.Schedulers([]string{"FCFS", "SJF", "LJF"}),
		Rows: []loss.Row{row}, All: row}
	tables["losses"] = append(report.LossTables(trace, dynP), report.LossAverages(dynP))
	row.Losses = slices.Repeat([]loss.Distribution{d}, len(loss.Schedulers(schedulers.Names())))
	tables["losses of many"] = report.LossTables(trace,
		loss.Table{Schedulers: loss.Schedulers(schedulers.Names()), Rows: []loss.Row{row}, All: row})

	var runs []sweep.Run
	for _, name := range schedulers.Names() {
		run := sweep.Run{Setting: sweep.Setting{Scheduler: name, Factor: 0.65}, Metrics: largeMetrics()}
		for _, upTo := range []int64{300, 43200, 0} {
			class := performance.Class{UpTo: upTo, Jobs: 1_234_567, ARTwW: 999_999.9, ART: 999_999.9, Wait: 999_999.9}
			class.SLDwW60 = 99_999.999
			run.Classes = append(run.Classes, class)
		}
		run.Sites = []sweep.Site{{Machine: 123_456, Metrics: largeMetrics()}}
		runs = append(runs, run)
	}
	tables["simulate"] = append(report.RunTables(trace, runs[0]), report.CompareRuns(trace, runs))

	step := &optgap.Step{Jobs: []optgap.Job{{ID: 1_234_567, Width: 123_456, Estimate: 12_345_678, Submit: -12_345_678}}}
	r := large()[1]
	r.Starts, r.Bounds = []record.Start{{ID: 1_234_567, Start: 12_345_678}}, map[optgap.BoundName]int64{}
	for _, name := range optgap.BoundNames() {
		r.Bounds[name] = 1_234_567_890_123
	}
	tables["solve"] = []table.Table{report.StepTable(step, &r)}

	tables["compare"] = report.ChangeTables(changeOf(t, large(), slower(large())), "before/results.jsonl",
		"after/results.jsonl")

	for name, all := range tables {
		fit(t, name, all...)
	}
}
