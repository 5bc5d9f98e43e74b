// Package timescale moves self-tuning steps between one-second precision and a
// coarser time grid (Grothklags and Streit 2004, section 3.2):
//
//	Rule.Scale -> seconds per slot (Eq. 6)
//	Restrict   -> the step on that grid, whose schedules hold at one second
//	Compact    -> the order of a grid schedule, re-planned at one second
//
// A step on the grid is an ordinary [optgap.Step] in seconds whose durations and
// changes are multiples of the scale, so that the same planners work on it.
// Only index arithmetic uses slots, and [Slot] is a type of its own.
//
// The package may change at any time.
package timescale

import (
	"fmt"
	"math"

	"github.com/optgap/optgap"
)

// Slot counts slots of a grid from the step's moment: slot k covers the seconds
// [k*scale, (k+1)*scale).
type Slot int64

// Start returns the first second of the slot.
func (k Slot) Start(scale int64) int64 { return int64(k) * scale }

// Floor returns the slot that holds second t >= 0.
func Floor(t, scale int64) Slot { return Slot(t / scale) }

// Ceil returns the first slot that starts at second t >= 0 or later.
func Ceil(t, scale int64) Slot { return Slot((t + scale - 1) / scale) }

// Rule is Eq. 6. It chooses the grid on which the integer program fits into memory.
type Rule struct {
	Memory   float64 // bytes for the program
	PerEntry float64 // x: bytes per matrix entry
}

// PaperRule returns the setting of the paper's text: a machine of 8 GB, a quarter of
// which is for the program, and x = 0.1 kB. The scales in the paper's Table 1 follow
// from ten times that x, except for one row.
func PaperRule() Rule { return Rule{Memory: 8e9 / 4, PerEntry: 100} }

// Scale returns sqrt(makespan * accumulated run time * x / memory), rounded up
// to full minutes, in seconds; at least 60. makespan is the largest of the
// policies' plans and accumulated the sum of the estimates, both in seconds.
func (r Rule) Scale(makespan, accumulated int64) int64 {
	raw := math.Sqrt(float64(makespan) * float64(accumulated) * r.PerEntry / r.Memory)
	return max(60, int64(math.Ceil(raw/60))*60)
}

// Validate refuses a rule whose quantities are not positive.
func (r Rule) Validate() error {
	if !(r.Memory > 0) || !(r.PerEntry > 0) {
		return optgap.BadField(
			"scale-entry",
			fmt.Sprintf("memory %g, per entry %g", r.Memory, r.PerEntry),
			"numbers above 0",
		)
	}
	return nil
}

// Restrict returns the step on a grid of the given scale as the paper's program
// sees it: estimates are rounded up to full slots and a slot has as many
// processors as are free during all of it (Eq. 4). A schedule of the result
// whose starts are multiples of the scale is feasible for the step itself.
// A scale of 1 returns an equal step.
func Restrict(step *optgap.Step, scale int64) *optgap.Step {
	out := *step
	out.Jobs = append([]optgap.Job(nil), step.Jobs...)
	for i := range out.Jobs {
		out.Jobs[i].Estimate = Ceil(out.Jobs[i].Estimate, scale).Start(scale)
	}
	if out.Objective() != optgap.ObjectiveARTwW {
		out.ObjectiveName = optgap.ObjectiveWeighted // the weights do not follow from the rounded estimates
	}
	out.History = nil
	// The slots that may differ from the one before: those with changes, and the ones after them.
	for i := 0; i < len(step.History); {
		k := Floor(step.History[i].Time, scale)
		least := step.History[max(i-1, 0)].Free // at the start of the slot, where no change is
		if step.History[i].Time == k.Start(scale) {
			least = step.History[i].Free
		}
		for ; i < len(step.History) && Floor(step.History[i].Time, scale) == k; i++ {
			least = min(least, step.History[i].Free)
		}
		out.History = appendChange(out.History, optgap.Change{Time: k.Start(scale), Free: least})
		if i == len(step.History) || Floor(step.History[i].Time, scale) > k+1 {
			next := optgap.Change{Time: (k + 1).Start(scale), Free: step.History[i-1].Free}
			out.History = appendChange(out.History, next)
		}
	}
	return &out
}

// appendChange appends a change unless it repeats the last one's free
// processors.
func appendChange(h optgap.History, c optgap.Change) optgap.History {
	if len(h) > 0 && h[len(h)-1].Free == c.Free {
		return h
	}
	return append(h, c)
}

// Compact re-plans a feasible schedule of the step at one second: it inserts the jobs
// in the order of their starts, each as early as possible (section 3.2).
//
// No job starts later than before. Of the jobs inserted before it, those that now run
// at its former start or later did so in the former schedule too, which had room for
// it.
func Compact(step *optgap.Step, s optgap.Schedule) optgap.Schedule {
	out := make(optgap.Schedule, len(s))
	new(optgap.Profile).PlaceAll(step, s.Order(), out)
	return out
}
