package heuristics

import "fmt"

// Case is a row of Streit's Table 1 (2002), such as "6b". Row 4b and row 5
// state the same condition and are called "4b", as in the counts of his Table 6.
type Case string

// Qualities holds the quality of the plan of each dynP policy, smaller is
// better. They are exact integers: on one step, the divisors of ARTwW, ART and
// SLDwA are the same for all policies and cancel.
type Qualities struct{ FCFS, SJF, LJF int64 }

// Decider chooses the next policy of a self-tuning step from the qualities and
// the current policy, one of DynP. It also tells the case of Table 1.
type Decider func(q Qualities, current Policy) (Policy, Case)

// row is a sub-case of Table 1 in which the decision depends on no more.
type row struct {
	case_   Case
	holds   func(q Qualities) bool
	current string // name of the current policy; empty: any
	simple  string // name of the next policy; empty: the current one
	advance string
}

// table1 is Streit's Table 1. Exactly one row holds for any qualities and
// current policy.
var table1 = []row{
	{"1", func(q Qualities) bool { return q.FCFS == q.SJF && q.SJF == q.LJF }, "", "FCFS", ""},
	{"2", func(q Qualities) bool { return q.SJF < q.FCFS && q.SJF < q.LJF && q.FCFS != q.LJF }, "", "SJF", "SJF"},
	{"3", func(q Qualities) bool { return q.FCFS < q.SJF && q.FCFS < q.LJF && q.SJF != q.LJF }, "", "FCFS", "FCFS"},
	{"4a", func(q Qualities) bool { return ljfBest(q) && q.FCFS < q.SJF }, "", "LJF", "LJF"},
	{"4b", func(q Qualities) bool { return ljfBest(q) && q.FCFS == q.SJF }, "", "LJF", "LJF"},
	{"4c", func(q Qualities) bool { return ljfBest(q) && q.FCFS > q.SJF }, "", "LJF", "LJF"},
	{"6a", fcfsSJFBest, "FCFS", "", ""},
	{"6b", fcfsSJFBest, "SJF", "FCFS", ""},
	{"6c", fcfsSJFBest, "LJF", "FCFS", "FCFS"},
	{"7", func(q Qualities) bool { return q.FCFS == q.LJF && q.SJF < q.FCFS }, "", "SJF", "SJF"},
	{"8a", fcfsLJFBest, "FCFS", "", ""},
	{"8b", fcfsLJFBest, "SJF", "FCFS", "FCFS"},
	{"8c", fcfsLJFBest, "LJF", "FCFS", ""},
	{"9", func(q Qualities) bool { return q.SJF == q.LJF && q.FCFS < q.SJF }, "", "FCFS", "FCFS"},
	{"10a", sjfLJFBest, "FCFS", "SJF", "SJF"},
	{"10b", sjfLJFBest, "SJF", "", ""},
	{"10c", sjfLJFBest, "LJF", "SJF", ""},
}

func ljfBest(q Qualities) bool     { return q.LJF < q.FCFS && q.LJF < q.SJF }
func fcfsSJFBest(q Qualities) bool { return q.FCFS == q.SJF && q.FCFS < q.LJF }
func fcfsLJFBest(q Qualities) bool { return q.FCFS == q.LJF && q.FCFS < q.SJF }
func sjfLJFBest(q Qualities) bool  { return q.SJF == q.LJF && q.SJF < q.FCFS }

// Simple is the simple decider of Table 1, the third column.
func Simple(q Qualities, current Policy) (Policy, Case) {
	r := lookup(q, current)
	return next(r.simple, current), r.case_
}

// Advanced is the advanced decider of Table 1, the last column: it keeps the
// current policy where that is among the best.
func Advanced(q Qualities, current Policy) (Policy, Case) {
	r := lookup(q, current)
	return next(r.advance, current), r.case_
}

func lookup(q Qualities, current Policy) *row {
	for i := range table1 {
		if r := &table1[i]; (r.current == "" || r.current == current.Name) && r.holds(q) {
			return r
		}
	}
	panic(fmt.Sprintf("heuristics: no row of Table 1 for %+v and current policy %q, which must be one of DynP", q, current.Name))
}

func next(name string, current Policy) Policy {
	switch name {
	case "FCFS":
		return FCFS
	case "SJF":
		return SJF
	case "LJF":
		return LJF
	}
	return current
}
