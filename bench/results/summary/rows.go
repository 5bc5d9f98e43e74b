package summary

import (
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
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
	f := fieldsOf(bounds)
	t.Columns = f.Columns()
	for i := range results {
		t.Rows = append(t.Rows, f.Row(&results[i]))
	}
	return t, f.kinds
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

// fields are the columns of a table of results with their kinds.
type fields struct {
	table.Fields[*record.Result]
	kinds []Kind
}

func (f *fields) add(name string, kind Kind, text func(*record.Result) string) {
	f.Add(table.Column{Name: name, Align: table.Right}, text)
	f.kinds = append(f.kinds, kind)
}

// fieldsOf returns the columns. Each of the bounds has one.
func fieldsOf(bounds []optgap.BoundName) *fields {
	f := &fields{}
	f.add("trace", Word, func(r *record.Result) string { return r.Trace })
	f.add("index", Whole, func(r *record.Result) string { return strconv.Itoa(r.Index) })
	f.add("now", Whole, func(r *record.Result) string { return format.Digits(r.Now) })
	f.add("jobs", Whole, func(r *record.Result) string { return strconv.Itoa(r.Jobs) })
	f.add("makespan", Whole, func(r *record.Result) string { return integer(r.Makespan) })
	f.add("accumulated_run_time", Whole, func(r *record.Result) string { return integer(r.AccumulatedRunTime) })
	f.add("method", Word, func(r *record.Result) string { return r.Method })
	f.add("formulation", Word, func(r *record.Result) string { return r.Formulation })
	f.add("time_scale", Whole, func(r *record.Result) string { return integer(r.TimeScale) })
	f.add("status", Word, func(r *record.Result) string { return string(r.Status) })
	f.add("ended_by", Word, func(r *record.Result) string { return string(r.EndedBy) })
	f.add("scope", Word, func(r *record.Result) string { return string(r.Scope) })
	f.add("objective", Whole, func(r *record.Result) string { return integer(r.Objective) })
	f.add("artww", Real, func(r *record.Result) string { return float(r.ARTwW) })
	f.add("sldwa", Real, func(r *record.Result) string { return float(r.SLDwA) })
	f.add("grid_objective", Whole, func(r *record.Result) string { return integer(r.GridObjective) })
	f.add("grid_bound", Whole, func(r *record.Result) string { return integer(r.GridBound) })
	f.add("bound", Whole, func(r *record.Result) string { return integer(r.Bound) })
	f.add("gap", Real, func(r *record.Result) string { return pointer(r.Gap) })
	f.add("best_policy", Word, func(r *record.Result) string { return r.BestPolicy })
	for _, policy := range heuristics.DynP() {
		name := policy.Name
		f.add(name+"_objective", Whole, func(r *record.Result) string { return integer(r.Policies[name].Objective) })
		f.add(name+"_plan_seconds", Real, func(r *record.Result) string { return float(r.Policies[name].PlanSeconds) })
	}
	f.add("quality", Real, func(r *record.Result) string {
		if r.Quality == nil {
			return ""
		}
		return float(r.Quality.ARTwW)
	})
	f.add("loss_percent", Real, func(r *record.Result) string { return pointer(r.LossPercent) })
	f.add("power", Real, func(r *record.Result) string { return float(r.Power) })
	for _, name := range bounds {
		f.add("bound_"+string(name), Whole, func(r *record.Result) string { return integer(r.Bounds[name]) })
	}
	f.add("ratio_to_bound", Real, func(r *record.Result) string { return float(r.RatioToBound) })
	f.add("solve_seconds", Real, func(r *record.Result) string { return float(r.SolveSeconds) })
	f.add("cpu_seconds", Real, func(r *record.Result) string { return float(r.CPUSeconds) })
	f.add("wall_seconds", Real, func(r *record.Result) string { return float(r.WallSeconds) })
	f.add("nodes", Whole, func(r *record.Result) string { return format.Existing(r.Nodes, format.Digits) })
	f.add("columns", Whole, func(r *record.Result) string { return integer(int64(r.Columns)) })
	f.add("rows", Whole, func(r *record.Result) string { return integer(int64(r.Rows)) })
	f.add("nonzeros", Whole, func(r *record.Result) string { return integer(int64(r.Nonzeros)) })
	f.add("peak_memory_bytes", Whole, func(r *record.Result) string { return integer(r.PeakMemoryBytes) })
	return f
}

// integer writes a value; "" for 0: in the columns that use it, an existing value is not 0.
func integer(v int64) string { return format.Optional(v, format.Digits) }

// float is integer for a float64.
func float(v float64) string { return format.Optional(v, format.Exact) }

// pointer writes the value at v; "" for nil.
func pointer(v *float64) string { return format.Existing(v, format.Exact) }
