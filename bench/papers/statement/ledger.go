package statement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// An Entry is a claim of a paper and how it is judged.
type Entry struct {
	Claim
	checks []check // none: the claim cannot be judged, and Reason says why
}

// A Ledger is a list of the claims of a paper.
type Ledger struct {
	Paper   string // such as aida2000
	Entries []Entry
}

// A Case holds the data by which a ledger is judged.
type Case struct {
	Trace    string // trace or reading of the measurement; "": none
	Basis    Basis  // how much of the run was done; zero: all
	Doubt    string // why the run says less than the paper's, so that it decides nothing; "": it does not
	Measured *Data
	Printed  *Data // the paper's own numbers, nil if it has none for such a trace
}

// Judge returns a statement for each entry, in order. A claim that the paper's own numbers fail is
// a contradiction, whatever was measured.
func (l Ledger) Judge(c Case) []Statement {
	all := l.Claims()
	for i, e := range l.Entries {
		all[i].Trace = c.Trace
		e.judge(c, &all[i])
	}
	return all
}

// Claims returns the statements without measurements and verdicts.
func (l Ledger) Claims() []Statement {
	return lists.Each(l.Entries, func(e Entry) Statement {
		return Statement{Format: Format, Paper: l.Paper, ID: e.ID, Stated: e.Stated}
	})
}

// judge sets what was found.
func (e Entry) judge(c Case, s *Statement) {
	found := e.Judge(c.Measured)
	own := Finding{}
	if c.Printed != nil {
		own = e.Judge(c.Printed)
	}
	if !e.Fixed {
		found = found.doubted(c.Doubt)
	}
	if s.Printed == "" && own.Verdict != NotJudged {
		s.Printed = own.Measured
	}
	if !c.Basis.Whole() && !e.Fixed && e.checks != nil {
		found.Verdict, found.Reason = NotJudged, c.Basis.Note()
	}
	if own.Verdict == Differs {
		found.Reason = fmt.Sprintf("fails on the paper's own numbers: %s", own.Measured)
		if found.Verdict != NotJudged {
			found.Reason += "; here: " + string(found.Verdict)
		}
		found.Verdict = Contradiction
	}
	s.Finding = Finding{
		cmp.Or(found.Measured, NotMeasured),
		found.Verdict,
		cmp.Or(found.Reason, usual[found.Verdict]),
	}
}

// usual holds the reason of a verdict where the rule gives none.
var usual = map[Verdict]string{
	Undecided: "the limit lies within the interval, or there are too few data for one",
	NotJudged: "nothing was measured",
}

// A Basis says how much of what was planned a run has done.
type Basis struct {
	Done, Planned int
	Thing         string // what is counted, such as "experiment"
}

// Whole reports whether the run came to its end.
func (b Basis) Whole() bool { return b.Done >= b.Planned }

// Note is such as "interrupted after 3 of 12 experiments"; "": the run is whole.
func (b Basis) Note() string {
	if b.Whole() {
		return ""
	}
	return format.Interrupted(b.Done, b.Planned, b.Thing)
}

// Under returns a title with the note of an interrupted run in a line below it.
func (b Basis) Under(title string) string {
	return strings.TrimSuffix(title+"\n"+b.Note(), "\n")
}

// doubted returns the finding as undecided where there is a doubt. Without a verdict nothing was
// measured.
func (f Finding) doubted(doubt string) Finding {
	switch {
	case f.Verdict == NotJudged && f.Reason == "":
		return Finding{Verdict: NotJudged}
	case doubt == "" || f.Verdict == NotJudged || f.Reason != "":
		return f
	}
	return Finding{f.Measured, Undecided, doubt}
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
