package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verifyfolder"
)

// Adding says how offers are taken.
type Adding struct {
	By      string // who, or which program, has found them
	Machine string // on which they were found
	Date    string // of the offer
	// Limit is the longest time of the search for a bound that nothing else can check; 0: there is
	// none.
	Limit time.Duration
}

// Better says which values an offer has improved.
type Better struct {
	Objective, Bound bool
	Proof            bool // the same bound needs no search any more
	Claim            bool // a larger bound was not proven again: it stands beside
}

// Added says what became of an offer.
type Added struct {
	Entry  *Entry
	Before *record.Result // what was known
	Offer  Offer
	Better Better
	Wrong  error // why it was refused, nil if it was not
}

// Add keeps the better of what is known and an offer, and returns what became of it. An offer for a
// step that the library does not have, or that is not here, is an error. Nothing is stored before
// Save.
func (l *Library) Add(ctx context.Context, o Offer, how Adding) (*Added, error) {
	e := l.Find(o.Index)
	if e == nil {
		return nil, o.at(unknown(o.Index))
	}
	if e.Step == nil {
		return nil, o.at(fmt.Errorf("step %d: %w", o.Index, e.Set.Missing()))
	}
	m := &merging{Entry: e, offer: &o, how: how, next: *e.Best, bounds: kept(boundsOf(e.Best))}
	best, err := m.best(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a := &Added{Entry: e, Before: e.Best, Offer: o}
	if err != nil {
		a.Wrong = o.at(fmt.Errorf("step %d: %w", o.Index, err))
		return a, nil
	}
	a.Better = m.better
	if m.better != (Better{}) {
		e.Best = best
		e.Set.changed = true
	}
	return a, nil
}

// merging is the work on an offer.
type merging struct {
	*Entry
	offer  *Offer
	how    Adding
	next   record.Result   // what is known, with what is better
	starts optgap.Schedule // the best
	bounds []method.Bound  // those that are kept
	better Better
}

// best returns the better of what is known and the offer. What is better is verified. An error
// refuses the whole offer.
func (m *merging) best(ctx context.Context) (*record.Result, error) {
	o := m.offer
	if found := o.Minimises(); o.Format == record.ResultFormat && found != string(m.Objective) {
		expected := fmt.Sprintf("%s, which step %d minimises", m.Objective, m.Index)
		return nil, optgap.BadField("objective_name", found, expected)
	}
	if err := m.schedule(); err != nil {
		return nil, err
	}
	if err := m.takeBounds(ctx); err != nil {
		return nil, err
	}
	if m.better == (Better{}) {
		return m.Best, nil
	}
	a := &method.Answer{
		Schedule: m.starts,
		Status:   optgap.StatusFeasible,
		EndedBy:  optgap.EndedFinished,
		Bounds:   m.bounds,
		Seconds:  m.next.SolveSeconds,
		Nodes:    m.next.Nodes,
	}
	options := method.Options{NoBounds: true, Policies: m.Best.ListedPolicies()}
	r := method.Complete(ctx, method.Method{Name: m.next.Method}, m.Step, a, options)
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
	results := harness.Each([]record.Result{r})
	steps := harness.Each([]optgap.Step{*m.Step})
	report, err := verify.Results(results, steps, verify.Options{OptimumJobs: EnumeratedJobs})
	if err == nil && len(report.Faults) > 0 {
		f := report.Faults[0]
		err = optgap.BadField(f.Field, f.Found, f.Expected)
	}
	r.Index = m.Best.Index
	return &r, err
}

// source says where the offer comes from.
func (m *merging) source() *record.Source {
	return &record.Source{By: m.how.By, Machine: m.how.Machine, Date: m.how.Date}
}

// schedule takes the schedule of the offer where it is better.
func (m *merging) schedule() (err error) {
	m.starts, _ = m.Best.Schedule(m.Step) // verified when it was taken
	o := m.offer
	if o.Starts == nil {
		return nil
	}
	if name := o.Trace; name != "" && name != m.Step.Trace {
		expected := fmt.Sprintf("%q, that of step %d", m.Step.Trace, m.Index)
		return optgap.BadField("trace", fmt.Sprintf("%q", name), expected)
	}
	starts, err := (&record.Schedule{Starts: o.Starts}).Of(m.Step)
	if err != nil {
		return err
	}
	if err := starts.Check(m.Step); err != nil {
		return err
	}
	objective := starts.Objective(m.Step)
	if objective < m.next.Objective {
		from := m.source()
		from.Method = o.Method
		from.Seconds = o.SolveSeconds
		from.Nodes = o.Nodes
		m.better.Objective = true
		m.starts = starts
		m.next.Objective = objective
		m.next.ScheduleFrom = from
	}
	return nil
}

// takeBounds takes the bounds of the offer that are better. One that rests on the word of its giver
// is searched for again. Where the search does not prove it, it becomes a claim.
func (m *merging) takeBounds(ctx context.Context) error {
	var stated method.Bound // the largest at the word of its giver
	var certain []method.Bound
	for _, b := range boundsOf(&m.offer.Result) {
		switch {
		case b.Value < 0:
			return optgap.BadField("bounds."+string(b.Name), b.Value, "at least 0")
		case alone(b) || len(m.Step.Jobs) <= EnumeratedJobs:
			certain = append(certain, b)
		case b.Value > stated.Value:
			stated = b
		}
	}
	if stated.Value > m.next.Objective {
		expected := fmt.Sprintf("at most %d, the objective of a schedule", m.next.Objective)
		return optgap.BadField("bounds."+string(stated.Name), stated.Value, expected)
	}
	if stated.Value > largestOf(m.bounds).Value && m.how.Limit > 0 {
		if err := m.search(ctx, stated.Value); err != nil {
			return err
		}
	}
	for _, b := range certain {
		m.take(b)
	}
	known := int64(0)
	if m.next.Claim != nil {
		known = m.next.Claim.Value
	}
	most := largestOf(m.bounds).Value
	if stated.Value > max(most, known) {
		from := *m.source()
		from.Method = m.offer.Method
		from.Seconds = m.offer.SolveSeconds
		from.Nodes = m.offer.Nodes
		m.better.Claim = true
		m.next.Claim = &record.Claim{Name: stated.Name, Value: stated.Value, From: from}
	}
	if known <= most && !m.better.Claim {
		m.next.Claim = nil
	}
	return nil
}

// take keeps a bound that is larger than the largest, or as large and needs no search.
func (m *merging) take(b method.Bound) {
	last := largestOf(m.bounds)
	if compareBounds(b, last) <= 0 {
		return
	}
	m.better.Bound = m.better.Bound || b.Value > last.Value
	m.better.Proof = m.better.Proof || b.Value == last.Value
	m.bounds = kept(append(m.bounds, b))
	o := m.offer
	m.next.Method = cmp.Or(o.Method, record.Given)
	m.next.SolveSeconds = o.SolveSeconds
	m.next.Nodes = o.Nodes
	m.next.BoundFrom = m.source()
}

// search searches for a bound, and takes what that proves.
func (m *merging) search(ctx context.Context, bound int64) error {
	claim := verify.Claim{Step: m.Step, Bound: bound, Objective: m.next.Objective}
	answers, err := verifyfolder.Search(
		ctx,
		[]verify.Claim{claim},
		verifyfolder.SearchOptions{TimeLimit: m.how.Limit},
	)
	if err != nil {
		return err
	}
	a := answers[0]
	if a.Verdict == verifyfolder.Contradicted {
		f := a.Fault()
		return optgap.BadField(f.Field, f.Found, f.Expected)
	}
	m.take(method.Bound{
		Name: optgap.BoundName(method.Exact.Name), Value: a.Bound, RestsOn: record.ProofSearch,
	})
	return nil
}
