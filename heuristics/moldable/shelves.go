package moldable

import (
	"cmp"
	"container/heap"
	"slices"
)

// shelving turns the shelves that a guess d has chosen into a schedule of length 3/2 d.
// The large shelf fits the machine. The small one may not. Three rules, applied until
// none of them can be, change that (Mounié, Rapine and Trystram 2007):
//
//   - lower: a job of the large shelf that takes at most 3/4 d on several processors
//     gets one processor less, on which it takes at most 3/2 d.
//   - pair: two jobs that take at most 3/4 d on one processor share one. Where there
//     is only one such job, it may follow another job of the large shelf, on one of its
//     processors.
//   - promote: a job of the small shelf that takes at most 3/2 d on the processors that
//     the large shelf leaves free moves there.
//
// Processors on which jobs take more than d by these rules are full. The small shelf gets
// the others. For monotone vectors the small shelf fits: were it wider, the work would
// exceed m d. Small jobs then go where most time is left. They fit as well: otherwise every
// processor would be busy for more than d.
type shelving struct {
	machine   int64 // processors
	jobs      []job
	guess     int64       // d, in ticks
	end       int64       // 3/2 d, rounded down
	allotment []Allotment // by job
	shelves   []Shelf     // by job

	large, small, loose []int   // jobs of the shelves LargeShelf, SmallShelf and NoShelf
	free                int64   // processors that the large shelf leaves free
	tall                []int   // jobs of the large shelf that take more than guess
	pairs               [][]int // jobs that share a processor
	riders              [][]int // by job: the jobs that follow it, each on one of its processors
}

func newShelving(machine int64, jobs []job, guess int64, shelves []Shelf) *shelving {
	s := &shelving{
		machine: machine, jobs: jobs, guess: guess, end: guess + guess/2, shelves: shelves,
		allotment: make([]Allotment, len(jobs)), riders: make([][]int, len(jobs)), free: machine,
	}
	for i := range jobs {
		o := jobs[i].options[0]
		switch shelves[i] {
		case LargeShelf:
			o, _ = jobs[i].fits(guess)
			s.large = append(s.large, i)
			s.free -= o.Width
		case SmallShelf:
			o, _ = jobs[i].fits(guess / 2)
			s.small = append(s.small, i)
		case NoShelf:
			s.loose = append(s.loose, i)
		}
		s.allotment[i] = o.Allotment
	}
	return s
}

// schedule applies the rules and lays the jobs onto processors. Then each job moves
// forward, in the order of the starts. Where the small shelf or a small job does not fit,
// the list algorithm makes the schedule. For monotone vectors all fit.
func (s *shelving) schedule() Schedule {
	for s.lower() || s.pair() || s.promote() {
	}
	for i, shelf := range s.shelves { // promoted jobs
		if shelf == SmallShelf && !slices.Contains(s.small, i) {
			s.shelves[i] = LargeShelf
		}
	}
	schedule := make(Schedule, len(s.jobs))
	if !s.lay(schedule) {
		byShelf := func(a, b int) int { return cmp.Compare(s.shelves[a], s.shelves[b]) }
		return graham(s.machine, s.allotment, ordered(len(s.jobs), byShelf))
	}
	byStart := func(a, b int) int { return cmp.Compare(schedule[a].Start, schedule[b].Start) }
	return insert(s.machine, s.allotment, ordered(len(s.jobs), byStart))
}

// low tells that a job takes at most 3/4 of the guess.
func (s *shelving) low(i int) bool { return 4*s.allotment[i].Time <= 3*s.guess }

// lower applies the first rule to one job. It returns false where it can't.
func (s *shelving) lower() bool {
	for at, i := range s.large {
		before := s.allotment[i]
		if before.Width == 1 || !s.low(i) {
			continue
		}
		o, ok := s.jobs[i].upTo(before.Width - 1)
		if !ok || o.Time > s.end { // not monotone
			continue
		}
		s.allotment[i] = o.Allotment
		s.free += before.Width - o.Width
		s.large = slices.Delete(s.large, at, at+1)
		s.tall = append(s.tall, i)
		return true
	}
	return false
}

// pair applies the second rule once. It returns false where it can't.
func (s *shelving) pair() bool {
	alone := -1
	for _, i := range s.large {
		if s.allotment[i].Width > 1 || !s.low(i) || len(s.riders[i]) > 0 {
			continue
		}
		if alone < 0 {
			alone = i
			continue
		}
		s.pairs = append(s.pairs, []int{alone, i})
		s.leave(alone)
		s.leave(i)
		s.free++
		return true
	}
	if alone < 0 {
		return false
	}
	for _, i := range s.large {
		if i != alone && int64(len(s.riders[i])) < s.allotment[i].Width &&
			s.allotment[i].Time+s.allotment[alone].Time <= s.end {
			s.riders[i] = append(s.riders[i], alone)
			s.leave(alone)
			s.free++
			return true
		}
	}
	return false
}

// leave takes a job from the large shelf.
func (s *shelving) leave(i int) {
	at := slices.Index(s.large, i)
	s.large = slices.Delete(s.large, at, at+1)
}

// promote applies the third rule to one job. It returns false where it can't.
func (s *shelving) promote() bool {
	for at, i := range s.small {
		o, ok := s.jobs[i].fits(s.end)
		if !ok || o.Width > s.free {
			continue
		}
		s.allotment[i] = o.Allotment
		s.free -= o.Width
		s.small = slices.Delete(s.small, at, at+1)
		if o.Time > s.guess {
			s.tall = append(s.tall, i)
		} else {
			s.large = append(s.large, i)
		}
		return true
	}
	return false
}

// lay writes the starts of all jobs. It returns false where the small shelf or a small
// job does not fit.
func (s *shelving) lay(schedule Schedule) bool {
	full, open := s.base(schedule)
	for _, i := range s.small {
		a := s.allotment[i]
		if a.Width > int64(len(open)) {
			return false
		}
		schedule[i] = Placement{s.end - a.Time, a.Width}
		for c := range open[:a.Width] {
			open[c].to = s.end - a.Time
		}
		full = append(full, open[:a.Width]...)
		open = open[a.Width:]
	}
	return fill(append(full, open...), s.loose, s.allotment, schedule)
}

// base starts the jobs of the large shelf and returns the gaps above them: full are those
// of processors that the small shelf may not use, open those that it may use.
func (s *shelving) base(schedule Schedule) (full, open gaps) {
	for _, i := range s.tall {
		full = append(full, repeated(gap{s.allotment[i].Time, s.end}, s.allotment[i].Width)...)
		schedule[i] = Placement{0, s.allotment[i].Width}
	}
	for _, pair := range s.pairs {
		full = append(full, s.follow(schedule, 0, pair))
	}
	for _, i := range s.large {
		a := s.allotment[i]
		schedule[i] = Placement{0, a.Width}
		for _, rider := range s.riders[i] {
			full = append(full, s.follow(schedule, a.Time, []int{rider}))
		}
		open = append(open, repeated(gap{a.Time, s.end}, a.Width-int64(len(s.riders[i])))...)
	}
	return full, append(open, repeated(gap{0, s.end}, s.free)...)
}

// follow starts jobs one after the other on one processor and returns the gap above.
func (s *shelving) follow(schedule Schedule, from int64, jobs []int) gap {
	for _, i := range jobs {
		schedule[i] = Placement{from, 1}
		from += s.allotment[i].Time
	}
	return gap{from, s.end}
}

// gap is the idle time of a processor.
type gap struct{ from, to int64 }

// repeated returns so many equal gaps; none where times is below 1.
func repeated(g gap, times int64) gaps { return slices.Repeat(gaps{g}, int(max(times, 0))) }

// fill starts each job in the longest gap. It returns false where one does not fit.
func fill(open gaps, jobs []int, allotment []Allotment, schedule Schedule) bool {
	heap.Init(&open)
	for _, i := range jobs {
		g := &open[0]
		if g.to-g.from < allotment[i].Time {
			return false
		}
		schedule[i] = Placement{g.from, 1}
		g.from += allotment[i].Time
		heap.Fix(&open, 0)
	}
	return true
}

// gaps is a heap with the longest gap first.
type gaps []gap

func (g gaps) Len() int           { return len(g) }
func (g gaps) Less(i, j int) bool { return g[i].to-g[i].from > g[j].to-g[j].from }
func (g gaps) Swap(i, j int)      { g[i], g[j] = g[j], g[i] }
func (g *gaps) Push(x any)        { *g = append(*g, x.(gap)) }
func (g *gaps) Pop() any {
	old := *g
	last := old[len(old)-1]
	*g = old[:len(old)-1]
	return last
}
