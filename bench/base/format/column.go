package format

import (
	"math"
	"slices"
	"strings"
)

// Times writes columns of computation times in seconds, so that tables of different runs
// compare. A time has three digits after the point, and more where fewer than two of them
// would be significant: 0.044, 0.00012. In a cell that is aligned right the points of a
// column stand below each other. A time that does not exist (0, negative, NaN, infinite) is
// blank.
func Times(columns ...[]float64) (cells [][]string) {
	for _, seconds := range columns {
		column := make([]string, len(seconds))
		for i, v := range seconds {
			if Finite(v) && v > 0 {
				column[i] = Decimal(v, max(3, digits(v, 2)))
			}
		}
		cells = append(cells, AlignPoints(column))
	}
	return cells
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
	if i := strings.IndexByte(number, '.'); i >= 0 {
		return i
	}
	return len(number)
}
