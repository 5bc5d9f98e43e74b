package moldable

import "slices"

// knapsack chooses items of the largest value that fit into a capacity, by dynamic
// programming over capacities. It is reusable and allocates only while it grows.
type knapsack struct {
	best  []int64  // best[c] is the largest value within capacity c
	taken []uint64 // bit c of row i: item i is in the best choice of items up to i within c
	words int      // number of words in a row of taken
}

// item is a candidate of a knapsack.
type item struct {
	width, value int64 // a width of at least 1, a value of at least 0
}

// solve returns the largest value of items that fit together. It sets chosen[i] to whether
// item i is in one choice of this value. Of several such choices it prefers one without
// the later items. O(items * capacity).
func (k *knapsack) solve(items []item, capacity int64, chosen []bool) int64 {
	if value, fit := all(items, capacity); fit {
		for i, it := range items {
			chosen[i] = it.value > 0
		}
		return value
	}
	k.reset(len(items), int(capacity))
	for i, it := range items {
		row := k.taken[i*k.words : (i+1)*k.words]
		if it.width > capacity || it.value <= 0 {
			continue
		}
		w := int(it.width)
		from := k.best[:len(k.best)-w]
		to := k.best[w:]
		for c := len(from) - 1; c >= 0; c-- {
			if v := from[c] + it.value; v > to[c] {
				to[c] = v
				row[(c+w)>>6] |= 1 << ((c + w) & 63)
			}
		}
	}
	c := int(capacity)
	for i := len(items) - 1; i >= 0; i-- {
		chosen[i] = k.taken[i*k.words+c>>6]>>(c&63)&1 == 1
		if chosen[i] {
			c -= int(items[i].width)
		}
	}
	return k.best[capacity]
}

// all returns the value of all items, and whether they fit together.
func all(items []item, capacity int64) (value int64, fit bool) {
	for _, it := range items {
		capacity -= it.width
		if capacity < 0 {
			return 0, false
		}
		value += it.value
	}
	return value, true
}

// reset clears the tables and makes them large enough.
func (k *knapsack) reset(items, capacity int) {
	k.best = slices.Grow(k.best[:0], capacity+1)[:capacity+1]
	clear(k.best)
	k.words = capacity>>6 + 1
	k.taken = slices.Grow(k.taken[:0], items*k.words)[:items*k.words]
	clear(k.taken)
}
