package ledger

// GCD returns the greatest common divisor of a and b, neither below 0. Where one of them is
// 0, GCD returns the other.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// RoundDown returns the greatest multiple of unit >= 1 that is not above x.
func RoundDown(x, unit int64) int64 {
	rest := x % unit
	if rest < 0 {
		rest += unit
	}
	return x - rest
}

// RoundUp returns the least multiple of unit >= 1 that is not below x.
func RoundUp(x, unit int64) int64 {
	rest := x % unit
	if rest > 0 {
		rest -= unit
	}
	return x - rest
}
