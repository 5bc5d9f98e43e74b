package grothklags2004

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

// practice returns the claims of section 3.2 about what is practical.
func practice() []entry {
	const where = "sections 3.2 and 4"
	return []entry{
		{
			ID: "3.2-10", Where: "section 3.2", Text: "planning by the policies takes less than 10 ms for 25 waiting jobs",
			Printed: "< 10 ms", Rule: "the mean time of the three plans, on steps of 20 to 30 jobs", Judge: planning,
		},
		slower("3.2-11", where, "the optimum is unpractical: it takes longer than a second, by the program as printed", 1,
			func(d Data) []Solved { return unpicked(d) }),
		slower("3.2-12", where, "the same by the search here", 1, func(d Data) []Solved { return d.Steps }),
	}
}

// unpicked returns the steps of the program that do not stand in for rows: the rows are large problems. Of
// the paper there are rows only.
func unpicked(d Data) (some []Solved) {
	for _, s := range d.Program {
		if s.Row == 0 || d.Printed {
			some = append(some, s)
		}
	}
	return some
}

// slower judges that most steps take longer than some seconds. A step that was ended before its proof takes
// longer than the time it had; where that is shorter than the seconds, it is open.
func slower(id, where, text string, seconds float64, of func(Data) []Solved) entry {
	return entry{
		ID: id, Where: where, Text: text, Rule: fmt.Sprintf("more than half of the steps take longer than %s",
			format.Count(int64(seconds), "second")),
		Judge: func(d Data) statement.Finding { return slowerThan(d, seconds, of(d)) },
	}
}

func slowerThan(d Data, seconds float64, steps []Solved) statement.Finding {
	e := share(steps, d.exact(), func(s Solved) (low, high, ok bool) {
		return s.Seconds > seconds, !s.Proven || s.Seconds > seconds, true
	})
	f := statement.Found(e.Above(50), e.Text(0, "%"))
	if !d.exact() {
		f = f.Needing(leastShare, len(steps), "steps")
	}
	if f.Verdict == statement.Undecided && f.Reason == "" && len(steps) < leastShare {
		f.Reason = fmt.Sprintf("%s, the rule needs %d", format.Count(int64(len(steps)), "step"), leastShare)
	}
	return f
}

// averages returns the numbers of the averages of Table 1.
func averages() []entry {
	const where = "section 4, averages of Table 1"
	paper := Averages()
	ctc := func(id, text, printed, rule string, found func(d Data) string) entry {
		return entry{ID: id, Where: where, Text: text, Printed: printed, Rule: rule, Judge: func(d Data) statement.Finding {
			if d.Printed {
				return statement.Finding{Verdict: statement.NotJudged, Measured: printed}
			}
			if len(d.Steps) == 0 {
				return statement.Missing("")
			}
			return statement.Finding{Verdict: statement.NotJudged, Measured: found(d), Reason: "about the trace CTC"}
		}}
	}
	mean := func(d Data, of func(Solved) float64) float64 {
		sum := 0.0
		for _, s := range d.Steps {
			sum += of(s)
		}
		return sum / float64(len(d.Steps))
	}
	return []entry{
		ctc("4-11", "the problems have 22 jobs on average", "21.7", "the mean over all steps", func(d Data) string {
			return format.Decimal(mean(d, func(s Solved) float64 { return s.Jobs }), 1)
		}),
		ctc("4-12", "the maximal makespan is close to two days", format.Integer(paper.Makespan)+" s",
			"the mean over all steps",
			func(d Data) string {
				return format.Whole(mean(d, func(s Solved) float64 { return float64(s.Makespan) })) + " s"
			}),
		ctc("4-13", "the time scale is 5 minutes on average", "5 min", "the mean over all steps, with 1 kB an entry",
			func(d Data) string {
				return format.Decimal(mean(d, func(s Solved) float64 {
					return float64(TableRule().Scale(s.Makespan, s.AccumulatedRunTime)) / 60
				}), 1) + " min"
			}),
		ctc("4-14", "jobs come every 369 s", "369 s", "the mean time between submissions", func(d Data) string {
			return format.Whole(d.Interarrival) + " s"
		}),
	}
}

// times returns the claims about computation times.
func times() []entry {
	const where = "section 4"
	return []entry{
		{
			ID: "4-15", Where: where, Text: "on average more than 5 hours are needed to solve the program",
			Printed: format.Integer(Averages().Seconds) + " s", Rule: "the mean over rows and steps, by the program as printed",
			Judge: meanProgram,
		},
		{
			ID: "4-16", Where: where + ", block 2", Text: "of two problems of equal size one takes almost 20 times as long",
			Rule:  "some two proven steps with as many jobs, and sizes within 10 %, differ by the 16.7 times of Table 1",
			Judge: unpredictable,
		},
		{
			ID: "4-17", Where: where + ", block 3", Text: "the compute times are extremely long: up to 237 hours",
			Tolerance: "factor 10",
			Printed:   "237 h", Rule: "the longest by the program as printed takes 23.7 h or more", Judge: longest,
		},
		next("4-18", "the next job comes while the program as printed is still being solved", unpicked),
		next("4-19", "the same by the search here", func(d Data) []Solved { return d.Steps }),
		{
			ID: "5-1", Where: "abstract", Text: "dynP needs much less time than the optimum", Printed: "much less",
			Rule: "the program as printed takes 10 times as long as planning, mean over its steps, or longer", Judge: muchLess,
		},
		{
			ID: "5-2", Where: "sections 4 and 5", Text: "the hours in the text are those of Table 1", Tolerance: "3 %",
			Fixed:   true,
			Printed: "2.5, 41, 237, 3.5, 15 h", Rule: "each is that of its row, rounded", Judge: hoursInText,
		},
		unjudged("5-3", "section 4, averages of Table 1", "the averages are over all computations",
			"the paper does not say how many"),
	}
}

// next judges that most steps take longer than the mean time between submissions.
func next(id, text string, of func(Data) []Solved) entry {
	return entry{
		ID: id, Where: "section 4", Text: text,
		Rule: "more than half of the steps take longer than the mean time between jobs",
		Judge: func(d Data) statement.Finding {
			f := slowerThan(d, d.Interarrival, of(d))
			if f.Verdict == statement.NotJudged {
				return f
			}
			f.Measured += fmt.Sprintf(" over %s s", format.Whole(d.Interarrival))
			return f
		},
	}
}

// meanProgram judges the average time. A step without a proof may take any time.
func meanProgram(d Data) statement.Finding {
	if len(d.Program) == 0 {
		return statement.Missing("")
	}
	if d.Printed {
		e := statement.Exact(float64(Averages().Seconds))
		return statement.Found(e.Above(5*3600), e.Text(0, "s"))
	}
	sum, open := 0.0, 0
	for _, s := range d.Program {
		sum += s.Seconds
		if !s.Proven {
			open++
		}
	}
	mean := sum / float64(len(d.Program))
	text := fmt.Sprintf("%s or more, %d of %d open", format.Time(mean), open, len(d.Program))
	if mean > 5*3600 {
		return statement.Found(statement.Holds, text)
	}
	f := statement.Found(statement.Differs, text)
	if open > 0 {
		return statement.Finding{Verdict: statement.Undecided, Measured: text, Reason: "the open steps may take any time"}
	}
	return f.Needing(leastSteps, len(d.Program), "steps")
}

// longest judges the longest time of the program.
func longest(d Data) statement.Finding {
	if len(d.Program) == 0 {
		return statement.Missing("")
	}
	most, open := 0.0, false
	for _, s := range d.Program {
		most, open = max(most, s.Seconds), open || !s.Proven
	}
	const limit = 23.7 * 3600
	switch text := format.Time(most); {
	case most >= limit:
		return statement.Found(statement.Holds, text)
	case open:
		f := statement.Found(statement.Undecided, text+" or more")
		return f.Because("the open steps may take any time")
	default:
		f := statement.Found(statement.Undecided, text)
		return f.Because("other steps may take longer")
	}
}

// muchLess compares the time of the program with that of planning. Times without a proof are lower ends.
func muchLess(d Data) statement.Finding {
	const printedPlan = planMilliseconds / 1e3
	program, plan := 0.0, 0.0
	for _, s := range d.Program {
		program += s.Seconds
		if plan += s.Plan; d.Printed {
			plan += printedPlan
		}
	}
	if plan == 0 {
		return statement.Missing("")
	}
	ratio := program / plan
	open := slices.ContainsFunc(d.Program, func(s Solved) bool { return !s.Proven })
	f := statement.Foundf(statement.If(ratio >= 10), "%s times or more", format.Significant(ratio, 2))
	if ratio < 10 && open {
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

// planning averages the time of the three plans on steps with about as many jobs as in the text.
func planning(d Data) statement.Finding {
	n, seconds := 0, 0.0
	for _, s := range slices.Concat(d.Steps, d.Rows) {
		if s.Plan > 0 && s.Jobs >= planJobs-5 && s.Jobs <= planJobs+5 {
			n, seconds = n+1, seconds+s.Plan
		}
	}
	if n == 0 {
		return statement.Missing("no step has 20 to 30 jobs")
	}
	mean := seconds / float64(n)
	return statement.Foundf(statement.If(1e3*mean < planMilliseconds), "%s, %s", format.Time(mean),
		format.Count(int64(n), "step"))
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
	for _, s := range slices.Concat(d.Steps, d.Rows) {
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
	f := statement.Foundf(statement.If(ratio >= jump), "%s times: %s", format.Decimal(ratio, 1), pair)
	if f.Verdict == statement.Differs {
		f.Verdict, f.Reason = statement.Undecided, "no such steps were found; others may be"
	}
	return f
}

func similar(a, b int64) bool { return float64(max(a, b)) <= (1+alike)*float64(min(a, b)) }
