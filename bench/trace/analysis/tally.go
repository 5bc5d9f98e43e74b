package analysis

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// A Distribution holds the distinct values of a quantity in increasing order and the number
// of their occurrences. The numbers are float64 for package stat of gonum.
type Distribution struct {
	Values, Counts []float64
}

// A tally counts how often each value occurs.
type tally map[float64]int64

// add counts a value. Negative values are unknown and do not count.
func (t tally) add(v float64) {
	if v >= 0 {
		t[v]++
	}
}

func (t tally) distribution() Distribution {
	d := Distribution{Values: slices.Sorted(maps.Keys(t)), Counts: make([]float64, len(t))}
	for i, v := range d.Values {
		d.Counts[i] = float64(t[v])
	}
	return d
}

// quantity describes the counted values; nil: there are none.
func (t tally) quantity() *Quantity {
	if len(t) == 0 {
		return nil
	}
	return t.distribution().quantity()
}

func (d Distribution) quantity() *Quantity {
	at := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, d.Values, d.Counts) }
	mean, variance := stat.PopMeanVariance(d.Values, d.Counts)
	return &Quantity{
		Count: int64(d.Total()), Mean: mean, SD: math.Sqrt(variance), Min: d.Values[0], Max: d.Values[len(d.Values)-1],
		P10: at(0.10), P25: at(0.25), P50: at(0.50), P75: at(0.75), P90: at(0.90), P99: at(0.99),
		Distribution: d,
	}
}

// Total returns the number of counted values.
func (d Distribution) Total() float64 {
	total := 0.0
	for _, n := range d.Counts {
		total += n
	}
	return total
}

// Cumulative returns, for each of the Values, the share of values that do not exceed it.
func (d Distribution) Cumulative() []float64 {
	shares := make([]float64, len(d.Counts))
	total, below := d.Total(), 0.0
	for i, n := range d.Counts {
		below += n
		shares[i] = below / total
	}
	return shares
}

// share returns the share of the values that fulfil a condition.
func (d Distribution) share(holds func(v float64) bool) float64 {
	n := 0.0
	for i, v := range d.Values {
		if holds(v) {
			n += d.Counts[i]
		}
	}
	return n / d.Total()
}

// above returns the distribution of the values above a limit.
func (d Distribution) above(limit float64) Distribution {
	i, found := slices.BinarySearch(d.Values, limit)
	if found {
		i++
	}
	return Distribution{d.Values[i:], d.Counts[i:]}
}
