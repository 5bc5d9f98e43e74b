package exact

import (
	"math"

	"github.com/optgap/optgap/ilp/internal/bitset"
)

// restrict leaves to each kind the starts that it can have in a schedule of which no
// job can start a second earlier with the others as they are (left-shifted or semi-active
// schedules, Sprecher, Kolisch and Drexl 1995), as in all optimal ones: where the history
// rises or another job ends, and a second before which the machine can be too full.
// Such a start rests on a chain of jobs, each of which starts where the one before
// ends. spare, unless nil, tells how much a start adds at least to what a schedule
// costs; starts are left out where all chains to them add more than most. It returns
// false where a kind has no start left. Where there are too many, all stays as it is.
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
			continue // the same: parts that stay open share them
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

// sum finds for each kind the seconds before end at which chains of other jobs can end,
// each of these jobs in a chain once at most: what restrict knows of a chain is its last
// job alone.
func (p *problem) sum(end int64) {
	const work = 1 << 24 // words that are shifted at most
	end = min(end, 64*work/int64(len(p.kinds)*p.jobs()))
	rises := bitset.New(int(end))
	for i, seg := range p.free {
		if seg.time < int64(64*len(rises)) && (i == 0 || seg.free > p.free[i-1].free) {
			rises.Add(int(seg.time))
		}
	}
	for i := range p.kinds {
		sums := rises.Clone()
		for o := range p.kinds {
			others := p.kinds[o].count
			if o == i {
				others--
			}
			for range others {
				sums.AddShifted(int(p.kinds[o].duration))
			}
		}
		p.kinds[i].sums = sums
	}
}

// tooMany is a number of starts with which they tell little more than windows do, and
// take long to list.
const tooMany = 1 << 16

// chains finds the starts of all kinds at once, in order of time.
type chains struct {
	*problem
	sure   []segment // free beside what runs in any case
	kept   [][]link  // by kind
	ended  []int     // how many of these have ended, by kind
	listed []int     // first of the starts listed so far that is not too early, by kind
	event  int       // first segment of the history that is not passed
}

// link is a start, and what the chain to it that adds the least costs.
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

// support is what the chains that end at some second add: the least, and the least of
// those that do not end by the only job of the kind by, which can't follow itself.
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

// of returns what the chains add that a job of a kind may follow.
func (s *support) of(kind int) int64 {
	if kind == s.by {
		return s.other
	}
	return s.least
}

// pass returns what starts at a second rest on, which is passed then.
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

// sure returns the history less the jobs that run in any case: from a kind's latest
// start to its earliest end (time-table filtering).
func (p *problem) sure() []segment {
	left := p.free
	for i := range p.kinds {
		if k := &p.kinds[i]; k.latest < k.earliest+k.duration {
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
		to := end
		if i+1 < len(c.sure) {
			to = min(to, c.sure[i+1].time)
		}
		need := k.width
		if k.latest <= max(t, c.sure[i].time) && to <= ownEnd {
			need = 0 // it is among what runs in any case
		}
		if c.sure[i].free < need {
			return false
		}
	}
	return true
}

// open tells that a kind may start at a second as far as its window, its list and the
// sums tell.
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

// before returns how many processors are free a second before t at least.
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

// blocked tells that a job may not run a second before t, given what before returns.
func (c *chains) blocked(kind int, t, free int64) bool {
	if c.runs(kind, t) {
		free += c.kinds[kind].width // it is not in its own way
	}
	return free < c.kinds[kind].width || t == 0
}

// runs tells that a job of a kind may run a second before t.
func (c *chains) runs(kind int, t int64) bool {
	kept := c.kept[kind]
	return len(kept) > 0 && kept[len(kept)-1].start+c.kinds[kind].duration >= t
}
