package summary

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// A Missing is a policy that has no schedule of some of the steps that it was asked for.
type Missing struct {
	Policy  string
	Of      int    // all steps
	Failed  int    // steps on which it failed
	Late    int    // of these, where a decision took too long
	Reason  string // of the first step on which it failed
	LeftOut Left   // other steps, by a reason that is not its own
}

// Misses returns the policies that miss steps, in the order of the lists of the results.
func Misses(results []record.Result) (all []Missing) {
	steps := lists.GroupBy(lists.Pointers(results), (*record.Result).Step)
	for _, name := range record.Listed(results) {
		m := Missing{Policy: name, Of: len(steps), LeftOut: Left{}}
		for _, own := range steps {
			m.add(own)
		}
		if m.Failed+len(m.LeftOut) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// add adds a step. Several methods are told the same.
func (m *Missing) add(results []*record.Result) {
	for _, r := range results {
		reason, missing := r.PoliciesLeftOut[m.Policy]
		if !missing {
			continue
		}
		switch r.PoliciesFailed[m.Policy] {
		case "":
			m.LeftOut[reason]++
			return
		case optgap.StatusLimit:
			m.Late++
		}
		m.Failed++
		m.Reason = cmp.Or(m.Reason, reason)
		return
	}
}

// Lost reports whether the policy has no averages: it has failed, or has no schedule at all.
// Without the steps on which it fails, which may be the hard ones, its averages would be better.
func (m Missing) Lost() bool {
	return m.Failed > 0 || m.LeftOut.Steps() == m.Of
}

// String is such as "mine failed on 7 of 12 steps, on 2 by a late decision, as on a busy machine
// (first: ...)".
func (m Missing) String() string {
	if m.Failed == 0 {
		because := func(why string) string { return "as " + why }
		return m.Policy + ": " + Counted(m.LeftOut, m.Of, "step", "left out", because)
	}
	late := ""
	if m.Late > 0 {
		late = ", on " + format.Integer(
			m.Late,
		) + " by a late decision, as on a busy machine"
	}
	return fmt.Sprintf(
		"%s failed on %s of %s%s (first: %s)",
		m.Policy,
		format.Integer(m.Failed),
		format.Count(m.Of, "step"),
		late,
		m.Reason,
	)
}

// without returns the names that are not lost.
func without(names []string, missing []Missing) []string {
	return lists.Where(names, func(name string) bool {
		lost := func(m Missing) bool { return m.Policy == name && m.Lost() }
		return !slices.ContainsFunc(missing, lost)
	})
}

// Left counts the steps that are left out, by what they lack.
type Left map[string]int

// Steps returns the number of all of them.
func (l Left) Steps() (n int) {
	for _, steps := range l {
		n += steps
	}
	return n
}

// String is such as "3 of 40 steps are left out: 2 with no lower bound, 1 with no schedule of
// easy", of a number of steps; "": none is.
func (l Left) String(of int) string {
	return Counted(l, of, "step", "left out", func(why string) string { return "with " + why })
}
