// Package grothklags2004 writes the tables of Grothklags and Streit, "On the
// Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job
// Scheduler" (2004).
//
//	results, Summary -> Table1
//	Summary          -> PowerTable, BoundsTable
package grothklags2004

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/summary"
	"github.com/optgap/optgap/bench/table"
)

// Table1 returns results as Grothklags and Streit's Table 1 prints them, with
// what proves them beside: one row per result, the averages of the summary
// below.
func Table1(title string, results []record.Result, s *summary.Summary) table.Table {
	t := table.Table{Title: title, Columns: slices.Concat(
		table.Numbers("submission time", "jobs", "makespan [s]", "acc. run time [s]", "scale [min]", "ARTwW [s]", "SLDwA", "quality", "perf. loss", "comp. time"),
		table.Words("best policy", "status"), table.Numbers("to bound"),
	)}
	for _, r := range results {
		row := []string{
			format.Integer(r.Now), strconv.Itoa(r.Jobs), seconds(r.Makespan), format.Integer(r.AccumulatedRunTime), minutes(float64(r.TimeScale)),
			optional(r.ARTwW, whole), optional(r.SLDwA, func(v float64) string { return format.Decimal(v, 4) }),
			"", percent(r.LossPercent), optional(r.SolveSeconds, format.HMS), r.BestPolicy, summary.Outcome(&r), optional(r.RatioToBound, format.Ratio),
		}
		if r.Quality != nil {
			row[7] = format.Ratio(r.Quality.ARTwW)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Footer = []string{
		"averages", format.Decimal(s.Jobs, 1), optional(s.Makespan, whole), format.Decimal(s.AccumulatedRunTime, 0), minutes(s.TimeScale),
		"", "", optional(s.Quality, format.Ratio), percent(s.LossPercent), optional(s.Seconds, format.HMS), "", fmt.Sprintf("%d/%d optimal", s.Optimal, s.Steps), optional(s.RatioToBound, format.Ratio),
	}
	return t
}

func optional(v float64, format func(float64) string) string {
	if v == 0 {
		return ""
	}
	return format(v)
}

func whole(v float64) string { return format.Decimal(v, 0) }

// seconds leaves a time of 0 blank: none of those that use it can be 0 where it
// exists.
func seconds(v int64) string {
	if v == 0 {
		return ""
	}
	return format.Integer(v)
}

func percent(v *float64) string {
	if v == nil {
		return ""
	}
	return format.Percent(*v)
}

func minutes(seconds float64) string {
	if seconds == 0 {
		return ""
	}
	return strconv.FormatFloat(seconds/60, 'g', 3, 64)
}

// PowerTable compares what the policies and the method give for a second of
// computation (Grothklags and Streit, end of section 3.2): quality is the
// method's objective divided by the scheduler's, and power that quality per
// second.
func PowerTable(method string, s *summary.Summary) table.Table {
	t := table.Table{Title: "Power: quality per second of computation", Columns: append(
		table.Words("scheduler"), table.Numbers("best of the policies", "quality", "perf. loss", "time per step", "power [1/s]")...,
	)}
	for _, name := range slices.Sorted(maps.Keys(s.PolicySummaries)) {
		p := s.PolicySummaries[name]
		t.Rows = append(t.Rows, []string{name, strconv.Itoa(p.Best), optional(p.Quality, format.Ratio), percent(p.LossPercent), optional(p.PlanSeconds, micro), optional(p.Power, power)})
	}
	t.Rows = append(t.Rows, []string{method, "", format.Ratio(1), format.Percent(0), optional(s.Seconds, micro), optional(s.Power, power)})
	return t
}

// BoundsTable shows how far the method's objective is above each lower bound on
// the one-second problem.
func BoundsTable(s *summary.Summary) table.Table {
	t := table.Table{Title: "Objective divided by lower bounds on the one-second problem, means", Columns: append(table.Words("bound"), table.Numbers("ratio")...)}
	for _, name := range slices.Sorted(maps.Keys(s.RatiosToBounds)) {
		t.Rows = append(t.Rows, []string{string(name), format.Ratio(s.RatiosToBounds[name])})
	}
	t.Rows = append(t.Rows, []string{"best of them", optional(s.RatioToBound, format.Ratio)})
	return t
}

func micro(seconds float64) string {
	if seconds >= 0.1 {
		return format.Decimal(seconds, 2) + " s"
	}
	return format.Decimal(seconds*1e6, 1) + " µs"
}

func power(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
