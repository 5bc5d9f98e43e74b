// Package maxplus has the inner loop of dynamic programs over a knapsack.
package maxplus

// Extend sets out[i] to the larger of without[i] and with[i] + value: the best that is
// known without an item of some value, or with it. All slices have the length of out.
func Extend(out, without, with []float64, value float64) {
	extend(out, without[:len(out)], with[:len(out)], value)
}

// plain is extend in Go.
func plain(out, without, with []float64, value float64) {
	for i, v := range without {
		out[i] = max(v, with[i]+value)
	}
}
