package engine

import (
	"cmp"
	"slices"
)

// plan is an order of jobs, with what it takes to plan it anew from any place on.
type plan struct {
	problem   *Problem
	apart     int // places from a mark to the next
	jobs      []job
	order     []int       // of jobs
	candidate []int       // the same as order outside of a move's places
	starts    []int64     // by place in the order
	start     []int64     // by job
	before    []int64     // cost of the jobs before each place; the last is the cost of all
	marks     [][]Segment // free processors before every apart-th place

	least []size // of the jobs from every apart-th place on

	// Of the candidate, from the first place that changed on:
	newStarts, newBefore []int64
	newMarks             [][]Segment
	free                 []Segment // scratch
}

// job is what the plan needs of a job's kind.
type job struct{ earliest, width, duration, weight int64 }

// There is a mark before each leastApart-th place, or fewer marks, so that all of them have
// at most mostMarked segments: 64 MiB, and as much for the candidate.
const (
	leastApart = 4
	mostMarked = 1 << 22
)

// A candidate is given up where the jobs planned so far cost too much more than before, after so
// many places behind the first that changed. Mostly the jobs behind cost more then, too.
const watched = 3

func newPlan(p *Problem, order []int) *plan {
	n := len(order)
	apart := max(leastApart, n*n/mostMarked)
	s := &plan{
		problem: p, apart: apart, order: make([]int, n), candidate: make([]int, n),
		starts: make([]int64, n), newStarts: make([]int64, n), start: make([]int64, n),
		before: make([]int64, n+1), newBefore: make([]int64, n+1),
		marks: make([][]Segment, n/apart+1), newMarks: make([][]Segment, n/apart+1),
		least: make([]size, n/apart+1),
	}
	for i, kind := range order {
		k := &p.Kinds[kind]
		s.jobs, s.order[i], s.start[i] = append(s.jobs, job{k.Earliest, k.Width, k.Duration, k.Weight}), i, -1
	}
	s.marks[0] = p.Free
	s.all()
	return s
}

// size is the least width and the least duration of some jobs.
type size struct{ width, duration int64 }

// measure sets least.
func (s *plan) measure() {
	at := size{Never, Never}
	for i := len(s.order) - 1; i >= 0; i-- {
		j := &s.jobs[s.order[i]]
		at = size{min(at.width, j.width), min(at.duration, j.duration)}
		if i%s.apart == 0 {
			s.least[i/s.apart] = at
		}
	}
}

// usable returns the segments from the first that a job may use. The job has at least the
// given size.
func usable(free []Segment, least size) []Segment {
	i := 0
	for {
		for i+1 < len(free) && free[i].Free < least.width {
			i++
		}
		k := i + 1
		for k < len(free) && free[k].Free >= least.width {
			k++
		}
		if k >= len(free) || free[k].Time-free[i].Time >= least.duration {
			return free[i:]
		}
		i = k
	}
}

// cost returns the cost of the order.
func (s *plan) cost() int64 { return s.before[len(s.order)] }

// all plans the whole order.
func (s *plan) all() {
	copy(s.candidate, s.order)
	s.measure()
	s.try(0, len(s.order)-1, Never)
}

// sort sorts the order by start. The starts stay, or get earlier.
func (s *plan) sort() {
	places := make([]int, len(s.order))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(
		places,
		func(a, b int) int { return cmp.Compare(s.starts[a], s.starts[b]) },
	)
	for i, from := range places {
		s.candidate[i] = s.order[from]
	}
	copy(s.order, s.candidate)
	s.all()
}

// try plans the candidate, which differs from the order from place low to place high. The
// candidate becomes the order where it costs at most allowed more. Otherwise the order
// becomes the candidate again. Of a candidate that is given up, only some jobs are planned. So it is
// where a job moves ahead of others and starts as before, as then they do, too.
// Where time is up, try returns false and the plan is of no use.
func (s *plan) try(low, high int, allowed int64) (taken bool) {
	free := s.at(low)
	s.newBefore[low] = s.before[low]
	end := low
	n := len(s.order)
	least := s.least[low/s.apart]
	same := true
	// more is the cost of the planned jobs, less what they cost before. Where the jobs of the move
	// start as before, so do all others.
	more := int64(0)
	for ; end < n && !(same && end > high); end++ {
		if end%s.apart == 0 && end > high {
			least = s.least[end/s.apart]
		}
		free = usable(free, least)
		if end%s.apart == 0 && end > low {
			if end > high && slices.Equal(free, s.marks[end/s.apart]) {
				break // all jobs from here on start as before
			}
			s.newMarks[end/s.apart] = append(s.newMarks[end/s.apart][:0], free...)
		}
		if end == low+1 && end <= high && same && s.candidate[end] == s.order[low] {
			break // the jobs behind would start as before, too
		}
		if more > allowed && end > low+watched {
			break
		}
		if s.problem.Watch.Spend(len(free)) {
			return false // time is up: what is planned is of no use
		}
		j := &s.jobs[s.candidate[end]]
		free, s.newStarts[end] = place(free, j.earliest, j.width, j.duration)
		s.newBefore[end+1] = s.newBefore[end] + j.weight*s.newStarts[end]
		later := s.newStarts[end] - s.start[s.candidate[end]]
		more += j.weight * later
		same = same && later == 0
	}
	if cap(free) > cap(s.free) {
		s.free = free[:0]
	}
	if end <= high || more > allowed {
		copy(s.candidate[low:high+1], s.order[low:high+1])
		return false
	}
	s.take(low, high, end, s.newBefore[end]-s.before[end])
	return true
}

// at returns the free processors before a place, in space that is used again.
func (s *plan) at(to int) []Segment {
	from := to / s.apart * s.apart
	free := append(s.free[:0], s.marks[to/s.apart]...)
	for i := from; i < to; i++ {
		j := &s.jobs[s.order[i]]
		free = reserve(
			free,
			index(free, s.starts[i]),
			s.starts[i],
			s.starts[i]+j.duration,
			j.width,
		)
	}
	return free
}

// take makes the candidate the order. Its jobs from place end on start as before, and all
// cost so much more.
func (s *plan) take(low, high, end int, more int64) {
	copy(s.order[low:high+1], s.candidate[low:high+1])
	copy(s.starts[low:end], s.newStarts[low:end])
	copy(s.before[low:end+1], s.newBefore[low:end+1])
	for i := low; i < end; i++ {
		s.start[s.order[i]] = s.starts[i]
	}
	if more != 0 {
		for i := end + 1; i < len(s.before); i++ {
			s.before[i] += more
		}
	}
	if low/s.apart < high/s.apart {
		s.measure()
	}
	for m := low/s.apart + 1; m*s.apart < end; m++ {
		s.marks[m], s.newMarks[m] = s.newMarks[m], s.marks[m]
	}
}

// index is Index for many segments, of which any may hold t.
func index(free []Segment, t int64) int {
	low := 0
	high := len(free)
	for high-low > 1 {
		if mid := (low + high) / 2; free[mid].Time <= t {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// place places a job at its earliest start, not before from. It changes the segments in place,
// where Reserve copies them.
func place(free []Segment, from, width, duration int64) (left []Segment, start int64) {
	i := 0
	if from > free[0].Time {
		i = index(free, from)
	}
	start, i = EarliestIn(free, i, from, width, duration)
	return reserve(free, i, start, start+duration, width), start
}

// reserve takes processors from start to end, in place. start lies in the segment first.
func reserve(free []Segment, first int, start, end, width int64) []Segment {
	if free[first].Time < start {
		free = slices.Insert(free, first+1, Segment{Time: start, Free: free[first].Free})
		first++
	}
	k := first
	for ; k < len(free) && free[k].Time < end; k++ {
		free[k].Free -= width
	}
	switch {
	case k == len(free) || free[k].Time > end:
		free = slices.Insert(free, k, Segment{Time: end, Free: free[k-1].Free + width})
	case free[k].Free == free[k-1].Free:
		free = slices.Delete(free, k, k+1)
	}
	if first > 0 && free[first].Free == free[first-1].Free {
		free = slices.Delete(free, first, first+1)
	}
	return free
}
