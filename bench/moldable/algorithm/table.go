package algorithm

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Best returns the largest of the bounds; 0: there is none.
func Best(bounds map[moldable.BoundName]int64) int64 {
	best := int64(0)
	for _, b := range bounds {
		best = max(best, b)
	}
	return best
}

// Table shows the results of an instance in seconds. Ratios are to the largest bound.
func Table(in *moldable.Instance, results []record.MoldableResult) table.Table {
	jobs, processors := format.Count(int64(len(in.Jobs)), "job"), format.Count(in.Machine, "processor")
	t := table.Table{
		Title:   fmt.Sprintf("%s: %s on %s", title(in), jobs, processors),
		Columns: table.Words("algorithm"),
	}
	minsums, makespans := boundsOf(results)
	t.Columns = append(t.Columns, table.Numbers("minsum [s]")...)
	for _, name := range minsums {
		t.Columns = append(t.Columns, table.Numbers("bound\n"+string(name))...)
	}
	t.Columns = append(t.Columns, table.Numbers("ratio", "makespan [s]")...)
	for _, name := range makespans {
		t.Columns = append(t.Columns, table.Numbers("bound\n"+string(name))...)
	}
	t.Columns = append(t.Columns, table.Numbers("ratio")...)
	t.Columns = append(t.Columns, table.Extra(table.Numbers("time [ms]")...)...)
	digits := decimals(in.Tick)
	seconds := func(ticks int64) string {
		if ticks == 0 {
			return ""
		}
		return format.Decimal(float64(ticks)*in.Tick, digits)
	}
	for _, r := range results {
		row := []string{r.Algorithm, seconds(r.Minsum)}
		for _, name := range minsums {
			row = append(row, seconds(r.MinsumBounds[name]))
		}
		row = append(row, ratio(r.Minsum, Best(r.MinsumBounds)), seconds(r.Makespan))
		for _, name := range makespans {
			row = append(row, seconds(r.MakespanBounds[name]))
		}
		row = append(row, ratio(r.Makespan, Best(r.MakespanBounds)), format.Decimal(1000*r.SolveSeconds, 1))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Printed says which minsum the relaxed program has in the form that the paper prints; "": it was
// not solved.
func Printed(in *moldable.Instance, results []record.MoldableResult) string {
	if len(results) == 0 || results[0].PrintedMinsum == nil {
		return ""
	}
	seconds := format.Decimal(*results[0].PrintedMinsum*in.Tick, decimals(in.Tick))
	return fmt.Sprintf("relaxed as printed, which is no bound: %s s", seconds)
}

// title is the name of the instance, or words that stand for it.
func title(in *moldable.Instance) string {
	if in.Name == "" {
		return "Instance without a name"
	}
	return in.Name
}

// boundsOf returns the names of the bounds that results have, in the order of moldable.BoundNames.
func boundsOf(results []record.MoldableResult) (minsum, makespan []moldable.BoundName) {
	for _, name := range moldable.BoundNames() {
		if slices.ContainsFunc(results, func(r record.MoldableResult) bool { return r.MinsumBounds[name] != 0 }) {
			minsum = append(minsum, name)
		}
		if slices.ContainsFunc(results, func(r record.MoldableResult) bool { return r.MakespanBounds[name] != 0 }) {
			makespan = append(makespan, name)
		}
	}
	return minsum, makespan
}

// decimals returns how many digits a tick has after the point, at most 2.
func decimals(tick float64) int { return min(2, max(0, int(math.Ceil(-math.Log10(tick))))) }

// ratio writes a value over a bound; blank: one of them does not exist.
func ratio(value, bound int64) string {
	if value == 0 || bound == 0 {
		return ""
	}
	return format.Ratio(float64(value) / float64(bound))
}

// Rows returns a row for each result, with unrounded values, for summary.csv.
func Rows(results []record.MoldableResult) table.Table {
	t := table.Table{}
	for _, c := range columns {
		t.Columns = append(t.Columns, table.Numbers(c.name)...)
	}
	for _, r := range results {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = c.value(&r)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

type column struct {
	name  string
	value func(*record.MoldableResult) string
}

var columns = []column{
	{"name", func(r *record.MoldableResult) string { return r.Name }},
	{"algorithm", func(r *record.MoldableResult) string { return r.Algorithm }},
	{"status", func(r *record.MoldableResult) string { return string(r.Status) }},
	{"ended_by", func(r *record.MoldableResult) string { return string(r.EndedBy) }},
	{"minsum", func(r *record.MoldableResult) string { return integer(r.Minsum) }},
	{"makespan", func(r *record.MoldableResult) string { return integer(r.Makespan) }},
	{"minsum_bound", func(r *record.MoldableResult) string { return integer(Best(r.MinsumBounds)) }},
	{"minsum_bounds.relaxed", minsumBound(moldable.BoundRelaxed)},
	{"minsum_bounds.lagrange", minsumBound(moldable.BoundLagrange)},
	{"minsum_bounds.ilp", minsumBound(moldable.BoundILP)},
	{"minsum_bounds.exact", minsumBound(moldable.BoundExact)},
	{"makespan_bounds.dual", func(r *record.MoldableResult) string {
		return integer(r.MakespanBounds[moldable.BoundDual])
	}},
	{"minsum_ratio", func(r *record.MoldableResult) string { return quotient(r.Minsum, Best(r.MinsumBounds)) }},
	{"makespan_ratio", func(r *record.MoldableResult) string { return quotient(r.Makespan, Best(r.MakespanBounds)) }},
	{"printed_minsum", func(r *record.MoldableResult) string {
		if r.PrintedMinsum == nil {
			return ""
		}
		return float(*r.PrintedMinsum)
	}},
	{"solve_seconds", func(r *record.MoldableResult) string { return seconds(r.SolveSeconds) }},
	{"bounds_seconds", func(r *record.MoldableResult) string { return seconds(r.BoundsSeconds) }},
}

func minsumBound(name moldable.BoundName) func(*record.MoldableResult) string {
	return func(r *record.MoldableResult) string { return integer(r.MinsumBounds[name]) }
}

// integer writes a value; blank for 0, as the value then does not exist.
func integer(v int64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatInt(v, 10)
}

func seconds(v float64) string {
	if v == 0 {
		return ""
	}
	return float(v)
}

func float(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func quotient(value, bound int64) string {
	if value == 0 || bound == 0 {
		return ""
	}
	return float(float64(value) / float64(bound))
}
