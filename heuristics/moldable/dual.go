package moldable

// Shelf is the shelf on which Dual puts a job.
type Shelf int

const (
	LargeShelf Shelf = iota // lasts the guess, or one and a half of it after a rule
	SmallShelf              // lasts half of the guess
	NoShelf                 // takes at most half of the guess on one processor, and fills gaps
)

// DualResult is a schedule and a bound on the makespan.
type DualResult struct {
	Schedule Schedule // the shortest one found
	Bound    int64    // in ticks; no schedule is shorter
	// Guess is the least guess that was not refuted, in ticks: the approximate C*max of
	// Dutot et al. The schedule is at most 3/2 of the guess where all vectors are monotone
	// and no job needs several processors. The guess is at most (1 + precision) times the
	// bound, or one tick more.
	Guess     int64
	Allotment []Allotment // of each job, for Guess
	Shelves   []Shelf     // of each job, for Guess
}

// Dual finds a short schedule and a bound on the makespan: see the package's comment. The
// instance is valid. Each guess takes O(n m), and O(n^2) at worst for moving jobs between
// shelves.
func Dual(in *Instance) *DualResult { return dual(in, prepare(in)) }

// precision is the relative width of the interval of guesses at which the search ends. Below 2000
// ticks the search goes down to single ticks.
const precision = 0.001

func dual(in *Instance, jobs []job) *DualResult {
	s := &guessing{in: in, jobs: jobs, found: &DualResult{}}
	low := s.trivial() - 1 // no schedule has this makespan
	high := low + 1
	for !s.accept(high) {
		low = high
		high = 2 * high
	}
	for float64(high-low) > max(1, precision*float64(low)) {
		if middle := low + (high-low)/2; s.accept(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	s.found.Bound = low + 1
	return s.found
}

// guessing is the state of Dual.
type guessing struct {
	in    *Instance
	jobs  []job
	found *DualResult
	best  int64 // makespan of found.Schedule

	pack    knapsack
	items   []item
	member  []int // job of each item
	chosen  []bool
	shelves []Shelf
}

// trivial returns the larger of two lower bounds on the makespan: the time of the longest
// job, each at its fastest, and the least work of all jobs over the machine.
func (s *guessing) trivial() int64 {
	work := int64(0)
	longest := int64(0)
	for i := range s.jobs {
		work += s.jobs[i].options[0].least
		longest = max(longest, s.jobs[i].fastest().Time)
	}
	return max(longest, (work+s.in.Machine-1)/s.in.Machine)
}

// accept reports whether a guess is not refuted. If so, accept keeps the guess, and also the
// schedule of its shelves where that is the shortest so far. Guesses are accepted in
// falling order.
func (s *guessing) accept(guess int64) bool {
	if !s.choose(guess) {
		return false
	}
	b := newShelving(s.in.Machine, s.jobs, guess, s.shelves)
	schedule := b.schedule()
	if makespan := schedule.Makespan(s.in); s.found.Schedule == nil || makespan < s.best {
		s.found.Schedule = schedule
		s.best = makespan
	}
	s.found.Guess = guess
	s.found.Allotment = b.allotment
	s.found.Shelves = b.shelves
	return true
}

// choose sets shelves to those of least work for a guess d. It returns false if every
// schedule is longer than d: where the least work exceeds m d, or where the jobs that have
// to be on the large shelf are too wide.
func (s *guessing) choose(guess int64) bool {
	s.items = s.items[:0]
	s.member = s.member[:0]
	s.shelves = make([]Shelf, len(s.jobs))
	room := s.in.Machine
	work := int64(0)
	for i := range s.jobs {
		j := &s.jobs[i]
		slow, ok := j.fits(guess)
		if !ok {
			return false
		}
		if first := j.options[0]; first.Width == 1 && first.Time <= guess/2 {
			s.shelves[i] = NoShelf
			work += j.options[0].least
			continue
		}
		fast, ok := j.fits(guess / 2)
		if !ok { // the large shelf, which is 0
			room -= slow.Width
			work += slow.least
			continue
		}
		s.shelves[i] = SmallShelf
		work += fast.least
		s.items = append(s.items, item{slow.Width, fast.least - slow.least})
		s.member = append(s.member, i)
	}
	if room < 0 {
		return false
	}
	if len(s.chosen) < len(s.items) {
		s.chosen = make([]bool, len(s.jobs))
	}
	work -= s.pack.solve(s.items, room, s.chosen)
	for k, i := range s.member {
		if s.chosen[k] {
			s.shelves[i] = LargeShelf
		}
	}
	return work <= s.in.Machine*guess
}
