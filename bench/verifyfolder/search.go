package verifyfolder

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verify/search"
)

// Searched is what new searches say of claims.
type Searched struct {
	Confirmed, Unfinished, Contradicted int

	Faults  []verify.Fault // of those that are contradicted
	Remarks []string       // on those that are unfinished
}

// Search runs the search of method exact for each claim of a report. done is called after each. The error is that of
// the context, or that of a search. With an error, answers are missing.
func (o Options) Search(ctx context.Context, claims []verify.Claim, done func()) (found Searched, err error) {
	answers, err := search.Check(ctx, claims, search.Options{TimeLimit: o.TimeLimit, Workers: o.Workers, Done: done})
	for _, a := range answers {
		switch a.Verdict {
		case search.Confirmed:
			found.Confirmed++
		case search.Unfinished:
			found.Unfinished++
			found.Remarks = append(found.Remarks, fmt.Sprintf("line %d: step %d, method %s: not finished within %v: %s",
				a.Claim.Line, a.Claim.Step.Index, a.Claim.Method, o.TimeLimit, a.Remark()))
		case search.Contradicted:
			found.Contradicted++
			found.Faults = append(found.Faults, a.Fault())
		}
	}
	return found, err
}
