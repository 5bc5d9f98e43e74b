package summary

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
)

// LeftOut counts the steps of which listed policies have no schedule, by the reason. The zero value
// has counted nothing.
type LeftOut struct {
	all      map[stepKey]bool
	steps    map[string]map[stepKey]bool // by reason
	policies map[string][]string         // by reason
}

// stepKey tells steps apart.
type stepKey struct {
	trace string
	index int
}

// Count counts a result.
func (l *LeftOut) Count(r *record.Result) {
	if l.all == nil {
		l.all, l.steps, l.policies = map[stepKey]bool{}, map[string]map[stepKey]bool{}, map[string][]string{}
	}
	key := stepKey{r.Trace, r.Index}
	l.all[key] = true
	for _, name := range r.ListedPolicies() {
		reason, left := r.PoliciesLeftOut[name]
		if !left {
			continue
		}
		if l.steps[reason] == nil {
			l.steps[reason] = map[stepKey]bool{}
		}
		l.steps[reason][key] = true
		if !slices.Contains(l.policies[reason], name) {
			l.policies[reason] = append(l.policies[reason], name)
		}
	}
}

// String is such as "left out on 3 of 40 steps: easy, first-fit (it knows no reservations)", with the
// most frequent reason first; "": no policy is left out.
func (l *LeftOut) String() string {
	reasons := slices.SortedFunc(maps.Keys(l.steps), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(l.steps[b]), len(l.steps[a])), cmp.Compare(a, b))
	})
	var parts []string
	for _, why := range reasons {
		parts = append(parts, fmt.Sprintf("left out on %s of %s: %s (%s)", format.Integer(int64(len(l.steps[why]))),
			format.Count(int64(len(l.all)), "step"), strings.Join(l.policies[why], ", "), why))
	}
	return strings.Join(parts, "; ")
}
