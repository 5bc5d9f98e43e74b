package engine

import (
	"cmp"
	"math"
	"slices"
)

// Restrict leaves to each kind the starts that it can have in a left-shifted schedule. In a
// left-shifted schedule no job can start a second earlier while the others stay (also called
// semi-active, Sprecher, Kolisch and Drexl 1995). All optimal schedules are left-shifted. In such a
// schedule a job starts at its release, or at a second at which the history rises or another job
// ends, and the machine can be too full in the second before. So a start rests on a chain of jobs,
// each of which starts where the one before ends. The first of them starts at a rise or at its
// release.
//
// spare returns the least that a start adds to a bound, in units; nil means 0 for all starts. A
// start is left out where each chain to it adds more than most in all. restrict returns
// false where a kind has no start left. Where there are too many starts, or time is up, all
// starts stay.
func (p *Problem) Restrict(spare func(kind int, start int64) int64, most int64) bool {
	n := len(p.Kinds)
	c := &chains{
		problem:  p,
		sure:     p.sure(),
		kept:     make([][]link, n),
		ended:    make([]int, n),
		listed:   make([]int, n),
		releases: p.Releases(),
	}
	for i := range p.Kinds {
		c.kept[i] = make([]link, 0, len(p.Kinds[i].Starts))
	}
	for made := 0; ; {
		t := c.next()
		if t == math.MaxInt64 {
			break
		}
		free := c.before(t)
		support := c.pass(t)
		for i := range p.Kinds {
			if p.Watch.Spend(startWork) {
				return true
			}
			cost := support.of(i)
			if t == p.Kinds[i].Release {
				cost = 0
			}
			if cost > most || !c.open(i, t) || !c.blocked(i, t, free) || !c.fits(i, t) {
				continue
			}
			if spare != nil {
				cost += spare(i, t)
			}
			if cost <= most {
				c.kept[i] = append(c.kept[i], link{t, cost})
				made++
			}
		}
		if made > cmp.Or(p.Listable, TooMany) {
			return true
		}
	}
	for i := range p.Kinds {
		k := &p.Kinds[i]
		if len(c.kept[i]) == 0 {
			return false
		}
		if len(c.kept[i]) == len(k.Starts) {
			continue // no start is left out: the parts of a tree go on to share the list
		}
		k.Starts = make([]int64, len(c.kept[i]))
		for j, l := range c.kept[i] {
			k.Starts[j] = l.start
		}
		k.Earliest = k.Starts[0]
		k.Latest = k.Starts[len(k.Starts)-1]
	}
	p.align()
	return true
}

// Sum sets the sums of each kind: the seconds before end at which chains of other jobs can
// end, if no job is in a chain twice. restrict sees only the last job of a chain, so it
// also lists starts after chains with a job twice. Where time is up, some kinds get no
// sums.
func (p *Problem) Sum(end int64) {
	const work = 1 << 24 // the most words of bits that are shifted
	end = min(end, 64*work/int64(len(p.Kinds)*p.Jobs()))
	rises := NewBitset(int(end))
	for i, seg := range p.Free {
		if seg.Time < int64(64*len(rises)) && (i == 0 || seg.Free > p.Free[i-1].Free) {
			rises.Add(int(seg.Time))
		}
	}
	for _, r := range p.Releases() {
		if r < int64(64*len(rises)) {
			rises.Add(int(r))
		}
	}
	for i := range p.Kinds {
		if p.Watch.Spend(p.Jobs() * (1 + len(rises))) {
			return
		}
		sums := slices.Clone(rises)
		for o := range p.Kinds {
			others := p.Kinds[o].Count
			if o == i {
				others--
			}
			sums.AddMultiples(int(p.Kinds[o].Duration), int(others))
		}
		p.Kinds[i].sums = sums
	}
}

// TooMany is the number of starts above which no starts are listed. So many starts take
// long to list and are hardly better than windows.
const TooMany = 1 << 16

// chains is the state of restrict. It finds the starts of all kinds at once, in order of
// time.
type chains struct {
	problem *Problem
	sure    []Segment // the history less the jobs that run in any case: see problem.sure
	kept    [][]link  // by kind: the starts found so far
	ended   []int     // by kind: number of starts in kept whose jobs have ended
	listed  []int     // by kind: index of its first possible start not before the present second
	event   int       // index of the first segment of the history that is still to come

	releases []int64 // those that are still to come
}

// startWork is the work of telling whether a kind can start at a second, as a watch counts
// work.
const startWork = 20

// link is a start of a kind at the end of a chain.
type link struct {
	start int64
	cost  int64 // the least that a chain to the start adds, with the start itself; in units
}

// next returns the next second at which a job may start: a change of the history, a release or the
// end of a job; math.MaxInt64 where there is none.
func (c *chains) next() int64 {
	t := int64(math.MaxInt64)
	if c.event < len(c.problem.Free) {
		t = c.problem.Free[c.event].Time
	}
	if len(c.releases) > 0 {
		t = min(t, c.releases[0])
	}
	for i := range c.problem.Kinds {
		if e := c.ended[i]; e < len(c.kept[i]) {
			t = min(t, c.kept[i][e].start+c.problem.Kinds[i].Duration)
		}
	}
	return t
}

// support holds the costs of the chains that end at some second. The cost of a chain is the
// least that it adds, in units.
type support struct {
	least int64 // of all chains
	other int64 // of the chains that do not end with a job of kind by
	by    int   // a kind of one job, which can't follow itself; nobody: none
}

const nobody = -1

// add counts a chain. by is the kind of its last job if the kind has one job; else nobody.
func (s *support) add(by int, cost int64) {
	if cost < s.least {
		s.least, s.other, s.by = cost, s.least, by
	} else {
		s.other = min(s.other, cost)
	}
}

// of returns the least cost of the chains that a job of a kind may follow.
func (s *support) of(kind int) int64 {
	if kind == s.by {
		return s.other
	}
	return s.least
}

// pass returns the support of starts at second t, and goes on to the seconds after t.
func (c *chains) pass(t int64) support {
	s := support{Never, Never, nobody}
	if c.event < len(c.problem.Free) && c.problem.Free[c.event].Time == t {
		if c.event == 0 || c.problem.Free[c.event].Free > c.problem.Free[c.event-1].Free {
			s.add(nobody, 0)
		}
		c.event++
	}
	if len(c.releases) > 0 && c.releases[0] == t {
		c.releases = c.releases[1:]
	}
	for i := range c.problem.Kinds {
		k := &c.problem.Kinds[i]
		e := c.ended[i]
		if e == len(c.kept[i]) || c.kept[i][e].start+k.Duration != t {
			continue
		}
		c.ended[i]++
		by := i
		if k.Count > 1 {
			by = nobody
		}
		s.add(by, c.kept[i][e].cost)
	}
	return s
}

// sure returns the history less the jobs that run in any case: the jobs of a kind run from
// its latest start to its earliest end, where that is later (time-table filtering).
func (p *Problem) sure() []Segment {
	left := p.Free
	for i := range p.Kinds {
		if k := &p.Kinds[i]; k.Latest < k.Earliest+k.Duration {
			if p.Watch.Spend(len(left)) {
				break // without all such jobs fewer starts are ruled out
			}
			left = Reserve(nil, left, k.Latest, k.Earliest+k.Duration, k.Count*k.Width)
		}
	}
	return left
}

// fits tells that a job may run from t on beside the jobs that run in any case.
func (c *chains) fits(kind int, t int64) bool {
	k := &c.problem.Kinds[kind]
	end := t + k.Duration
	ownEnd := k.Earliest + k.Duration
	for i := Index(c.sure, t); i < len(c.sure) && c.sure[i].Time < end; i++ {
		c.problem.Watch.Spend(1)
		to := end
		if i+1 < len(c.sure) {
			to = min(to, c.sure[i+1].Time)
		}
		need := k.Width
		if k.Latest <= max(t, c.sure[i].Time) && to <= ownEnd {
			need = 0 // the job runs here in any case, and sure has it already
		}
		if c.sure[i].Free < need {
			return false
		}
	}
	return true
}

// open tells that a kind's window, listed starts and sums allow a start at second t. Calls
// for a kind come in order of time.
func (c *chains) open(kind int, t int64) bool {
	k := &c.problem.Kinds[kind]
	if t < k.Earliest || t > k.Latest {
		return false
	}
	if k.Starts == nil {
		return t >= int64(64*len(k.sums)) || k.sums.Has(int(t))
	}
	l := c.listed[kind]
	for k.Starts[l] < t {
		l++
	}
	c.listed[kind] = l
	return k.Starts[l] == t
}

// before returns the least number of processors that are free in the second before t, if
// all jobs run that may run then; 0 for t = 0.
func (c *chains) before(t int64) int64 {
	if t == 0 {
		return 0
	}
	free := c.problem.Free[Index(c.problem.Free, t-1)].Free
	for i := range c.problem.Kinds {
		if c.runs(i, t) {
			free -= c.problem.Kinds[i].Count * c.problem.Kinds[i].Width
		}
	}
	return free
}

// blocked tells that the machine may be too full for a job in the second before t. free is
// the result of before.
func (c *chains) blocked(kind int, t, free int64) bool {
	if c.runs(kind, t) {
		free += c.problem.Kinds[kind].Width // the job itself is one of those that before counts
	}
	return free < c.problem.Kinds[kind].Width || t == c.problem.Kinds[kind].Release
}

// runs tells that a job of a kind may run in the second before t.
func (c *chains) runs(kind int, t int64) bool {
	kept := c.kept[kind]
	return len(kept) > 0 && kept[len(kept)-1].start+c.problem.Kinds[kind].Duration >= t
}
