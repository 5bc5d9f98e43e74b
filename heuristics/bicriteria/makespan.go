package bicriteria

import "github.com/optgap/optgap"

// LeastMakespan returns C* of a valid step of at least one job, in seconds after the
// step's moment: see the package's comment. No schedule ends earlier. O(n + c) for c
// changes of the history, times the logarithm of C*.
func LeastMakespan(step *optgap.Step) int64 {
	low := trivial(step) - 1 // no schedule has this makespan
	high := low + 1
	for refuted(step, high) {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if middle := low + (high-low)/2; refuted(step, middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// trivial returns the larger of two lower bounds on the makespan: the second by which the
// free area is that of all jobs, and the latest end of a job that is alone on the machine.
func trivial(step *optgap.Step) int64 {
	least := filled(step.History, step.TotalArea())
	for i, start := range step.EarliestStarts() {
		least = max(least, start+step.Jobs[i].Estimate)
	}
	return least
}

// filled returns the first second by which the history leaves free an area, of at least 1,
// in processor-seconds. After the last change processors are free.
func filled(h optgap.History, area int64) int64 {
	for i, c := range h {
		if c.Free == 0 {
			continue
		}
		need := (area + c.Free - 1) / c.Free
		if i+1 == len(h) || need <= h[i+1].Time-c.Time {
			return c.Time + need
		}
		area -= c.Free * (h[i+1].Time - c.Time)
	}
	return optgap.Never
}

// refuted tells that no schedule has this makespan, in seconds after the step's moment. The
// jobs that last for more than half of it all run in the second in its middle. A makespan
// is refuted where these jobs are together too wide for that second.
func refuted(step *optgap.Step, makespan int64) bool {
	middle := makespan / 2
	room := step.History.At(middle)
	for _, j := range step.Jobs {
		if j.Estimate > middle {
			if room -= j.Width; room < 0 {
				return true
			}
		}
	}
	return false
}
