package dynp

import "slices"

// Decider chooses the next policy of a self-tuning step and returns its index.
// values holds a number for the plan of each policy. A smaller number is better,
// and only the order of the numbers counts. current is the index of the active
// policy. A scheduler panics where the answer is the index of no policy.
type Decider func(values []int64, current int) int

// Case is a row of Streit's Table 1 (2002), such as "6b". Row 4b and row 5
// state the same condition and are called "4b", as in the counts of his Table 6.
type Case string

const fcfs, sjf, ljf = 0, 1, 2

// CaseOf returns the row of Table 1 that holds for the values of FCFS, SJF and
// LJF, in this order. current is the index of the active policy: of two best policies the row
// depends on it.
func CaseOf(values []int64, current int) Case {
	f := values[fcfs]
	s := values[sjf]
	l := values[ljf]
	switch {
	case f == s && s == l:
		return "1"
	case s < f && s < l && f != l:
		return "2"
	case f < s && f < l && s != l:
		return "3"
	case l < f && l < s && f < s:
		return "4a"
	case l < f && l < s && f == s:
		return "4b"
	case l < f && l < s:
		return "4c"
	case f == s:
		return [...]Case{"6a", "6b", "6c"}[current]
	case f == l && s < f:
		return "7"
	case f == l:
		return [...]Case{"8a", "8b", "8c"}[current]
	case f < s:
		return "9"
	}
	return [...]Case{"10a", "10b", "10c"}[current]
}

// Simple is the simple decider, the third column of Table 1: it takes the first of the best.
func Simple(values []int64, _ int) int { return bestOf(values) }

// Advanced is the advanced decider, the last column of Table 1: it keeps the current policy where
// that is among the best, and takes the first of the best otherwise.
func Advanced(values []int64, current int) int {
	if best := bestOf(values); values[best] < values[current] {
		return best
	}
	return current
}

// bestOf returns the index of the smallest value, the first of equal ones.
func bestOf(values []int64) int {
	return slices.Index(values, slices.Min(values))
}
