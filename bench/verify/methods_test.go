package verify_test

import (
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
)

// Several results of one step are held against each other, in either order: 745
// is the optimum, so that a bound of 780 beside an objective of 817 is wrong, which
// that result alone does not tell without the enumeration.
func TestResultsOfOneStep(t *testing.T) {
	s := sample()
	second, grid, wrong := secondResult(s), gridResult(s, 7), gridResult(s, 7)
	wrong.Method = "another"
	wrong.Bounds, wrong.Bound = map[optgap.BoundName]int64{"lp": 780}, 780
	wrong.Gap, wrong.RatioToBound = new(37.0/817), 817.0/780
	for _, c := range []struct {
		results []record.Result
		want    string // of the only fault
	}{
		{[]record.Result{second, grid, second}, ""},
		{[]record.Result{wrong}, ""},
		{[]record.Result{grid, second, wrong}, "line 3: step 3, method another: bound: found 780, expected at most the objective 745 on line 2, of the same step"},
		{[]record.Result{wrong, grid, second}, "line 3: step 3, method " + second.Method + ": objective: found 745, expected at least the bound 780 on line 1, of the same step"},
	} {
		rep, err := verify.Results(one(c.results...), one(*s), verify.Options{OptimumJobs: -1})
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range rep.Faults {
			found = append(found, f.String())
		}
		if got := strings.Join(found, "\n"); got != c.want {
			t.Errorf("found    %s\nexpected %s", got, c.want)
		}
		if rep.Results != len(c.results) || rep.Steps != 1 || rep.Unanswered != 0 {
			t.Errorf("found %+v, expected %d results of one step", rep, len(c.results))
		}
	}
}
