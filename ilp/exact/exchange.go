package exact

import (
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// shelf holds the placed jobs of one duration and one start. There are shelves only for
// durations that jobs of several widths have.
type shelf struct {
	duration, start int64 // in seconds
	spare           int64 // least number of free processors while the jobs run, up to the front
}

// exchanges reports whether jobs of one duration should exchange their starts. Take jobs of
// one shelf, and jobs of the same duration at the front that are wider in all. If the spare
// processors of the shelf hold the difference in width, the schedule costs less after the
// exchange. The seconds in which both run are not affected.
type exchanges struct {
	unit           int64         // processors; divides all widths
	words          int           // of the set of sums of widths of a shelf's jobs, in units; 0: too many, all is allowed
	moved, reached engine.Bitset // space of extend
}

// mostSums is the largest number of units for which sums are looked at.
const mostSums = 512

// newExchanges returns the exchanges for a search that has placed nothing.
func newExchanges(p *engine.Problem) *exchanges {
	e := &exchanges{}
	for i := range p.Kinds {
		e.unit = ledger.GCD(p.Kinds[i].Width, e.unit)
	}
	if sums := int(p.Most()/e.unit) + 1; sums <= mostSums+1 {
		e.moved, e.reached = engine.NewBitset(sums), engine.NewBitset(sums)
		e.words = len(e.moved)
	}
	return e
}

// extend sets g's shelves to those of f and a job of kind k, which was placed at g's front.
// It returns false where jobs should exchange their starts.
func (e *exchanges) extend(f, g *frame, k *engine.Kind) bool {
	g.shelves = append(g.shelves[:0], f.shelves...)
	g.sums = append(g.sums[:0], f.sums...)
	first := engine.Index(f.free, f.front)
	for i := range g.shelves {
		s := &g.shelves[i]
		end := min(s.start+s.duration, g.front)
		for at := first; at < len(f.free) && max(f.front, f.free[at].Time) < end; at++ {
			s.spare = min(s.spare, f.free[at].Free)
		}
	}
	if !k.Varied || e.words == 0 {
		return true
	}
	here := e.sums(g, e.shelf(g, k.Duration))
	e.moved.Shift(here, int(k.Width/e.unit))
	for i := range g.shelves {
		s := &g.shelves[i]
		if s.duration != k.Duration || s.start == g.front || s.spare < e.unit {
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

// shelf returns the index of the shelf of a duration at the front. It makes the shelf where
// there is none.
func (e *exchanges) shelf(f *frame, duration int64) int {
	for i := range f.shelves {
		if s := &f.shelves[i]; s.start == f.front && s.duration == duration {
			return i
		}
	}
	f.shelves = append(f.shelves, shelf{duration, f.front, engine.Never})
	for range e.words {
		f.sums = append(f.sums, 0)
	}
	at := len(f.shelves) - 1
	e.sums(f, at).Add(0)
	return at
}

// sums returns the sums of widths of all sets of a shelf's jobs, in units.
func (e *exchanges) sums(f *frame, shelf int) engine.Bitset {
	return f.sums[shelf*e.words : (shelf+1)*e.words]
}

// running is a placed job that runs at the front, or ends there.
type running struct {
	kind  int
	end   int64
	spare int64 // least number of free processors from its start up to the front
}

// overtakes tells that a job of a kind should not start where a placed job ends, but in its place.
// The two fit there one after the other in the other order, and cost less. They end at the same
// second as before. Until start they take no more than is spare, and from then on no more than the
// one job does. The job of the kind is released by then.
func (s *search) overtakes(f *frame, kind int, start int64) bool {
	k := &s.problem.Kinds[kind]
	for _, r := range f.running {
		o := &s.problem.Kinds[r.kind]
		if r.end == start && k.Release <= start-o.Duration && o.Width <= k.Width &&
			o.Weight*k.Duration < k.Weight*o.Duration && k.Width-o.Width <= min(r.spare, f.least(start)) {
			return true
		}
	}
	return false
}

// least returns the least number of free processors from the front to before a second.
func (f *frame) least(end int64) int64 {
	least := engine.Never
	for i := engine.Index(f.free, f.front); i < len(f.free) && max(f.front, f.free[i].Time) < end; i++ {
		least = min(least, f.free[i].Free)
	}
	return least
}
