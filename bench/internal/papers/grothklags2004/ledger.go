package grothklags2004

import (
	"fmt"
	"math"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// entry is a claim in the ledger.
type entry = statement.Entry[Data]

// Ledger returns every claim of the paper.
func Ledger() statement.Ledger[Data] {
	const (
		three, table = "section 3.2", "section 4, Table 1"
		both, times  = "sections 3.2 and 4", "section 4"
		ctc          = "section 4, averages of Table 1"
	)
	paper := Averages()
	search := func(d Data) []Solved { return d.Steps }
	second := func(Data) (float64, string) { return 1, "" }
	untilNext := func(d Data) (float64, string) {
		return d.Interarrival, fmt.Sprintf(" over %s s", format.Whole(d.Interarrival))
	}
	return statement.Ledger[Data]{Paper: "grothklags2004", Entries: []entry{
		{
			ID: "2-1", Where: "section 2", Text: "the simple decider is wrong in four cases",
			Reason: "a claim of Streit (2002): reproduce streit2002",
		},
		{
			ID: "3.1-1", Where: "section 3.1, Figure 1", Text: "the free resources of a machine history rise monotonously",
			Reason: "by construction: it has the ends of running jobs alone",
		},
		{
			ID: "3.1-2", Where: "section 3.1", Text: "the largest makespan is most likely that of LJF", Printed: "most likely",
			Rule: "on more than half of the steps",
			Judge: statement.Each(statement.Above(50), 1, "%", func(d Data) statement.Estimate {
				return share(d.Steps, d.Whole, func(s Solved) (bool, bool, bool) { return s.LJF, s.LJF, s.Makespan > 0 })
			}),
		},
		{
			ID: "3.1-3", Where: "section 3.1, Eq. 1-5",
			Text:    "the program as printed and the search here have the same optimum",
			Printed: "Eq. 1-5", Rule: "equal objectives on the grid wherever both prove theirs", Judge: sameOptimum,
		},
		{
			ID: "3.2-1", Where: three + ", Eq. 6", Text: "a matrix entry takes x = 0.1 kB", Printed: "0.1 kB", Fixed: true,
			Rule: "the twelve printed scales follow from it", Judge: entrySize,
		},
		{
			ID: "3.2-2", Where: three + ", Table 1", Text: "the printed scales follow from Eq. 6", Printed: "12 scales",
			Fixed: true, Rule: "there is an x from which all twelve follow", Judge: oneEntrySize,
		},
		{
			ID: "3.2-3", Where: three,
			Text:    "8 jobs and a makespan of two days make more than a million variables at one second",
			Printed: "> 1,000,000", Fixed: true, Rule: "jobs times seconds",
			Judge: func(Data) statement.Finding {
				const variables = 8 * 2 * 24 * 3600
				return statement.Found(statement.If(variables > 1_000_000), format.Integer(variables))
			},
		},
		{
			ID: "3.2-4", Where: three, Text: "at one second larger problems do not fit into 8 GB", Printed: "not enough",
			Fixed: true, Rule: "makespan times run time times 0.1 kB exceeds 8 GB for each row of Table 1", Judge: tooLarge,
		},
		{
			ID: "3.2-5", Where: three, Text: "jobs are usually estimated to run for minutes, hours or days", Printed: "usually",
			Fixed: true, Rule: "the estimate of more than half of the jobs is 2 minutes or more", Judge: longEstimates,
		},
		{
			ID: "3.2-6", Where: three,
			Text: "inserting the jobs in their order leaves no unused slot: no job starts later", Printed: "none",
			Rule: "the objective after compaction is that of the grid or less, on each step",
			// Steps on which compaction starts jobs later on average.
			Judge: statement.Each(statement.AtMost(0), 0, "% later", func(d Data) statement.Estimate {
				return share(d.searched(), true, func(s Solved) (bool, bool, bool) {
					return s.Forward < 0, s.Forward < 0, !math.IsNaN(s.Forward)
				})
			}),
		},
		{
			ID: "3.2-7", Where: three, Text: "a job is moved forward by at most (time scale - 1) seconds",
			Printed: "59 s of 60 s", Fixed: true, Rule: "three jobs of 61 s, one after the other on slots of 60 s",
			Judge: furthestMove,
		},
		{
			ID: "3.2-8", Where: three, Text: "on average it is moved forward by (time scale - 1) / 2",
			Printed: "0.5 time scales", Tolerance: "0.1", Rule: "the mean over the steps, jobs weighted by width",
			Judge: meanMove,
		},
		{
			ID: "3.2-9", Where: three + ", Eq. 7", Text: "the loss is (1 - quality) * 100 %", Printed: "Table 1", Fixed: true,
			Tolerance: "rounding", Rule: "it is, in each row and in the averages", Judge: lossIsEq7,
		},
		{
			ID: "3.2-10", Where: three, Text: "planning by the policies takes less than 10 ms for 25 waiting jobs",
			Printed: "< 10 ms", Rule: "the mean time of the three plans, on steps of 20 to 30 jobs", Judge: planning,
		},
		slower("3.2-11", both, "the optimum is unpractical: it takes longer than a second, by the program as printed",
			"1 second", second, unpicked),
		slower("3.2-12", both, "the same by the search here", "1 second", second, search),
		{
			ID: "4-1", Where: "sections 4 and 5", Text: "the best policy loses less than 1 % on average",
			Rule: "the mean over all steps, by search on the grid", Judge: meanLoss(statement.Below(1)),
		},
		{
			ID: "4-2", Where: table, Text: "the average loss is 0.70 %", Tolerance: "0.3 points",
			Rule: "the mean over all steps", Judge: meanLoss(statement.About(paper.LossPercent, 0.3)),
		},
		lossOfRows("4-3", table+", block 1", "in the four large problems the loss is in the 1 % range",
			"2 % or less", 1, 4, statement.AtMost(2)),
		{
			ID: "4-4", Where: table + ", block 1", Text: "SJF is the best policy in the four large problems",
			Rule: "in each of the four steps", Judge: bestInBlock,
		},
		lossOfRows("4-5", table+", block 3", "in the three long problems the optimum is clearly better",
			"1 % or more", 7, 9, statement.AtLeast(1)),
		lossOfRows("4-6", table, "in the first three blocks the loss is within the 1 % range", "2 % or less", 1, 9,
			statement.AtMost(2)),
		{
			ID: "4-7", Where: table + ", block 4", Text: "the best policy can be significantly worse: close to 11 %",
			Tolerance: "1 point", Rule: "some step has a loss of 10 % or more", Judge: extreme,
		},
		{
			ID: "4-8", Where: table + ", block 4", Text: "the schedule of a policy can be better than that from the grid",
			Rule: "some proven step has a loss below 0", Judge: worseOnGrid,
		},
		{
			ID: "4-9", Where: "sections 4 and 5", Text: "without time-scaling the optimum is at least as good as any policy",
			Printed: "always", Rule: "no loss is below 0 at one second", Judge: neverWorse,
		},
		{
			ID: "4-10", Where: table + ", block 3", Text: "at one second an even larger improvement might be possible",
			Printed: "possible", Rule: "some row surely has a loss at one second that is larger than on the grid by 0.01 points",
			Judge: finer,
		},
		aboutCTC("4-11", ctc, "the problems have 22 jobs on average", "21.7", "the mean over all steps",
			func(d Data) string { return format.Decimal(d.mean(func(s Solved) float64 { return s.Jobs }), 1) }),
		aboutCTC("4-12", ctc, "the maximal makespan is close to two days", format.Integer(paper.Makespan)+" s",
			"the mean over all steps", func(d Data) string {
				return format.Whole(d.mean(func(s Solved) float64 { return float64(s.Makespan) })) + " s"
			}),
		aboutCTC("4-13", ctc, "the time scale is 5 minutes on average", "5 min",
			"the mean over all steps, with 1 kB an entry", func(d Data) string {
				return format.Decimal(d.mean(func(s Solved) float64 {
					return float64(TableRule().Scale(s.Makespan, s.AccumulatedRunTime)) / 60
				}), 1) + " min"
			}),
		aboutCTC("4-14", ctc, "jobs come every 369 s", "369 s", "the mean time between submissions",
			func(d Data) string { return format.Whole(d.Interarrival) + " s" }),
		{
			ID: "4-15", Where: times, Text: "on average more than 5 hours are needed to solve the program",
			Printed: format.Integer(paper.Seconds) + " s", Rule: "the mean over rows and steps, by the program as printed",
			Judge: meanProgram,
		},
		{
			ID: "4-16", Where: times + ", block 2", Text: "of two problems of equal size one takes almost 20 times as long",
			Rule:  "some two proven steps with as many jobs, and sizes within 10 %, differ by the 16.7 times of Table 1",
			Judge: unpredictable,
		},
		{
			ID: "4-17", Where: times + ", block 3", Text: "the compute times are extremely long: up to 237 hours",
			Tolerance: "factor 10", Printed: "237 h", Rule: "the longest by the program as printed takes 23.7 h or more",
			Judge: longest,
		},
		slower("4-18", times, "the next job comes while the program as printed is still being solved",
			"the mean time between jobs", untilNext, unpicked),
		slower("4-19", times, "the same by the search here", "the mean time between jobs", untilNext, search),
		{
			ID: "5-1", Where: "abstract", Text: "dynP needs much less time than the optimum", Printed: "much less",
			Rule: "the program as printed takes 10 times as long as planning, mean over its steps, or longer", Judge: muchLess,
		},
		{
			ID: "5-2", Where: "sections 4 and 5", Text: "the hours in the text are those of Table 1", Tolerance: "3 %",
			Printed: "2.5, 41, 237, 3.5, 15 h", Fixed: true, Rule: "each is that of its row, rounded", Judge: hoursInText,
		},
		{
			ID: "5-3", Where: ctc, Text: "the averages are over all computations",
			Reason: "the paper does not say how many",
		},
	}}
}

// unpicked returns the steps of the program that do not stand in for rows: the rows are large problems. Of
// the paper there are rows only.
func unpicked(d Data) []Solved {
	if d.Printed {
		return d.Program
	}
	return rowsOf(d.Program, 0, 0)
}

// slower judges that most steps take longer than some seconds. seconds returns them, with the words that stand behind
// the share. A step that was ended before its proof takes longer than the time it had; where that is shorter than the
// seconds, it is open.
func slower(
	id, where, text, than string, seconds func(Data) (float64, string), of func(Data) []Solved,
) entry {
	return entry{
		ID: id, Where: where, Text: text, Rule: "more than half of the steps take longer than " + than,
		Judge: func(d Data) statement.Finding {
			steps := of(d)
			limit, words := seconds(d)
			e := share(steps, d.Whole, func(s Solved) (low, high, ok bool) {
				return s.Seconds > limit, s.open() || s.Seconds > limit, true
			})
			return d.needing(leastShare, len(steps), statement.Found(e.Above(50), e.Text(0, "%")+words))
		},
	}
}

// lossOfRows judges the losses of some rows of Table 1 by a limit.
func lossOfRows(id, where, text, rule string, first, last int, limit statement.Limit) entry {
	return entry{ID: id, Where: where, Text: text, Rule: "each loss is " + rule, Judge: func(d Data) statement.Finding {
		rows := rowsOf(d.Rows, first, last)
		if len(rows) == 0 {
			return statement.Missing("")
		}
		var losses []statement.Estimate
		least, most := 100.0, -100.0
		for _, s := range rows {
			e := s.loss()
			losses, least, most = append(losses, e), min(least, e.Low), max(most, e.High)
		}
		return likely(rows, statement.Foundf(limit.All(losses), "%s to %s %%", format.Decimal(least, 2),
			format.Decimal(most, 2)))
	}}
}

// aboutCTC shows a number of the trace CTC beside that of another trace, without a verdict.
func aboutCTC(id, where, text, printed, rule string, found func(d Data) string) entry {
	return entry{ID: id, Where: where, Text: text, Printed: printed, Rule: rule, Judge: func(d Data) statement.Finding {
		if d.Printed || len(d.Steps) == 0 {
			return statement.Missing("")
		}
		return statement.Finding{Verdict: statement.NotJudged, Measured: found(d), Reason: "about the trace CTC"}
	}}
}
