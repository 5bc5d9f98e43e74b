package compare

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Claim is what a result says to be proven.
type Claim string

const (
	AtSecond Claim = "1 s"           // optimal at one second, by the method itself
	ByBounds Claim = "1 s by bounds" // optimal at one second, as a bound computed beside the method shows
	OnGrid   Claim = "grid"          // optimal for the time-scaled program
)

// beside are the bounds that are computed beside every method: see package
// ilp/bound.
var beside = []optgap.BoundName{optgap.BoundFluid, optgap.BoundMinsum, optgap.BoundLP}

// Proves tells whether the result makes the claim. One that is proven on the grid
// may be proven at one second as well.
func Proves(r *record.Result, c Claim) bool {
	if c == OnGrid {
		return r.Status == optgap.StatusOptimal && r.TimeScale > 1 && (r.Scope == optgap.ScopeGrid || r.GridBound > 0 && r.GridBound == r.GridObjective)
	}
	if r.Status != optgap.StatusOptimal || r.Scope != optgap.ScopeSecond {
		return false
	}
	return (c == AtSecond) == own(r)
}

// own tells whether a bound of the method's own meets the objective.
func own(r *record.Result) bool {
	for name, v := range r.Bounds {
		if v == r.Objective && !slices.Contains(beside, name) {
			return true
		}
	}
	return false
}

// solved tells whether the result has a schedule of the method's own.
func solved(r *record.Result) bool {
	return r != nil && (r.Status == optgap.StatusOptimal || r.Status == optgap.StatusFeasible)
}
