package verify

import (
	"math/big"
	"math/bits"
)

// item is a kind of jobs. Up to count of them go into a knapsack, each with its width and
// its value.
type item struct{ width, value, count int64 }

// filling finds the largest value of items that fit into a number of processors.
type filling struct {
	width, value int64    // sums over all items
	set          *big.Int // sums of widths, as reachable returns them, nil if not known
	best         []int64  // the largest value, by units of processors, nil if not known
	unit         int64    // the greatest common divisor of the widths, or a number to which they are rounded down
	dense        item     // the one with the largest value per width

	parts       int64 // portions of all items
	sums, rooms int64 // how many fill tells apart for set, and for best; 0: none
}

// most returns the largest value of items that fit into a room of processors. Where set
// is unknown, and best is unknown or rounded, the number may be larger than that, never smaller.
func (f *filling) most(room int64) int64 {
	switch {
	case room >= f.width:
		return f.value
	case f.set != nil:
		return largest(f.set, room)
	case f.dense.width == 0:
		return 0
	}
	most := f.value
	if v := product(room, f.dense.value); v.Quo(v, integer(f.dense.width)).IsInt64() {
		most = min(most, v.Int64())
	}
	if f.best != nil {
		most = min(most, f.best[room/f.unit])
	}
	return most
}

// newFilling returns a filling that finds neither set nor best.
func newFilling(e *exact, items []item) filling {
	f := filling{}
	unit := new(big.Int)
	for _, it := range items {
		f.parts += int64(bits.Len64(uint64(it.count))) // as many as portions returns
		f.width += it.width * it.count
		f.value = e.plus(f.value, e.times(it.value, it.count))
		unit.GCD(nil, nil, unit, integer(it.width))
		if f.dense.width == 0 || denser(it, f.dense) {
			f.dense = it
		}
	}
	f.unit = max(1, unit.Int64())
	return f
}

// denser tells whether an item has a larger value per width than another. No value is below 0.
func denser(a, b item) bool {
	high, low := bits.Mul64(uint64(a.value), uint64(b.width))
	otherHigh, otherLow := bits.Mul64(uint64(b.value), uint64(a.width))
	return high > otherHigh || high == otherHigh && low > otherLow
}

// newKnapsack returns the filling of any items, by dynamic programming over rooms up to the
// machine. Portions of an item make any number up to its count. refine asks for the exact values.
// Where they are not asked for, or too much work, widths and rooms are rounded down to multiples of
// the divisor. What fits still fits then, so values are never too small. Divisor 0 leaves them
// unknown.
func newKnapsack(e *exact, items []item, machine, divisor int64, refine bool) filling {
	f := newFilling(e, items)
	rooms := func() int64 { return min(machine, f.width)/f.unit + 1 }
	tooMuch := func() bool { return f.parts > 0 && rooms() > min(mostRooms, mostFilled/f.parts) }
	if !refine || tooMuch() {
		f.unit = max(f.unit, divisor)
		if divisor == 0 || tooMuch() {
			return f
		}
	}
	f.rooms = rooms()
	return f
}

// cost returns how many numbers fill looks at.
func (f *filling) cost() int { return int(f.parts * (f.sums/64 + f.rooms)) }

// fill finds set, or best.
func (f *filling) fill(items []item) {
	if f.sums > 0 {
		f.set = reachable(items, f.sums-1)
	}
	if f.rooms == 0 {
		return
	}
	f.best = make([]int64, f.rooms)
	for _, it := range items {
		for _, n := range portions(it.count) {
			put(f.best, n*(it.width/f.unit), n*it.value)
		}
	}
}

// put adds an item to a knapsack, once. best holds the largest value of items that fit, by room.
func put(best []int64, width, value int64) {
	for room := int64(len(best)) - 1; room >= width; room-- {
		best[room] = max(best[room], best[room-width]+value)
	}
}
