package engine

// knapsackItem is an item that a set has or lacks.
type knapsackItem struct {
	Size  int64
	Value float64
}

// knapsackSlack is the number of elements after the last row that fillKnapsack may change.
const knapsackSlack = 8

// fillKnapsack finds the values of the most valuable sets of items, for each total size, by dynamic
// programming. It fills rows of length numbers each, one after the other: the first row for no
// items, and each other row for one item more. Number r of the last row is the value of
// the best set of size at most r, for each r from least to most. The rows before it have
// the numbers from which these are computed, and no others. Sizes are from 1 to most, least
// is from 0 to most, and length is above most. Sums are exact for integers below 2^53.
func fillKnapsack(rows []float64, length int, items []knapsackItem, least, most int64) {
	_ = rows[(len(items)+1)*length+knapsackSlack-1]
	rest := int64(0) // size of the items not in the row
	for i := range items {
		rest += items[i].Size
	}
	clear(rows[:most+1])
	if len(items) > 0 {
		fillRows(rows, length, items, least, most, rest)
	}
}

// fillPlainly is fillRows without vector instructions. rest is the size of all items.
func fillPlainly(rows []float64, length int, items []knapsackItem, least, most, rest int64) {
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
