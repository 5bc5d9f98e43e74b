// Package bitset has sets of small integers that grow by sums.
package bitset

import "math/bits"

// Set holds integers from 0 to below its size, a multiple of 64.
type Set []uint64

// New returns an empty set of at least so large a size.
func New(size int) Set { return make(Set, (size+63)/64) }

// Clone returns a copy.
func (s Set) Clone() Set { return append(Set(nil), s...) }

// Add adds i.
func (s Set) Add(i int) { s[i/64] |= 1 << (i % 64) }

// Has tells that i is in the set.
func (s Set) Has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// AddShifted adds every element plus d, as far as it is below the size.
func (s Set) AddShifted(d int) {
	words, rest := d/64, d%64
	for i := len(s) - 1; i >= words; i-- {
		w := s[i-words] << rest
		if rest > 0 && i > words {
			w |= s[i-words-1] >> (64 - rest)
		}
		s[i] |= w
	}
}

// Largest returns the largest element that is at most i; the set must have one.
func (s Set) Largest(i int) int {
	w := i / 64
	word := s[w] << (63 - i%64) >> (63 - i%64)
	for word == 0 {
		w--
		word = s[w]
	}
	return w*64 + 63 - bits.LeadingZeros64(word)
}
