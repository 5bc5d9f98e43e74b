package summary

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// A Failure is a policy that has failed, by itself, on some of the steps that it was asked on. It has no average:
// whoever fails on the hard steps would have a better one.
type Failure struct {
	Policy string
	Steps  int    // on which it failed
	Late   int    // of these, where a decision took too long
	Of     int    // all steps
	Reason string // of the first step
}

// String is such as "mine failed on 7 of 12 steps, on 2 by a late decision, as on a busy machine (first: ...)".
func (f Failure) String() string {
	count := func(n int) string { return format.Integer(int64(n)) }
	late := ""
	if f.Late > 0 {
		late = fmt.Sprintf(", on %s by a late decision, as on a busy machine", count(f.Late))
	}
	return fmt.Sprintf("%s failed on %s of %s%s (first: %s)", f.Policy, count(f.Steps),
		format.Count(int64(f.Of), "step"), late, f.Reason)
}

// Failures returns the policies that have failed on some step, in the order of the lists of the results.
func Failures(results []record.Result) (all []Failure) {
	steps := lists.GroupBy(lists.Pointers(results), (*record.Result).Step)
	for _, own := range steps {
		var seen []string // several methods are told the same
		for _, r := range own {
			for _, name := range r.ListedPolicies() {
				status, failed := r.PoliciesFailed[name]
				if !failed || slices.Contains(seen, name) {
					continue
				}
				seen = append(seen, name)
				k := slices.IndexFunc(all, func(f Failure) bool { return f.Policy == name })
				if k < 0 {
					k = len(all)
					all = append(all, Failure{Policy: name, Of: len(steps), Reason: r.PoliciesLeftOut[name]})
				}
				if all[k].Steps++; status == optgap.StatusLimit {
					all[k].Late++
				}
			}
		}
	}
	return all
}

// without returns the names that have not failed.
func without(names []string, failed []Failure) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(failed, func(f Failure) bool { return f.Policy == name })
	})
}
