package exact

import "github.com/optgap/optgap"

// kind is a set of equal jobs.
type kind struct {
	width, duration int64
	release         int64 // earliest start by the history
	jobs            []int // indices into the step's jobs
}

// kindsOf groups the step's jobs by width and estimate.
func kindsOf(step *optgap.Step) []kind {
	var kinds []kind
	at := map[[2]int64]int{}
	var free optgap.Profile
	free.Reset(step.History)
	for i, j := range step.Jobs {
		key := [2]int64{j.Width, j.Estimate}
		k, ok := at[key]
		if !ok {
			k = len(kinds)
			at[key] = k
			kinds = append(kinds, kind{width: j.Width, duration: j.Estimate, release: free.Earliest(0, j.Width, j.Estimate)})
		}
		kinds[k].jobs = append(kinds[k].jobs, i)
	}
	return kinds
}

// usable returns the step's history with every level lowered to the largest sum
// of widths of jobs that it holds. Feasible schedules stay the same.
func usable(step *optgap.Step) []segment {
	sums := make([]bool, step.Machine+1)
	sums[0] = true
	for _, j := range step.Jobs {
		for v := step.Machine; v >= j.Width; v-- {
			sums[v] = sums[v] || sums[v-j.Width]
		}
	}
	free := make([]segment, len(step.History))
	for i, c := range step.History {
		for !sums[c.Free] {
			c.Free--
		}
		free[i] = segment{c.Time, c.Free}
	}
	return free
}
