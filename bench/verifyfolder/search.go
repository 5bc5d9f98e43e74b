package verifyfolder

import (
	"context"
	"fmt"
	"time"

	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// Verdict reports whether an assertion holds.
type Verdict string

const (
	Confirmed    Verdict = "confirmed"
	Unfinished   Verdict = "unfinished" // the search met its limit, and nothing contradicts the assertion
	Contradicted Verdict = "contradicted"
)

// Answer is an assertion, its verdict, and the values that the search found.
type Answer struct {
	Assertion verify.Assertion
	Verdict   Verdict
	Bound     int64
	Objective int64
	Same      bool // the search was that of the assertion
}

// SearchOptions steer [Search]. The zero value is fit for use.
type SearchOptions struct {
	TimeLimit time.Duration // of each search; 0: none
	Workers   int           // searches side by side; 0: one
	// Done is called after each search, one call at a time, in the order of the assertions; it may be
	// nil.
	Done func()
}

// Search checks bounds that rest on a search or a solver alone, by searching anew:
//
//	verify.Assertion (no schedule below Bound, one with Objective) -> exact.SolveOnGrid -> Verdict
//
// An assertion about a time-scaled problem is searched on the same grid, with the same horizon. The
// search is that of method exact, whatever method made the assertion: for its own results it is the
// same run again, with the recorded seed; for the others, such as a program that HiGHS solved, it
// is an independent method.
//
// Let the search end with a schedule of objective V and a bound B:
//
//   - V below the asserted bound, or B above the asserted objective, contradicts the assertion.
//   - Otherwise B at or above the asserted bound confirms it.
//   - Otherwise the search met its limit first.
//
// A search that was finished has B = V, so that it always confirms or contradicts.
//
// Search returns the answers in the order of the assertions. The
// error is that of the context, or that of a search. With an error, answers are missing
// at the end.
func Search(
	ctx context.Context,
	assertions []verify.Assertion,
	o SearchOptions,
) (answers []Answer, err error) {
	work := harness.Run[verify.Assertion, Answer]{
		Workers: o.Workers,
		Work: func(ctx context.Context, c verify.Assertion) (Answer, error) {
			limits := exact.Limits{TimeLimit: o.TimeLimit, Seed: c.Seed}
			return search(ctx, c, exact.Options{Limits: limits})
		},
		Result: func(_ verify.Assertion, a Answer) error {
			answers = append(answers, a)
			if o.Done != nil {
				o.Done()
			}
			return nil
		},
	}
	err = work.Do(ctx, harness.Each(assertions))
	return answers, err
}

// search searches for the optimum of the problem that an assertion is about.
func search(ctx context.Context, c verify.Assertion, o exact.Options) (a Answer, err error) {
	a.Assertion = c
	if c.Again != nil {
		a.Objective, a.Bound, a.Same, err = c.Again(ctx, o.TimeLimit)
		if err != nil {
			return a, err
		}
	} else {
		// The grid of one second has the problem at one second.
		choice := grid.Choice{Scale: max(1, c.TimeScale), Horizon: grid.Horizon(c.Horizon)}
		scaled, err := grid.Scale(c.Step, choice)
		if err != nil {
			return a, err
		}
		sol, err := exact.SolveOnGrid(ctx, scaled, o)
		if err != nil {
			return a, err
		}
		a.Objective = sol.GridObjective
		a.Bound = sol.GridBound
	}
	a.Verdict = judge(c, a.Objective, a.Bound)
	if a.Same && a.Bound < c.Bound {
		a.Verdict = Contradicted
	}
	return a, nil
}

// judge holds a search's objective and bound against an assertion.
func judge(c verify.Assertion, objective, bound int64) Verdict {
	switch {
	case objective < c.Bound || bound > c.Objective:
		return Contradicted
	case bound >= c.Bound:
		return Confirmed
	}
	return Unfinished
}

// Fault returns what is wrong with an assertion that is contradicted.
func (a Answer) Fault() verify.Fault {
	c := a.Assertion
	f := verify.Fault{
		Line:   c.Line,
		Trace:  c.Step.Trace,
		Index:  c.Step.Index,
		Method: c.Method,
		Field:  "objective",
		Found: fmt.Sprint(
			c.Objective,
		),
		Expected: fmt.Sprintf("at least %d, which the search proved", a.Bound),
	}
	if a.Bound < c.Bound {
		f.Field = "bound"
		f.Found = fmt.Sprint(c.Bound)
		f.Expected = fmt.Sprintf("%d, as the same search proves", a.Bound)
	}
	if a.Objective < c.Bound {
		f.Expected = fmt.Sprintf(
			"at most %d, the objective of a schedule that the search found",
			a.Objective,
		)
	}
	if c.TimeScale > 0 {
		f.Field = "grid_" + f.Field
	}
	return f
}

// Remark says how far the search for an assertion came that is not finished within a limit.
func (a Answer) Remark(limit time.Duration) string {
	c := a.Assertion
	grid := ""
	if c.TimeScale > 0 {
		grid = fmt.Sprintf(" on the grid of %d s", c.TimeScale)
	}
	return fmt.Sprintf(
		"line %d: step %d, method %s: not finished within %v: the optimum%s is %d to %d, the bound %d",
		c.Line,
		c.Step.Index,
		c.Method,
		limit,
		grid,
		a.Bound,
		a.Objective,
		c.Bound,
	)
}
