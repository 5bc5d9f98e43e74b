package verify

import (
	"cmp"
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

// identity checks the method, and what else nothing but the arguments of the run tells.
func (j *judge) identity() {
	if known := j.options.Methods; known == nil {
		j.hold(j.Method != "", "method", j.Method, "a name")
	} else {
		j.hold(slices.Contains(known, j.Method), "method", j.Method, "one of %s", strings.Join(known, ", "))
	}
	if methods, ok := j.options.Arguments["method"]; ok {
		ran := slices.Contains(strings.Split(methods, ","), j.Method)
		j.hold(ran, "method", j.Method, "one of %s, the argument method of the run", methods)
	}
	if asked := j.options.Arguments["gap"]; asked != "" && j.MIPRelGap != nil {
		found := text(j.MIPRelGap)
		j.hold(found == asked, "mip_rel_gap", found, "%s, the argument gap of the run", asked)
	}
	if j.options.Arguments != nil {
		asked := cmp.Or(j.options.Arguments["objective"], byWidth)
		j.hold(cmp.Or(j.ObjectiveName, byWidth) == asked, "objective_name", j.ObjectiveName,
			"%q, the argument objective of the run", asked)
	}
}

// proof checks what is said to have proven the optimum.
func (j *judge) proof() {
	j.hold(j.ProgramsEnded <= j.Programs, "programs_ended", j.ProgramsEnded, "at most programs")
	switch j.ProvenBy {
	case "":
		return
	case "prices", "search", "diagram", "parts":
	case "program":
		j.hold(j.ProgramsEnded > 0, "programs_ended", j.ProgramsEnded, "at least 1, as a program has proven the optimum")
	default:
		j.hold(false, "proven_by", j.ProvenBy, "prices, program, search, diagram or parts")
	}
	j.hold(j.Status == optgap.StatusOptimal, "proven_by", j.ProvenBy, "none, as the status is not optimal")
}

// outcome checks status, scope, ended_by and error, and classifies the status.
func (j *judge) outcome() {
	j.ended(j.Status, j.EndedBy, j.Error)
	scoped := j.Scope == optgap.ScopeGrid || j.Scope == optgap.ScopeSecond
	j.hold(scoped || j.Scope == "" && j.Status != optgap.StatusOptimal, "scope", j.Scope,
		"grid or second, and none only where the status is not optimal")
	switch j.Status {
	case optgap.StatusOptimal, optgap.StatusFeasible:
		j.class = own
	case optgap.StatusLimit, optgap.StatusMemory:
		j.class = standIn
	case optgap.StatusCrashed:
		if len(j.Starts) > 0 || j.Objective != 0 {
			j.class = standIn
		}
	case optgap.StatusError, optgap.StatusInfeasible:
	default: // which is a fault
		if len(j.Starts) > 0 {
			j.class = own
		}
	}
}
