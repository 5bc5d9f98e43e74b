package knapsack

import "golang.org/x/sys/cpu"

func fill(rows []float64, length int, items []Item, least, most, rest int64) {
	if cpu.X86.HasAVX {
		fillAVX(&rows[0], length, &items[0], len(items), least, most, rest)
	} else {
		plain(rows, length, items, least, most, rest)
	}
}

// fillAVX is plain for n >= 1 items. It computes eight numbers at a time, and so up to
// seven after each row, where the next one is not yet.
//
//go:noescape
func fillAVX(rows *float64, length int, items *Item, n int, least, most, rest int64)
