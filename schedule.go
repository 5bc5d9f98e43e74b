package optgap

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// Schedule holds a start for every job of a step: Schedule[i] is the second,
// relative to the step's moment, at which Step.Jobs[i] starts. Methods that take a step
// panic where it has more jobs than the schedule has starts, but for Check, which refuses.
type Schedule []int64

// Objective returns the sum over the jobs of weight times response time. Without weights of
// their own it is the numerator of ARTwW (Grothklags and Streit, Eq. 2), in processor-seconds.
func (s Schedule) Objective(step *Step) int64 {
	sum := int64(0)
	for i, j := range step.Jobs {
		sum += step.Weight(i) * (s[i] - j.Submit + j.Estimate)
	}
	return sum
}

// Makespan returns the latest end of a job, in seconds after the step's
// moment; 0 for no jobs.
func (s Schedule) Makespan(step *Step) int64 {
	end := int64(0)
	for i, j := range step.Jobs {
		end = max(end, s[i]+j.Estimate)
	}
	return end
}

// Order returns the indices of the jobs by start; jobs that start together
// stay in the order of the step.
func (s Schedule) Order() []int32 {
	order := make([]int32, len(s))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		switch {
		case s[a] < s[b]:
			return -1
		case s[a] > s[b]:
			return 1
		}
		return 0
	})
	return order
}

// OutOfRange returns the index of the job with the latest start, where the end of a job or the sum
// of width or weight times response time may leave the range of int64, and a second by which all
// starts are in range; false: no sum does. No start is below 0.
func (s Schedule) OutOfRange(step *Step) (job int, latest int64, found bool) {
	factors := int64(0)
	longest := int64(0)
	total := uint64(0)
	within := true
	for i, j := range step.Jobs {
		factor := max(j.Width, step.Weight(i))
		factors += factor
		longest = max(longest, j.Estimate-j.Submit)
		if s[i] > s[job] {
			job = i
		}
		hi, lo := bits.Mul64(uint64(factor), uint64(s[i])+uint64(j.Estimate-j.Submit))
		within = within && hi == 0 && lo <= limit && total <= limit-lo
		total += lo
	}
	if within {
		return 0, 0, false
	}
	return job, max(0, limit/factors-longest), true
}

// Check returns a *Violation that names the first job and second at which the schedule
// breaks the step: a start before now, more processors used than the history leaves
// free, or a start so late that sums leave the range of int64. A schedule with too few or
// too many starts is another error.
//
// Check sweeps over the sorted starts, ends and changes. It uses no Profile, so that
// it is independent of planning.
func (s Schedule) Check(step *Step) error {
	if len(s) != len(step.Jobs) {
		return fmt.Errorf(
			"schedule has %d starts, expected one for each of %d jobs",
			len(s),
			len(step.Jobs),
		)
	}
	for i, j := range step.Jobs {
		if s[i] < 0 {
			return &Violation{j.ID, s[i], "starts before the step's moment"}
		}
	}
	if i, latest, late := s.OutOfRange(step); late {
		const reason = "the sum of width times response time may be above the range of int64, expected at most %d"
		return &Violation{step.Jobs[i].ID, s[i], fmt.Sprintf(reason, latest)}
	}
	return s.checkCapacity(step)
}

// checkCapacity returns a *Violation where more processors are used than the history leaves free.
func (s Schedule) checkCapacity(step *Step) error {
	type event struct {
		time, free int64 // free changes by this much
		job        int   // -1: none
	}
	events := make([]event, 0, 2*len(s)+len(step.History))
	for i, j := range step.Jobs {
		events = append(events, event{s[i], -j.Width, i}, event{s[i] + j.Estimate, j.Width, -1})
	}
	for i, c := range step.History {
		before := int64(0)
		if i > 0 {
			before = step.History[i-1].Free
		}
		events = append(events, event{c.Time, c.Free - before, -1})
	}
	slices.SortFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.job, b.job))
	})
	free := int64(0)
	running := -1
	for i, e := range events {
		free += e.free
		if e.job >= 0 {
			running = e.job
		}
		lastOfSecond := i+1 == len(events) || events[i+1].time > e.time
		if lastOfSecond && free < 0 {
			return &Violation{
				step.Jobs[running].ID,
				e.time,
				fmt.Sprintf("%d processors too many in use", -free),
			}
		}
	}
	return nil
}
