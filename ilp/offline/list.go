package offline

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// idle returns the profile of the machine without jobs.
func (in *Instance) idle() *optgap.Profile {
	free := &optgap.Profile{}
	free.Reset(optgap.History{{Time: in.Jobs[0].Release, Free: in.Machine}})
	return free
}

// listed returns the starts of the jobs that are planned in the order of the keys.
func (in *Instance) listed(key func(i int) float64) []int64 {
	order := make([]int, len(in.Jobs))
	keys := make([]float64, len(in.Jobs))
	starts := make([]int64, len(in.Jobs))
	for i := range order {
		order[i], keys[i] = i, key(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	planned, _ := in.place(in.idle(), order)
	for n, i := range order {
		starts[i] = planned[n]
	}
	return starts
}

// spliced returns starts of two schedules, in each stretch those of the better one. A stretch ends
// with an arrival before which all earlier jobs have started in both schedules.
func (in *Instance) spliced(a, b []int64) []int64 {
	free := in.idle()
	starts := make([]int64, len(in.Jobs))
	plan := func(from, to int, like []int64) (order []int, planned []int64, cost int64) {
		for i := from; i < to; i++ {
			order = append(order, i)
		}
		byStart(order, like)
		planned, cost = in.place(free, order)
		return order, planned, cost
	}
	latest := int64(math.MinInt64)
	for from, to := 0, 1; from < len(in.Jobs); to++ {
		latest = max(latest, a[to-1], b[to-1])
		if to < len(in.Jobs) && latest > in.Jobs[to].Release {
			continue
		}
		order, planned, cost := plan(from, to, a)
		if !slices.Equal(a[from:to], b[from:to]) {
			in.undo(free, order, planned)
			other, otherwise, less := plan(from, to, b)
			if less < cost {
				order = other
				planned = otherwise
			} else {
				in.undo(free, other, otherwise)
				in.place(free, order)
			}
		}
		for n, i := range order {
			starts[i] = planned[n]
		}
		from = to
	}
	return starts
}

// place plans jobs in an order, and returns their starts with the sum of weight times wait.
func (in *Instance) place(free *optgap.Profile, order []int) (starts []int64, cost int64) {
	starts = make([]int64, len(order))
	for n, i := range order {
		j := &in.Jobs[i]
		starts[n] = j.Release
		if j.Duration > 0 {
			starts[n] = free.Place(j.Release, j.Width, j.Duration)
		}
		cost += j.Weight * (starts[n] - j.Release)
	}
	return starts, cost
}

// undo gives back the processors of jobs that were placed in an order.
func (in *Instance) undo(free *optgap.Profile, order []int, starts []int64) {
	for n, i := range order {
		in.take(free, i, starts[n], -1)
	}
}

// reserve takes the processors of jobs with starts by job, or gives them back where the sign is -1.
func (in *Instance) reserve(free *optgap.Profile, jobs []int, starts []int64, sign int64) {
	for _, i := range jobs {
		in.take(free, i, starts[i], sign)
	}
}

func (in *Instance) take(free *optgap.Profile, job int, start, sign int64) {
	if j := &in.Jobs[job]; j.Duration > 0 {
		free.Reserve(start, j.Duration, sign*j.Width)
	}
}
