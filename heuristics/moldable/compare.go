package moldable

import (
	"cmp"
	"slices"
)

// Gang runs one job after the other, each on as many processors as make it fastest, by
// falling weight over time. It is optimal for minsum where speed-ups are linear. The
// instance is valid.
func Gang(in *Instance) Schedule {
	jobs := prepare(in)
	s := make(Schedule, len(jobs))
	now := int64(0)
	for _, i := range ordered(len(jobs), func(a, b int) int {
		return byRatio(jobs[a].weight, jobs[a].fastest().Time, jobs[b].weight, jobs[b].fastest().Time)
	}) {
		a := jobs[i].fastest()
		s[i] = Placement{now, a.Width}
		now += a.Time
	}
	return s
}

// Sequential gives each job the fewest processors it may have: one unless the job has a
// MinWidth. The list algorithm starts the longest first. The instance is valid.
func Sequential(in *Instance) Schedule {
	jobs := prepare(in)
	allotment := make([]Allotment, len(jobs))
	for i := range jobs {
		allotment[i] = jobs[i].options[0].Allotment
	}
	longest := func(a, b int) int { return cmp.Compare(allotment[b].Time, allotment[a].Time) }
	return graham(in.Machine, allotment, ordered(len(jobs), longest))
}

// Order compares two jobs of an instance for the list of [List].
type Order func(in *Instance, d *DualResult, a, b int) int

// ByShelf has the large shelf of Dual first, then the small one, then the small jobs.
func ByShelf(_ *Instance, d *DualResult, a, b int) int {
	return cmp.Compare(d.Shelves[a], d.Shelves[b])
}

// ByTime is the paper's "weighted largest processing time first": the largest time over
// weight first. The text says that jobs are sorted by the ratio of both, and not in
// which direction. In this direction the makespan is short, and the minsum of mixed
// workloads grows with the number of jobs, as the text says.
func ByTime(in *Instance, d *DualResult, a, b int) int { return ByWeight(in, d, b, a) }

// ByWeight is the reverse of ByTime: the largest weight over time first.
func ByWeight(in *Instance, d *DualResult, a, b int) int {
	return byRatio(
		in.Jobs[a].Weight, d.Allotment[a].Time, in.Jobs[b].Weight, d.Allotment[b].Time,
	)
}

// ByArea has the smallest width times time first.
func ByArea(_ *Instance, d *DualResult, a, b int) int {
	return cmp.Compare(d.Allotment[a].Work(), d.Allotment[b].Work())
}

// List gives each job the allotment that Dual has chosen, and starts the jobs by the list
// algorithm in the order. Equal jobs stay in the order of the instance. d is the result of
// Dual for the instance.
func List(in *Instance, d *DualResult, by Order) Schedule {
	order := ordered(len(in.Jobs), func(a, b int) int { return by(in, d, a, b) })
	return graham(in.Machine, d.Allotment, order)
}

// ordered returns the indices of n jobs in an order. Equal jobs stay in the order of the indices.
func ordered(n int, compare func(a, b int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compare)
	return order
}
