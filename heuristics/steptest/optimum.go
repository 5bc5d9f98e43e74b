package steptest

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// Optimum returns an optimal schedule at one second and its objective. It plans the orders of the jobs, each job
// at its earliest start. Some order yields an optimum, as the objective never gains from a later start.
// Estimates may be of any size, as it goes from change to change. Of equal jobs it tries one order only. It
// gives an order up when the jobs left, each planned as if it were next, are too late for a better schedule.
func Optimum(s *optgap.Step) (optgap.Schedule, int64) {
	weights := make([]int64, len(s.Jobs))
	for i := range s.Jobs {
		weights[i] = s.Weight(i)
	}
	o := orders{step: s, weights: weights, starts: make(optgap.Schedule, len(s.Jobs)), value: math.MaxInt64}
	for i := range o.starts {
		o.starts[i] = -1
	}
	o.extend(s.History, 0, len(s.Jobs))
	return o.best, o.value
}

// orders is the state of Optimum, which goes through the orders of the jobs.
type orders struct {
	step    *optgap.Step
	weights []int64         // by job
	starts  optgap.Schedule // -1: not planned yet
	best    optgap.Schedule // nil: none yet
	value   int64           // objective of best
}

// extend plans the jobs that are left in every order. free is the history that the planned
// jobs leave, and value their part of the objective.
func (o *orders) extend(free optgap.History, value int64, left int) {
	if left == 0 {
		if value < o.value {
			o.best, o.value = slices.Clone(o.starts), value
		}
		return
	}
	next := make([]int64, len(o.starts))
	soonest := value
	for i, j := range o.step.Jobs {
		if o.starts[i] < 0 {
			next[i] = first(free, j)
			soonest += o.weights[i] * (next[i] - j.Submit + j.Estimate)
		}
	}
	if soonest >= o.value {
		return
	}
	for i, j := range o.step.Jobs {
		if o.starts[i] < 0 && !o.behindEqual(i) {
			o.starts[i] = next[i]
			o.extend(without(free, j, next[i]), value+o.weights[i]*(next[i]-j.Submit+j.Estimate), left-1)
			o.starts[i] = -1
		}
	}
}

// behindEqual tells that a job of equal width, estimate and weight that is not planned
// stands before job i.
func (o *orders) behindEqual(i int) bool {
	for k, j := range o.step.Jobs[:i] {
		equal := j.Width == o.step.Jobs[i].Width && j.Estimate == o.step.Jobs[i].Estimate
		if o.starts[k] < 0 && equal && o.weights[k] == o.weights[i] {
			return true
		}
	}
	return false
}

// first returns the first second at which the job fits.
func first(free optgap.History, j optgap.Job) int64 {
	start := int64(0)
	for i, c := range free {
		if c.Time >= start+j.Estimate {
			break
		}
		if c.Free < j.Width {
			start = free[i+1].Time
		}
	}
	return start
}

// without returns the history that is left when the job has started at a second.
func without(free optgap.History, j optgap.Job, start int64) optgap.History {
	end := start + j.Estimate
	out := make(optgap.History, 0, len(free)+2)
	for i, c := range free {
		next := int64(math.MaxInt64)
		if i+1 < len(free) {
			next = free[i+1].Time
		}
		for _, cut := range [2]int64{start, end} {
			if c.Time < cut && cut < next {
				out = append(out, c)
				c.Time = cut
			}
		}
		out = append(out, c)
	}
	for i := range out {
		if out[i].Time >= start && out[i].Time < end {
			out[i].Free -= j.Width
		}
	}
	return out
}
