package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Table1 returns results as Grothklags and Streit's Table 1 prints them, with
// what proves them beside: one row per result, the averages of the summary
// below.
func Table1(title string, results []record.Result, s *Summary) Table {
	t := Table{Title: title, Columns: []Column{
		{"submission time", Right}, {"jobs", Right}, {"makespan [s]", Right}, {"acc. run time [s]", Right}, {"scale [min]", Right},
		{"ARTwW [s]", Right}, {"SLDwA", Right}, {"quality", Right}, {"perf. loss", Right}, {"comp. time", Right},
		{"best policy", Left}, {"status", Left}, {"to bound", Right},
	}}
	for _, r := range results {
		row := []string{
			Seconds(r.Now), strconv.Itoa(r.Jobs), seconds(r.Makespan), Seconds(r.AccumulatedRunTime), minutes(float64(r.TimeScale)),
			optional(r.ARTwW, whole), optional(r.SLDwA, func(v float64) string { return Decimal(v, 4) }),
			"", percent(r.LossPercent), optional(r.SolveSeconds, HMS), r.BestPolicy, outcome(r), optional(r.RatioToBound, Ratio),
		}
		if r.Quality != nil {
			row[7] = Ratio(r.Quality.ARTwW)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Footer = []string{
		"averages", Decimal(s.Jobs, 1), optional(s.Makespan, whole), Decimal(s.AccumulatedRunTime, 0), minutes(s.TimeScale),
		"", "", optional(s.Quality, Ratio), percent(s.LossPercent), optional(s.Seconds, HMS), "", fmt.Sprintf("%d/%d optimal", s.Optimal, s.Steps), optional(s.RatioToBound, Ratio),
	}
	return t
}

// outcome words a result's status: optimal is meant for the grid unless it says
// otherwise.
func outcome(r record.Result) string {
	if r.Status == optgap.StatusOptimal && r.Scope == optgap.ScopeSecond {
		return "optimal at 1 s"
	}
	return string(r.Status)
}

func optional(v float64, format func(float64) string) string {
	if v == 0 {
		return ""
	}
	return format(v)
}

func whole(v float64) string { return Decimal(v, 0) }

// seconds leaves a time of 0 blank: none of those that use it can be 0 where it
// exists.
func seconds(v int64) string {
	if v == 0 {
		return ""
	}
	return Seconds(v)
}

func percent(v *float64) string {
	if v == nil {
		return ""
	}
	return Percent(*v)
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
func PowerTable(method string, s *Summary) Table {
	t := Table{Title: "Power: quality per second of computation", Columns: []Column{
		{"scheduler", Left}, {"best of the policies", Right}, {"quality", Right}, {"perf. loss", Right}, {"time per step", Right}, {"power [1/s]", Right},
	}}
	for _, name := range slices.Sorted(maps.Keys(s.PolicySummaries)) {
		p := s.PolicySummaries[name]
		t.Rows = append(t.Rows, []string{name, strconv.Itoa(p.Best), optional(p.Quality, Ratio), percent(p.LossPercent), optional(p.PlanSeconds, micro), optional(p.Power, power)})
	}
	t.Rows = append(t.Rows, []string{method, "", Ratio(1), Percent(0), optional(s.Seconds, micro), optional(s.Power, power)})
	return t
}

// BoundsTable shows how far the method's objective is above each lower bound on
// the one-second problem.
func BoundsTable(s *Summary) Table {
	t := Table{Title: "Objective divided by lower bounds on the one-second problem, means", Columns: []Column{{"bound", Left}, {"ratio", Right}}}
	for _, name := range slices.Sorted(maps.Keys(s.RatiosToBounds)) {
		t.Rows = append(t.Rows, []string{name, Ratio(s.RatiosToBounds[name])})
	}
	t.Rows = append(t.Rows, []string{"best of them", optional(s.RatioToBound, Ratio)})
	return t
}

func micro(seconds float64) string {
	if seconds >= 0.1 {
		return Decimal(seconds, 2) + " s"
	}
	return Decimal(seconds*1e6, 1) + " µs"
}

func power(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// Rows returns one row per result with stable columns and nothing rounded: the
// content of summary.csv. A value that does not exist is blank.
func Rows(results []record.Result) Table {
	t := Table{}
	for _, c := range rowColumns {
		t.Columns = append(t.Columns, Column{Name: c.name, Align: Right})
	}
	for _, r := range results {
		row := make([]string, len(rowColumns))
		for i, c := range rowColumns {
			row[i] = c.value(&r)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

type rowColumn struct {
	name  string
	value func(*record.Result) string
}

var rowColumns = func() []rowColumn {
	cols := []rowColumn{
		{"trace", func(r *record.Result) string { return r.Trace }},
		{"index", func(r *record.Result) string { return strconv.Itoa(r.Index) }},
		{"now", func(r *record.Result) string { return strconv.FormatInt(r.Now, 10) }},
		{"jobs", func(r *record.Result) string { return strconv.Itoa(r.Jobs) }},
		{"makespan", func(r *record.Result) string { return integer(r.Makespan) }},
		{"accumulated_run_time", func(r *record.Result) string { return integer(r.AccumulatedRunTime) }},
		{"method", func(r *record.Result) string { return r.Method }},
		{"formulation", func(r *record.Result) string { return r.Formulation }},
		{"time_scale", func(r *record.Result) string { return integer(r.TimeScale) }},
		{"status", func(r *record.Result) string { return string(r.Status) }},
		{"ended_by", func(r *record.Result) string { return string(r.EndedBy) }},
		{"scope", func(r *record.Result) string { return string(r.Scope) }},
		{"objective", func(r *record.Result) string { return integer(r.Objective) }},
		{"artww", func(r *record.Result) string { return float(r.ARTwW) }},
		{"sldwa", func(r *record.Result) string { return float(r.SLDwA) }},
		{"grid_objective", func(r *record.Result) string { return integer(r.GridObjective) }},
		{"grid_bound", func(r *record.Result) string { return integer(r.GridBound) }},
		{"bound", func(r *record.Result) string { return integer(r.Bound) }},
		{"gap", func(r *record.Result) string { return pointer(r.Gap) }},
		{"best_policy", func(r *record.Result) string { return r.BestPolicy }},
	}
	for _, name := range []string{"FCFS", "SJF", "LJF"} {
		cols = append(cols,
			rowColumn{name + "_objective", func(r *record.Result) string { return integer(r.Policies[name].Objective) }},
			rowColumn{name + "_plan_seconds", func(r *record.Result) string { return float(r.Policies[name].PlanSeconds) }})
	}
	cols = append(cols, rowColumn{"quality", func(r *record.Result) string {
		if r.Quality == nil {
			return ""
		}
		return float(r.Quality.ARTwW)
	}},
		rowColumn{"loss_percent", func(r *record.Result) string { return pointer(r.LossPercent) }},
		rowColumn{"power", func(r *record.Result) string { return float(r.Power) }})
	for _, name := range []string{"fluid", "minsum", "lp", "ilp", "exact"} {
		cols = append(cols, rowColumn{"bound_" + name, func(r *record.Result) string { return integer(r.Bounds[name]) }})
	}
	return append(cols,
		rowColumn{"ratio_to_bound", func(r *record.Result) string { return float(r.RatioToBound) }},
		rowColumn{"solve_seconds", func(r *record.Result) string { return float(r.SolveSeconds) }},
		rowColumn{"nodes", func(r *record.Result) string {
			if r.Nodes == nil {
				return ""
			}
			return strconv.FormatInt(*r.Nodes, 10)
		}},
		rowColumn{"columns", func(r *record.Result) string { return integer(int64(r.Columns)) }},
		rowColumn{"rows", func(r *record.Result) string { return integer(int64(r.Rows)) }},
		rowColumn{"nonzeros", func(r *record.Result) string { return integer(int64(r.Nonzeros)) }},
		rowColumn{"peak_memory_bytes", func(r *record.Result) string { return integer(r.PeakMemoryBytes) }},
		rowColumn{"bracket_scales", bracketScales})
}()

// bracketScales lists the seconds per slot of the grids of a bracket.
func bracketScales(r *record.Result) string {
	var scales []string
	for _, g := range r.Bracket {
		scales = append(scales, strconv.FormatInt(g.TimeScale, 10))
	}
	return strings.Join(scales, " ")
}

// integer and float leave a value of 0 blank: none of the columns that use them
// can be 0 where it exists.
func integer(v int64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatInt(v, 10)
}

func float(v float64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func pointer(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// StepTable returns the schedule of a result, one row per job, under what the
// result says of the step.
func StepTable(step *optgap.Step, r *record.Result) Table {
	t := Table{Title: stepTitle(r), Columns: []Column{
		{"job", Right}, {"width", Right}, {"estimate [s]", Right}, {"submitted [s]", Right}, {"start [s]", Right}, {"end [s]", Right}, {"response [s]", Right},
	}}
	schedule, ok := r.Schedule(step)
	if !ok {
		return t
	}
	for _, i := range schedule.Order() {
		j, start := step.Jobs[i], schedule[i]
		t.Rows = append(t.Rows, []string{
			strconv.FormatInt(j.ID, 10), strconv.FormatInt(j.Width, 10), Seconds(j.Estimate), Seconds(j.Submit),
			Seconds(start), Seconds(start + j.Estimate), Seconds(start + j.Estimate - j.Submit),
		})
	}
	return t
}

// stepTitle words a result in a few lines.
func stepTitle(r *record.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Step %d at %s s, %d waiting jobs: %s %s", r.Index, Seconds(r.Now), r.Jobs, r.Method, outcome(*r))
	if r.EndedBy != "" && r.EndedBy != optgap.EndedFinished {
		fmt.Fprintf(&b, " (%s)", r.EndedBy)
	}
	if r.TimeScale > 0 {
		fmt.Fprintf(&b, ", slots of %d s", r.TimeScale)
	}
	if r.SolveSeconds > 0 {
		fmt.Fprintf(&b, ", %.3g s", r.SolveSeconds)
	}
	if r.Error != "" {
		fmt.Fprintf(&b, "\n%s", r.Error)
	}
	if r.Objective > 0 {
		fmt.Fprintf(&b, "\nobjective %s, ARTwW %s s, SLDwA %s", Seconds(r.Objective), Decimal(r.ARTwW, 1), Decimal(r.SLDwA, 4))
	}
	if r.Quality != nil && r.LossPercent != nil {
		fmt.Fprintf(&b, "\nquality %s against %s, the best policy: it loses %s", Ratio(r.Quality.ARTwW), r.BestPolicy, Percent(*r.LossPercent))
	}
	if r.Bound > 0 {
		fmt.Fprintf(&b, "\nlower bound %s", Seconds(r.Bound))
		if r.Gap != nil {
			fmt.Fprintf(&b, ", gap %s", Percent(*r.Gap*100))
		}
		for _, name := range slices.Sorted(maps.Keys(r.Bounds)) {
			fmt.Fprintf(&b, "; %s %s", name, Seconds(r.Bounds[name]))
		}
	}
	for i, g := range r.Bracket {
		if i == 0 {
			b.WriteString("\nbracket of the optimum by grid, relative width:")
		}
		fmt.Fprintf(&b, " %d s %s;", g.TimeScale, Percent(float64(g.Upper-g.Lower)/float64(g.Upper)*100))
	}
	return strings.TrimSuffix(b.String(), ";")
}
