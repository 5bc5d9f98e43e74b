package experiment

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Table shows the results of an instance in seconds. Ratios are to the largest bound. Bounds that no result has are
// left out.
func Table(in *moldable.Instance, results []record.MoldableResult) table.Table {
	var shown []table.Column[*record.MoldableResult]
	rows := lists.Pointers(results)
	for _, of := range []string{"algorithm", "minsum", "makespan", "solve_seconds"} {
		for _, c := range Columns() {
			if c.Show.Head == "" || !strings.HasPrefix(c.Key, of) || strings.Contains(c.Key, "bounds") && c.Blank(rows) {
				continue
			}
			if c.Unit == ticks {
				c.Show.Factor, c.Show.Digits = in.Tick, decimals(in.Tick)
			}
			shown = append(shown, c)
		}
	}
	t := table.Shown(shown, rows)
	t.Title = fmt.Sprintf("%s: %s on %s", cmp.Or(in.Name, "Instance without a name"),
		format.Count(int64(len(in.Jobs)), "job"), format.Count(in.Machine, "processor"))
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

// decimals returns how many digits a tick has after the point, at most 2.
func decimals(tick float64) int { return min(2, max(0, int(math.Ceil(-math.Log10(tick))))) }

// Rows returns a row for each result, with unrounded values, for summary.csv.
func Rows(results []record.MoldableResult) table.Table {
	return table.Rows(Columns(), lists.Pointers(results))
}

const ticks = "ticks"

// Columns returns all columns of results, in the order of summary.csv.
func Columns() []table.Column[*record.MoldableResult] {
	type result = record.MoldableResult
	type bounds = map[moldable.BoundName]int64
	field := table.Field[result]
	minsums := func(r *result) bounds { return r.MinsumBounds }
	makespans := func(r *result) bounds { return r.MakespanBounds }
	bound := func(on string, of func(*result) bounds, name moldable.BoundName) table.Column[*result] {
		return table.Integers(on+"_bounds."+string(name), ticks, fmt.Sprintf("lower bound %s on the %s", name, on),
			func(r *result) int64 { return of(r)[name] }).Shown(table.Show{Head: "bound\n" + string(name)})
	}
	ratio := func(on string, of func(*result) float64) table.Column[*result] {
		return table.Floats(on+"_ratio", "", on+" / the largest bound on it", of).
			Shown(table.Show{Head: "ratio", Digits: 4})
	}
	return []table.Column[*result]{
		field("name", "", "name of the instance"),
		field("algorithm", "", "what scheduled the instance").Shown(table.Show{Head: "algorithm"}),
		field("status", "", "how the run ended"),
		field("ended_by", "", "why the run ended"),
		field("minsum", ticks, "sum of weight times end").Shown(table.Show{Head: "minsum [s]"}),
		field("makespan", ticks, "latest end").Shown(table.Show{Head: "makespan [s]"}),
		table.Integers("minsum_bound", ticks, "the largest bound on the minsum",
			func(r *result) int64 { return record.LargestBound(r.MinsumBounds) }),
		bound("minsum", minsums, moldable.BoundRelaxed), bound("minsum", minsums, moldable.BoundLagrange),
		bound("minsum", minsums, moldable.BoundILP), bound("minsum", minsums, moldable.BoundExact),
		bound("makespan", makespans, moldable.BoundDual),
		ratio("minsum", (*result).MinsumRatio), ratio("makespan", (*result).MakespanRatio),
		field("printed_minsum", ticks, "value of the relaxed program as it is printed; no bound"),
		field("solve_seconds", "s", "wall time of the algorithm").Shown(table.Show{Head: "time", Time: true}),
		field("bounds_seconds", "s", "wall time of the bounds that are of no algorithm"),
	}
}
