package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
)

// Adding says how results are taken.
type Adding struct {
	From record.Source // who has found them, on which machine, and the date
	// Limit is the longest time of the search for a bound that nothing else can check; 0: there is
	// none.
	Limit time.Duration
}

// Added says what became of a result.
type Added struct {
	Entry   *Entry
	Offer   record.Result // with what follows from it; one that was refused has the status error
	Claimed bool          // a larger bound was not proven again: it stands beside
	Wrong   error         // why the result was refused, nil if it was not
}

// Add keeps the better of what is known and of a result, and returns what became of it. A result
// for a step that the library does not have, or that is not here, is an error. Nothing is stored
// before Save.
func (l *Library) Add(ctx context.Context, r record.Result, how Adding) (*Added, error) {
	e := l.known[r.Index]
	if e == nil {
		return nil, optgap.BadField("index", r.Index, anIndex)
	}
	if err := e.Missing(); err != nil {
		return nil, fmt.Errorf("step %d: %w", r.Index, err)
	}
	m := &merging{Added: &Added{Entry: e, Offer: r}, how: how, next: *e.Result}
	err := m.merge(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err != nil {
		m.Wrong = fmt.Errorf("step %d: %w", r.Index, err)
		m.Offer.Status = optgap.StatusError
	} else if m.better {
		e.Result = &m.next
		e.Better = true
	}
	return m.Added, nil
}

// merging is the work on a result.
type merging struct {
	*Added
	how    Adding
	next   record.Result // the better of what is known and of the result
	better bool          // than what is known
}

// merge makes the better of what is known and of the result. What is better is verified. An error
// refuses the whole result.
func (m *merging) merge(ctx context.Context) error {
	step := m.Entry.Step
	found, err := m.complete()
	if err != nil {
		return err
	}
	best, _ := m.Entry.Result.Schedule(step) // verified when it was taken
	if found != nil && m.Offer.Objective < m.next.Objective {
		m.better = true
		best = found
		m.next.Objective = m.Offer.Objective
		m.next.ScheduleFrom = m.source()
	}
	bounds, err := m.bounds(ctx)
	if err != nil || !m.better {
		return err
	}
	a := &method.Answer{
		Schedule: best,
		Status:   optgap.StatusFeasible,
		EndedBy:  optgap.EndedFinished,
		Bounds:   bounds,
		Seconds:  m.next.SolveSeconds,
		Nodes:    m.next.Nodes,
	}
	options := method.Options{NoBounds: true, Policies: m.next.ListedPolicies()}
	r := method.Complete(ctx, method.Method{Name: m.next.Method}, step, a, options)
	if r.Status == optgap.StatusError {
		return errors.New(r.Error)
	}
	for name, p := range r.Policies {
		p.PlanSeconds = 0
		p.Power = 0 // they were measured just now
		r.Policies[name] = p
	}
	r.ScheduleFrom = m.next.ScheduleFrom
	r.BoundFrom = m.next.BoundFrom
	r.Claim = m.next.Claim
	m.next = r
	report, err := Check(ctx, []*Entry{{Result: &r, Set: m.Entry.Set, Step: step}}, func() {})
	if err == nil && len(report.Faults) > 0 {
		f := report.Faults[0]
		err = optgap.BadField(f.Field, f.Found, f.Expected)
	}
	return err
}

// complete fills in what a solver may leave out of the offer, and returns its schedule, nil if it
// has none.
func (m *merging) complete() (found optgap.Schedule, err error) {
	r := &m.Offer
	step := m.Entry.Step
	same := func(field, found, expected string) error {
		if found == "" || found == expected {
			return nil
		}
		expected = fmt.Sprintf("%s, that of step %d", expected, r.Index)
		return optgap.BadField(field, strconv.Quote(found), expected)
	}
	err = cmp.Or(
		same("objective_name", r.ObjectiveName, m.next.Minimises()),
		same("trace", r.Trace, step.Trace),
	)
	if err == nil && r.Starts != nil {
		found, err = (&record.Schedule{Starts: r.Starts}).Feasible(step)
	}
	r.Trace = step.Trace
	r.EndedBy = optgap.EndedFinished
	r.Scope = cmp.Or(r.Scope, optgap.ScopeSecond)
	if found == nil {
		r.Status = optgap.StatusLimit
	} else if r.Status != optgap.StatusOptimal {
		r.Status = optgap.StatusFeasible
	}
	r.Derive(step, found)
	return found, err
}

// source says where the result comes from.
func (m *merging) source() *record.Source {
	from := m.how.From
	from.Method = m.Offer.Method
	from.Seconds = m.Offer.SolveSeconds
	from.Nodes = m.Offer.Nodes
	return &from
}

// bounds returns the better of the known bounds and of those of the result. One that rests on the
// word of its giver is searched for again. Where the search does not prove it, it becomes a claim.
func (m *merging) bounds(ctx context.Context) ([]method.Bound, error) {
	var stated method.Bound // the largest at the word of its giver
	known, before := kept(boundsOf(m.Entry.Result))
	all := known
	above := func(b method.Bound, most int64) error {
		expected := fmt.Sprintf("0 to %d, the objective of a schedule", most)
		return optgap.BadField("bounds."+string(b.Name), b.Value, expected)
	}
	for _, b := range boundsOf(&m.Offer) {
		switch {
		case b.Value < 0 || b.Value > m.next.Objective:
			return nil, above(b, m.next.Objective)
		case Certain(b.RestsOn) || m.next.Jobs <= EnumeratedJobs:
			all = append(all, b)
		case b.Value > stated.Value:
			stated = b
		}
	}
	if _, most := kept(all); stated.Value > most.Value && m.how.Limit > 0 {
		options := method.Options{NoBounds: true, NoCertificates: true}
		options.TimeLimit = m.how.Limit
		found := method.Solve(ctx, method.Exact, m.Entry.Step, options)
		switch {
		case found.Status == optgap.StatusError:
			return nil, errors.New(found.Error)
		case found.Objective < stated.Value:
			return nil, above(stated, found.Objective)
		}
		all = append(all, boundsOf(&found)...)
	}
	all, largest := kept(all)
	if !larger(largest, before) {
		all = known
	} else {
		m.better = true
		m.next.Method = m.Offer.Method
		m.next.SolveSeconds = m.Offer.SolveSeconds
		m.next.Nodes = m.Offer.Nodes
		m.next.BoundFrom = &m.how.From
	}
	if c := m.next.Claim; c == nil || stated.Value > c.Value {
		m.Claimed = stated.Value > largest.Value
		m.next.Claim = &record.Claim{Name: stated.Name, Value: stated.Value, From: *m.source()}
	}
	if m.next.Claim.Value <= largest.Value {
		m.next.Claim = nil
	}
	m.better = m.better || m.Claimed
	return all, nil
}
