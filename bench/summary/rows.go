package summary

import (
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/heuristics"
)

// Rows returns one row per result with stable columns and nothing rounded: the
// content of summary.csv. A value that does not exist is blank.
func Rows(results []record.Result) table.Table {
	t := table.Table{}
	for _, c := range rowColumns {
		t.Columns = append(t.Columns, table.Numbers(c.name)...)
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
	for _, policy := range heuristics.DynP() {
		name := policy.Name
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
	for _, name := range optgap.BoundNames() {
		cols = append(cols, rowColumn{"bound_" + string(name), func(r *record.Result) string { return integer(r.Bounds[name]) }})
	}
	return append(cols,
		rowColumn{"ratio_to_bound", func(r *record.Result) string { return float(r.RatioToBound) }},
		rowColumn{"solve_seconds", func(r *record.Result) string { return float(r.SolveSeconds) }},
		rowColumn{"cpu_seconds", func(r *record.Result) string { return float(r.CPUSeconds) }},
		rowColumn{"wall_seconds", func(r *record.Result) string { return float(r.WallSeconds) }},
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
