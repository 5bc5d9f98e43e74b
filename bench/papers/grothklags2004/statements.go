package grothklags2004

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/timescale"
)

// statements returns every number and claim in the results of the paper beside the measured
// value.
func (e *Experiment) statements() []statement.Statement {
	return slices.Concat(
		[]statement.Statement{entrySize(), exampleSize()}, // of the paper's own numbers
		e.Basis().Settle(slices.Concat(e.losses(), e.times(), e.schedules())),
	)
}

// entrySize judges the x of the text by Table 1 of the paper.
func entrySize() statement.Statement {
	text, table := 0, 0
	for _, r := range Rows() {
		if timescale.PaperRule().Scale(r.Makespan, r.AccumulatedRunTime) == 60*r.Minutes {
			text++
		}
		if TableRule().Scale(r.Makespan, r.AccumulatedRunTime) == 60*r.Minutes {
			table++
		}
	}
	return statement.Statement{
		Where: "section 3.2", Text: "a matrix entry takes x = 0.1 kB in Eq. 6", Printed: "0.1 kB",
		Measured: fmt.Sprintf("%d of the 12 printed scales follow from it, %d from 1 kB", text, table),
		Verdict:  statement.Judge(text == len(Rows())),
	}
}

func exampleSize() statement.Statement {
	const variables = exampleJobs * exampleMakespan
	return statement.Statement{
		Where:    "section 3.2",
		Text:     "8 jobs and a makespan of two days make more than a million variables at one second",
		Printed:  "> 1,000,000",
		Measured: format.Integer(variables) + " (8 * 172,800)",
		Verdict:  statement.Judge(variables > exampleVariables),
	}
}

// losses returns the statements about the performance loss of the best policy.
func (e *Experiment) losses() []statement.Statement {
	all, grid := solved(e.All), solved(e.searched())
	average := statement.New("sections 4 and 5", "the best policy loses less than 1 % on average",
		format.Percent(Averages().LossPercent))
	largest := statement.New("section 4", "the best policy can be significantly worse than the optimum: largest loss",
		format.Percent(Rows()[9].LossPercent))
	if len(all) > 0 {
		s := summary.Of(all)
		average.Foundf(*s.LossPercent < bestLoss, "%s over %s", format.Percent(*s.LossPercent),
			format.Count(int64(s.Steps), "step"))
	}
	if len(grid) > 0 {
		most := *summary.Of(grid).MaxLoss
		largest.Found(most >= largestLoss-1, format.Percent(most))
	}
	large := statement.New("section 4, block 1", "in the four large problems the loss is in the 1 % range",
		"0.32 to 1.31 %")
	if first := e.firstBlock(); len(first) > 0 {
		s := summary.Of(first)
		large.Foundf(*s.MaxLoss < 2, "%s to %s", format.Decimal(*s.MinLoss, 2), format.Percent(*s.MaxLoss))
	}
	return []statement.Statement{
		average, large, e.bestInBlock(), largest, e.worse(grid), e.neverWorse(), e.finer(),
	}
}

// searched returns the results by search on the grid, one for each step.
func (e *Experiment) searched() []record.Result {
	all := slices.Clone(e.All)
	for _, r := range of(Search, e.Rows) {
		if !slices.ContainsFunc(e.All, func(other record.Result) bool { return other.Index == r.Index }) {
			all = append(all, r)
		}
	}
	return all
}

// firstBlock returns the results by search on the grid for the first four rows.
func (e *Experiment) firstBlock() []record.Result {
	var some []record.Result
	for i, r := range Rows()[:len(e.Chosen)] {
		if found := e.at(e.Chosen[i].Index, Search); r.Block == 1 && found != nil {
			some = append(some, *found)
		}
	}
	return solved(some)
}

// bestInBlock judges that SJF is the best policy for the four large problems.
func (e *Experiment) bestInBlock() statement.Statement {
	s := statement.New("section 4, block 1", "SJF is the best policy in the four large problems", "SJF, 4 of 4")
	if first := e.firstBlock(); len(first) > 0 {
		n := 0
		for _, r := range first {
			if r.BestPolicy == "SJF" {
				n++
			}
		}
		s.Foundf(n == len(first), "SJF, %d of %d", n, len(first))
	}
	return s
}

// worse judges that a policy can beat the proven optimum of the grid. It counts the steps.
func (e *Experiment) worse(grid []record.Result) statement.Statement {
	s := statement.New("section 4, block 4", "on the grid the optimum can be worse than the best policy's schedule",
		"-0.22 %, -0.14 %")
	n, steps, least := 0, 0, 0.0
	for _, r := range grid {
		if !proven(&r) {
			continue
		}
		steps++
		if least = min(least, *r.LossPercent); *r.LossPercent < 0 {
			n++
		}
	}
	if steps > 0 {
		s.Foundf(n > 0, "%d of %s, down to %s", n, format.Count(int64(steps), "proven step"), format.Percent(least))
	}
	return s
}

// neverWorse judges that no policy beats the optimum at one second.
func (e *Experiment) neverWorse() statement.Statement {
	s := statement.New("section 4", "without time scaling the optimum is at least as good as any policy", "always")
	n, least := 0, math.Inf(1)
	for _, r := range solved(of(AtSecond, e.Rows)) {
		if proven(&r) {
			n, least = n+1, min(least, *r.LossPercent)
		}
	}
	if n > 0 {
		s.Foundf(least >= 0, "least loss %s on %s", format.Percent(least), format.Count(int64(n), "proven row"))
	}
	return s
}

// finer compares the losses of the rows on the grid with those at one second.
func (e *Experiment) finer() statement.Statement {
	s := statement.New("section 4, block 3", "at one second the improvement may be larger than on the grid", "possible")
	n, grid, second := 0, 0.0, 0.0
	for _, size := range e.Chosen {
		a, b := e.at(size.Index, Search), e.at(size.Index, AtSecond)
		if a == nil || b == nil || len(solved([]record.Result{*a, *b})) < 2 {
			continue
		}
		n, grid, second = n+1, grid+*a.LossPercent, second+*b.LossPercent
	}
	if n > 0 {
		grid, second = grid/float64(n), second/float64(n)
		s.Foundf(second > grid, "%s at 1 s, %s on the grid, over %s", format.Percent(second), format.Percent(grid),
			format.Count(int64(n), "row"))
	}
	return s
}
