package format

import (
	"math"
	"slices"
	"strings"
)

// Time writes a computation time in seconds with its unit: 4.8 µs, 44 ms, 12.3 s, 1,204 s. It has
// three significant digits from a second on, two below, and always all before the point. A time
// that does not exist (0, negative, NaN, infinite) is blank.
func Time(seconds float64) string {
	if !Finite(seconds) || seconds <= 0 {
		return ""
	}
	unit, length := TimeUnit(seconds)
	count := 2
	if length == 1 {
		count = 3
	}
	return Significant(seconds/length, count) + " " + unit
}

// TimeUnit returns the largest of s, ms and µs that goes into a time, and its length in seconds.
func TimeUnit(seconds float64) (unit string, length float64) {
	const rounding = 1 - 1e-9
	switch {
	case seconds >= rounding:
		return "s", 1
	case seconds >= 1e-3*rounding:
		return "ms", 1e-3
	}
	return "µs", 1e-6
}

// Seconds writes a time that jobs wait or take, in seconds: with one digit after the point, 853.4,
// and without from 1000 s on, 12,488. A value that does not exist (NaN, infinite) is blank.
func Seconds(v float64) string {
	const long = 999.95
	if math.Abs(v) >= long {
		return Decimal(v, 0)
	}
	return Decimal(v, 1)
}

// Significant writes a value above 0 with count significant digits, and always with all
// digits before the point: 0.04545, 237,534. A value that does not exist (0, negative, NaN,
// infinite) is blank.
func Significant(v float64, count int) string {
	if !Finite(v) || v <= 0 {
		return ""
	}
	return Decimal(v, max(0, digits(v, count)))
}

// digits returns the number of digits after the point that shows count significant digits of
// v. It is negative where fewer than all digits before the point do.
func digits(v float64, count int) int { return count - 1 - int(math.Floor(math.Log10(v))) }

// AlignPoints appends spaces to numbers. The points stand below each other where the cells
// are aligned right.
func AlignPoints(cells []string) []string {
	longest := 0
	for _, c := range cells {
		longest = max(longest, len(c)-point(c))
	}
	aligned := slices.Clone(cells)
	for i, c := range cells {
		if c != "" {
			aligned[i] += strings.Repeat(" ", longest-(len(c)-point(c)))
		}
	}
	return aligned
}

// point returns the index of the point of a number, or its length where it has none.
func point(number string) int {
	whole, _, _ := strings.Cut(number, ".")
	return len(whole)
}
