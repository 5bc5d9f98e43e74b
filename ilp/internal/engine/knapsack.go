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
		last := rows[i*length:][:most+1]
		next := rows[(i+1)*length:][:most+1]
		rest -= it.Size
		from := max(0, least-rest)
		if from < it.Size {
			copy(next[from:it.Size], last[from:it.Size])
			from = it.Size
		}
		without := last[from:]
		with := last[from-it.Size:]
		out := next[from:]
		for r, v := range without {
			out[r] = max(v, with[r]+it.Value)
		}
	}
}

// Sack is a knapsack with items in order of falling size, which is used again and again.
type Sack struct {
	items  []knapsackItem
	tables []float64
}

// Clear takes all items away.
func (s *Sack) Clear() { s.items = s.items[:0] }

// Add adds an item of a size from 0 on, with a value above 0.
func (s *Sack) Add(
	size int64,
	value float64,
) {
	s.items = append(s.items, knapsackItem{size, value})
}

// Best returns the value of the most valuable set of items of at most a size. It calls hold with
// the number of each item of the set. The value is exact where the values of all items are
// integers, and add up to less than 2^53.
func (s *Sack) Best(most int64, hold func(item int)) (worth float64) {
	size := int64(0)
	some := 0 // items that compete: all, where they do not fit together, but for those of size 0
	for n, it := range s.items {
		size += it.Size
		if it.Size > 0 {
			some = n + 1
		}
	}
	if size <= most {
		some = 0
	}
	for n, it := range s.items[some:] {
		worth += it.Value
		hold(some + n)
	}
	items := s.items[:some]
	length := int(most) + 1
	need := (some+1)*length + knapsackSlack
	if len(s.tables) < need {
		s.tables = make([]float64, need)
	}
	fillKnapsack(s.tables, length, items, most, most)
	at := int(most)
	for n := some - 1; n >= 0; n-- {
		if s.tables[(n+1)*length+at] != s.tables[n*length+at] {
			hold(n)
			at -= int(items[n].Size)
		}
	}
	return worth + s.tables[some*length+int(most)]
}
