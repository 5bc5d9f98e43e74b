package streit2002

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// entry is a claim in the ledger of a set.
type entry = statement.Entry[Data]

// A set is the key of one of the paper's sets, or "" for a trace that is none of them.
type set string

// LedgerOf returns every claim of the paper as it is about a set: the key of one of the paper's
// sets, or "" for a trace that is none of them. A claim about another set is not judged.
func LedgerOf(key string) statement.Ledger[Data] {
	s := set(key)
	return statement.Ledger[Data]{Paper: "streit2002", Entries: slices.Concat(
		section3(), s.section4(), s.section5(), s.table4(), s.table5(), s.table6(), s.figures2And3(), s.figures4And5(),
		s.figures6To8(), at("section 6", unjudged("6-1",
			"the scheduler's non-predictability may discourage users, who may submit fake jobs",
			"about users and a deployment")),
	)}
}

// at sets where in the paper the claims are.
func at(where string, claims ...entry) []entry {
	for i := range claims {
		claims[i].Where = where
	}
	return claims
}

// claim returns a claim that holds where each check is in its range. The rule says so in words.
func claim(id, text, rule, tolerance string, checks ...check) entry {
	return entry{ID: id, Text: text, Rule: rule, Tolerance: tolerance, Judge: func(d Data) statement.Finding {
		return d.judge(checks...)
	}}
}

// printing returns a claim with the value of the paper in words.
func printing(printed string, e entry) entry {
	e.Printed = printed
	return e
}

// unjudged returns a claim that cannot be judged.
func unjudged(id, text, reason string) entry { return entry{ID: id, Text: text, Reason: reason} }

// only returns a claim about some of the sets, "none" standing for a trace of no set. For the others it is not judged.
func (s set) only(sets string, e entry) entry {
	if slices.Contains(strings.Fields(sets), cmp.Or(string(s), None)) {
		return e
	}
	return unjudged(e.ID, e.Text, "about another set of the paper")
}

// figure returns a claim about the runs of Figures 2 to 8. A verdict needs the range of factors that the paper has
// for the set.
func (s set) figure(id, text, printed, rule, tolerance string, checks ...check) entry {
	p, _ := ByName(string(s))
	wanted := p.FigureFactors()
	judge := func(d Data) statement.Finding {
		if d.Printed || len(d.Numbers) == 0 {
			return statement.Missing("")
		}
		factors := d.Numbers[0].factors()
		if len(factors) == 0 {
			return statement.Missing("no shrinking factors were given (--shrink or --plot)")
		}
		f := d.judge(checks...)
		const near = 0.051
		if factors[0] < wanted[0]-near || factors[len(factors)-1] > wanted[len(wanted)-1]+near {
			if f.Verdict == statement.Holds || f.Verdict == statement.Differs {
				f.Verdict, f.Reason = statement.Undecided, "the factors do not have the range of the paper's figure"
			}
		}
		return f
	}
	return entry{ID: id, Text: text, Printed: printed, Rule: rule, Tolerance: tolerance, Judge: judge}
}

// A tolerance is relative in "%", else absolute in percentage points.
type tolerance struct {
	most float64
	unit string
}

// numbers returns a claim that compares printed numbers with measured ones: each within the tolerance. For a trace of
// no set there are none.
func (s set) numbers(id, text string, t tolerance, checks ...check) entry {
	p, ok := ByName(string(s))
	if !ok {
		return unjudged(id, text, noSet)
	}
	for i, c := range checks {
		v := c.of(&p.Numbers)
		away := t.most / c.times()
		if t.unit == "%" {
			away = v * t.most / 100
		}
		checks[i].low, checks[i].high = v-away, v+away
	}
	within := fmt.Sprintf("%g %s", t.most, t.unit)
	return claim(id, text, fmt.Sprintf("each number lies within %s of the printed one", within), within, checks...)
}

const noSet = "the trace stands beside no set of the paper"
