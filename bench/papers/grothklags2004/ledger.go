package grothklags2004

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/timescale"
)

// entry is a claim in the ledger.
type entry = statement.Entry[Data]

// Ledger returns every claim of the paper.
func Ledger() statement.Ledger[Data] {
	return statement.Ledger[Data]{
		Paper: "grothklags2004", Entries: slices.Concat(model(), scaling(), practice(), losses(), averages(), times()),
	}
}

// unjudged returns an entry that cannot be judged.
func unjudged(id, where, text, reason string) entry {
	return entry{ID: id, Where: where, Text: text, Reason: reason}
}

// model returns the claims about the integer program and its size, of section 3.1.
func model() []entry {
	const where = "section 3.1"
	return []entry{
		unjudged("2-1", "section 2", "the simple decider is wrong in four cases",
			"a claim of Streit (2002): reproduce streit2002"),
		unjudged("3.1-1", where+", Figure 1", "the free resources of a machine history rise monotonously",
			"by construction: it has the ends of running jobs alone"),
		{
			ID: "3.1-2", Where: where, Text: "the largest makespan is most likely that of LJF", Printed: "most likely",
			Rule: "on more than half of the steps",
			Judge: func(d Data) statement.Finding {
				e := share(d.Steps, d.exact(), func(s Solved) (bool, bool, bool) { return s.LJF, s.LJF, s.Makespan > 0 })
				return statement.Found(e.Above(50), e.Text(1, "%"))
			},
		},
		{
			ID: "3.1-3", Where: where + ", Eq. 1-5", Text: "the program as printed and the search here have the same optimum",
			Printed: "Eq. 1-5", Rule: "equal objectives on the grid wherever both prove theirs", Judge: sameOptimum,
		},
	}
}

// sameOptimum compares the proven objectives of the program as printed with those of the search.
func sameOptimum(d Data) statement.Finding {
	found := map[int]int64{}
	for _, s := range slices.Concat(d.Rows, d.Steps) {
		if s.Grid > 0 {
			found[s.Index] = s.Grid
		}
	}
	equal, both := 0, 0
	seen := map[int]bool{}
	for _, s := range d.Program {
		other := found[s.Index]
		if s.Grid == 0 || other == 0 || seen[s.Index] {
			continue
		}
		seen[s.Index] = true
		if both++; s.Grid == other {
			equal++
		}
	}
	if both == 0 {
		return statement.Missing("the program as printed proved no step")
	}
	return statement.Foundf(statement.If(equal == both), "%d of %s equal", equal, format.Count(int64(both), "step"))
}

// scaling returns the claims about time-scaling, of section 3.2. Some are about printed numbers alone.
func scaling() []entry {
	const where = "section 3.2"
	return []entry{
		{
			ID: "3.2-1", Where: where + ", Eq. 6", Text: "a matrix entry takes x = 0.1 kB", Printed: "0.1 kB", Fixed: true,
			Rule: "the twelve printed scales follow from it", Judge: entrySize,
		},
		{
			ID: "3.2-2", Where: where + ", Table 1", Text: "the printed scales follow from Eq. 6", Printed: "12 scales",
			Fixed: true,
			Rule:  "there is an x from which all twelve follow", Judge: oneEntrySize,
		},
		{
			ID: "3.2-3", Where: where,
			Text:    "8 jobs and a makespan of two days make more than a million variables at one second",
			Printed: "> 1,000,000", Fixed: true, Rule: "jobs times seconds",
			Judge: func(Data) statement.Finding {
				const variables = exampleJobs * exampleMakespan
				return statement.Found(statement.If(variables > exampleVariables), format.Integer(variables))
			},
		},
		{
			ID: "3.2-4", Where: where, Text: "at one second larger problems do not fit into 8 GB",
			Printed: "not enough", Fixed: true,
			Rule: "makespan times run time times 0.1 kB exceeds 8 GB for each row of Table 1", Judge: tooLarge,
		},
		{
			ID: "3.2-5", Where: where, Text: "jobs are usually estimated to run for minutes, hours or days", Printed: "usually",
			Rule: "the estimate of more than half of the jobs is 2 minutes or more", Fixed: true,
			Judge: func(d Data) statement.Finding {
				if math.IsNaN(d.Long) {
					return statement.Missing("")
				}
				return statement.Found(statement.If(d.Long > 0.5), format.Share(d.Long, 1))
			},
		},
		{
			ID: "3.2-6", Where: where,
			Text: "inserting the jobs in their order leaves no unused slot: no job starts later", Printed: "none",
			Rule: "the objective after compaction is that of the grid or less, on each step",
			Judge: func(d Data) statement.Finding {
				e := share(slices.Concat(d.Rows, d.Steps), true, func(s Solved) (bool, bool, bool) {
					return s.Forward < 0, s.Forward < 0, !math.IsNaN(s.Forward)
				})
				return statement.Found(e.AtMost(0), e.Text(0, "% later"))
			},
		},
		{
			ID: "3.2-7", Where: where, Text: "a job is moved forward by at most (time scale - 1) seconds",
			Printed: "59 s of 60 s",
			Rule:    "three jobs of 61 s, one after the other on slots of 60 s", Fixed: true, Judge: furthestMove,
		},
		{
			ID: "3.2-8", Where: where, Text: "on average it is moved forward by (time scale - 1) / 2",
			Printed:   "0.5 time scales",
			Tolerance: "0.1", Rule: "the mean over the steps, jobs weighted by width", Judge: meanMove,
		},
		{
			ID: "3.2-9", Where: where + ", Eq. 7", Text: "the loss is (1 - quality) * 100 %", Printed: "Table 1", Fixed: true,
			Tolerance: "rounding", Rule: "it is, in each row and in the averages",
			Judge: func(Data) statement.Finding {
				largest := 0.0
				for _, r := range append(Rows(), Averages()) {
					largest = max(largest, math.Abs(100*(1-r.Quality)-r.LossPercent))
				}
				return statement.Foundf(statement.If(largest < 0.006), "differs by %s at most", format.Percent(largest))
			},
		},
	}
}

// entrySize counts the printed scales that follow from the x of the text.
func entrySize(Data) statement.Finding {
	text, table := 0, 0
	for _, r := range Rows() {
		if timescale.PaperRule().Scale(r.Makespan, r.AccumulatedRunTime) == 60*r.Minutes {
			text++
		}
		if TableRule().Scale(r.Makespan, r.AccumulatedRunTime) == 60*r.Minutes {
			table++
		}
	}
	return statement.Foundf(statement.If(text == len(Rows())), "%d of 12 follow, %d from 1 kB", text, table)
}

// oneEntrySize looks for an x from which all printed scales follow. Each row encloses it: with the scale s
// at 1 kB before rounding, m minutes ask for 60 (m - 1) < s * root(x / 1 kB) <= 60 m.
func oneEntrySize(Data) statement.Finding {
	low, high := 0.0, math.Inf(1)
	rule := TableRule()
	for _, r := range Rows() {
		raw := math.Sqrt(float64(r.Makespan) * float64(r.AccumulatedRunTime) * rule.PerEntry / rule.Memory)
		low, high = max(low, float64(60*(r.Minutes-1))/raw), min(high, float64(60*r.Minutes)/raw)
	}
	if low < high {
		return statement.Foundf(statement.Holds, "%s to %s kB", format.Decimal(low*low, 2), format.Decimal(high*high, 2))
	}
	return statement.Found(statement.Differs, "there is none")
}

// tooLarge computes the memory of the rows at one second by the formula before Eq. 6.
func tooLarge(Data) statement.Finding {
	const memory, entry = 8e9, 100
	least := math.Inf(1)
	for _, r := range Rows() {
		least = min(least, float64(r.Makespan)*float64(r.AccumulatedRunTime)*entry)
	}
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
	var moves []float64
	for _, s := range d.Steps {
		if !math.IsNaN(s.Forward) {
			moves = append(moves, s.Forward)
		}
	}
	e := statement.Mean(moves)
	f := statement.Found(e.About(0.5, 0.1), e.Text(2, "scales"))
	return f.Needing(leastShare, len(moves), "steps")
}
