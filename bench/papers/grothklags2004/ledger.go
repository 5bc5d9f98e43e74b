package grothklags2004

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
)

//go:embed ledger.yaml
var ledger []byte

// Ledger returns every claim of the paper.
func Ledger() statement.Ledger[Data] {
	return statement.NewLedger("grothklags2004", statement.Read(ledger).Claims, rules, nil)
}

// rules are those of the claims.
var rules = statement.Rules[Data]{
	"3.1-2": statement.Each(statement.Above(50), 1, "%", func(d Data) statement.Estimate {
		return share(d.Steps, d.Whole, func(s Solved) (bool, bool, bool) { return s.LJF, s.LJF, s.Makespan > 0 })
	}),
	"3.1-3": sameOptimum, "3.2-1": entrySize, "3.2-2": oneEntrySize,
	"3.2-3": func(Data) statement.Finding {
		const variables = 8 * 2 * 24 * 3600
		return statement.Found(statement.If(variables > 1_000_000), format.Integer(variables))
	},
	"3.2-4": tooLarge, "3.2-5": longEstimates,
	// Steps on which compaction starts jobs later on average.
	"3.2-6": statement.Each(statement.AtMost(0), 0, "% later", func(d Data) statement.Estimate {
		return share(d.searched(), true, func(s Solved) (bool, bool, bool) {
			return s.Forward < 0, s.Forward < 0, !math.IsNaN(s.Forward)
		})
	}),
	"3.2-7": furthestMove, "3.2-8": meanMove, "3.2-9": lossIsEq7, "3.2-10": planning,
	"3.2-11": slower(second, unpicked), "3.2-12": slower(second, searchedSteps),

	"4-1": meanLoss(statement.Below(1)), "4-2": meanLoss(statement.About(Averages().LossPercent, 0.3)),
	"4-3": lossOfRows(1, 4, statement.AtMost(2)), "4-4": bestInBlock, "4-5": lossOfRows(7, 9, statement.AtLeast(1)),
	"4-6": lossOfRows(1, 9, statement.AtMost(2)), "4-7": extreme, "4-8": worseOnGrid, "4-9": neverWorse, "4-10": finer,

	"4-11": aboutCTC(func(d Data) string { return format.Decimal(d.mean(func(s Solved) float64 { return s.Jobs }), 1) }),
	"4-12": aboutCTC(func(d Data) string {
		return format.Whole(d.mean(func(s Solved) float64 { return float64(s.Makespan) })) + " s"
	}),
	"4-13": aboutCTC(func(d Data) string {
		return format.Decimal(d.mean(func(s Solved) float64 {
			return float64(TableRule().Scale(s.Makespan, s.AccumulatedRunTime)) / 60
		}), 1) + " min"
	}),
	"4-14": aboutCTC(func(d Data) string { return format.Whole(d.Interarrival) + " s" }),

	"4-15": meanProgram, "4-16": unpredictable, "4-17": longest, "4-18": slower(untilNext, unpicked),
	"4-19": slower(untilNext, searchedSteps), "5-1": muchLess, "5-2": hoursInText,
}

// second and untilNext are times, with the words that stand behind the share of the steps that take longer.
func second(Data) (seconds float64, words string) { return 1, "" }
func untilNext(d Data) (seconds float64, words string) {
	return d.Interarrival, fmt.Sprintf(" over %s s", format.Whole(d.Interarrival))
}

func searchedSteps(d Data) []Solved { return d.Steps }

// unpicked returns the steps of the program that do not stand in for rows: the rows are large problems. Of
// the paper there are rows only.
func unpicked(d Data) []Solved {
	if d.Printed {
		return d.Program
	}
	return rowsOf(d.Program, 0, 0)
}

// slower judges that most steps take longer than some seconds. A step that was ended before its proof takes longer than
// the time it had; where that is shorter than the seconds, it is open.
func slower(seconds func(Data) (float64, string), of func(Data) []Solved) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		steps := of(d)
		limit, words := seconds(d)
		e := share(steps, d.Whole, func(s Solved) (low, high, ok bool) {
			return s.Seconds > limit, s.open() || s.Seconds > limit, true
		})
		return d.needing(leastShare, len(steps), statement.Found(e.Above(50), e.Text(0, "%")+words))
	}
}

// lossOfRows judges the losses of some rows of Table 1 by a limit.
func lossOfRows(first, last int, limit statement.Limit) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		rows := rowsOf(d.Rows, first, last)
		if len(rows) == 0 {
			return statement.Missing("")
		}
		losses := frame.Each(rows, Solved.loss)
		least := slices.MinFunc(losses, func(a, b statement.Estimate) int { return cmp.Compare(a.Low, b.Low) })
		most := slices.MaxFunc(losses, func(a, b statement.Estimate) int { return cmp.Compare(a.High, b.High) })
		return likely(rows, statement.Foundf(limit.All(losses), "%s to %s %%", format.Decimal(least.Low, 2),
			format.Decimal(most.High, 2)))
	}
}

// aboutCTC shows a number of the trace CTC beside that of another trace, without a verdict.
func aboutCTC(found func(d Data) string) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		if d.Printed || len(d.Steps) == 0 {
			return statement.Missing("")
		}
		return statement.Finding{Verdict: statement.NotJudged, Measured: found(d), Reason: "about the trace CTC"}
	}
}
