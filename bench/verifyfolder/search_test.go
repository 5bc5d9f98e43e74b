package verifyfolder

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/grid"
)

// assertions returns true optima, every third one at one second and the others on a grid.
func assertions(n int) []verify.Assertion {
	var all []verify.Assertion
	for seed := range uint64(n) {
		s := steptest.Random(rand.New(rand.NewPCG(seed, 31)), steptest.Options{MaxJobs: 6, Dips: seed%2 == 0})
		c := verify.Assertion{Line: int(seed) + 1, Step: &s, Method: "ilp"}
		if seed%3 == 0 {
			_, c.Bound = steptest.Optimum(&s)
		} else {
			c.TimeScale, c.Horizon = 1+int64(seed%5), []string{"safe", "policies"}[seed%2]
			scaled := must.Get(grid.Scale(&s, grid.Choice{Scale: c.TimeScale, Horizon: grid.Horizon(c.Horizon)}))
			c.Bound = must.Get(ilp.Solve(context.Background(), scaled, ilp.Options{})).GridObjective
		}
		c.Objective = c.Bound
		all = append(all, c)
	}
	return all
}

// True optima are confirmed, also weaker bounds; a bound or an objective on the
// wrong side of the optimum is contradicted.
func TestSearch(t *testing.T) {
	known := assertions(40)
	for name, c := range map[string]struct {
		bound, objective int64 // added
		want             Verdict
	}{
		"optimal": {0, 0, Confirmed}, "a bound": {-1, 3, Confirmed},
		"bound too high": {1, 1, Contradicted}, "schedule too good": {-1, -1, Contradicted},
	} {
		all := slices.Clone(known)
		for i := range all {
			all[i].Bound += c.bound
			all[i].Objective += c.objective
		}
		done := 0
		answers, err := Search(t.Context(), all, SearchOptions{Workers: 2, Done: func() { done++ }})
		must.Need(t, err == nil && len(answers) == len(all) && done == len(all),
			name, err, len(answers), "answers", done, "done")
		for i, a := range answers {
			must.Hold(t, a.Verdict == c.want && a.Assertion.Line == i+1 && a.Bound == a.Objective,
				name, "found", a, "expected", c.want)
			f, text := a.Fault(), fmt.Sprintf("at least %d, which the search proved", a.Bound)
			if c.bound > 0 {
				text = fmt.Sprintf("at most %d, the objective of a schedule that the search found", a.Objective)
			}
			if c.want == Contradicted && (f.Expected != text || f.Line != i+1) {
				t.Errorf("%s: found %+v, expected %s", name, f, text)
			}
		}
	}
}

// At a limit the search says what it knows: here no more than that the optimum is
// between 90 and 110.
func TestSearchAtLimit(t *testing.T) {
	for _, c := range []struct {
		bound, objective int64
		want             Verdict
	}{
		{100, 105, Unfinished}, {90, 105, Confirmed}, {111, 120, Contradicted},
		{80, 89, Contradicted}, {110, 110, Unfinished}, {90, 90, Confirmed},
	} {
		must.Equal(t, judge(verify.Assertion{Bound: c.bound, Objective: c.objective}, 110, 90), c.want, c)
	}
}

func TestSearchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	answers, err := Search(ctx, assertions(3), SearchOptions{})
	must.Hold(t, errors.Is(err, context.Canceled) && len(answers) == 0, err, len(answers), "answers")
}
