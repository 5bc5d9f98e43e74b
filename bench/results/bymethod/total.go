package bymethod

import (
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/results/summary"
)

// A Total sums up the results of a method over all steps.
type Total struct {
	Method    string
	Steps     int           // steps with a result
	Schedules int           // schedules of the method's own
	Best      int           // schedules that no other method betters
	Above     *float64      // mean percentage above the best schedule of the step; nil: no schedule
	Gap       *float64      // mean percentage of the objective; nil: no schedule has a gap
	Proven    map[Claim]int // number of steps by claim

	// Timed counts the results with a time, however they ended. The other fields are about
	// those.
	Timed       int
	TimedProven int     // those that the method itself proves
	Seconds     float64 // shifted geometric mean, shift 1 s; 0: none was timed
	Longest     float64 // seconds
}

// Totals returns a total for each of the comparison's methods.
func (c *Comparison) Totals() []Total {
	totals := make([]Total, len(c.Methods))
	for k := range totals {
		totals[k] = c.total(k)
	}
	return totals
}

func (c *Comparison) total(k int) Total {
	t := Total{Method: c.Methods[k], Proven: map[Claim]int{}}
	var above, gaps, times []float64
	for _, s := range c.Steps {
		r := s.Results[k]
		if r == nil {
			continue
		}
		t.Steps++
		if summary.Solved(r) {
			t.Schedules++
			least := s.Best()
			if r.Objective == least {
				t.Best++
			}
			above = append(above, float64(r.Objective-least)/float64(least)*100)
			if r.Gap != nil {
				gaps = append(gaps, *r.Gap*100)
			}
		}
		for _, claim := range Claims() {
			if Proves(r, claim) {
				t.Proven[claim]++
			}
		}
		if r.SolveSeconds > 0 {
			t.Timed++
			times = append(times, r.SolveSeconds)
			t.Longest = max(t.Longest, r.SolveSeconds)
			if Proves(r, AtSecond) || Proves(r, OnGrid) {
				t.TimedProven++
			}
		}
	}
	t.Above, t.Gap = mean(above), mean(gaps)
	if t.Timed > 0 {
		t.Seconds = summary.ShiftedGeoMean(times, summary.SecondsShift)
	}
	return t
}

// mean returns the mean of the values, or nil without values.
func mean(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	return new(stat.Mean(values, nil))
}
