package statement

import (
	"fmt"
	"slices"
)

// A Finding is the outcome of a rule on some data.
type Finding struct {
	Verdict  Verdict
	Measured string // what was found; "": nothing was measured
	Reason   string // why the verdict is neither holds nor differs; "": the usual reason of the verdict
}

// Found returns a finding.
func Found(v Verdict, measured string) Finding { return Finding{Verdict: v, Measured: measured} }

// Foundf is [Found] with a text as of [fmt.Sprintf].
func Foundf(v Verdict, text string, args ...any) Finding { return Found(v, fmt.Sprintf(text, args...)) }

// Missing returns a finding where the data for the rule do not exist, and why.
func Missing(reason string) Finding { return Finding{Verdict: NotJudged, Reason: reason} }

// Because returns the finding with a reason.
func (f Finding) Because(reason string) Finding {
	f.Reason = reason
	return f
}

// doubted returns the finding as undecided where there is a doubt. Without a verdict nothing was measured.
func (f Finding) doubted(doubt string) Finding {
	switch {
	case f.Verdict == NotJudged && f.Reason == "":
		return Missing("")
	case doubt == "" || f.Verdict == NotJudged || f.Reason != "":
		return f
	}
	return Finding{Undecided, f.Measured, doubt}
}

// If returns Holds or Differs.
func If(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Differs
}

// Number counts the things that have a property.
func Number[T any](all []T, has func(T) bool) (n int) {
	for _, one := range all {
		if has(one) {
			n++
		}
	}
	return n
}

// All judges a claim about several things: it differs where one differs. Otherwise it is not
// judged where one is not, or where there are none, and undecided where one is.
func All(verdicts ...Verdict) Verdict {
	if len(verdicts) == 0 {
		return NotJudged
	}
	for _, v := range []Verdict{Differs, NotJudged, Undecided} {
		if slices.Contains(verdicts, v) {
			return v
		}
	}
	return Holds
}

// Not returns the verdict on the opposite claim.
func Not(v Verdict) Verdict {
	switch v {
	case Holds:
		return Differs
	case Differs:
		return Holds
	}
	return v
}
