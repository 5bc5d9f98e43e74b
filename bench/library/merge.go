package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
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
	Better  bool          // more is known of the entry
	Claimed bool          // a larger bound was not proven again: it stands beside
	Wrong   error         // why the result was refused, nil if it was not
}

// Add keeps the better of what is known and of a result, and returns what became of it. A result
// for a step that the library does not have, or that is not here, is an error. Nothing is stored
// before Save.
func (l *Library) Add(ctx context.Context, r record.Result, how Adding) (*Added, error) {
	e := l.known[r.Index]
	if e == nil {
		return nil, unknown(r.Index)
	}
	if e.Step == nil {
		return nil, fmt.Errorf("step %d: %w", r.Index, e.Set.Missing())
	}
	m := &merging{Added: &Added{Entry: e, Offer: r}, how: how, next: *e.Result}
	err := m.merge(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err != nil {
		m.Wrong = fmt.Errorf("step %d: %w", r.Index, err)
		m.Offer.Status = optgap.StatusError
		m.Better = false
	}
	if m.Better {
		e.Result = &m.next
		e.Set.changed = true
	}
	return m.Added, nil
}

// merging is the work on a result.
type merging struct {
	*Added
	how  Adding
	next record.Result // the better of what is known and of the result
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
		m.Better = true
		best = found
		m.next.Objective = m.Offer.Objective
		m.next.ScheduleFrom = new(m.source())
	}
	bounds, err := m.bounds(ctx)
	if err != nil || !m.Better {
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
	if name := r.ObjectiveName; name != "" && name != m.next.Minimises() {
		expected := fmt.Sprintf("%s, which step %d minimises", m.next.Minimises(), r.Index)
		return nil, optgap.BadField("objective_name", name, expected)
	}
	if name := r.Trace; name != "" && name != step.Trace {
		expected := fmt.Sprintf("%q, that of step %d", step.Trace, r.Index)
		return nil, optgap.BadField("trace", fmt.Sprintf("%q", name), expected)
	}
	r.Trace = step.Trace
	r.EndedBy = optgap.EndedFinished
	r.Scope = cmp.Or(r.Scope, optgap.ScopeSecond)
	if r.Starts == nil {
		r.Status = optgap.StatusLimit
		r.Derive(step, nil)
		return nil, nil
	}
	if r.Status != optgap.StatusOptimal {
		r.Status = optgap.StatusFeasible
	}
	found, err = (&record.Schedule{Starts: r.Starts}).Feasible(step)
	if err == nil {
		r.Derive(step, found)
	}
	return found, err
}

// source says where the result comes from.
func (m *merging) source() record.Source {
	from := m.how.From
	from.Method = m.Offer.Method
	from.Seconds = m.Offer.SolveSeconds
	from.Nodes = m.Offer.Nodes
	return from
}

// bounds returns the better of the known bounds and of those of the result. One that rests on the
// word of its giver is searched for again. Where the search does not prove it, it becomes a claim.
func (m *merging) bounds(ctx context.Context) ([]method.Bound, error) {
	var stated method.Bound // the largest at the word of its giver
	known, before := kept(boundsOf(m.Entry.Result))
	all := known
	for _, b := range boundsOf(&m.Offer) {
		switch {
		case b.Value < 0 || b.Value > m.next.Objective:
			expected := fmt.Sprintf("0 to %d, the objective of a schedule", m.next.Objective)
			return nil, optgap.BadField("bounds."+string(b.Name), b.Value, expected)
		case Certain(b.RestsOn) || m.next.Jobs <= EnumeratedJobs:
			all = append(all, b)
		case b.Value > stated.Value:
			stated = b
		}
	}
	if _, most := kept(all); stated.Value > most.Value && m.how.Limit > 0 {
		found, err := m.search(ctx, stated)
		if err != nil {
			return nil, err
		}
		all = append(all, found)
	}
	all, largest := kept(all)
	if !larger(largest, before) {
		all = known
	} else {
		m.Better = true
		m.next.Method = m.Offer.Method
		m.next.SolveSeconds = m.Offer.SolveSeconds
		m.next.Nodes = m.Offer.Nodes
		m.next.BoundFrom = &m.how.From
	}
	claim := m.next.Claim
	if claim != nil && claim.Value <= largest.Value {
		claim = nil
	}
	if stated.Value > largest.Value && (claim == nil || stated.Value > claim.Value) {
		m.Better = true
		m.Claimed = true
		claim = &record.Claim{Name: stated.Name, Value: stated.Value, From: m.source()}
	}
	m.next.Claim = claim
	return all, nil
}

// search returns the bound that the search for a stated one proves.
func (m *merging) search(ctx context.Context, stated method.Bound) (b method.Bound, err error) {
	problem, err := grid.Open(m.Entry.Step)
	if err != nil {
		return b, err
	}
	limits := exact.Limits{TimeLimit: m.how.Limit}
	found, err := exact.Solve(ctx, problem, exact.Options{Limits: limits})
	if err != nil {
		return b, err
	}
	if found.Objective < stated.Value {
		expected := fmt.Sprintf("at most %d, the objective of a schedule", found.Objective)
		return b, optgap.BadField("bounds."+string(stated.Name), stated.Value, expected)
	}
	return method.Bound{
		Name:    optgap.BoundExact,
		Value:   found.Bound,
		RestsOn: record.ProofSearch,
	}, nil
}
