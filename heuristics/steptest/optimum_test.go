package steptest

import (
	"math"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// TestOptimum: it is the best of the plans of all orders.
func TestOptimum(t *testing.T) {
	for seed, r := range Sources(5000, 1) {
		s := Random(r, Options{MaxJobs: 5, MaxChanges: 12, Dips: seed%2 == 0})
		if seed%3 > 0 {
			Weigh(r, &s)
		}
		want := int64(math.MaxInt64)
		for plan := range Plans(&s) {
			want = min(want, plan.Objective(&s))
		}
		plan, got := Optimum(&s)
		must.Need(t, got == want && plan.Objective(&s) == got && plan.Check(&s) == nil,
			"seed", seed, got, "by", plan, "want", want, "of", s)
	}
}
