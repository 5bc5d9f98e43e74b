package allocation

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// Block is a rectangle of a Gantt chart: the processors [Low, High) during the
// seconds [Start, End), relative to the step's moment.
type Block struct {
	Start, End int64
	Low, High  int64
}

// Layout gives jobs and the history their processors. No two of its blocks overlap.
type Layout struct {
	Jobs    [][]Block // Jobs[i] are the blocks of Step.Jobs[i]; their heights add up to its width
	History []Block   // processors that are not free
}

// Step gives every job of a schedule processors of its own, from its start to its
// end. A job gets the lowest block that is free. Where no block is wide enough,
// the job gets pieces of as few free runs as possible. Of jobs that start
// together the longest is lowest.
//
// Processors that are not free lie at the top of the machine. Where fewer processors are
// free than before, the history takes the highest that are free at that second. Where more
// are free, the history gives back what it took last (see [optgap.History.Taken]). So a history that only
// rises is a staircase that shrinks towards the top. Processors that are not free after the last change last up
// to the second until, or up to the makespan if that is later.
//
// The error is that of [optgap.Schedule.Check]: a feasible schedule always has an
// assignment. The cost is O((n + changes) * free runs), for a machine of any size.
func Step(step *optgap.Step, s optgap.Schedule, until int64) (Layout, error) {
	if err := s.Check(step); err != nil {
		return Layout{}, err
	}
	l := Layout{Jobs: make([][]Block, len(s))}
	var holdings []holding
	for _, i := range longestFirst(step.Jobs) {
		j := step.Jobs[i]
		holdings = append(holdings, holding{
			id: j.ID, start: s[i], end: s[i] + j.Estimate, width: j.Width, blocks: &l.Jobs[i],
		})
	}
	taken := step.History.Taken(step.Machine, max(until, s.Makespan(step)))
	slices.SortStableFunc(taken, func(a, b optgap.Taken) int { return cmp.Compare(b.End, a.End) }) // the last end on top
	for _, t := range taken {
		holdings = append(holdings, holding{start: t.Start, end: t.End, width: t.Width, top: true, blocks: &l.History})
	}
	if err := assignHoldings(holdings, []site{newSite(0, step.Machine)}); err != nil {
		return Layout{}, err
	}
	slices.SortFunc(l.History, func(x, y Block) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.Low, y.Low))
	})
	return l, nil
}

// longestFirst returns the indices of the jobs by falling estimate, of equal ones by falling width.
func longestFirst(jobs []optgap.Job) []int {
	order := make([]int, len(jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		p, q := jobs[a], jobs[b]
		return cmp.Or(cmp.Compare(q.Estimate, p.Estimate), cmp.Compare(q.Width, p.Width))
	})
	return order
}
