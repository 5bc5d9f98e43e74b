package verify

import (
	"math"
	"slices"
)

// partial is a node: some jobs have starts. What is about jobs left is missing where others replace
// it.
type partial struct {
	free     capacity    // processors that the history and the placed jobs leave
	placed   []placement // in the order in which they were placed
	left     []int       // jobs, in the order of the step
	earliest []int64     // by job left: its earliest start beside the placed jobs
	later    []int64     // by job left: the earliest one at which it stands behind the job placed last
	cost     int64       // of the placed jobs
}

// placement is a job with its start.
type placement struct {
	start int64
	job   int
}

// before tells that a placement comes first in the order of starts, and of jobs among equal starts.
func (a placement) before(b placement) bool {
	return a.start < b.start || a.start == b.start && a.job < b.job
}

// last returns the placement that was made last.
func (p *partial) last() placement {
	if len(p.placed) == 0 {
		return placement{-1, -1}
	}
	return p.placed[len(p.placed)-1]
}

// place returns the node with one more job.
func (p *partial) place(jobs []job, at placement) *partial {
	j := jobs[at.job]
	next := &partial{
		free:   p.free.reserve(at.start, j.duration, j.width),
		placed: append(slices.Clip(p.placed), at),
		left:   make([]int, 0, len(p.left)), earliest: make([]int64, 0, len(p.left)),
		later: make([]int64, 0, len(p.left)), cost: p.cost + j.weight*at.start,
	}
	for i, k := range p.left {
		if k != at.job {
			j := jobs[k]
			first := next.free.earliest(p.earliest[i], j.width, j.duration)
			behind := at.start
			if k < at.job { // an equal start would stand before it
				behind++
			}
			next.left = append(next.left, k)
			next.earliest = append(next.earliest, first)
			next.later = append(
				next.later,
				next.free.earliest(max(first, behind), j.width, j.duration),
			)
		}
	}
	return next
}

// first returns the second before which no job left can start.
func (p *partial) first() int64 {
	first := int64(math.MaxInt64)
	for _, e := range p.later {
		first = min(first, e)
	}
	return first
}

// replaces tells that q, with the same jobs placed, takes the place of p: each schedule that
// continues p becomes one that continues q, and that costs less, or as much and comes first. The
// jobs left start so much later, or earlier, as their cost allows.
func (q *partial) replaces(p *partial, jobs []job) bool {
	weight := int64(0)
	for _, k := range p.left {
		weight += jobs[k].weight
	}
	if weight == 0 {
		return false
	}
	less := p.cost - q.cost
	later := less / weight
	if less%weight < 0 {
		later-- // rounded down
	}
	if less%weight == 0 && !q.comesFirst(p) {
		later--
	}
	t := p.first()
	if t+later < 0 {
		return false
	}
	i := p.free.at(t)
	k := q.free.at(t + later)
	for {
		if q.free[k].Free < p.free[i].Free {
			return false
		}
		nextP := int64(math.MaxInt64)
		nextQ := int64(math.MaxInt64)
		if i+1 < len(p.free) {
			nextP = p.free[i+1].Time
		}
		if k+1 < len(q.free) {
			nextQ = q.free[k+1].Time - later
		}
		if nextP == math.MaxInt64 && nextQ == math.MaxInt64 {
			return true
		}
		if nextP <= nextQ {
			i++
		}
		if nextQ <= nextP {
			k++
		}
	}
}

// comesFirst compares the placements of two nodes with the same jobs, in the order of their starts.
func (q *partial) comesFirst(p *partial) bool {
	sorted := slices.Clone(q.placed)
	slices.SortFunc(sorted, func(a, b placement) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	for i, a := range sorted {
		if a != p.placed[i] {
			return a.before(p.placed[i])
		}
	}
	return false
}
