// Package lattice rounds integers to multiples of a unit. Objectives of schedules
// often differ by multiples of a unit above 1, so that bounds can be rounded up to
// the next one.
package lattice

// GCD returns the greatest common divisor of a and b, neither below 0. Where one of them is
// 0, GCD returns the other.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Down returns the greatest multiple of unit >= 1 that is not above x.
func Down(x, unit int64) int64 {
	rest := x % unit
	if rest < 0 {
		rest += unit
	}
	return x - rest
}

// Up returns the least multiple of unit >= 1 that is not below x.
func Up(x, unit int64) int64 {
	rest := x % unit
	if rest > 0 {
		rest -= unit
	}
	return x - rest
}
