package methodstats

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// A Claim is a kind of proof that a result may have.
type Claim string

const (
	AtSecond Claim = "1 s"    // optimal at one second, by the method itself
	ByBounds Claim = "bounds" // optimal at one second, as a bound computed beside the method shows
	OnGrid   Claim = "grid"   // optimal for the time-scaled program
)

// Claims returns all claims, the strongest first.
func Claims() []Claim { return []Claim{AtSecond, ByBounds, OnGrid} }

// Proves tells whether the result makes the claim. A result may make both OnGrid and another
// claim.
func Proves(r *record.Result, c Claim) bool {
	if c == OnGrid {
		return r.Status == optgap.StatusOptimal && r.TimeScale > 1 &&
			(r.Scope == optgap.ScopeGrid || r.GridBound > 0 && r.GridBound == r.GridObjective)
	}
	if r.Status != optgap.StatusOptimal || r.Scope != optgap.ScopeSecond {
		return false
	}
	return (c == AtSecond) == own(r)
}

// own tells whether a bound that the method itself proves meets the objective. That bound
// has the name of the method.
func own(r *record.Result) bool {
	v, ok := r.Bounds[optgap.BoundName(r.Method)]
	return ok && v == r.Objective
}
