package streit2002

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/papers/statement"
)

// entry is a claim in the ledger of a set.
type entry = statement.Entry[Data]

// LedgerOf returns every claim of the paper as it is about a set: the key of one of the paper's
// sets, or "" for a trace that is none of them. A claim about another set is not judged.
func LedgerOf(set string) statement.Ledger[Data] {
	return statement.Ledger[Data]{Paper: "streit2002", Entries: slices.Concat(
		basics(), workloads(set), framework(set),
		responses(set), starts(set), owners(set),
		details(set), switches(set), cases(set),
		qualities(set), comparisons(set), foreknown(set), slowdowns(set), utilisation(set),
		[]entry{unjudged("6-1", "section 6",
			"the scheduler's non-predictability may discourage users, who may submit fake jobs",
			"about users and a deployment")},
	)}
}

// about returns the entry for a set. For the sets that the claim is not about, and where general is
// false for a trace of no set too, it is not judged.
func about(set string, sets []string, general bool, e entry) entry {
	if slices.Contains(sets, set) || general && set == "" {
		return e
	}
	return entry{ID: e.ID, Where: e.Where, Text: e.Text, Reason: "about another set of the paper"}
}

// unjudged returns an entry that cannot be judged.
func unjudged(id, where, text, reason string) entry {
	return entry{ID: id, Where: where, Text: text, Reason: reason}
}

// judged returns a rule that holds where each check is in its range.
func judged(checks ...check) func(Data) statement.Finding {
	return func(d Data) statement.Finding { return d.judge(checks...) }
}

// beside returns a rule that compares numbers of each set with the printed ones of the set. within
// returns the range around a printed number.
func (p *Published) beside(within func(float64) (low, high float64), checks ...check) func(Data) statement.Finding {
	if p == nil {
		return nil
	}
	printed := p.Numbers()
	for i, c := range checks {
		checks[i].low, checks[i].high = within(c.of(&printed))
	}
	return judged(checks...)
}

// by returns the range of a relative tolerance, and plus that of an absolute one.
func by(share float64) func(float64) (low, high float64) {
	return func(v float64) (low, high float64) { return v * (1 - share), v * (1 + share) }
}

func plus(tolerance float64) func(float64) (low, high float64) {
	return func(v float64) (low, high float64) { return v - tolerance, v + tolerance }
}

// numbers returns an entry that compares printed numbers with measured ones. For a trace of no set
// there are none.
func numbers(
	set, id, where, text, tolerance string, within func(float64) (low, high float64), checks ...check,
) entry {
	p, ok := ByName(set)
	if !ok {
		return unjudged(id, where, text, "the trace stands beside no set of the paper")
	}
	return entry{
		ID: id, Where: where, Text: text, Tolerance: tolerance,
		Rule:  fmt.Sprintf("each number lies within %s of the printed one", tolerance),
		Judge: p.beside(within, checks...),
	}
}
