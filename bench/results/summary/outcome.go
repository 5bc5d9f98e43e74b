package summary

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// Solved reports whether r has a schedule of the method's own. It is false for nil. In other
// results the schedule of the best policy stands in, or there is none.
func Solved(r *record.Result) bool {
	return r != nil && (r.Status == optgap.StatusOptimal || r.Status == optgap.StatusFeasible)
}

// Outcome returns the status of a result in words. An optimum of the time-scaled program is
// "optimal on the grid", one of the one-second problem "optimal at 1 s". A result without a
// schedule of the method's own is unsolved.
func Outcome(r *record.Result) string {
	switch {
	case r.Status == optgap.StatusOptimal && r.Scope == optgap.ScopeSecond:
		return "optimal at 1 s"
	case r.Status == optgap.StatusOptimal:
		return "optimal on the grid"
	case r.Status == optgap.StatusFeasible && r.EndedBy != "" && r.EndedBy != optgap.EndedFinished:
		return "feasible: " + ended(r)
	case Solved(r):
		return string(r.Status)
	}
	return "unsolved: " + reason(r)
}

// OutcomeOnGrid returns [Outcome] with the length of a slot: "optimal on the grid of 420 s",
// "feasible: time limit, slots of 420 s".
func OutcomeOnGrid(r *record.Result) string {
	switch {
	case r.TimeScale == 0:
		return Outcome(r)
	case r.Status == optgap.StatusOptimal && r.Scope == optgap.ScopeGrid:
		return fmt.Sprintf("%s of %d s", Outcome(r), r.TimeScale)
	}
	return fmt.Sprintf("%s, slots of %d s", Outcome(r), r.TimeScale)
}

// reason says in words why a result is unsolved.
func reason(r *record.Result) string {
	switch r.Status {
	case optgap.StatusMemory:
		return "memory limit"
	case optgap.StatusError:
		return "failed"
	case optgap.StatusLimit:
		return ended(r)
	}
	return string(r.Status)
}

// ended says in words what stopped a method. A program that would take more time or memory than
// is left is not handed to the solver, and has no columns then: such a run may end long before
// its limit.
func ended(r *record.Result) string {
	unbegun := r.Status == optgap.StatusFeasible && r.Formulation != "" && r.Columns == 0
	switch {
	case unbegun && r.EndedBy == optgap.EndedTimeLimit:
		return "too little time for its program"
	case unbegun && r.EndedBy == optgap.EndedMemoryLimit:
		return "too little memory for its program"
	}
	switch r.EndedBy {
	case optgap.EndedTimeLimit, optgap.EndedMemoryLimit, optgap.EndedNodeLimit:
		return strings.ReplaceAll(string(r.EndedBy), "_", " ")
	case optgap.EndedInterrupt:
		return "interrupted"
	case "":
		return string(r.Status)
	}
	return string(r.EndedBy)
}

// An Unsolved counts the results without a schedule of the method's own by reason. The zero
// value has counted nothing.
type Unsolved struct {
	results  int
	moldable bool
	methods  map[string]bool
	reasons  map[string]int
}

// Count counts a result.
func (u *Unsolved) Count(r *record.Result) {
	if u.methods == nil {
		u.methods = map[string]bool{}
		u.reasons = map[string]int{}
	}
	u.results++
	u.methods[r.Method] = true
	if !Solved(r) {
		u.reasons[reason(r)]++
	}
}

// CountMoldable counts a result of an algorithm for moldable jobs.
func (u *Unsolved) CountMoldable(r *record.MoldableResult) {
	u.moldable = true
	u.Count(&record.Result{Method: r.Algorithm, Status: r.Status, EndedBy: r.EndedBy})
}

// String returns the counts in words, the most frequent reason first: "3 of 40 steps are
// unsolved: 2 at the time limit, 1 crashed". With several methods, and for moldable jobs, it says
// results in place of steps. It returns "" where all are solved.
func (u *Unsolved) String() string {
	thing := "step"
	if len(u.methods) > 1 || u.moldable {
		thing = "result"
	}
	return Counted(u.reasons, u.results, thing, "unsolved", func(why string) string {
		if strings.HasSuffix(why, "limit") {
			return "at the " + why
		}
		return why
	})
}

// Counted says of how many things something is so, by the reasons, the most frequent first, which
// are worded by a function: "1 of 40 steps is unsolved: 1 crashed"; "": of none.
func Counted(
	reasons map[string]int,
	of int,
	thing, what string,
	word func(why string) string,
) string {
	var parts []string
	all := 0
	verb := "are"
	for _, why := range lists.ByCount(reasons) {
		all += reasons[why]
		parts = append(parts, format.Integer(reasons[why])+" "+word(why))
	}
	switch all {
	case 0:
		return ""
	case 1:
		verb = "is"
	}
	return fmt.Sprintf(
		"%s of %s %s %s: %s",
		format.Integer(all),
		format.Count(of, thing),
		verb,
		what,
		strings.Join(parts, ", "),
	)
}
