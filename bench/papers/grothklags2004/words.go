package grothklags2004

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/timescale"
)

type estimate = statement.Estimate

// words are measures that are no expressions over rows. FIRST and LAST are rows of Table 1.
var words = map[string]func(Data, []string) estimate{
	// section 3: the share of the steps on which LJF has the largest makespan, of those that compaction starts later, and
	// of those on which the program as printed has the optimum of the search
	"ljf": func(d Data, _ []string) estimate {
		return share(d.Steps, d.Whole, func(s Solved) (bool, bool, bool) { return s.LJF, s.LJF, s.Makespan > 0 })
	},
	"later": func(d Data, _ []string) estimate {
		return share(d.searched(), true, func(s Solved) (bool, bool, bool) {
			return s.Forward < 0, s.Forward < 0, !math.IsNaN(s.Forward)
		})
	},
	"equal": equal,
	// of X: how many of the printed scales follow from X kB by Eq. 6
	"scales": scales,
	// how far compaction moves one of three jobs in a row
	"furthest": furthest,
	// the time of the three plans, on steps with about as many jobs as in the text
	"planning": planning,

	// section 4: the mean loss, and the largest and least of rows FIRST LAST; the share of these on which SJF is best
	"average_loss": func(d Data, _ []string) estimate { return d.averageLoss() },
	"row_most":     func(d Data, w []string) estimate { return d.extreme(w, math.Max) },
	"row_least":    func(d Data, w []string) estimate { return d.extreme(w, math.Min) },
	"sjf": func(d Data, w []string) estimate {
		rows := d.rows(w)
		n := statement.Number(rows, func(s Solved) bool { return s.Policy == "SJF" })
		return known(100 * float64(n) / float64(len(rows))).Doubted(unlike(rows))
	},
	// the largest loss of all steps, and the least that is proven: on the grid, and at one second; by how much that of a
	// row at one second is above that on the grid
	"large": large, "gain": gain,
	"second": func(d Data, _ []string) estimate {
		return least(provenLosses(d.Second), "no step is proven at one second")
	},
	"finer": finer,

	// section 4, times: of program or search, and 1 or next: the share of the steps that take longer than a second, or
	// than the mean time between jobs; of the program: the mean, the longest, and how many times that of planning
	"slower":  slower,
	"time":    meanTime,
	"longest": longest,
	"times":   timesPlanning,
	// the most different times of two proven steps of equal size: of the search, and in the paper of the program
	"jump": jump,
}

// known returns a number without an interval; NaN: there is none.
func known(v float64) estimate {
	if math.IsNaN(v) {
		return estimate{}
	}
	return statement.Exact(v)
}

// orMore returns a number that may be larger in truth, for a reason.
func orMore(v float64, reason string) estimate {
	return statement.Between(v, v, math.Inf(1)).Because(reason)
}

// steps is the note of how many steps a number is of.
func steps(n int) string { return ", " + format.Count(int64(n), "step") }

// least returns the least loss of some steps; without any it is not known for a reason.
func least(values []float64, reason string) estimate {
	if len(values) == 0 {
		return statement.Unknown(reason)
	}
	return statement.Exact(floats.Min(values)).Noted(steps(len(values)))
}

// The measures of section 3.

// equal compares the proven objectives on the grid.
func equal(d Data, _ []string) estimate {
	search, same, both := gridOptima(d.searched()), 0, 0
	for step, optimum := range gridOptima(d.Program) {
		if search[step] > 0 {
			both++
		}
		if search[step] == optimum {
			same++
		}
	}
	if both == 0 {
		return statement.Unknown("the program as printed proved no step")
	}
	return statement.Exact(100 * float64(same) / float64(both)).Noted(steps(both))
}

// gridOptima returns the proven objectives on the grid, by the step.
func gridOptima(steps []Solved) map[int]int64 {
	optima := map[int]int64{}
	for _, s := range steps {
		if s.Grid > 0 {
			optima[s.Index] = s.Grid
		}
	}
	return optima
}

func scales(_ Data, w []string) estimate {
	kilobytes, _ := strconv.ParseFloat(w[0], 64)
	rule := TableRule()
	rule.PerEntry *= kilobytes
	return statement.Exact(float64(statement.Number(Rows(), func(r Row) bool {
		return rule.Scale(r.Makespan, r.AccumulatedRunTime) == 60*r.Minutes
	})))
}

// furthest compacts three jobs in a row, of which each occupies two slots.
func furthest(d Data, _ []string) estimate {
	const scale, length = 60, 61
	if d.Printed {
		return estimate{}
	}
	step := &optgap.Step{Format: optgap.StepFormat, Machine: 1, History: optgap.History{{Time: 0, Free: 1}}}
	var onGrid optgap.Schedule
	for i := range int64(3) {
		step.Jobs = append(step.Jobs, optgap.Job{ID: i + 1, Width: 1, Estimate: length})
		onGrid = append(onGrid, 2*scale*i)
	}
	furthest := int64(0)
	for i, start := range timescale.Compact(step, onGrid) {
		furthest = max(furthest, onGrid[i]-start)
	}
	return statement.Exact(float64(furthest))
}

func planning(d Data, _ []string) estimate {
	const jobs = 25
	alike := slices.DeleteFunc(d.searched(), func(s Solved) bool { return s.Plan == 0 || math.Abs(s.Jobs-jobs) > 5 })
	if len(alike) == 0 {
		return statement.Unknown("no step has 20 to 30 jobs")
	}
	plans := table.Each(alike, func(s Solved) float64 { return 1000 * s.Plan })
	return statement.Exact(stat.Mean(plans, nil)).Noted(steps(len(plans)))
}

// The measures of section 4 about losses.

// rows returns the steps of the rows FIRST LAST.
func (d Data) rows(w []string) []Solved {
	first, _ := strconv.Atoi(w[0])
	last, _ := strconv.Atoi(w[1])
	return rowsOf(d.Rows, first, last)
}

// unlike says that a step is not like its row; "": all are.
func unlike(rows []Solved) string {
	if slices.ContainsFunc(rows, func(s Solved) bool { return s.Unlike }) {
		return "the steps differ from the rows by more than half in size"
	}
	return ""
}

func (d Data) extreme(w []string, of func(a, b float64) float64) estimate {
	rows := d.rows(w)
	return statement.Extreme(table.Each(rows, Solved.loss), of).Doubted(unlike(rows))
}

// large may be larger unless all losses of the trace are known.
func large(d Data, _ []string) estimate {
	all := d.searched()
	losses := slices.DeleteFunc(table.Each(all, func(s Solved) float64 { return s.Low }), math.IsNaN)
	if len(losses) == 0 {
		return estimate{}
	}
	e := orMore(floats.Max(losses), "no such loss was found, and not all losses of the trace are known")
	if d.Whole {
		e.High = floats.Max(table.Each(all, func(s Solved) float64 { return s.loss().High }))
	}
	return e
}

// gain may be smaller unless all steps of the trace are proven.
func gain(d Data, _ []string) estimate {
	all := d.Steps
	if len(all) == 0 {
		all = d.Rows
	}
	losses := provenLosses(all)
	e := least(losses, "no step is proven")
	if e.Known() && !(d.Whole && len(losses) == len(d.Steps)) {
		e.Low = math.Inf(-1)
		e = e.Because("no such step was found, and not all steps of the trace are proven")
	}
	return e
}

// provenLosses returns the losses that are proven.
func provenLosses(steps []Solved) (losses []float64) {
	for _, s := range steps {
		if s.Proven && !math.IsNaN(s.Low) {
			losses = append(losses, s.Low)
		}
	}
	return losses
}

func finer(d Data, _ []string) estimate {
	both, most := 0, 0.0
	for _, s := range d.Second {
		for _, g := range d.Rows {
			if g.Index != s.Index || math.IsNaN(s.Low) || math.IsNaN(g.Low) {
				continue
			}
			if both++; g.Proven {
				most = max(most, s.Low-g.High)
			}
		}
	}
	if both == 0 {
		return estimate{}
	}
	return orMore(most, "no such row was found; other steps may have it")
}

// The measures of section 4 about times.

// slower: a step that was ended before its proof takes longer than the time it had; where that is shorter than the
// limit, it is open. Steps of the program that stand in for rows do not count, as the rows are large problems. Of
// the paper there are rows only.
func slower(d Data, w []string) estimate {
	steps, limit, words := d.Steps, 1.0, ""
	if w[0] == "program" {
		if steps = d.Program; !d.Printed {
			steps = rowsOf(d.Program, 0, 0)
		}
	}
	if w[1] == "next" {
		limit, words = d.Interarrival, " over "+format.Whole(d.Interarrival)+" s"
	}
	return share(steps, d.Whole, func(s Solved) (low, high, ok bool) {
		return s.Seconds > limit, s.open() || s.Seconds > limit, true
	}).Noted(words)
}

// meanTime: a step without a proof may take any time.
func meanTime(d Data, _ []string) estimate {
	if d.Printed {
		return statement.Exact(Averages().Time.Seconds())
	}
	if len(d.Program) == 0 {
		return estimate{}
	}
	mean := stat.Mean(table.Each(d.Program, Solved.time), nil)
	if open := statement.Number(d.Program, Solved.open); open > 0 {
		note := fmt.Sprintf(" or more, %d of %d open", open, len(d.Program))
		return orMore(mean, "the open steps may take any time").Noted(note)
	}
	return statement.Exact(mean).Needing(leastSteps, len(d.Program), "step")
}

func longest(d Data, _ []string) estimate {
	if len(d.Program) == 0 {
		return estimate{}
	}
	most := floats.Max(table.Each(d.Program, Solved.time))
	if slices.ContainsFunc(d.Program, Solved.open) {
		return orMore(most, "the open steps may take any time").Noted(" or more")
	}
	return orMore(most, "other steps may take longer")
}

func timesPlanning(d Data, _ []string) estimate {
	const printedPlan = 10e-3
	plan := floats.Sum(table.Each(d.Program, func(s Solved) float64 { return s.Plan }))
	if d.Printed {
		plan = printedPlan * float64(len(d.Program))
	}
	if plan == 0 {
		return estimate{}
	}
	ratio := floats.Sum(table.Each(d.Program, Solved.time)) / plan
	if slices.ContainsFunc(d.Program, Solved.open) {
		return orMore(ratio, "").Noted(" or more")
	}
	return statement.Exact(ratio)
}

func jump(d Data, _ []string) estimate {
	const shortest = 1e-3 // seconds; shorter times are mostly noise
	if rows := Rows(); d.Printed {
		return statement.Exact(rows[5].Time.Seconds() / rows[4].Time.Seconds())
	}
	steps := slices.DeleteFunc(d.searched(), func(s Solved) bool { return !s.Proven || s.Seconds <= 0 })
	ratio := 0.0
	for i, a := range steps {
		for _, b := range steps[i+1:] {
			if b.Jobs == a.Jobs && similar(a.AccumulatedRunTime, b.AccumulatedRunTime) && similar(a.Makespan, b.Makespan) {
				ratio = max(ratio, max(a.Seconds, b.Seconds)/max(shortest, min(a.Seconds, b.Seconds)))
			}
		}
	}
	if ratio == 0 {
		return statement.Unknown("no two proven steps are of equal size")
	}
	return orMore(ratio, "no such steps were found; others may be")
}

// similar reports whether two sizes of steps count as equal.
func similar(a, b int64) bool {
	const alike = 0.1 // relative difference
	return float64(max(a, b)) <= (1+alike)*float64(min(a, b))
}
