package engine

import (
	"cmp"
	"slices"
)

// plan is an order of jobs, with what it takes to plan it anew from any place on. T is int32 where all
// seconds and processors fit, as levels are moved all the time: that made 1.3 times the moves on 2500
// jobs of KTH.
type plan[T number] struct {
	problem   *Problem
	apart     int // places from a mark to the next
	jobs      []job
	order     []int        // of jobs
	candidate []int        // the same as order outside of a move's places
	starts    []int64      // by place in the order
	start     []int64      // by job
	before    []int64      // cost of the jobs before each place; the last is the cost of all
	marks     [][]level[T] // free processors before every apart-th place

	least []size // of the jobs from every apart-th place on

	// Of the candidate, from the first place that changed on:
	newStarts, newBefore []int64
	newMarks             [][]level[T]
	free                 []level[T] // scratch
}

type number interface{ int32 | int64 }

// level is a Segment of a plan.
type level[T number] struct{ time, free T }

// job is what the plan needs of a job's kind.
type job struct{ earliest, width, duration, weight int64 }

// There is a mark before each leastApart-th place, or fewer marks, so that all of them have
// at most mostMarked levels: 32 MiB in 32 bits, and as much for the candidate.
const (
	leastApart = 8
	mostMarked = 1 << 22
)

// A candidate is given up where the jobs planned so far cost too much more than before, after so
// many places behind the first that changed. Mostly the jobs behind cost more then, too.
const watched = 3

func newPlan[T number](p *Problem, order []int) *plan[T] {
	n := len(order)
	apart := max(leastApart, n*n/mostMarked)
	s := &plan[T]{
		problem: p, apart: apart, order: make([]int, n), candidate: make([]int, n),
		starts: make([]int64, n), newStarts: make([]int64, n), start: make([]int64, n),
		before: make([]int64, n+1), newBefore: make([]int64, n+1),
		marks: make([][]level[T], n/apart+1), newMarks: make([][]level[T], n/apart+1),
		least: make([]size, n/apart+1),
	}
	for i, kind := range order {
		k := &p.Kinds[kind]
		s.jobs, s.order[i], s.start[i] = append(s.jobs, job{k.Earliest, k.Width, k.Duration, k.Weight}), i, -1
	}
	for _, f := range p.Free {
		s.marks[0] = append(s.marks[0], level[T]{T(f.Time), T(f.Free)})
	}
	s.all()
	return s
}

// size is the least width and the least duration of some jobs.
type size struct{ width, duration int64 }

// measure sets least.
func (s *plan[T]) measure() {
	at := size{Never, Never}
	for i := len(s.order) - 1; i >= 0; i-- {
		j := &s.jobs[s.order[i]]
		at = size{min(at.width, j.width), min(at.duration, j.duration)}
		if i%s.apart == 0 {
			s.least[i/s.apart] = at
		}
	}
}

// usable returns the levels from the first that a job may use. The job has at least the
// given size.
func usable[T number](free []level[T], least size) []level[T] {
	i := 0
	for {
		for i+1 < len(free) && int64(free[i].free) < least.width {
			i++
		}
		k := i + 1
		for k < len(free) && int64(free[k].free) >= least.width {
			k++
		}
		if k >= len(free) || int64(free[k].time-free[i].time) >= least.duration {
			return free[i:]
		}
		i = k
	}
}

// cost returns the cost of the order.
func (s *plan[T]) cost() int64 { return s.before[len(s.order)] }

// all plans the whole order.
func (s *plan[T]) all() {
	copy(s.candidate, s.order)
	s.measure()
	s.try(0, len(s.order)-1, Never)
}

// sort sorts the order by start. The starts stay, or get earlier.
func (s *plan[T]) sort() {
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
func (s *plan[T]) try(low, high int, allowed int64) (taken bool) {
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
		if end%s.apart == 0 && end > low {
			if end > high {
				least = s.least[end/s.apart]
			}
			free = usable(free, least)
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
		var start T
		free, start = place(free, T(j.earliest), T(j.width), T(j.duration))
		s.newStarts[end] = int64(start)
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
func (s *plan[T]) at(to int) []level[T] {
	from := to / s.apart * s.apart
	free := append(s.free[:0], s.marks[to/s.apart]...)
	for i := from; i < to; i++ {
		j := &s.jobs[s.order[i]]
		start := T(s.starts[i])
		free = reserve(free, index(free, start), start, start+T(j.duration), T(j.width))
	}
	return free
}

// take makes the candidate the order. Its jobs from place end on start as before, and all
// cost so much more.
func (s *plan[T]) take(low, high, end int, more int64) {
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

// index returns the level that holds a second; 0 where none does.
func index[T number](free []level[T], t T) int {
	low := 0
	high := len(free)
	for high-low > 1 {
		mid := (low + high) / 2
		if free[mid].time <= t {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// place places a job at its earliest start, not before from, as Earliest does with Segments.
func place[T number](free []level[T], from, width, duration T) (left []level[T], start T) {
	i := index(free, from)
	for {
		for free[i].free < width {
			i++
		}
		start = max(from, free[i].time)
		k := i + 1
		for k < len(free) && free[k].time-start < duration && free[k].free >= width {
			k++
		}
		if k == len(free) || free[k].time-start >= duration {
			return reserve(free, i, start, start+duration, width), start
		}
		i = k
	}
}

// reserve takes processors from start to end, in place. The level first holds start.
func reserve[T number](free []level[T], first int, start, end, width T) []level[T] {
	n := len(free)
	k := first + 1 // the first level from the end on
	for k < n && free[k].time < end {
		k++
	}
	splits := 0
	if free[first].time < start {
		splits = 1
	}
	more := splits
	if k == n || free[k].time > end {
		more++
	}
	// The levels behind the job move once, whether it adds none, one or two.
	last := free[k-1].free
	free = append(free, level[T]{}, level[T]{})[:n+more]
	copy(free[k+more:], free[k:n])
	for i := k - 1; i > first; i-- {
		free[i+splits] = level[T]{free[i].time, free[i].free - width}
	}
	free[first+splits] = level[T]{max(start, free[first].time), free[first].free - width}
	k += splits
	if more > splits {
		free[k] = level[T]{end, last}
	} else if free[k].free == free[k-1].free {
		free = slices.Delete(free, k, k+1)
	}
	if splits == 0 && first > 0 && free[first].free == free[first-1].free {
		free = slices.Delete(free, first, first+1)
	}
	return free
}
