package dynp

import "math/bits"

// fraction is the exact value of a metric, num at least 0 and den at least 1.
type fraction struct{ num, den int64 }

// compareScaled compares a*ka with b*kb, where both factors are at least 0. The
// products have 192 bits, so nothing is rounded and nothing overflows.
func compareScaled(a fraction, ka int64, b fraction, kb int64) int {
	left, right := product(a.num, b.den, ka), product(b.num, a.den, kb)
	for i := range left {
		switch {
		case left[i] < right[i]:
			return -1
		case left[i] > right[i]:
			return 1
		}
	}
	return 0
}

// product returns a*b*c, its most significant word first.
func product(a, b, c int64) [3]uint64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	upper, low := bits.Mul64(lo, uint64(c))
	high, middle := bits.Mul64(hi, uint64(c))
	middle, carry := bits.Add64(middle, upper, 0)
	return [3]uint64{high + carry, middle, low}
}
