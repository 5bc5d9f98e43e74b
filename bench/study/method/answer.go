package method

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Answer holds the schedule that a method found for a step, and what it has proven.
type Answer struct {
	Schedule optgap.Schedule // at one second, nil if there is none, and the best policy's plan stands in
	Status   optgap.Status   // "": feasible; optimal without a bound makes the objective the method's bound
	EndedBy  optgap.EndedBy  // "": finished
	Scope    optgap.Scope    // the problem that Status is about; "" without a schedule
	Bounds   []Bound         // lower bounds that the method proved

	Derivation *optgap.Derivation // proves bounds up to its own, nil if there is none

	Grid    *Grid    // the time-scaled problem, nil if the method has none
	Program *Program // the integer program, nil if the method has none

	Nodes   *int64 // nodes of all searches, nil if there was none
	Effort  record.Effort
	Seed    uint64  // of the random choices
	Seconds float64 // wall time; 0: the wall time of Find

	Progress []record.Progress // what the method knew as it changed, which Problem.Report and the end fill in

	// BoundsStatus is Limit, Memory or Crashed where that ended the search for the bounds beside
	// the method; "": the search was not ended.
	BoundsStatus optgap.Status

	Error    string   // why the run failed, with status error or crashed
	Warnings []string // for the reader of the result
}

// Progress is how far the work on a step has come.
type Progress struct {
	// Answer is the best known so far: a schedule with status feasible or optimal, or no schedule.
	Answer Answer
	// Ended tells that Answer is the final one of the method. Only the bounds beside it are still
	// sought.
	Ended bool
}

// Bound is a lower bound on the one-second problem, with its proof.
type Bound struct {
	Name  optgap.BoundName
	Value int64
	// RestsOn is the proof where no certificate proves the whole value; "": claimed.
	RestsOn     record.Proof
	Certificate *optgap.Certificate // nil: none
}

// Grid holds the values of the time-scaled problem.
type Grid struct {
	Scale     int64  // seconds per slot
	Horizon   string // safe or policies
	Objective int64  // of the schedule on the grid; 0: there is none
	Bound     int64  // a proven lower bound on the grid's optimum; 0: there is none
}

// Program describes the integer program that was solved.
type Program struct {
	Formulation             string
	Columns, Rows, Nonzeros int // of the program for HiGHS; 0: no program was needed
	RelGap                  float64
}

// settle fills in what an answer of the method leaves out, and refuses a wrong answer. It checks
// bounds against the schedules at hand alone.
func (a *Answer) settle(m Method, p *Problem, spent time.Duration) error {
	if a == nil {
		return fmt.Errorf(
			"method %s: found no answer and no error, expected one of them",
			m.Name,
		)
	}
	a.complete(spent)
	if err := a.check(); err != nil {
		return err
	}
	if a.Schedule != nil {
		if err := a.Schedule.Check(p.Step); err != nil {
			return fmt.Errorf("the schedule is none of the step: %w", err)
		}
	}
	a.claim(m, p)
	a.Progress = p.known.at(a.Seconds, a, p.Step)
	for i, b := range a.Bounds {
		if err := b.checkName(a.Bounds[:i]); err != nil {
			return err
		}
	}
	return a.contradiction(p)
}

// Check refuses a schedule that breaks the step, and bounds above the schedule's objective.
func (now Progress) Check(step *optgap.Step) error {
	s := now.Answer.Schedule
	if s == nil {
		return nil
	}
	if err := s.Check(step); err != nil {
		return err
	}
	for _, b := range now.Answer.Bounds {
		if err := b.check(s.Objective(step)); err != nil {
			return err
		}
	}
	return nil
}

// complete fills in values that a method may leave out. spent is the wall time of the method.
func (a *Answer) complete(spent time.Duration) {
	if a.Schedule != nil {
		a.Status = cmp.Or(a.Status, optgap.StatusFeasible)
	}
	a.Seconds = cmp.Or(a.Seconds, spent.Seconds())
	switch a.Status {
	case optgap.StatusLimit:
		a.EndedBy = cmp.Or(a.EndedBy, optgap.EndedTimeLimit)
	case optgap.StatusMemory:
		a.EndedBy = cmp.Or(a.EndedBy, optgap.EndedMemoryLimit)
	case optgap.StatusOptimal:
		if a.Grid == nil {
			a.Scope = cmp.Or(a.Scope, optgap.ScopeSecond)
		}
	}
	a.EndedBy = cmp.Or(a.EndedBy, optgap.EndedFinished)
}

// claim adds the bound that an answer states when it calls its schedule optimal.
func (a *Answer) claim(m Method, p *Problem) {
	if a.Status != optgap.StatusOptimal || a.Scope != optgap.ScopeSecond {
		return
	}
	objective := a.Schedule.Objective(p.Step)
	if !slices.ContainsFunc(a.Bounds, func(b Bound) bool { return b.Value >= objective }) {
		a.Bounds = append(a.Bounds, Bound{Name: optgap.BoundName(m.Name), Value: objective})
	}
}

// check refuses a status that does not go with the schedule or the scope.
func (a *Answer) check() error {
	status := strconv.Quote(string(a.Status))
	switch a.Status {
	case optgap.StatusOptimal, optgap.StatusFeasible:
		if a.Schedule == nil {
			return optgap.BadField("status", status+" without a schedule", "a schedule")
		}
	case optgap.StatusLimit, optgap.StatusMemory:
		if a.Schedule != nil {
			return optgap.BadField(
				"status",
				status+" with a schedule",
				"feasible, as there is one",
			)
		}
	default: // also infeasible, as every step has a schedule
		return optgap.BadField(
			"status",
			status,
			"optimal or feasible with a schedule, limit or memory without one",
		)
	}
	if a.Status == optgap.StatusOptimal && a.Scope == "" {
		return optgap.BadField("scope", "none with status optimal and a grid", "grid or second")
	}
	return nil
}

// checkName refuses a bound whose name is no name, or that of another bound. before are the bounds
// of the answer before this one.
func (b Bound) checkName(before []Bound) error {
	if err := optgap.CheckName("bounds", string(b.Name)); err != nil {
		return err
	}
	same := func(other Bound) bool { return other.Name == b.Name }
	if slices.Contains(BesideNames(), b.Name) || slices.ContainsFunc(before, same) {
		return optgap.BadField(
			"bounds",
			fmt.Sprintf("%q a second time", b.Name),
			"each bound once, and none of those beside the method",
		)
	}
	return nil
}

// check refuses a bound above the objective of a known schedule.
func (b Bound) check(known int64) error {
	if b.Value > known {
		return optgap.BadField(
			"bounds."+string(b.Name), strconv.FormatInt(b.Value, 10),
			fmt.Sprintf("at most %d, the objective of a schedule", known),
		)
	}
	return nil
}
