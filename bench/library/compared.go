package library

import (
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
)

// Compared says how the offers of a method compare with the best known before them, for a set, class
// and objective.
type Compared struct {
	Set           string `json:"set"`
	Class         string `json:"class"`
	ObjectiveName string `json:"objective_name"`
	Method        string `json:"method,omitempty"` // of the results; a single policy stands for itself
	// schedules, bounds or results; those that did not verify
	Offered int `json:"offered"`
	Refused int `json:"refused"`
	// results that call their schedule optimal at one second
	Proven int `json:"proven"`
	// schedules, by objective
	Equal  int `json:"equal"`
	Better int `json:"better"`
	Worse  int `json:"worse"`
	// [%] mean of offered over best known objective, less 1
	ExcessPercent *float64 `json:"excess_percent"`
	// [%] mean of (objective - bound) / objective, with bounds offered beside schedules
	GapPercent *float64 `json:"gap_percent"`
	// bounds that were taken; lines that were open and are optimal now
	BetterBound int      `json:"better_bound"`
	NewlyProven int      `json:"newly_proven"`
	Seconds     *float64 `json:"seconds_shifted_geometric_mean"` // [s] of the known times, with a shift of 1 s
}

// A Comparison gathers what became of offers. The zero value is empty.
type Comparison struct {
	Refused int // offers
	Claims  int // larger bounds that were not proven again
	Taken   int // better schedules and bounds
	all     []*compared
	before  map[*Entry]int64 // the best known objective before the first offer
}

// compared is an offer and what it is compared with.
type compared struct {
	*Added
	before    int64 // the best known objective before the first offer for the step
	objective int64 // of the offer; 0: it has none, or was refused
	proven    bool  // by the offer
}

// Add counts an offer.
func (c *Comparison) Add(a *Added) {
	count(&c.Claims, a.Better.Claim)
	count(&c.Taken, a.Better.Objective)
	count(&c.Taken, a.Better.Bound)
	count(&c.Refused, a.Wrong != nil)
	if _, known := c.before[a.Entry]; !known {
		if c.before == nil {
			c.before = map[*Entry]int64{}
		}
		c.before[a.Entry] = a.Before.Objective
	}
	c.all = append(c.all, &compared{
		Added: a, before: c.before[a.Entry], objective: a.objective(), proven: a.Entry.Known.Proven() && !a.Before.Proven(),
	})
}

// Rows returns the rows by set, class and objective, in the order in which these first appeared. The
// methods of each stand together.
func (c *Comparison) Rows() (rows []Compared) {
	for _, own := range lists.GroupBy(c.all, func(a *compared) [3]string {
		return [3]string{a.Entry.Set.Recipe.Set, a.Entry.Class.String(), string(a.Entry.Objective)}
	}) {
		byMethod := lists.GroupBy(own, func(a *compared) string { return a.Offer.Source.Method })
		rows = append(rows, lists.Each(byMethod, rowOf)...)
	}
	return rows
}

// count adds 1 where something holds.
func count(n *int, holds bool) {
	if holds {
		*n++
	}
}

// rowOf sums up the offers of a method; there is at least one.
func rowOf(offers []*compared) Compared {
	e := offers[0].Entry
	r := Compared{
		Set: e.Set.Recipe.Set, Class: e.Class.String(), ObjectiveName: string(e.Objective),
		Method: offers[0].Offer.Source.Method, Offered: len(offers),
	}
	var m means
	for _, a := range offers {
		if a.Wrong != nil {
			r.Refused++
			continue
		}
		count(&r.Proven, a.Offer.Optimal)
		count(&r.BetterBound, a.Better.Bound)
		count(&r.NewlyProven, a.proven)
		count(&r.Equal, a.objective == a.before)
		count(&r.Better, 0 < a.objective && a.objective < a.before)
		count(&r.Worse, a.objective > a.before)
		m.add(max(0, a.Offer.Source.Seconds), a.objective, a.before, a.Offer.Bound())
	}
	r.ExcessPercent, r.GapPercent, r.Seconds = m.excess(), m.gap(), m.time()
	return r
}

// objective returns that of the schedule of an offer; 0: it has none, or was refused.
func (a *Added) objective() int64 {
	if o := a.Offer.Schedule; o != nil && a.Wrong == nil {
		if starts, err := o.Of(a.Entry.Step); err == nil {
			return starts.Objective(a.Entry.Step)
		}
	}
	return 0
}

// means are averages over what a method has found.
type means struct{ excesses, gaps, seconds confidence.Values }

// add counts a time, and an objective (0: none) beside the best known one and a bound (0: none).
func (m *means) add(seconds float64, objective, best, bound int64) {
	m.seconds.Add(seconds)
	if objective == 0 {
		return
	}
	m.excesses = append(m.excesses, float64(objective)/float64(best)-1)
	if bound > 0 {
		m.gaps = append(m.gaps, 1-float64(bound)/float64(objective))
	}
}

func (m *means) excess() *float64 { return percent(m.excesses) }
func (m *means) gap() *float64    { return percent(m.gaps) }
func (m *means) time() *float64 {
	return confidence.Existing(m.seconds.Geometric(confidence.SecondsShift))
}

func percent(of confidence.Values) *float64 {
	return confidence.Existing(100 * of.Sum() / float64(len(of)))
}
