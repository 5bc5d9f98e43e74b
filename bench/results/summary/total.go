package summary

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/record"
)

// A Total sums up the results of a method over all steps.
type Total struct {
	Method      string
	Steps       int           // steps with a result
	Schedules   int           // schedules of the method's own
	Best        int           // schedules that no other method betters
	Proven      map[Claim]int // number of steps by claim
	TimedProven int           // results with a time that the method itself proves
	Measured    int           // results with a cost, see [record.Cost]

	// The values of the results that have them, in the order of the steps.
	Above  confidence.Values // percentage of the schedules above the best one of the step
	Gap    confidence.Values // percentage of the objective of the schedules
	Time   confidence.Values // seconds, however the results ended
	CPU    confidence.Values // seconds
	Wall   confidence.Values // seconds
	Memory confidence.Values // bytes
}

// Totals returns a total for each of the comparison's methods.
func (c *Comparison) Totals() []Total {
	totals := make([]Total, len(c.Methods))
	for k, method := range c.Methods {
		totals[k] = Total{Method: method, Proven: map[Claim]int{}}
		for _, s := range c.Steps {
			if s.Results[k] != nil {
				totals[k].add(s, s.Results[k])
			}
		}
	}
	return totals
}

// add adds the result of the method for a step.
func (t *Total) add(s Step, r *record.Result) {
	t.Steps++
	if Solved(r) {
		t.Schedules++
		least := s.Best()
		if r.Objective == least {
			t.Best++
		}
		t.Above = append(t.Above, float64(r.Objective-least)/float64(least)*100)
		if r.Gap != nil {
			t.Gap = append(t.Gap, *r.Gap*100)
		}
	}
	for _, claim := range Claims() {
		if Proves(r, claim) {
			t.Proven[claim]++
		}
	}
	t.Time.Add(r.SolveSeconds)
	if r.SolveSeconds > 0 && (Proves(r, AtSecond) || Proves(r, OnGrid)) {
		t.TimedProven++
	}
	if r.Cost != (record.Cost{}) {
		t.Measured++
	}
	t.CPU.Add(r.CPUSeconds)
	t.Wall.Add(r.WallSeconds)
	t.Memory.Add(float64(r.PeakMemoryBytes))
}

// A Claim is a kind of proof that a result may have.
type Claim string

const (
	AtSecond Claim = "1 s"    // optimal at one second, by the method itself
	ByBounds Claim = "bounds" // optimal at one second, as a bound computed beside the method shows
	OnGrid   Claim = "grid"   // optimal for the time-scaled program
)

// Claims returns all claims, the strongest first.
func Claims() []Claim { return []Claim{AtSecond, ByBounds, OnGrid} }

// Proves reports whether the result makes the claim. A result may make both OnGrid and another
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

// own reports whether a bound that the method itself proves meets the objective. That bound
// has the name of the method.
func own(r *record.Result) bool {
	v, ok := r.Bounds[optgap.BoundName(r.Method)]
	return ok && v == r.Objective
}
