package format

import (
	"math"
	"slices"
	"strings"
)

// Times writes columns of computation times, given in seconds, in one unit: "s", or
// "ms" or "µs" where even the longest is below 0.1 s or 0.1 ms. Each has three
// digits after the point, and more where it would have less than two that say
// something: 0.044, 0.00012. The points of a column stand below each other where the
// cells are aligned right. A time that does not exist (0, negative, NaN, infinite)
// is blank.
func Times(columns ...[]float64) (unit string, cells [][]string) {
	longest := 0.0
	for _, v := range slices.Concat(columns...) {
		if exists(v) {
			longest = max(longest, v)
		}
	}
	factor := 1.0
	switch unit = "s"; {
	case longest == 0:
	case longest < 0.1e-3:
		unit, factor = "µs", 1e6
	case longest < 0.1:
		unit, factor = "ms", 1e3
	}
	for _, seconds := range columns {
		column := make([]string, len(seconds))
		for i, v := range seconds {
			if exists(v) && v > 0 {
				column[i] = Decimal(v*factor, max(3, digits(v*factor, 2)))
			}
		}
		cells = append(cells, AlignPoints(column))
	}
	return unit, cells
}

// Significant writes a value above 0 with that many digits, and more where it has
// more before the point: 0.04545, 237,534. A value that does not exist (0, negative,
// NaN, infinite) is blank.
func Significant(v float64, count int) string {
	if !exists(v) || v <= 0 {
		return ""
	}
	return Decimal(v, max(0, digits(v, count)))
}

// digits returns how many digits after the point show that many of a value.
func digits(v float64, count int) int { return count - 1 - int(math.Floor(math.Log10(v))) }

// AlignPoints appends spaces to numbers, so that their points stand below each other
// where they are aligned right.
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

// point returns where the point of a number is; its end where there is none.
func point(number string) int {
	if i := strings.IndexByte(number, '.'); i >= 0 {
		return i
	}
	return len(number)
}
