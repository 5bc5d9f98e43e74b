package grothklags2004

import (
	"fmt"
	"math"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

const unlike = "the steps differ from the rows by more than half in size"

// losses returns the claims about the performance loss, of section 4.
func losses() []entry {
	const where = "section 4, Table 1"
	return []entry{
		{
			ID: "4-1", Where: "sections 4 and 5", Text: "the best policy loses less than 1 % on average",
			Rule:  "the mean over all steps, by search on the grid",
			Judge: func(d Data) statement.Finding { return meanLoss(d, d.Average.Below(bestLoss)) },
		},
		{
			ID: "4-2", Where: where, Text: "the average loss is 0.70 %", Tolerance: "0.3 points",
			Rule:  "the mean over all steps",
			Judge: func(d Data) statement.Finding { return meanLoss(d, d.Average.About(Averages().LossPercent, 0.3)) },
		},
		lossOfRows("4-3", where+", block 1", "in the four large problems the loss is in the 1 % range",
			"2 % or less", 1, 4, 0, 2),
		{
			ID: "4-4", Where: where + ", block 1", Text: "SJF is the best policy in the four large problems",
			Rule: "in each of the four steps", Judge: bestInBlock,
		},
		lossOfRows("4-5", where+", block 3", "in the three long problems the optimum is clearly better",
			"1 % or more", 7, 9, 1, 100),
		lossOfRows("4-6", where, "in the first three blocks the loss is within the 1 % range", "2 % or less", 1, 9, 0, 2),
		{
			ID: "4-7", Where: where + ", block 4", Text: "the best policy can be significantly worse: close to 11 %",
			Tolerance: "1 point", Rule: "some step has a loss of 10 % or more",
			Judge: func(d Data) statement.Finding { return extreme(d, 10) },
		},
		{
			ID: "4-8", Where: where + ", block 4", Text: "the schedule of a policy can be better than that from the grid",
			Rule: "some proven step has a loss below 0", Judge: worseOnGrid,
		},
		{
			ID: "4-9", Where: "sections 4 and 5", Text: "without time-scaling the optimum is at least as good as any policy",
			Printed: "always", Rule: "no loss is below 0 at one second", Judge: neverWorse,
		},
		{
			ID: "4-10", Where: where + ", block 3", Text: "at one second an even larger improvement might be possible",
			Printed: "possible", Rule: "some row surely has a loss at one second that is larger than on the grid by 0.01 points",
			Judge: finer,
		},
	}
}

// meanLoss writes the average loss with its ends.
func meanLoss(d Data, v statement.Verdict) statement.Finding {
	text := d.Average.Text(2, "%")
	if n := len(d.Steps); n > 0 {
		text += ", " + format.Count(int64(n), "step")
	}
	f := statement.Found(v, text)
	if !d.exact() && len(d.Steps) > 0 {
		f = f.Needing(leastSteps, len(d.Steps), "steps")
	}
	if n := len(d.Steps); f.Verdict == statement.Undecided && n < leastSteps && !d.exact() {
		return f.Because(fmt.Sprintf("%s, the rule needs %d", format.Count(int64(n), "step"), leastSteps))
	}
	return f
}

// lossOfRows judges the losses of some rows of Table 1: each end lies from low to high percent.
func lossOfRows(id, where, text, rule string, first, last int, low, high float64) entry {
	return entry{ID: id, Where: where, Text: text, Rule: "each loss is " + rule, Judge: func(d Data) statement.Finding {
		rows := rowsOf(d.Rows, first, last)
		if len(rows) == 0 {
			return statement.Missing("")
		}
		var verdicts []statement.Verdict
		least, most := math.Inf(1), math.Inf(-1)
		for _, s := range rows {
			if math.IsNaN(s.Low) {
				s.Low, s.High = 0, 100
			}
			e := statement.Between(s.Low, s.Low, s.High)
			if low > 0 {
				verdicts = append(verdicts, e.AtLeast(low))
			} else {
				verdicts = append(verdicts, e.AtMost(high))
			}
			least, most = min(least, s.Low), max(most, s.High)
		}
		return likely(rows, statement.Foundf(statement.All(verdicts...), "%s to %s %%",
			format.Decimal(least, 2), format.Decimal(most, 2)))
	}}
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
	n := 0
	for _, s := range rows {
		if s.Policy == "SJF" {
			n++
		}
	}
	return likely(rows, statement.Foundf(statement.If(n == len(rows)), "%d of %d", n, len(rows)))
}

// extreme judges that some loss reaches a limit. Without one, only all steps can tell that there is none.
func extreme(d Data, limit float64) statement.Finding {
	largest, possible, n := math.Inf(-1), math.Inf(-1), 0
	for _, s := range append(d.Steps, d.Rows...) {
		if !math.IsNaN(s.Low) {
			largest, possible, n = max(largest, s.Low), max(possible, s.High), n+1
		} else {
			possible = math.Inf(1)
		}
	}
	if n == 0 {
		return statement.Missing("")
	}
	f := statement.Foundf(statement.Undecided, "%s", format.Percent(largest))
	switch {
	case largest >= limit:
		f.Verdict = statement.Holds
	case d.Whole && possible < limit:
		f.Verdict = statement.Differs
	default:
		f.Reason = "no such loss was found, and not all losses of the trace are known"
	}
	return f
}

// worseOnGrid judges that a policy can beat the proven optimum of the grid.
func worseOnGrid(d Data) statement.Finding {
	worse, proven, least := 0, 0, 0.0
	all := d.Steps
	if len(all) == 0 || d.Printed {
		all = d.Rows
	}
	for _, s := range all {
		if s.Proven && !math.IsNaN(s.Low) {
			proven, least = proven+1, min(least, s.Low)
			if s.Low < 0 {
				worse++
			}
		}
	}
	if proven == 0 {
		return statement.Missing("no step is proven")
	}
	f := statement.Foundf(statement.Undecided, "%d of %d, down to %s", worse, proven, format.Percent(least))
	switch {
	case worse > 0:
		f.Verdict = statement.Holds
	case d.Whole && proven == len(d.Steps):
		f.Verdict = statement.Differs
	default:
		f.Reason = "no such step was found, and not all steps of the trace are proven"
	}
	return f
}

// neverWorse judges that no policy beats the optimum at one second.
func neverWorse(d Data) statement.Finding {
	n, least := 0, math.Inf(1)
	for _, s := range d.Second {
		if s.Proven && !math.IsNaN(s.Low) {
			n, least = n+1, min(least, s.Low)
		}
	}
	if n == 0 {
		return statement.Missing("no step is proven at one second")
	}
	return statement.Foundf(statement.If(least >= 0), "least loss %s, %s", format.Percent(least),
		format.Count(int64(n), "step"))
}

// finer looks for rows whose loss at one second surely exceeds that on the grid.
func finer(d Data) statement.Finding {
	const noise = 0.01 // percent
	grid := map[int]Solved{}
	for _, s := range d.Rows {
		grid[s.Index] = s
	}
	larger, both, open, most := 0, 0, 0, 0.0
	seen := map[int]bool{}
	for _, s := range d.Second {
		g, ok := grid[s.Index]
		if !ok || seen[s.Index] || math.IsNaN(s.Low) || math.IsNaN(g.Low) {
			continue
		}
		seen[s.Index] = true
		both++
		if g.Proven && s.Low > g.High+noise {
			larger, most = larger+1, max(most, s.Low-g.High)
		} else if !g.Proven || !s.Proven {
			open++
		}
	}
	if both == 0 {
		return statement.Missing("")
	}
	text := []string{fmt.Sprintf("%d of %s", larger, format.Count(int64(both), "step"))}
	if larger > 0 {
		text = append(text, "by up to "+format.Percent(most))
	}
	f := statement.Found(statement.If(larger > 0), strings.Join(text, ", "))
	if larger == 0 {
		f.Verdict, f.Reason = statement.Undecided, "no such row was found; other steps may have it"
	}
	return f
}
