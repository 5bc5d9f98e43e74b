package library

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
)

// Ranked is what a method has found on the steps of a class under an objective.
type Ranked struct {
	Class         string `json:"class"`
	ObjectiveName string `json:"objective_name"`
	Rank          int    `json:"rank"`   // by right proofs, then excess, then time
	Method        string `json:"method"` // its name, or that of its file
	// of the steps those with a schedule or a bound; those of which something did not verify
	Steps   int `json:"steps"`
	Refused int `json:"refused"`
	// schedules that are called optimal or meet a bound of the same method; those that nothing
	// known beats
	Proven int `json:"proven"`
	Right  int `json:"right"`
	// schedules as good as the best known, those of the other methods included
	Best int `json:"best"`
	// [%] mean of objective over best known objective, less 1
	ExcessPercent *float64 `json:"excess_percent"`
	// [%] mean of (objective - bound) / objective, with bounds of the same method
	GapPercent *float64 `json:"gap_percent"`
	Seconds    *float64 `json:"seconds_shifted_geometric_mean"` // [s] of the known times, with a shift of 1 s
}

// Ranking holds the methods of several programs against each other and the best known. The zero
// value is empty.
type Ranking struct {
	all   []*standing
	known map[standingKey]*standing
}

type standingKey struct {
	name  string
	entry *Entry
}

// standing is what a method has found on a step.
type standing struct {
	standingKey
	objective, bound int64 // 0: none
	optimal, refused bool
	seconds          float64
}

// Add takes what became of an offer of the method of that name. All of one name on one step count
// together.
func (r *Ranking) Add(name string, a *Added) {
	key := standingKey{name, a.Entry}
	s := r.known[key]
	if s == nil {
		s = &standing{standingKey: key}
		if r.known == nil {
			r.known = map[standingKey]*standing{}
		}
		r.known[key] = s
		r.all = append(r.all, s)
	}
	o := a.Offer
	s.seconds = max(s.seconds, o.SolveSeconds)
	if a.Wrong != nil {
		s.refused = true
		return
	}
	for _, bound := range o.Bounds {
		s.bound = max(s.bound, bound)
	}
	s.optimal = s.optimal || o.Status == optgap.StatusOptimal && o.Scope != optgap.ScopeGrid
	if starts, ok := o.Schedule(a.Entry.Step); ok {
		objective := starts.Objective(a.Entry.Step)
		s.objective = min(cmp.Or(s.objective, objective), objective)
	}
}

// Rows returns the methods by class and objective, in the order of their ranks.
func (r *Ranking) Rows() (rows []Ranked) {
	for _, own := range lists.GroupBy(r.all, func(s *standing) [2]string {
		return [2]string{s.entry.Class(), string(s.entry.Objective)}
	}) {
		methods := lists.Each(
			lists.GroupBy(own, func(s *standing) string { return s.name }),
			rankedOf,
		)
		slices.SortStableFunc(methods, func(a, b Ranked) int {
			return cmp.Or(
				cmp.Compare(b.Right, a.Right),
				compareExisting(a.ExcessPercent, b.ExcessPercent),
				compareExisting(a.Seconds, b.Seconds),
			)
		})
		for i := range methods {
			methods[i].Rank = i + 1
		}
		rows = append(rows, methods...)
	}
	return rows
}

// compareExisting orders numbers; one that does not exist comes last.
func compareExisting(a, b *float64) int {
	switch {
	case a != nil && b != nil:
		return cmp.Compare(*a, *b)
	case a != nil:
		return -1
	case b != nil:
		return 1
	}
	return 0
}

// rankedOf sums up what a method has found.
func rankedOf(own []*standing) Ranked {
	e := own[0].entry
	row := Ranked{
		Class:         e.Class(),
		ObjectiveName: string(e.Objective),
		Method:        own[0].name,
		Steps:         len(own),
	}
	var excesses, gaps, seconds confidence.Values
	for _, s := range own {
		best := s.entry.Best.Objective // of all that was offered, too
		seconds.Add(s.seconds)
		count(&row.Refused, s.refused)
		if s.objective == 0 {
			continue
		}
		excesses = append(excesses, 100*(float64(s.objective)/float64(best)-1))
		if s.bound > 0 {
			gaps = append(gaps, 100*(1-float64(s.bound)/float64(s.objective)))
		}
		proven := s.optimal || s.bound == s.objective
		count(&row.Proven, proven)
		count(&row.Right, proven && s.objective == best && !s.refused)
		count(&row.Best, s.objective == best)
	}
	row.ExcessPercent, row.GapPercent = confidence.Existing(excesses.Mean()), confidence.Existing(gaps.Mean())
	row.Seconds = confidence.Existing(seconds.Geometric(confidence.SecondsShift))
	return row
}

// count adds 1 where something holds.
func count(n *int, holds bool) {
	if holds {
		*n++
	}
}
