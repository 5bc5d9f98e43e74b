package verify

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
)

// class is the kind of schedule that a result has. It follows from the status.
type class int

const (
	none    class = iota // there is no schedule
	own                  // the schedule is the method's
	standIn              // the schedule is the best policy's
)

// identity checks the name of the method.
func (j *judge) identity() {
	if known := j.options.Methods; known == nil {
		j.hold(j.Method != "", "method", j.Method, "a name")
	} else {
		j.hold(slices.Contains(known, j.Method), "method", j.Method, "one of %s", strings.Join(known, ", "))
	}
}

// arguments holds what a result repeats of the arguments of its run.
func (j *judge) arguments() {
	is := func(field, found, argument string) {
		expected, ok := j.options.Arguments[argument]
		if argument == "formulation" && expected == "auto" {
			expected = j.variables()
		}
		if ok && found != "" && expected != "" {
			j.hold(found == expected, field, found, "%s, the argument %s of the run", expected, argument)
		}
	}
	is("horizon", j.Horizon, "horizon")
	if o := j.options.Arguments; o != nil {
		asked := cmp.Or(o["objective"], byWidth)
		j.hold(cmp.Or(j.ObjectiveName, byWidth) == asked, "objective_name", j.ObjectiveName,
			"%q, the argument objective of the run", asked)
	}
	is("formulation", j.Formulation, "formulation")
	is("mip_rel_gap", text(j.MIPRelGap), "gap")
	if methods, ok := j.options.Arguments["method"]; ok {
		ran := slices.Contains(strings.Split(methods, ","), j.Method)
		j.hold(ran, "method", j.Method, "one of %s, the argument method of the run", methods)
	}
	if scale, err := time.ParseDuration(j.options.Arguments["time-scale"]); err == nil && j.TimeScale > 0 {
		j.equal("time_scale", j.TimeScale, int64(scale/time.Second), "the argument time-scale of the run")
	}
	if j.Seed > 0 {
		is("seed", strconv.FormatUint(j.Seed, 10), "seed")
	}
}

// variables returns the formulation that a run takes where none is asked for.
func (j *judge) variables() string {
	if j.options.Arguments["statement"] == "literal" {
		return "pulse"
	}
	return "step"
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
	failed := false // a run that failed may have ended for a reason without a name
	scoped := j.Scope == optgap.ScopeGrid || j.Scope == optgap.ScopeSecond
	switch j.Status {
	case optgap.StatusOptimal:
		j.class = own
		j.hold(j.EndedBy == optgap.EndedFinished, "ended_by", j.EndedBy, "finished, as the status is optimal")
		j.hold(scoped, "scope", j.Scope, "grid or second, as the status is optimal")
	case optgap.StatusFeasible:
		j.class = own
	case optgap.StatusLimit:
		j.class = standIn
		j.hold(j.EndedBy != optgap.EndedFinished, "ended_by", j.EndedBy, "a limit, as the status is limit")
	case optgap.StatusMemory:
		j.class = standIn
	case optgap.StatusCrashed:
		j.hold(j.EndedBy != optgap.EndedFinished, "ended_by", j.EndedBy, "what ended it, as the status is crashed")
		if len(j.Starts) > 0 || j.Objective != 0 {
			j.class = standIn
		}
		failed = true
	case optgap.StatusError:
		j.hold(j.Error != "", "error", j.Error, "the reason, as the status is error")
		failed = true
	case optgap.StatusInfeasible:
		j.hold(false, "status", j.Status, "another, as every sane step has a schedule")
	default:
		if len(j.Starts) > 0 {
			j.class = own
		}
		j.hold(false, "status", j.Status, "optimal, feasible, limit, memory, crashed or error")
	}
	j.ended(j.EndedBy, failed)
	j.hold(j.Scope == "" || scoped, "scope", j.Scope, "grid or second")
}
