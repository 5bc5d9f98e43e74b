// Package knapsack has the dynamic program of the most valuable sets of items, by the
// room that they may take.
package knapsack

// Item is taken or left.
type Item struct {
	Size  int64
	Value float64
}

// Slack is how many numbers Fill may change after the last row.
const Slack = 8

// Fill fills one row of so many numbers after another: the first for no items, each
// other one for one item more. The number at room r of the last row is the value of the
// best set of size r at most, for each r from least to most; those before have all that
// these are computed from, and no more. Sizes are from 1 to most, least is from 0 to
// most, and rows are longer than most. Sums are exact for integers below 2^53.
func Fill(rows []float64, length int, items []Item, least, most int64) {
	_ = rows[(len(items)+1)*length+Slack-1]
	rest := int64(0) // size of the items not in the row
	for i := range items {
		rest += items[i].Size
	}
	clear(rows[:most+1])
	if len(items) > 0 {
		fill(rows, length, items, least, most, rest)
	}
}

// plain is fill in Go.
func plain(rows []float64, length int, items []Item, least, most, rest int64) {
	for i, it := range items {
		last, next := rows[i*length:][:most+1], rows[(i+1)*length:][:most+1]
		rest -= it.Size
		from := max(0, least-rest)
		if from < it.Size {
			copy(next[from:it.Size], last[from:it.Size])
			from = it.Size
		}
		without, with, out := last[from:], last[from-it.Size:], next[from:]
		for r, v := range without {
			out[r] = max(v, with[r]+it.Value)
		}
	}
}
