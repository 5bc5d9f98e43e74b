package exact

import (
	"github.com/optgap/optgap/ilp/internal/bitset"
	"github.com/optgap/optgap/ilp/internal/lattice"
)

// shelf is the jobs of one duration that are placed at one start, where the step also
// has wider or narrower jobs of that duration.
type shelf struct {
	duration, start int64
	spare           int64 // least number of free processors while the jobs run, up to the front
}

// exchanges tells which jobs of one duration should change places. Some of them start
// at the front; others, narrower in all, start earlier, all at one second. If the
// spare processors there hold the difference, the wider jobs would cost less there.
// Where both run at once nothing changes.
type exchanges struct {
	unit           int64 // divides all widths
	words          int   // of bits for the sums of widths of a shelf's jobs, in units; 0: too many sums to look at
	moved, reached bitset.Set
}

// mostSums is the number of units up to which sums are looked at.
const mostSums = 512

func newExchanges(p *problem) *exchanges {
	e, free := &exchanges{}, int64(0)
	for i := range p.kinds {
		e.unit = lattice.GCD(p.kinds[i].width, e.unit)
	}
	for _, seg := range p.free {
		free = max(free, seg.free)
	}
	if sums := int(free/e.unit) + 1; sums <= mostSums+1 {
		e.moved, e.reached = bitset.New(sums), bitset.New(sums)
		e.words = len(e.moved)
	}
	return e
}

// place makes g's shelves of f's, after a job was placed at g's front. It returns
// false where jobs should change places.
func (e *exchanges) place(f, g *frame, k *kind) bool {
	g.shelves, g.sums = append(g.shelves[:0], f.shelves...), append(g.sums[:0], f.sums...)
	first := index(f.free, f.front)
	for i := range g.shelves {
		s := &g.shelves[i]
		end := min(s.start+s.duration, g.front)
		for at := first; at < len(f.free) && max(f.front, f.free[at].time) < end; at++ {
			s.spare = min(s.spare, f.free[at].free)
		}
	}
	if !k.varied || e.words == 0 {
		return true
	}
	here := e.sums(g, e.shelf(g, k.duration))
	e.moved.Shift(here, int(k.width/e.unit))
	for i := range g.shelves {
		s := &g.shelves[i]
		if s.duration != k.duration || s.start == g.front || s.spare < e.unit {
			continue
		}
		e.reached.Shift(e.sums(g, i), 1)
		e.reached.AddUpTo(int(s.spare/e.unit) - 1)
		if e.moved.Meets(e.reached) {
			return false
		}
	}
	here.AddAll(e.moved)
	return true
}

// shelf returns the index of the shelf of a duration at the front, and makes one where
// there is none.
func (e *exchanges) shelf(f *frame, duration int64) int {
	for i := range f.shelves {
		if s := &f.shelves[i]; s.start == f.front && s.duration == duration {
			return i
		}
	}
	f.shelves = append(f.shelves, shelf{duration, f.front, never})
	for range e.words {
		f.sums = append(f.sums, 0)
	}
	at := len(f.shelves) - 1
	e.sums(f, at).Add(0)
	return at
}

// sums returns all sums of widths of a shelf's jobs, in units.
func (e *exchanges) sums(f *frame, shelf int) bitset.Set {
	return f.sums[shelf*e.words : (shelf+1)*e.words]
}
