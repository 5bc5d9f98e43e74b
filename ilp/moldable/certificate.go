package moldable

import (
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// certify returns the certificate of prices per tick between the edges. Where prices of 0
// prove more, or the prices are too large, it returns the certificate of prices 0.
func certify(in *moldable.Instance, edges []int64, price []float64) *optgap.Certificate {
	free := &optgap.Certificate{}
	free.Bound = Evaluate(in, free)
	digits, ok := ledger.Digits(largest(in, edges, price), 60)
	if !ok {
		return free
	}
	c := &optgap.Certificate{Bits: digits}
	for b, q := range ledger.Quantise(price, digits) {
		if n := len(c.Price); n > 0 && c.Price[n-1] == q {
			c.Ends[n-1] = edges[b+1]
			continue
		}
		c.Price, c.Ends = append(c.Price, q), append(c.Ends, edges[b+1])
	}
	if c.Bound = Evaluate(in, c); c.Bound <= free.Bound {
		return free
	}
	return c
}

// largest returns the price of the whole machine, or the weighted end of a job where that is larger.
func largest(in *moldable.Instance, edges []int64, price []float64) (total float64) {
	for b, v := range price {
		total += v * float64(edges[b+1]-edges[b])
	}
	total *= float64(in.Machine)
	for _, j := range in.Jobs {
		total = max(total, float64(j.Weight)*float64(edges[len(edges)-1]+slices.Max(j.Times)))
	}
	return total
}

// Evaluate returns the bound that the prices of a certificate prove for the instance:
//
//	L = sum_i min_{s,k} (w_i (s + p_i(k)) + k (P(s + p_i(k)) - P(s))) - m P(end),
//
// rounded up to an integer. P is the integral of the price. For any prices >= 0, L is at
// most the minsum of every schedule. The minimised function is linear in s between the
// starts at which a job starts or ends at an edge of a piece. So only these starts are
// looked at. O(jobs * processors * pieces).
func Evaluate(in *moldable.Instance, c *optgap.Certificate) int64 {
	l := ledger.New(c)
	sum := new(big.Int).Mul(big.NewInt(-in.Machine), big.NewInt(l.Total()))
	for _, j := range in.Jobs {
		least := int64(math.MaxInt64)
		for _, a := range j.Allotments() {
			run := j.Weight * a.Time << c.Bits
			least = run + l.Cheapest(0, math.MaxInt64, a.Time, j.Weight, a.Width, least-run)
		}
		sum.Add(sum, big.NewInt(least))
	}
	return ledger.Whole(sum, c.Bits)
}

// pricesOf returns the prices of a processor as floating-point numbers per tick.
func pricesOf(c *optgap.Certificate) prices {
	if len(c.Ends) == 0 {
		return newPrices([]int64{0, 1})
	}
	p := newPrices(append([]int64{0}, c.Ends...))
	for b, q := range c.Price {
		p.price[b] = math.Ldexp(float64(q), -int(c.Bits))
	}
	p.sum()
	return p
}
