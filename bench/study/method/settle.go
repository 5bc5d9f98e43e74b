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

// settle fills in what an answer of the method leaves out, and refuses a wrong answer. It checks
// bounds against the schedules at hand alone.
func (a *Answer) settle(m Method, p *Problem, spent time.Duration) error {
	if a == nil {
		return fmt.Errorf("method %s: found no answer and no error, expected one of them", m.Name)
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
			return optgap.BadField("status", status+" with a schedule", "feasible, as there is one")
		}
	default: // also infeasible, as every step has a schedule
		return optgap.BadField("status", status, "optimal or feasible with a schedule, limit or memory without one")
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
			"bounds", fmt.Sprintf("%q a second time", b.Name), "each bound once, and none of those beside the method",
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

// Proof says how the bound can be checked again.
func (b Bound) Proof() record.Proof {
	if b.Certificate != nil && b.Certificate.Bound >= b.Value {
		return record.ProofCertificate
	}
	return cmp.Or(b.RestsOn, record.ProofClaimed)
}
