package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Table shows the results of an instance in seconds. Ratios are to the largest bound.
func Table(in *moldable.Instance, results []record.MoldableResult) table.Table {
	jobs := format.Count(int64(len(in.Jobs)), "job")
	minsums, makespans := boundsOf(results)
	heads := func(bounds []moldable.BoundName) []string {
		return table.Each(bounds, func(name moldable.BoundName) string { return "bound\n" + string(name) })
	}
	t := table.Table{
		Title: fmt.Sprintf("%s: %s on %s", cmp.Or(in.Name, "Instance without a name"), jobs,
			format.Count(in.Machine, "processor")),
		Columns: slices.Concat(table.Words("algorithm"), table.Numbers("minsum [s]"), table.Numbers(heads(minsums)...),
			table.Numbers("ratio", "makespan [s]"), table.Numbers(heads(makespans)...), table.Numbers("ratio"),
			table.Extra(table.Numbers("time")...)),
	}
	digits := decimals(in.Tick)
	seconds := func(ticks int64) string {
		return format.Optional(float64(ticks)*in.Tick, func(s float64) string { return format.Decimal(s, digits) })
	}
	// cells are those of a value, its bounds and its ratio to them.
	cells := func(value int64, names []moldable.BoundName, bounds map[moldable.BoundName]int64) []string {
		all := table.Each(names, func(name moldable.BoundName) string { return seconds(bounds[name]) })
		return slices.Concat([]string{seconds(value)}, all, []string{ratio(value, record.LargestBound(bounds))})
	}
	for _, r := range results {
		t.Rows = append(t.Rows, slices.Concat([]string{r.Algorithm}, cells(r.Minsum, minsums, r.MinsumBounds),
			cells(r.Makespan, makespans, r.MakespanBounds), []string{format.Time(r.SolveSeconds)}))
	}
	return t
}

// Printed says which minsum the relaxed program has in the form that the paper prints; "": it was
// not solved.
func Printed(in *moldable.Instance, results []record.MoldableResult) string {
	if len(results) == 0 || results[0].PrintedMinsum == nil {
		return ""
	}
	printed := format.Decimal(*results[0].PrintedMinsum*in.Tick, decimals(in.Tick))
	return fmt.Sprintf("relaxed as printed, which is no bound: %s s", printed)
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
func ratio(value, bound int64) string { return format.Optional(quotient(value, bound), format.Ratio) }

// Rows returns a row for each result, with unrounded values, for summary.csv.
func Rows(results []record.MoldableResult) table.Table {
	return table.Rows(Columns(), table.Pointers(results))
}

// Columns returns all columns of results, in the order of summary.csv.
func Columns() []table.Column[*record.MoldableResult] {
	field, nonZero := table.Field[record.MoldableResult], table.NonZero[record.MoldableResult]
	minsum := func(name moldable.BoundName) table.Column[*record.MoldableResult] {
		return table.Integers("minsum_bounds."+string(name), "ticks", "lower bound "+string(name)+" on the minsum",
			func(r *record.MoldableResult) int64 { return r.MinsumBounds[name] })
	}
	return []table.Column[*record.MoldableResult]{
		field("name", "", "name of the instance"),
		field("algorithm", "", "what scheduled the instance"),
		field("status", "", "how the run ended"),
		field("ended_by", "", "why the run ended"),
		nonZero("minsum", "ticks", "sum of weight times end"),
		nonZero("makespan", "ticks", "latest end"),
		table.Integers("minsum_bound", "ticks", "the largest bound on the minsum",
			func(r *record.MoldableResult) int64 { return record.LargestBound(r.MinsumBounds) }),
		minsum(moldable.BoundRelaxed), minsum(moldable.BoundLagrange), minsum(moldable.BoundILP), minsum(moldable.BoundExact),
		table.Integers("makespan_bounds.dual", "ticks", "lower bound dual on the makespan",
			func(r *record.MoldableResult) int64 { return r.MakespanBounds[moldable.BoundDual] }),
		table.Floats("minsum_ratio", "", "minsum / the largest bound on it",
			func(r *record.MoldableResult) float64 { return quotient(r.Minsum, record.LargestBound(r.MinsumBounds)) }),
		table.Floats("makespan_ratio", "", "makespan / the largest bound on it",
			func(r *record.MoldableResult) float64 {
				return quotient(r.Makespan, record.LargestBound(r.MakespanBounds))
			}),
		field("printed_minsum", "ticks", "value of the relaxed program as it is printed; no bound"),
		nonZero("solve_seconds", "s", "wall time of the algorithm"),
		nonZero("bounds_seconds", "s", "wall time of the bounds that are of no algorithm"),
	}
}

// quotient returns a value over a bound; 0 where either does not exist.
func quotient(value, bound int64) float64 {
	if bound == 0 {
		return 0
	}
	return float64(value) / float64(bound)
}
