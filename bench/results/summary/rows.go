package summary

import (
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics"
)

// Rows returns one row per result with stable columns, the content of summary.csv. Nothing
// is rounded. A value that does not exist is blank. Bounds other than [optgap.BoundNames]
// have columns after those, by name, where a result has them.
func Rows(results []record.Result) table.Table {
	t, _ := RowsAndKinds(results)
	return t
}

// RowsOf returns the rows of some results with the columns of all. bounds is what
// [BoundNames] returns for all results.
func RowsOf(bounds []optgap.BoundName, results []record.Result) table.Table {
	t, _ := rowsAndKinds(bounds, results)
	return t
}

// RowsAndKinds returns the table of [Rows] and the kind of each column.
func RowsAndKinds(results []record.Result) (t table.Table, kinds []Kind) {
	return rowsAndKinds(BoundNames(results), results)
}

func rowsAndKinds(bounds []optgap.BoundName, results []record.Result) (t table.Table, kinds []Kind) {
	columns := rowColumns(bounds)
	for _, c := range columns {
		t.Columns = append(t.Columns, table.Numbers(c.name)...)
		kinds = append(kinds, c.kind)
	}
	for _, r := range results {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = c.value(&r)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, kinds
}

// BoundNames returns the bounds that have columns: [optgap.BoundNames], and then the others
// of the results by name.
func BoundNames(parts ...[]record.Result) []optgap.BoundName {
	known := optgap.BoundNames()
	others := make(map[optgap.BoundName]bool)
	for _, results := range parts {
		for _, r := range results {
			for name := range r.Bounds {
				others[name] = true
			}
		}
	}
	for _, name := range known {
		delete(others, name)
	}
	return append(known, slices.Sorted(maps.Keys(others))...)
}

// A Kind is the kind of the cells of a column that are not blank.
type Kind int

// The kinds of columns.
const (
	Word  Kind = iota
	Whole      // a decimal integer that fits int64
	Real       // a decimal number that is a float64 exactly
)

type rowColumn struct {
	name  string
	kind  Kind
	value func(*record.Result) string
}

// rowColumns returns the columns of the table. Each of the bounds has one.
func rowColumns(bounds []optgap.BoundName) []rowColumn {
	cols := []rowColumn{
		{"trace", Word, func(r *record.Result) string { return r.Trace }},
		{"index", Whole, func(r *record.Result) string { return strconv.Itoa(r.Index) }},
		{"now", Whole, func(r *record.Result) string { return strconv.FormatInt(r.Now, 10) }},
		{"jobs", Whole, func(r *record.Result) string { return strconv.Itoa(r.Jobs) }},
		{"makespan", Whole, func(r *record.Result) string { return integer(r.Makespan) }},
		{"accumulated_run_time", Whole, func(r *record.Result) string { return integer(r.AccumulatedRunTime) }},
		{"method", Word, func(r *record.Result) string { return r.Method }},
		{"formulation", Word, func(r *record.Result) string { return r.Formulation }},
		{"time_scale", Whole, func(r *record.Result) string { return integer(r.TimeScale) }},
		{"status", Word, func(r *record.Result) string { return string(r.Status) }},
		{"ended_by", Word, func(r *record.Result) string { return string(r.EndedBy) }},
		{"scope", Word, func(r *record.Result) string { return string(r.Scope) }},
		{"objective", Whole, func(r *record.Result) string { return integer(r.Objective) }},
		{"artww", Real, func(r *record.Result) string { return float(r.ARTwW) }},
		{"sldwa", Real, func(r *record.Result) string { return float(r.SLDwA) }},
		{"grid_objective", Whole, func(r *record.Result) string { return integer(r.GridObjective) }},
		{"grid_bound", Whole, func(r *record.Result) string { return integer(r.GridBound) }},
		{"bound", Whole, func(r *record.Result) string { return integer(r.Bound) }},
		{"gap", Real, func(r *record.Result) string { return pointer(r.Gap) }},
		{"best_policy", Word, func(r *record.Result) string { return r.BestPolicy }},
	}
	for _, policy := range heuristics.DynP() {
		name := policy.Name
		cols = append(cols,
			rowColumn{name + "_objective", Whole, func(r *record.Result) string { return integer(r.Policies[name].Objective) }},
			rowColumn{name + "_plan_seconds", Real, func(r *record.Result) string {
				return float(r.Policies[name].PlanSeconds)
			}})
	}
	cols = append(cols, rowColumn{"quality", Real, func(r *record.Result) string {
		if r.Quality == nil {
			return ""
		}
		return float(r.Quality.ARTwW)
	}},
		rowColumn{"loss_percent", Real, func(r *record.Result) string { return pointer(r.LossPercent) }},
		rowColumn{"power", Real, func(r *record.Result) string { return float(r.Power) }})
	for _, name := range bounds {
		value := func(r *record.Result) string { return integer(r.Bounds[name]) }
		cols = append(cols, rowColumn{"bound_" + string(name), Whole, value})
	}
	return append(cols,
		rowColumn{"ratio_to_bound", Real, func(r *record.Result) string { return float(r.RatioToBound) }},
		rowColumn{"solve_seconds", Real, func(r *record.Result) string { return float(r.SolveSeconds) }},
		rowColumn{"cpu_seconds", Real, func(r *record.Result) string { return float(r.CPUSeconds) }},
		rowColumn{"wall_seconds", Real, func(r *record.Result) string { return float(r.WallSeconds) }},
		rowColumn{"nodes", Whole, func(r *record.Result) string {
			if r.Nodes == nil {
				return ""
			}
			return strconv.FormatInt(*r.Nodes, 10)
		}},
		rowColumn{"columns", Whole, func(r *record.Result) string { return integer(int64(r.Columns)) }},
		rowColumn{"rows", Whole, func(r *record.Result) string { return integer(int64(r.Rows)) }},
		rowColumn{"nonzeros", Whole, func(r *record.Result) string { return integer(int64(r.Nonzeros)) }},
		rowColumn{"peak_memory_bytes", Whole, func(r *record.Result) string { return integer(r.PeakMemoryBytes) }})
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
