package dynp

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/heuristics"
)

// Decider chooses the next policy of a self-tuning step and returns its index.
// values holds a number for the plan of each policy. A smaller number is better,
// and only the order of the numbers counts. current is the index of the active
// policy. A scheduler panics where the answer is the index of no policy.
type Decider func(values []int64, current int) int

// Case is a row of Streit's Table 1 (2002), such as "6b". Row 4b and row 5
// state the same condition and are called "4b", as in the counts of his Table 6.
type Case string

// row is a sub-case of Table 1, fine enough that both deciders have one answer in
// it. f, s and l are the values of FCFS, SJF and LJF.
type row struct {
	name    Case
	holds   func(f, s, l int64) bool
	current int // index of the current policy, or anyPolicy
	simple  int // index of the simple decider's next policy, or same
	advance int // index of the advanced decider's next policy, or same
}

const (
	fcfs, sjf, ljf  = 0, 1, 2
	anyPolicy, same = -1, -1
)

// table1 is Streit's Table 1. Exactly one row holds for any values and current
// policy.
var table1 = []row{
	{"1", func(f, s, l int64) bool { return f == s && s == l }, anyPolicy, fcfs, same},
	{"2", func(f, s, l int64) bool { return s < f && s < l && f != l }, anyPolicy, sjf, sjf},
	{"3", func(f, s, l int64) bool { return f < s && f < l && s != l }, anyPolicy, fcfs, fcfs},
	{"4a", func(f, s, l int64) bool { return l < f && l < s && f < s }, anyPolicy, ljf, ljf},
	{"4b", func(f, s, l int64) bool { return l < f && l < s && f == s }, anyPolicy, ljf, ljf},
	{"4c", func(f, s, l int64) bool { return l < f && l < s && f > s }, anyPolicy, ljf, ljf},
	{"6a", fcfsSJFBest, fcfs, same, same},
	{"6b", fcfsSJFBest, sjf, fcfs, same},
	{"6c", fcfsSJFBest, ljf, fcfs, fcfs},
	{"7", func(f, s, l int64) bool { return f == l && s < f }, anyPolicy, sjf, sjf},
	{"8a", fcfsLJFBest, fcfs, same, same},
	{"8b", fcfsLJFBest, sjf, fcfs, fcfs},
	{"8c", fcfsLJFBest, ljf, fcfs, same},
	{"9", func(f, s, l int64) bool { return s == l && f < s }, anyPolicy, fcfs, fcfs},
	{"10a", sjfLJFBest, fcfs, sjf, sjf},
	{"10b", sjfLJFBest, sjf, same, same},
	{"10c", sjfLJFBest, ljf, sjf, same},
}

func fcfsSJFBest(f, s, l int64) bool { return f == s && f < l }
func fcfsLJFBest(f, s, l int64) bool { return f == l && f < s }
func sjfLJFBest(f, s, l int64) bool  { return s == l && s < f }

// CaseOf returns the row of Table 1 that holds for the values of FCFS, SJF and
// LJF, in this order. current is the index of the active policy.
func CaseOf(values []int64, current int) Case { return table1[lookup(values, current)].name }

// Simple is the simple decider, the third column of Table 1. Of other numbers of
// policies than three it takes the first of the best.
func Simple(values []int64, current int) int {
	if len(values) != len(heuristics.DynP()) {
		return bestOf(values)
	}
	return next(table1[lookup(values, current)].simple, current)
}

// Advanced is the advanced decider, the last column of Table 1. Of other numbers
// of policies than three it keeps the current one where that is among the best,
// and takes the first of the best otherwise.
func Advanced(values []int64, current int) int {
	if len(values) != len(heuristics.DynP()) {
		if best := bestOf(values); values[best] < values[current] {
			return best
		}
		return current
	}
	return next(table1[lookup(values, current)].advance, current)
}

// lookup returns the index of the row that holds for three values.
func lookup(values []int64, current int) int {
	f := values[fcfs]
	s := values[sjf]
	l := values[ljf]
	for i := range table1 {
		if r := &table1[i]; (r.current == anyPolicy || r.current == current) &&
			r.holds(f, s, l) {
			return i
		}
	}
	panic(
		fmt.Sprintf(
			"dynp: no row of Table 1 for %v and current policy %d, expected 0 to 2",
			values,
			current,
		),
	)
}

// next returns the policy, or the current one where policy is same.
func next(policy, current int) int {
	if policy == same {
		return current
	}
	return policy
}

// bestOf returns the index of the smallest value, the first of equal ones.
func bestOf(values []int64) int {
	return slices.Index(values, slices.Min(values))
}
