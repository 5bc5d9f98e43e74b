package recipe

import (
	"cmp"
	"slices"
)

// shares divides a number of steps among workloads that have so many fitting ones. Each gives the
// same number, or all that it has. What is left of a division goes to the first workloads with more.
// The sum is less than wanted where there are not enough.
func shares(wanted int, fitting []int) []int {
	given := make([]int, len(fitting))
	for wanted > 0 {
		var open []int
		for i, n := range fitting {
			if given[i] < n {
				open = append(open, i)
			}
		}
		if len(open) == 0 {
			return given
		}
		each := max(1, wanted/len(open))
		for _, i := range open {
			more := min(each, fitting[i]-given[i], wanted)
			given[i] += more
			wanted -= more
		}
	}
	return given
}

// candidate is a step of a replay that fits a class.
type candidate struct {
	index    int
	hardness float64
}

// pick returns the indices of the candidates that the rule takes, ascending. They are in the order
// of the replay, and at least as many as are wanted.
func (c Choose) pick(from []candidate, wanted int) (indices []int) {
	for k := range wanted {
		stretch := from[k*len(from)/wanted : (k+1)*len(from)/wanted]
		best := stretch[0]
		if c == Hardest {
			best = slices.MaxFunc(stretch, func(a, b candidate) int { return cmp.Compare(a.hardness, b.hardness) })
		}
		indices = append(indices, best.index)
	}
	return indices
}
