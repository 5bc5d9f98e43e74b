package library

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
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
	Entry     *Entry
	Offer     record.Result
	Objective int64 // of the schedule of the result; 0: it has none
	Better    bool  // more is known of the entry
	Claimed   bool  // a larger bound was not proven again: it stands beside
	Wrong     error // why the result was refused, nil if it was not
}

// Add keeps the better of what is known and of a result, and returns what became of it. A result
// for a step that the library does not have, or that is not here, is an error. Nothing is stored
// before Save.
func (l *Library) Add(ctx context.Context, r record.Result, how Adding) (*Added, error) {
	e := l.entries[r.Index]
	if e == nil {
		return nil, unknown(r.Index)
	}
	if e.Step == nil {
		return nil, fmt.Errorf("step %d: %w", r.Index, e.Set.Missing())
	}
	m := &merging{
		Added:  &Added{Entry: e, Offer: r},
		how:    how,
		next:   *e.Best,
		bounds: kept(boundsOf(e.Best)),
	}
	best, err := m.best(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err != nil {
		m.Wrong = fmt.Errorf("step %d: %w", r.Index, err)
		m.Better = false
	}
	if m.Better {
		e.Best = best
		e.Set.changed = true
	}
	return m.Added, nil
}

// merging is the work on a result.
type merging struct {
	*Added
	how    Adding
	next   record.Result   // what is known, with what is better
	starts optgap.Schedule // the best
	bounds []method.Bound  // those that are kept
}

// best returns the better of what is known and of the result. What is better is verified. An error
// refuses the whole result.
func (m *merging) best(ctx context.Context) (*record.Result, error) {
	step := m.Entry.Step
	if name := m.Offer.ObjectiveName; name != "" && name != string(m.Entry.Objective) {
		expected := fmt.Sprintf("%s, which step %d minimises", m.Entry.Objective, m.Entry.Index)
		return nil, optgap.BadField("objective_name", name, expected)
	}
	if err := m.takeSchedule(); err != nil {
		return nil, err
	}
	if err := m.takeBounds(ctx); err != nil {
		return nil, err
	}
	if !m.Better {
		return nil, nil
	}
	a := &method.Answer{
		Schedule: m.starts,
		Status:   optgap.StatusFeasible,
		EndedBy:  optgap.EndedFinished,
		Bounds:   m.bounds,
		Seconds:  m.next.SolveSeconds,
		Nodes:    m.next.Nodes,
	}
	options := method.Options{NoBounds: true, Policies: m.Entry.Best.ListedPolicies()}
	r := method.Complete(ctx, method.Method{Name: m.next.Method}, step, a, options)
	if r.Status == optgap.StatusError {
		return nil, errors.New(r.Error)
	}
	for name, p := range r.Policies {
		p.PlanSeconds = 0
		p.Power = 0 // they were measured just now
		r.Policies[name] = p
	}
	r.ScheduleFrom = m.next.ScheduleFrom
	r.BoundFrom = m.next.BoundFrom
	r.Claim = m.next.Claim
	report, err := verify.Results(
		harness.Each([]record.Result{r}),
		harness.Each([]optgap.Step{*step}),
		verify.Options{OptimumJobs: EnumeratedJobs},
	)
	if err == nil && len(report.Faults) > 0 {
		f := report.Faults[0]
		err = optgap.BadField(f.Field, f.Found, f.Expected)
	}
	r.Index = m.Entry.Best.Index
	return &r, err
}

// source says where the result comes from.
func (m *merging) source() record.Source {
	from := m.how.From
	from.Method = m.Offer.Method
	from.Seconds = m.Offer.SolveSeconds
	from.Nodes = m.Offer.Nodes
	return from
}

// takeSchedule takes the schedule of the result where it is better.
func (m *merging) takeSchedule() error {
	step := m.Entry.Step
	m.starts, _ = m.Entry.Best.Schedule(step) // verified when it was taken
	if m.Offer.Starts == nil {
		return nil
	}
	if name := m.Offer.Trace; name != "" && name != step.Trace {
		expected := fmt.Sprintf("%q, that of step %d", step.Trace, m.Entry.Index)
		return optgap.BadField("trace", fmt.Sprintf("%q", name), expected)
	}
	starts, err := (&record.Schedule{Starts: m.Offer.Starts}).Feasible(step)
	if err != nil {
		return err
	}
	m.Objective = starts.Objective(step)
	if m.Objective < m.next.Objective {
		m.Better = true
		m.starts = starts
		m.next.Objective = m.Objective
		m.next.ScheduleFrom = new(m.source())
	}
	return nil
}

// takeBounds takes the bounds of the result that are better. One that rests on the word of its
// giver is searched for again. Where the search does not prove it, it becomes a claim.
func (m *merging) takeBounds(ctx context.Context) error {
	var stated method.Bound // the largest at the word of its giver
	for _, b := range boundsOf(&m.Offer) {
		certain := alone(b) || len(m.Entry.Step.Jobs) <= EnumeratedJobs
		switch {
		case b.Value < 0 || b.Value > m.next.Objective:
			expected := fmt.Sprintf("0 to %d, the objective of a schedule", m.next.Objective)
			return optgap.BadField("bounds."+string(b.Name), b.Value, expected)
		case certain:
			m.take(b)
		case b.Value > stated.Value:
			stated = b
		}
	}
	if stated.Value > largestOf(m.bounds).Value && m.how.Limit > 0 {
		if err := m.search(ctx, stated); err != nil {
			return err
		}
	}
	claim := m.next.Claim
	most := largestOf(m.bounds).Value
	if claim != nil && claim.Value <= most {
		claim = nil
	}
	if stated.Value > most && (claim == nil || stated.Value > claim.Value) {
		m.Better = true
		m.Claimed = true
		claim = &record.Claim{Name: stated.Name, Value: stated.Value, From: m.source()}
	}
	m.next.Claim = claim
	return nil
}

// take keeps a bound that is larger than the largest, or as large and needs no search.
func (m *merging) take(b method.Bound) {
	if compareBounds(b, largestOf(m.bounds)) <= 0 {
		return
	}
	m.Better = true
	m.bounds = kept(append(m.bounds, b))
	m.next.Method = m.Offer.Method
	m.next.SolveSeconds = m.Offer.SolveSeconds
	m.next.Nodes = m.Offer.Nodes
	m.next.BoundFrom = new(m.how.From)
}

// search searches for a stated bound, and takes what that proves.
func (m *merging) search(ctx context.Context, stated method.Bound) error {
	problem, err := grid.Open(m.Entry.Step)
	if err != nil {
		return err
	}
	limits := exact.Limits{TimeLimit: m.how.Limit}
	found, err := exact.Solve(ctx, problem, exact.Options{Limits: limits})
	if err != nil {
		return err
	}
	if found.Objective < stated.Value {
		expected := fmt.Sprintf("at most %d, the objective of a schedule", found.Objective)
		return optgap.BadField("bounds."+string(stated.Name), stated.Value, expected)
	}
	m.take(method.Bound{
		Name:    optgap.BoundExact,
		Value:   found.Bound,
		RestsOn: record.ProofSearch,
	})
	return nil
}
