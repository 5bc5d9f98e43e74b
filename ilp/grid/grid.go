// Package grid states a self-tuning step as a time-indexed problem in slots:
//
//	step -> Choice   -> seconds per slot (Eq. 6), horizon
//	step -> Restrict -> Problem whose schedules hold at one second (Eq. 4)
//	step -> Relax    -> Problem that every one-second schedule satisfies
//	Problem -> Keep  -> the same with fewer starts
//	step -> Scale    -> Scaled: the problem of Restrict as a step in slots
//
// A Problem lists for each class of equal jobs the slots at which one of them may
// start. The plain program and the bound lp work on problems. The search, and the program
// that stands on it, work on the Scaled step.
package grid

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/lattice"
	"github.com/optgap/optgap/timescale"
)

// Slot counts slots from the step's moment.
type Slot = timescale.Slot

// Problem is a step on a grid. A schedule chooses a start for every job of every class,
// such that the jobs that occupy a slot fit into its capacity. The objective is Offset plus
// the costs of the chosen starts.
type Problem struct {
	Scale    int64   // seconds per slot
	Capacity []int64 // processors free in each slot up to the horizon
	Classes  []Class
	Offset   int64 // sum of weight times (estimate - submission)
}

// Class is a set of jobs that are interchangeable on the grid.
type Class struct {
	ID     int64 // of the first job
	Jobs   []int // indices into the step's jobs
	Width  int64
	Weight int64   // of the start of one job in the objective
	Slots  Slot    // slots that a job occupies; 0 only on a relaxing grid
	Starts []Slot  // slots at which a job may start, ascending
	Costs  []int64 // Costs[k] is the cost of a start at Starts[k]: weight times seconds
}

// Options says which starts a problem lists.
type Options struct {
	// Horizon is the slot by which all jobs have ended; 0: the safe horizon, by which
	// some optimal schedule has ended.
	Horizon Slot
	// Cutoff is the objective of a known schedule; 0: none. Starts that only schedules
	// with a larger objective use are not listed.
	Cutoff int64
	// Plain makes each job a class of its own, as the program that the paper prints.
	Plain bool
	// MaxStarts is the number of starts beyond which ErrTooLarge is reported; 0, or more
	// than the constant MaxStarts: that constant.
	MaxStarts int
}

// validate reports a scale or a horizon out of its range.
func (o Options) validate(scale int64) error {
	switch {
	case scale < 1:
		return &optgap.FieldError{Field: "time-scale", Found: fmt.Sprint(scale), Expected: "at least 1 second per slot"}
	case o.Horizon < 0:
		return &optgap.FieldError{
			Field:    "horizon",
			Found:    fmt.Sprint(o.Horizon),
			Expected: "a number of slots, or 0 for the safe horizon",
		}
	}
	return nil
}

// Restrict returns the paper's time-scaled problem of a valid step. It reports
// ErrTooLarge, a scale below 1, a cutoff that no schedule keeps, and jobs that
// fit at no slot before the horizon.
func Restrict(step *optgap.Step, scale int64, o Options) (*Problem, error) {
	if err := o.validate(scale); err != nil {
		return nil, err
	}
	scaled := timescale.Restrict(step, scale)
	horizon := o.Horizon
	if horizon == 0 {
		horizon = timescale.Ceil(scaled.SafeEnd(), scale)
	}
	return state(step, scaled, scale, horizon, o)
}

// Relax returns a problem whose optimum is a lower bound on that of the step at
// one second: see timescale.Relax. It ignores Horizon, since the horizon that is
// safe at one second is safe here.
//
// Every schedule at one second is one of the problem when its starts are rounded down to
// slots.
func Relax(step *optgap.Step, scale int64, o Options) (*Problem, error) {
	if err := o.validate(scale); err != nil {
		return nil, err
	}
	scaled := timescale.Relax(step, scale)
	return state(step, scaled, scale, timescale.Ceil(step.SafeEnd(), scale), o)
}

// MaxStarts is the largest number of starts of a problem, and MaxSlots the largest number
// of slots. Either takes about a gigabyte.
const (
	MaxStarts = 50_000_000
	MaxSlots  = 100_000_000
)

// ErrTooLarge says that a problem has more slots or starts than memory should
// hold.
var ErrTooLarge = errors.New("the time-indexed problem is too large: choose a larger time scale")

// state lists the starts of the scaled step at which each job fits by itself
// and which a schedule no worse than the cutoff can use.
func state(step, scaled *optgap.Step, scale int64, horizon Slot, o Options) (*Problem, error) {
	cutoff, most := o.Cutoff, MaxStarts
	if o.MaxStarts > 0 {
		most = min(most, o.MaxStarts)
	}
	if horizon > MaxSlots {
		return nil, fmt.Errorf("%d slots of %d s: %w", horizon, scale, ErrTooLarge)
	}
	p := &Problem{Scale: scale, Capacity: capacity(scaled.History, scale, horizon)}
	p.classify(scaled, o.Plain)
	for i, j := range step.Jobs {
		p.Offset += step.Weight(i) * (j.Estimate - j.Submit)
	}
	least := p.Offset
	earliest := make([]Slot, len(p.Classes))
	for c := range p.Classes {
		cl := &p.Classes[c]
		earliest[c] = cl.earliest(scaled.History, scale)
		if earliest[c] > horizon-max(cl.Slots, 1) {
			return nil, fmt.Errorf("grid: job %d fits at no slot of %d s before the horizon of %d slots",
				step.Jobs[cl.Jobs[0]].ID, scale, horizon)
		}
		least += int64(len(cl.Jobs)) * cl.Weight * earliest[c].Start(scale)
	}
	if cutoff != 0 && cutoff < least {
		return nil, fmt.Errorf("grid: the cutoff %d is below the bound %d", cutoff, least)
	}
	total := 0
	for c := range p.Classes {
		cl := &p.Classes[c]
		first, last := earliest[c], horizon
		if cutoff != 0 {
			last = min(last, first+Slot((cutoff-least)/(cl.Weight*scale)))
		}
		if total += int(last - first); total > most {
			return nil, fmt.Errorf("more than %d starts: %w", most, ErrTooLarge)
		}
		for s := range fits(p.Capacity, cl, first, last) {
			cl.Starts = append(cl.Starts, s)
			cl.Costs = append(cl.Costs, cl.Weight*s.Start(scale))
		}
	}
	p.Keep(func(int, int) bool { return true }) // cuts the capacity after the last slot that a job can occupy
	return p, nil
}

// classify puts the jobs of the scaled step into classes of equal width, slots and weight, or each
// job into a class of its own.
func (p *Problem) classify(scaled *optgap.Step, apart bool) {
	classes := map[[3]int64]int{}
	for i, j := range scaled.Jobs {
		key := [3]int64{j.Width, j.Estimate, scaled.Weight(i)}
		c, known := classes[key]
		if !known || apart {
			c = len(p.Classes)
			classes[key] = c
			p.Classes = append(p.Classes, Class{
				ID: j.ID, Width: j.Width, Weight: scaled.Weight(i), Slots: Slot(j.Estimate / p.Scale),
			})
		}
		p.Classes[c].Jobs = append(p.Classes[c].Jobs, i)
	}
}

// capacity returns the free processors of each slot up to the horizon.
func capacity(h optgap.History, scale int64, horizon Slot) []int64 {
	free := make([]int64, horizon)
	c := 0
	for k := range free {
		for c+1 < len(h) && h[c+1].Time <= Slot(k).Start(scale) {
			c++
		}
		free[k] = h[c].Free
	}
	return free
}

// earliest returns the first slot in which the history allows one job by itself to start.
// A job without slots may start at once.
func (c *Class) earliest(h optgap.History, scale int64) Slot {
	if c.Slots == 0 {
		return 0
	}
	return timescale.Floor(h.Earliest(c.Width, c.Slots.Start(scale)), scale)
}

// fits yields the starts from first to last at which the capacity holds one job
// by itself.
func fits(capacity []int64, c *Class, first, last Slot) iter.Seq[Slot] {
	return func(yield func(Slot) bool) {
		narrow := first - 1 // the last slot seen that is too narrow
		length := max(c.Slots, 1)
		for k := first; k < Slot(len(capacity)) && k-length+1 <= last; k++ {
			if capacity[k] < c.Width && c.Slots > 0 {
				narrow = k
			}
			if start := k - length + 1; start > narrow && !yield(start) {
				return
			}
		}
	}
}

// Least returns the objective if every job started at its first slot, a lower
// bound.
func (p *Problem) Least() int64 {
	sum := p.Offset
	for _, c := range p.Classes {
		sum += int64(len(c.Jobs)) * c.Costs[0]
	}
	return sum
}

// Keep drops the starts for which keep returns false. c is the index of a class, and k that
// of a start in the class's Starts. Keep also cuts the capacity after the last slot that a
// job can still occupy.
func (p *Problem) Keep(keep func(c, k int) bool) {
	end := Slot(0)
	for c := range p.Classes {
		cl := &p.Classes[c]
		n := 0
		for k := range cl.Starts {
			if keep(c, k) {
				cl.Starts[n], cl.Costs[n] = cl.Starts[k], cl.Costs[k]
				n++
			}
		}
		cl.Starts, cl.Costs = cl.Starts[:n], cl.Costs[:n]
		if n > 0 {
			end = max(end, cl.Starts[n-1]+cl.Slots)
		}
	}
	p.Capacity = p.Capacity[:min(end, Slot(len(p.Capacity)))]
}

// Size returns the number of starts left.
func (p *Problem) Size() int {
	n := 0
	for _, c := range p.Classes {
		n += len(c.Starts)
	}
	return n
}

// Granularity returns the greatest common divisor of all differences of costs within a
// class; 0 where no class has two different costs. It divides the difference of any two
// objectives.
func (p *Problem) Granularity() int64 {
	g := int64(0)
	for _, c := range p.Classes {
		for _, cost := range c.Costs {
			if g = lattice.GCD(g, cost-c.Costs[0]); g == 1 {
				return 1
			}
		}
	}
	return g
}

// Objective returns the objective of a schedule; ok is false where a start is
// no multiple of the scale or is not listed. Capacities are not looked at.
func (p *Problem) Objective(s optgap.Schedule) (value int64, ok bool) {
	value = p.Offset
	for _, c := range p.Classes {
		for _, j := range c.Jobs {
			k, ok := p.Find(&c, s[j])
			if !ok {
				return 0, false
			}
			value += c.Costs[k]
		}
	}
	return value, true
}

// Find returns the index in the class's Starts of a start at the given second.
func (p *Problem) Find(c *Class, second int64) (k int, ok bool) {
	if second < 0 || second%p.Scale != 0 {
		return 0, false
	}
	return slices.BinarySearch(c.Starts, timescale.Floor(second, p.Scale))
}

// RoundUp returns a bound in integers: the least value of an objective that is not below
// the floating-point bound, less the Tolerance of its rounding errors. It returns Least
// for -Inf and NaN, which bound nothing, and where Granularity is 0. Otherwise it returns
// math.MaxInt64 for +Inf, the bound of a problem without a schedule.
func (p *Problem) RoundUp(bound float64) int64 {
	least := p.Least()
	g := p.Granularity()
	if g == 0 || !(bound > float64(least)) {
		return least
	}
	if math.IsInf(bound, 1) {
		return math.MaxInt64
	}
	steps := math.Ceil((bound - Tolerance(bound) - float64(least)) / float64(g))
	return least + int64(max(0, steps))*g
}

// Tolerance returns the error allowed for in a floating-point bound: 1e-9 of the bound, and
// at least 1e-6. This is far above the rounding errors of sums of doubles.
func Tolerance(bound float64) float64 { return max(1e-6, 1e-9*math.Abs(bound)) }
