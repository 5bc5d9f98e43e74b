package optgap

import "math/bits"

// frontier remembers where earlier searches of a profile ended. While processors are
// only taken, a job that is at least as wide and as long as an earlier one can't start
// earlier than that one. So its search begins at that start. This keeps planning many
// jobs close to linear. Without a frontier every search would pass again all holes that
// are too small for its job.
//
// Widths and durations are put into classes, four per power of two. A placed job
// counts for the classes from its own, rounded up. A search looks at the classes up to
// its own, rounded down. A two-dimensional Fenwick tree keeps the latest starts by class.
// Estimates are round, so jobs equal to an earlier one are frequent. A small cache keeps
// the starts of equal jobs.
type frontier struct {
	active bool
	from   int64 // the second at which the remembered searches began
	tree   [widthClasses + 1][durationClasses + 1]int64
	equal  [equalSlots]struct{ width, duration, start, epoch int64 }
	epoch  int64 // entries of equal count only if they have this epoch
}

const (
	perOctave       = 4 // classes per power of two
	equalBits       = 12
	widthClasses    = 16 * perOctave
	durationClasses = 24 * perOctave
	equalSlots      = 1 << equalBits
	// frontierBlocks is the number of blocks of a profile from which on a frontier saves
	// more time than it takes.
	frontierBlocks = 6
)

// activate forgets everything and starts to remember searches that begin at a second.
func (f *frontier) activate(from int64) {
	clear(f.tree[:])
	f.epoch++
	f.active = true
	f.from = from
}

// floorClass returns the largest class whose lower end is at most v. Classes count from 1.
// exact tells that v is the lower end itself. The lower ends are the numbers with at
// most three significant bits.
func floorClass(v int64) (class int, exact bool) {
	e := bits.Len64(uint64(v)) - 1
	if e < 2 {
		return e*perOctave + int(v-1<<e)*(perOctave>>e) + 1, true
	}
	mantissa := v >> (e - 2) // 4 to 7
	return e*perOctave + int(mantissa-4) + 1, mantissa<<(e-2) == v
}

// start returns a second, not before from, before which no job of that size can start.
// from is not before the first second of the remembered searches.
func (f *frontier) start(from, width, duration int64) int64 {
	best := from
	if e := &f.equal[slot(width, duration)]; e.epoch == f.epoch && e.width == width &&
		e.duration == duration {
		best = max(best, e.start)
	}
	w, _ := floorClass(width)
	d, _ := floorClass(duration)
	w = min(w, widthClasses)
	d = min(d, durationClasses)
	for ; w > 0; w &= w - 1 {
		row := &f.tree[w]
		for k := d; k > 0; k &= k - 1 {
			best = max(best, row[k])
		}
	}
	return best
}

// placed remembers the start that a search beginning at from found for a job of that size.
func (f *frontier) placed(from, width, duration, start int64) {
	if from != f.from {
		return // the search has not looked at the seconds before from
	}
	e := &f.equal[slot(width, duration)]
	e.width = width
	e.duration = duration
	e.start = start
	e.epoch = f.epoch
	w, exact := floorClass(width)
	if !exact {
		w++
	}
	d, exact := floorClass(duration)
	if !exact {
		d++
	}
	for ; w <= widthClasses; w += w & -w {
		row := &f.tree[w]
		for k := d; k <= durationClasses; k += k & -k {
			row[k] = max(row[k], start)
		}
	}
}

// slot returns the index in frontier.equal for jobs of that size, a hash.
func slot(width, duration int64) uint64 {
	return (uint64(width)*0x9E3779B97F4A7C15 ^ uint64(duration)*0xC2B2AE3D27D4EB4F) >> (64 - equalBits)
}
