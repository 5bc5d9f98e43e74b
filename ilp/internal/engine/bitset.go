package engine

import "math/bits"

// Bitset holds integers from 0 to below its size. The size is a multiple of 64.
type Bitset []uint64

// NewBitset returns an empty set of at least the given size.
func NewBitset(size int) Bitset { return make(Bitset, (size+63)/64) }

// Add adds i.
func (s Bitset) Add(i int) { s[i/64] |= 1 << (i % 64) }

// Has tells that i is in the set.
func (s Bitset) Has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// AddShifted adds every element plus d, as far as the sum is below the size.
func (s Bitset) AddShifted(d int) { s.addShifted(s, d) }

// addShifted adds every element of another set of its size, or of itself, plus d.
func (s Bitset) addShifted(from Bitset, d int) {
	words := d / 64
	rest := d % 64
	for i := len(s) - 1; i >= words; i-- {
		w := from[i-words] << rest
		if rest > 0 && i > words {
			w |= from[i-words-1] >> (64 - rest)
		}
		s[i] |= w
	}
}

// AddMultiples adds every element plus each of d, 2d, ... nd, as far as the sum is below
// the size.
func (s Bitset) AddMultiples(d, n int) {
	for range n {
		s.AddShifted(d)
	}
}

// AddUpTo adds every element plus each integer from 1 to d, as far as the sum is below the
// size. It takes log d steps.
func (s Bitset) AddUpTo(d int) {
	for by := 1; d > 0; by *= 2 {
		by = min(by, d)
		s.AddShifted(by)
		d -= by
	}
}

// Shift replaces the elements of s by those of another set of its size, each plus d, as
// far as the sum is below the size.
func (s Bitset) Shift(from Bitset, d int) {
	clear(s)
	s.addShifted(from, d)
}

// AddAll adds the elements of another set of its size.
func (s Bitset) AddAll(o Bitset) {
	for i, w := range o {
		s[i] |= w
	}
}

// Meets tells that another set of its size has an element in common.
func (s Bitset) Meets(o Bitset) bool {
	for i, w := range o {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}

// Largest returns the largest element that is at most i; the set must have one.
func (s Bitset) Largest(i int) int {
	w := i / 64
	word := s[w] << (63 - i%64) >> (63 - i%64)
	for word == 0 {
		w--
		word = s[w]
	}
	return w*64 + 63 - bits.LeadingZeros64(word)
}
