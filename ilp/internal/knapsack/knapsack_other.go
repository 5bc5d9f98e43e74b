//go:build !amd64

package knapsack

func fill(rows []float64, length int, items []Item, least, most, rest int64) {
	plain(rows, length, items, least, most, rest)
}
