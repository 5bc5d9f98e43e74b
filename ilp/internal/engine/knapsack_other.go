//go:build !amd64

package engine

func fillRows(rows []float64, length int, items []knapsackItem, least, most, rest int64) {
	fillPlainly(rows, length, items, least, most, rest)
}
