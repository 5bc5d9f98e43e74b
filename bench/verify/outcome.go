package verify

import (
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// class is the kind of schedule that a result has. It follows from the status.
type class int

const (
	none    class = iota // there is no schedule
	own                  // the schedule is the method's
	standIn              // the schedule is the best policy's
)

// classes are those of the statuses. A run that crashed may have no schedule.
var classes = map[optgap.Status]class{
	optgap.StatusOptimal:    own,
	optgap.StatusFeasible:   own,
	optgap.StatusLimit:      standIn,
	optgap.StatusMemory:     standIn,
	optgap.StatusCrashed:    standIn,
	optgap.StatusError:      none,
	optgap.StatusInfeasible: none,
}

// identity checks the method.
func (j *judge) identity() {
	j.hold(j.Method != "", "method", j.Method, "a name")
	if known := j.options.Methods; known != nil && j.Method != "" &&
		!slices.Contains(known, j.Method) {
		j.report.foreign(j.Method)
	}
	if methods, ok := j.options.Arguments["method"]; ok {
		j.word("method", j.Method, strings.Split(methods, ","))
	}
}

// outcome checks the words of the result, and classifies the status.
func (j *judge) outcome() {
	j.ended(j.Status, j.EndedBy, j.Error)
	optimal := j.Status == optgap.StatusOptimal
	scopes := []string{"grid", "second", ""}
	proofs := []string{"", "prices", "search", "diagram", "parts", "program"}
	if optimal {
		scopes = scopes[:2]
	} else {
		proofs = proofs[:1]
	}
	j.word("scope", string(j.Scope), scopes)
	j.word("proven_by", j.ProvenBy, proofs)
	j.word("horizon", j.Horizon, []string{"", "safe", "policies"})
	j.word("formulation", j.Formulation, []string{"", "step", "pulse"})
	j.hold(j.ProgramsEnded <= j.Programs, "programs_ended", j.ProgramsEnded, "at most programs")
	j.hold(j.ProvenBy != "program" || j.ProgramsEnded > 0, "programs_ended", j.ProgramsEnded,
		"at least 1, as a program has proven the optimum")
	class, known := classes[j.Status]
	if !known { // which is a fault
		class = own
	}
	j.class = class
	if (!known || j.Status == optgap.StatusCrashed) && len(j.Starts) == 0 && j.Objective == 0 {
		j.class = none
	}
}
