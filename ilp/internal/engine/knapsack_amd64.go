package engine

import "golang.org/x/sys/cpu"

// fillRows fills all rows but the first, by vector instructions where the processor has them.
func fillRows(rows []float64, length int, items []knapsackItem, least, most, rest int64) {
	if cpu.X86.HasAVX {
		fillAVX(&rows[0], length, &items[0], len(items), least, most, rest)
	} else {
		fillPlainly(rows, length, items, least, most, rest)
	}
}

// fillAVX is plain for n >= 1 items. It computes eight numbers at a time. So it changes up
// to seven numbers after each row before it computes the next row.
//
// With plain alone searches take 1.5 times as long: 6.3 s in the place of 4.2 s for 40 steps of 21
// to 40 jobs of the library's set even, 2000 nodes each.
//
//go:noescape
func fillAVX(rows *float64, length int, items *knapsackItem, n int, least, most, rest int64)
