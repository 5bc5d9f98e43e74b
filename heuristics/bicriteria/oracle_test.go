package bicriteria_test

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
)

// slowBatches forms the batches of a small step as the package's comment says. It counts
// seconds and tries all sets of jobs.
func slowBatches(s *optgap.Step, cmax int64) (batches [][]int) {
	var left []int
	for i := range s.Jobs {
		left = append(left, i)
	}
	slices.SortFunc(left, func(a, b int) int {
		x, y := s.Jobs[a], s.Jobs[b]
		return cmp.Or(cmp.Compare(x.Estimate, y.Estimate), cmp.Compare(x.Submit, y.Submit), cmp.Compare(x.ID, y.ID))
	})
	halvings := int(math.Floor(math.Log2(float64(cmax) / float64(s.Jobs[left[0]].Estimate))))
	for k := halvings; len(left) > 0; k-- {
		length := int64(math.Floor(float64(cmax) * math.Pow(2, -float64(k))))
		free := s.History[len(s.History)-1].Free
		if chosen := heaviest(s, slowStacks(s, left, length, free), free); len(chosen) > 0 {
			batches = append(batches, chosen)
			left = slices.DeleteFunc(left, func(i int) bool { return slices.Contains(chosen, i) })
		}
	}
	return batches
}

// slowStacks returns the jobs that fit into the length: one by one, and then the small
// ones of one processor above each other.
func slowStacks(s *optgap.Step, left []int, length, free int64) (stacks [][]int) {
	var small [][]int
	for _, i := range left {
		switch j := s.Jobs[i]; {
		case j.Width > 1 && j.Estimate <= length, j.Width == 1 && 2*j.Estimate > length && j.Estimate <= length:
			stacks = append(stacks, []int{i})
		case j.Width == 1 && j.Estimate <= length:
			at := slices.IndexFunc(small, func(stack []int) bool {
				height := j.Estimate
				for _, k := range stack {
					height += s.Jobs[k].Estimate
				}
				return height <= length
			})
			if at >= 0 {
				small[at] = append(small[at], i)
			} else if int64(len(small)) < free {
				small = append(small, []int{i})
			}
		}
	}
	return append(stacks, small...)
}

// heaviest returns the jobs of the stacks with the most weight that fit side by side, in
// the order of the list. Of equal weights it takes the set without the later stacks.
func heaviest(s *optgap.Step, stacks [][]int, free int64) []int {
	best, most := 0, int64(0)
	for set := range 1 << len(stacks) {
		width, weight := int64(0), int64(0)
		for k, stack := range stacks {
			if set>>k&1 == 1 {
				width += s.Jobs[stack[0]].Width
				for _, i := range stack {
					weight += s.Jobs[i].Width
				}
			}
		}
		if width <= free && weight > most {
			best, most = set, weight
		}
	}
	type placed struct {
		job   int
		start int64
	}
	var list []placed
	for k, stack := range stacks {
		if best>>k&1 == 0 {
			continue
		}
		start := int64(0)
		for _, i := range stack { // the shortest first
			list = append(list, placed{i, start})
			start += s.Jobs[i].Estimate
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(s.Jobs[a.job].Estimate, s.Jobs[b.job].Estimate))
	})
	var jobs []int
	for _, p := range list {
		jobs = append(jobs, p.job)
	}
	return jobs
}

// slowPlan plans the batches one after the other.
func slowPlan(s *optgap.Step, batches [][]int) optgap.Schedule {
	return steptest.Serial(s, slices.Concat(batches...))
}

// leastMakespan returns the least makespan of all orders of the jobs.
func leastMakespan(s *optgap.Step) int64 {
	least := int64(math.MaxInt64)
	for plan := range steptest.Plans(s) {
		least = min(least, plan.Makespan(s))
	}
	return least
}

// refuted reports whether one of the three arguments refutes a makespan, second by second.
func refuted(s *optgap.Step, makespan int64) bool {
	area, middle := int64(0), int64(0)
	for t := range makespan {
		area += s.History.At(t)
	}
	for _, j := range s.Jobs {
		if steptest.Serial(&optgap.Step{History: s.History, Jobs: []optgap.Job{j}}, []int{0})[0]+j.Estimate > makespan {
			return true
		}
		if j.Estimate > makespan/2 {
			middle += j.Width
		}
	}
	return area < s.TotalArea() || middle > s.History.At(makespan/2)
}
