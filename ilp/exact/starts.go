package exact

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/bitset"
)

// restrict leaves to each kind the starts that it can have in a left-shifted schedule.
// In such a schedule no job can start a second earlier with the others as they are
// (also called semi-active, Sprecher, Kolisch and Drexl 1995). All optimal schedules
// are left-shifted. A job then starts where the history rises or another job ends, and
// where the machine can be too full a second before. Following that back, each start
// rests on a chain of jobs, each of which starts where the one before ends.
//
// spare, unless nil, tells what a start adds at least to the cost of a schedule.
// Starts are left out where all chains to them add more than most. restrict returns
// false where a kind has no start left. Where there are too many starts, or time is up,
// all stays as it is.
func (p *problem) restrict(spare func(kind int, start int64) int64, most int64) bool {
	c := &chains{problem: p, sure: p.sure(), kept: make([][]link, len(p.kinds)), ended: make([]int, len(p.kinds)), listed: make([]int, len(p.kinds))}
	for i := range p.kinds {
		c.kept[i] = make([]link, 0, len(p.kinds[i].starts))
	}
	for made := 0; ; {
		t := c.next()
		if t == math.MaxInt64 {
			break
		}
		free, support := c.before(t), c.pass(t)
		for i := range p.kinds {
			if p.watch.spend(startWork) {
				return true
			}
			cost := support.of(i)
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
		if made > tooMany || p.listable > 0 && made > p.listable {
			return true
		}
	}
	for i := range p.kinds {
		k := &p.kinds[i]
		if len(c.kept[i]) == 0 {
			return false
		}
		if len(c.kept[i]) == len(k.starts) {
			continue // nothing is left out: open parts share the list
		}
		k.starts = make([]int64, len(c.kept[i]))
		for j, l := range c.kept[i] {
			k.starts[j] = l.start
		}
		k.earliest, k.latest = k.starts[0], k.starts[len(k.starts)-1]
	}
	p.align()
	return true
}

// sum finds for each kind the seconds before end at which chains of other jobs can
// end, each job being in a chain once at most. restrict cannot tell that: it looks at
// the last job of a chain only. Where time is up, some kinds go without.
func (p *problem) sum(end int64) {
	const work = 1 << 24 // words of bits that are shifted at most
	end = min(end, 64*work/int64(len(p.kinds)*p.jobs()))
	rises := bitset.New(int(end))
	for i, seg := range p.free {
		if seg.time < int64(64*len(rises)) && (i == 0 || seg.free > p.free[i-1].free) {
			rises.Add(int(seg.time))
		}
	}
	for i := range p.kinds {
		if p.watch.spend(p.jobs() * (1 + len(rises))) {
			return
		}
		sums := rises.Clone()
		for o := range p.kinds {
			others := p.kinds[o].count
			if o == i {
				others--
			}
			sums.AddMultiples(int(p.kinds[o].duration), int(others))
		}
		p.kinds[i].sums = sums
	}
}

// tooMany is the number of starts above which none are listed. So many take long to
// list and tell little more than windows do.
const tooMany = 1 << 16

// chains finds the starts of all kinds at once, in order of time.
type chains struct {
	*problem
	sure   []segment // processors that are free beside what runs in any case
	kept   [][]link  // starts found so far, by kind
	ended  []int     // by kind: how many of kept have been passed by their ends
	listed []int     // by kind: index of the first of its possible starts that is not before the present second
	event  int       // first segment of the history that is not passed yet
}

// startWork is what it takes to tell whether a kind can start at a second, in the work
// of a watch.
const startWork = 20

// link is a start, and what the chain to it that adds the least adds, including the
// start.
type link struct{ start, cost int64 }

// next returns the next second at which a start may rest on something.
func (c *chains) next() int64 {
	t := int64(math.MaxInt64)
	if c.event < len(c.free) {
		t = c.free[c.event].time
	}
	for i := range c.kinds {
		if e := c.ended[i]; e < len(c.kept[i]) {
			t = min(t, c.kept[i][e].start+c.kinds[i].duration)
		}
	}
	return t
}

// support is what the chains that end at some second add: the least of all, and the
// least of those that do not end with the job by. A kind with only one job can't
// follow itself.
type support struct {
	least, other int64
	by           int
}

const nobody = -1

func (s *support) add(by int, cost int64) {
	if cost < s.least {
		s.least, s.other, s.by = cost, s.least, by
	} else {
		s.other = min(s.other, cost)
	}
}

// of returns what the chains that a job of a kind may follow add at least.
func (s *support) of(kind int) int64 {
	if kind == s.by {
		return s.other
	}
	return s.least
}

// pass returns what starts at second t rest on, and moves on past t.
func (c *chains) pass(t int64) support {
	s := support{never, never, nobody}
	if c.event < len(c.free) && c.free[c.event].time == t {
		if c.event == 0 || c.free[c.event].free > c.free[c.event-1].free {
			s.add(nobody, 0)
		}
		c.event++
	}
	for i := range c.kinds {
		k, e := &c.kinds[i], c.ended[i]
		if e == len(c.kept[i]) || c.kept[i][e].start+k.duration != t {
			continue
		}
		c.ended[i]++
		by := i
		if k.count > 1 {
			by = nobody
		}
		s.add(by, c.kept[i][e].cost)
	}
	return s
}

// sure returns the history less the jobs that run in any case: each kind runs from its
// latest start to its earliest end (time-table filtering).
func (p *problem) sure() []segment {
	left := p.free
	for i := range p.kinds {
		if k := &p.kinds[i]; k.latest < k.earliest+k.duration {
			if p.watch.spend(len(left)) {
				break // fewer jobs that run in any case rule out fewer starts
			}
			left = reserve(nil, left, k.latest, k.earliest+k.duration, k.count*k.width)
		}
	}
	return left
}

// fits tells that a job may run from t on beside what runs in any case.
func (c *chains) fits(kind int, t int64) bool {
	k := &c.kinds[kind]
	end, ownEnd := t+k.duration, k.earliest+k.duration
	for i := index(c.sure, t); i < len(c.sure) && c.sure[i].time < end; i++ {
		c.watch.spend(1)
		to := end
		if i+1 < len(c.sure) {
			to = min(to, c.sure[i+1].time)
		}
		need := k.width
		if k.latest <= max(t, c.sure[i].time) && to <= ownEnd {
			need = 0 // it runs in any case, and is counted already
		}
		if c.sure[i].free < need {
			return false
		}
	}
	return true
}

// open tells that a kind's window, list of starts and sums allow a start at second t.
func (c *chains) open(kind int, t int64) bool {
	k := &c.kinds[kind]
	if t < k.earliest || t > k.latest {
		return false
	}
	if k.starts == nil {
		return t >= int64(64*len(k.sums)) || k.sums.Has(int(t))
	}
	l := c.listed[kind]
	for k.starts[l] < t {
		l++
	}
	c.listed[kind] = l
	return k.starts[l] == t
}

// before returns how many processors are free at least in the second before t.
func (c *chains) before(t int64) int64 {
	if t == 0 {
		return 0
	}
	free := c.free[index(c.free, t-1)].free
	for i := range c.kinds {
		if c.runs(i, t) {
			free -= c.kinds[i].count * c.kinds[i].width
		}
	}
	return free
}

// blocked tells that a job may not be able to run in the second before t. free is what
// before returns.
func (c *chains) blocked(kind int, t, free int64) bool {
	if c.runs(kind, t) {
		free += c.kinds[kind].width // the job is not in its own way
	}
	return free < c.kinds[kind].width || t == 0
}

// runs tells that a job of a kind may run in the second before t.
func (c *chains) runs(kind int, t int64) bool {
	kept := c.kept[kind]
	return len(kept) > 0 && kept[len(kept)-1].start+c.kinds[kind].duration >= t
}
