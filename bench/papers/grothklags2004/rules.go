package grothklags2004

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/timescale"
)

// The rules of section 3.

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

// sameOptimum compares the proven objectives of the program as printed with those of the search.
func sameOptimum(d Data) statement.Finding {
	search, equal, both := gridOptima(d.searched()), 0, 0
	for step, optimum := range gridOptima(d.Program) {
		if search[step] > 0 {
			both++
		}
		if search[step] == optimum {
			equal++
		}
	}
	if both == 0 {
		return statement.Missing("the program as printed proved no step")
	}
	return statement.Foundf(statement.If(equal == both), "%d of %s equal", equal, format.Count(int64(both), "step"))
}

// entrySize counts the printed scales that follow from the x of the text, and from that of the table.
func entrySize(Data) statement.Finding {
	follow := func(rule timescale.Rule) int {
		return statement.Number(Rows(), func(r Row) bool {
			return rule.Scale(r.Makespan, r.AccumulatedRunTime) == 60*r.Minutes
		})
	}
	text := follow(timescale.PaperRule())
	return statement.Foundf(statement.If(text == len(Rows())), "%d of 12 follow, %d from 1 kB", text, follow(TableRule()))
}

// oneEntrySize looks for an x from which all printed scales follow. Each row encloses it: with the scale s
// at 1 kB before rounding, m minutes ask for 60 (m - 1) < s * root(x / 1 kB) <= 60 m.
func oneEntrySize(Data) statement.Finding {
	low, high := 0.0, math.Inf(1)
	for _, r := range Rows() {
		low, high = max(low, float64(60*(r.Minutes-1))/r.scale()), min(high, float64(60*r.Minutes)/r.scale())
	}
	if low < high {
		return statement.Foundf(statement.Holds, "%s to %s kB", format.Decimal(low*low, 2), format.Decimal(high*high, 2))
	}
	return statement.Found(statement.Differs, "there is none")
}

// tooLarge computes the memory of the rows at one second by the formula before Eq. 6.
func tooLarge(Data) statement.Finding {
	const memory, entry = 8e9, 100
	least := floats.Min(frame.Each(Rows(), func(r Row) float64 {
		return float64(r.Makespan) * float64(r.AccumulatedRunTime) * entry
	}))
	return statement.Foundf(statement.If(least > memory), "%s GB or more", format.Whole(least/1e9))
}

// furthestMove compacts three jobs in a row, of which each occupies two slots.
func furthestMove(d Data) statement.Finding {
	if d.Printed {
		return statement.Missing("")
	}
	const scale, length = 60, 61
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
	return statement.Foundf(statement.If(furthest <= scale-1), "%d s", furthest)
}

// meanMove averages the moves of compaction.
func meanMove(d Data) statement.Finding {
	moves := slices.DeleteFunc(frame.Each(d.Steps, func(s Solved) float64 { return s.Forward }), math.IsNaN)
	e := statement.Mean(moves)
	return statement.Found(e.About(0.5, 0.1), e.Text(2, "scales")).Needing(leastShare, len(moves), "step")
}

// lossIsEq7 compares the losses of Table 1 with its qualities.
func lossIsEq7(Data) statement.Finding {
	largest := floats.Max(frame.Each(append(Rows(), Averages()), func(r Row) float64 {
		return math.Abs(100*(1-r.Quality) - r.LossPercent)
	}))
	return statement.Foundf(statement.If(largest < 0.006), "differs by %s at most", format.Percent(largest))
}

// longEstimates judges the share of the jobs with a long estimate.
func longEstimates(d Data) statement.Finding {
	if math.IsNaN(d.Long) {
		return statement.Missing("")
	}
	return statement.Found(statement.If(d.Long > 0.5), format.Share(d.Long, 1))
}

// planning averages the time of the three plans on steps with about as many jobs as in the text.
func planning(d Data) statement.Finding {
	const jobs, limit = 25, 10e-3
	var plans []float64
	for _, s := range d.searched() {
		if s.Plan > 0 && s.Jobs >= jobs-5 && s.Jobs <= jobs+5 {
			plans = append(plans, s.Plan)
		}
	}
	if len(plans) == 0 {
		return statement.Missing("no step has 20 to 30 jobs")
	}
	mean := stat.Mean(plans, nil)
	return statement.Foundf(statement.If(mean < limit), "%s, %s", format.Time(mean),
		format.Count(int64(len(plans)), "step"))
}

// The rules of section 4 about losses.

const unlike = "the steps differ from the rows by more than half in size"

// meanLoss returns a rule about the average loss, which stands with its ends.
func meanLoss(limit statement.Limit) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		e, n := d.averageLoss(), len(d.Steps)
		f := statement.Found(limit(e), e.Text(2, "%"))
		if n > 0 {
			f.Measured += ", " + format.Count(int64(n), "step")
		}
		return d.needing(leastSteps, n, f)
	}
}

// likely makes a verdict on rows undecided where a step is not like its row.
func likely(rows []Solved, f statement.Finding) statement.Finding {
	for _, s := range rows {
		if s.Unlike && f.Verdict != statement.NotJudged {
			return statement.Finding{Verdict: statement.Undecided, Measured: f.Measured, Reason: unlike}
		}
	}
	return f
}

// bestInBlock counts the rows of the first block on which SJF is the best policy.
func bestInBlock(d Data) statement.Finding {
	rows := rowsOf(d.Rows, 1, 4)
	if len(rows) == 0 {
		return statement.Missing("")
	}
	n := statement.Number(rows, func(s Solved) bool { return s.Policy == "SJF" })
	return likely(rows, statement.Foundf(statement.If(n == len(rows)), "%d of %d", n, len(rows)))
}

// extreme judges that some loss is 10 % or more. Without one, only all steps can tell that there is none.
func extreme(d Data) statement.Finding {
	const limit = 10
	all := d.searched()
	losses := slices.DeleteFunc(frame.Each(all, func(s Solved) float64 { return s.Low }), math.IsNaN)
	if len(losses) == 0 {
		return statement.Missing("")
	}
	largest, possible := floats.Max(losses), floats.Max(frame.Each(all, func(s Solved) float64 { return s.loss().High }))
	return findable(largest >= limit, d.Whole && possible < limit, format.Percent(largest),
		"no such loss was found, and not all losses of the trace are known")
}

// findable returns the finding of a claim that something occurs: it holds where it was found, and differs where
// everything was looked at. Otherwise it is undecided for a reason.
func findable(found, all bool, text, reason string) statement.Finding {
	if found || all {
		return statement.Found(statement.If(found), text)
	}
	return statement.Found(statement.Undecided, text).Because(reason)
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

// worseOnGrid judges that a policy can beat the proven optimum of the grid.
func worseOnGrid(d Data) statement.Finding {
	all := d.Steps
	if len(all) == 0 {
		all = d.Rows
	}
	losses := provenLosses(all)
	if len(losses) == 0 {
		return statement.Missing("no step is proven")
	}
	worse, least := statement.Number(losses, func(v float64) bool { return v < 0 }), min(0, floats.Min(losses))
	return findable(worse > 0, d.Whole && len(losses) == len(d.Steps),
		fmt.Sprintf("%d of %d, down to %s", worse, len(losses), format.Percent(least)),
		"no such step was found, and not all steps of the trace are proven")
}

// neverWorse judges that no policy beats the optimum at one second.
func neverWorse(d Data) statement.Finding {
	losses := provenLosses(d.Second)
	if len(losses) == 0 {
		return statement.Missing("no step is proven at one second")
	}
	least := floats.Min(losses)
	return statement.Foundf(statement.If(least >= 0), "least loss %s, %s", format.Percent(least),
		format.Count(int64(len(losses)), "step"))
}

// finer looks for rows whose loss at one second surely exceeds that on the grid.
func finer(d Data) statement.Finding {
	const noise = 0.01 // percent
	grid := map[int]Solved{}
	for _, s := range d.Rows {
		grid[s.Index] = s
	}
	larger, both, most := 0, 0, 0.0
	for _, s := range d.Second {
		g, ok := grid[s.Index]
		if !ok || math.IsNaN(s.Low) || math.IsNaN(g.Low) {
			continue
		}
		if both++; g.Proven && s.Low > g.High+noise {
			larger, most = larger+1, max(most, s.Low-g.High)
		}
	}
	if both == 0 {
		return statement.Missing("")
	}
	text := fmt.Sprintf("%d of %s", larger, format.Count(int64(both), "step"))
	if larger > 0 {
		text += ", by up to " + format.Percent(most)
	}
	return findable(larger > 0, false, text, "no such row was found; other steps may have it")
}

// The rules of section 4 about times.

// meanProgram judges the average time. A step without a proof may take any time.
func meanProgram(d Data) statement.Finding {
	if len(d.Program) == 0 {
		return statement.Missing("")
	}
	if d.Printed {
		e := statement.Exact(float64(Averages().Seconds))
		return statement.Found(e.Above(5*3600), e.Text(0, "s"))
	}
	mean, open := stat.Mean(frame.Each(d.Program, Solved.time), nil), statement.Number(d.Program, Solved.open)
	text := fmt.Sprintf("%s or more, %d of %d open", format.Time(mean), open, len(d.Program))
	switch {
	case mean > 5*3600:
		return statement.Found(statement.Holds, text)
	case open > 0:
		return statement.Found(statement.Undecided, text).Because("the open steps may take any time")
	}
	return statement.Found(statement.Differs, text).Needing(leastSteps, len(d.Program), "step")
}

// longest judges the longest time of the program.
func longest(d Data) statement.Finding {
	if len(d.Program) == 0 {
		return statement.Missing("")
	}
	const limit = 23.7 * 3600
	most := floats.Max(frame.Each(d.Program, Solved.time))
	if most < limit && slices.ContainsFunc(d.Program, Solved.open) {
		return findable(false, false, format.Time(most)+" or more", "the open steps may take any time")
	}
	return findable(most >= limit, false, format.Time(most), "other steps may take longer")
}

// muchLess compares the time of the program with that of planning. Times without a proof are lower ends.
func muchLess(d Data) statement.Finding {
	const printedPlan = 10e-3
	plan := floats.Sum(frame.Each(d.Program, func(s Solved) float64 { return s.Plan }))
	if d.Printed {
		plan = printedPlan * float64(len(d.Program))
	}
	if plan == 0 {
		return statement.Missing("")
	}
	ratio := floats.Sum(frame.Each(d.Program, Solved.time)) / plan
	f := statement.Foundf(statement.If(ratio >= 10), "%s times or more", format.Significant(ratio, 2))
	if ratio < 10 && slices.ContainsFunc(d.Program, Solved.open) {
		f.Verdict = statement.Undecided
	}
	return f
}

// hoursInText compares the hours in the text with their rows.
func hoursInText(Data) statement.Finding {
	rows, largest := Rows(), 0.0
	for row, hours := range map[int]float64{4: 2.5, 5: 41, 8: 237, 9: 3.5, 10: 15} {
		largest = max(largest, math.Abs(hours*3600/float64(rows[row].Seconds)-1))
	}
	return statement.Foundf(statement.If(largest <= 0.03), "differ by %s at most", format.Percent(100*largest))
}

// alike is the largest relative difference between the sizes of two steps that count as equal.
const alike = 0.1

// unpredictable finds the two proven steps of equal size with the most different times: of the search, and in
// the paper of the program.
func unpredictable(d Data) statement.Finding {
	const least = 1e-3 // seconds; shorter times are mostly noise
	rows := Rows()
	jump := float64(rows[5].Seconds) / float64(rows[4].Seconds)
	if d.Printed {
		return statement.Foundf(statement.Holds, "%s times", format.Decimal(jump, 1))
	}
	var steps []Solved
	for _, s := range d.searched() {
		if s.Proven && s.Seconds > 0 {
			steps = append(steps, s)
		}
	}
	slices.SortFunc(steps, func(a, b Solved) int {
		return cmp.Or(cmp.Compare(a.Jobs, b.Jobs), cmp.Compare(a.AccumulatedRunTime, b.AccumulatedRunTime))
	})
	ratio, pair := 0.0, ""
	for i, a := range steps {
		for _, b := range steps[i+1:] {
			if b.Jobs != a.Jobs || !similar(a.AccumulatedRunTime, b.AccumulatedRunTime) {
				break
			}
			short, long := max(least, min(a.Seconds, b.Seconds)), max(a.Seconds, b.Seconds)
			if r := long / short; r > ratio && similar(a.Makespan, b.Makespan) {
				ratio, pair = r, format.Time(short)+" and "+format.Time(long)
			}
		}
	}
	if pair == "" {
		return statement.Missing("no two proven steps are of equal size")
	}
	return findable(ratio >= jump, false, format.Decimal(ratio, 1)+" times: "+pair,
		"no such steps were found; others may be")
}

func similar(a, b int64) bool { return float64(max(a, b)) <= (1+alike)*float64(min(a, b)) }
