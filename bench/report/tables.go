package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// StepsTable returns Table 1 of Grothklags and Streit (2004). It has a row for each result,
// and the averages of the summary below. Beside the columns of the paper stand the status
// and the ratio to the best bound. The row of an unsolved result has no metrics. Where
// the results minimise another average than the ARTwW, this average stands in its column. The
// narrow form leaves out the sizes, the slowdown and the quality.
func StepsTable(title string, results []record.Result, s *summary.Summary) table.Table {
	t := table.Table{Title: title, Footer: stepAverages(s)}
	t.Columns = slices.Concat(
		table.Numbers("step", "submission\ntime [s]", "jobs"),
		table.Extra(table.Numbers("makespan\n[s]", "acc. run\ntime [s]")...),
		table.Numbers("scale\n[s]", averageHead(results)),
		table.Extra(table.Numbers("SLDwA", "quality")...), table.Numbers("perf.\nloss", "comp.\ntime"),
		table.Words("best\npolicy", "status"), table.Numbers("ratio to\nbound"),
	)
	t.Footer[timeColumn] = format.Time(s.Seconds)
	for _, r := range results {
		row := []string{
			strconv.Itoa(r.Index), format.Integer(r.Now), count(r.Jobs), format.Optional(r.Makespan, format.Integer),
			format.Integer(r.AccumulatedRunTime), format.Optional(r.TimeScale, format.Integer),
			"", "", "", "", format.Time(r.SolveSeconds), r.BestPolicy, summary.Outcome(&r), "",
		}
		if summary.Solved(&r) {
			row[6], row[7] = averageOf(&r), format.Optional(r.SLDwA, format.Ratio)
			row[13] = format.Optional(r.RatioToBound, format.Ratio)
			row[9] = format.Existing(r.LossPercent, format.Percent)
			if r.Quality != nil {
				row[8] = format.Ratio(r.Quality.ARTwW)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// timeColumn is the index of the computation times in StepsTable.
const timeColumn = 10

// stepAverages returns the last row of StepsTable. It counts proofs on the grid and proofs
// at one second apart.
func stepAverages(s *summary.Summary) []string {
	return []string{
		"", "averages", format.Decimal(s.Jobs, 1), format.Optional(s.Makespan, format.Whole),
		format.Decimal(s.AccumulatedRunTime, 0), format.Optional(s.TimeScale, format.Whole),
		"", "", format.Optional(s.Quality, format.Ratio), format.Existing(s.LossPercent, format.Percent), "", "",
		fmt.Sprintf("optimal of %s:\n%s on the grid,\n%s at 1 s",
			format.Count(int64(s.Steps), "step"), count(s.OnGrid), count(s.AtSecond)),
		format.Optional(s.RatioToBound, format.Ratio),
	}
}

// PowerTable compares the power of the policies and of the method (Grothklags and Streit,
// end of section 3.2). The quality is the objective of the method divided by that of the
// policy. The power is the quality per second of computation.
func PowerTable(method string, s *summary.Summary) table.Table {
	names := s.PolicyNames
	powers := []string{format.Significant(s.Power, 4)}
	for _, name := range names {
		powers = append(powers, format.Significant(s.PolicySummaries[name].Power, 4))
	}
	powers = format.AlignPoints(powers)
	_, what := against(method)
	t := table.Table{
		Title: "Power: the quality that a second of computation gives (quality / average time per step)\n" +
			"quality, perf. loss: against " + what + stepplan.AboutPlans(names),
		Columns: slices.Concat(
			table.Words("scheduler"), table.Numbers("best of the\npolicies", "quality", "perf.\nloss"),
			table.Numbers("time per\nstep", "quality\nper second"),
		),
	}
	for i, name := range names {
		p := s.PolicySummaries[name]
		t.Rows = append(t.Rows, []string{
			name, count(p.Best), format.Optional(p.Quality, format.Ratio),
			format.Existing(p.LossPercent, format.Percent), format.Time(p.PlanSeconds), powers[i+1],
		})
	}
	quality, loss := 1.0, 0.0
	if method == record.Given {
		quality, loss = s.Quality, *s.LossPercent
	}
	t.Rows = append(t.Rows, []string{
		method, "", format.Ratio(quality), format.Percent(loss), format.Time(s.Seconds), powers[0],
	})
	return t
}

// BoundsTable returns the ratio of the method's objective to each lower bound on the
// one-second problem.
func BoundsTable(s *summary.Summary) table.Table {
	t := table.Table{
		Title:   "Objective divided by lower bounds on the one-second problem, averages",
		Columns: append(table.Words("bound"), table.Numbers("ratio")...),
	}
	for _, name := range slices.Sorted(maps.Keys(s.RatiosToBounds)) {
		t.Rows = append(t.Rows, []string{string(name), format.Ratio(s.RatiosToBounds[name])})
	}
	t.Rows = append(t.Rows, []string{"best of them", format.Optional(s.RatioToBound, format.Ratio)})
	return t
}
