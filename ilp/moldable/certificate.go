package moldable

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// Certificate proves a bound on the minsum without a solver, by prices of a processor.
type Certificate struct {
	Bound int64   // the bound that the prices prove
	Bits  uint    // prices are in units of 2^-Bits
	Ends  []int64 // in ticks
	// Price[k] is the price, at least 0, of a processor in each tick from Ends[k-1], or 0,
	// to Ends[k]. After the last end a processor costs nothing.
	Price []int64
}

// maxBits is the largest number of binary digits behind the point of a price.
const maxBits = 40

// certify returns the certificate of prices per tick between the edges. Where prices of 0
// prove more, or the prices are too large, it returns the certificate of prices 0.
func certify(in *moldable.Instance, edges []int64, price []float64) *Certificate {
	free := &Certificate{}
	free.Bound = free.Evaluate(in)
	digits, ok := roomFor(in, edges, price)
	if !ok {
		return free
	}
	c := quantise(edges, price, digits)
	if c.Bound = c.Evaluate(in); c.Bound <= free.Bound {
		return free
	}
	return c
}

// quantise rounds prices to the nearest multiples of 2^-digits.
func quantise(edges []int64, price []float64, digits uint) *Certificate {
	c := &Certificate{Bits: digits}
	for b, v := range price {
		q := int64(math.RoundToEven(math.Ldexp(v, int(c.Bits))))
		if n := len(c.Price); n > 0 && c.Price[n-1] == q {
			c.Ends[n-1] = edges[b+1]
			continue
		}
		c.Price, c.Ends = append(c.Price, q), append(c.Ends, edges[b+1])
	}
	for n := len(c.Price); n > 0 && c.Price[n-1] == 0; n-- {
		c.Price, c.Ends = c.Price[:n-1], c.Ends[:n-1]
	}
	return c
}

// roomFor returns the most binary digits behind the point, up to maxBits, with which the
// price of each allotment and the weighted end of each job have at most 62 binary digits.
// ok is false where no number of digits does.
func roomFor(in *moldable.Instance, edges []int64, price []float64) (digits uint, ok bool) {
	total := 0.0
	for b, v := range price {
		total += v * float64(edges[b+1]-edges[b])
	}
	total *= float64(in.Machine)
	for _, j := range in.Jobs {
		longest := j.Times[0]
		for _, t := range j.Times {
			longest = max(longest, t)
		}
		total = max(total, float64(j.Weight)*float64(edges[len(edges)-1]+longest))
	}
	if !(total < 1<<60) { // false for NaN too
		return 0, false
	}
	return min(maxBits, uint(60-bits.Len64(uint64(total)))), true
}

// Evaluate returns the bound that the prices prove for the instance:
//
//	L = sum_i min_{s,k} (w_i (s + p_i(k)) + k (P(s + p_i(k)) - P(s))) - m P(end),
//
// rounded up to an integer. P is the integral of the price. For any prices >= 0, L is at
// most the minsum of every schedule. The minimised function is linear in s between the
// starts at which a job starts or ends at an edge of a piece. So only these starts are
// looked at. O(jobs * processors * pieces).
func (c *Certificate) Evaluate(in *moldable.Instance) int64 {
	l := ledger.New(c.Bits, c.Ends, c.Price)
	sum := new(big.Int).Mul(big.NewInt(-in.Machine), big.NewInt(l.Total()))
	for _, j := range in.Jobs {
		least := int64(math.MaxInt64)
		for _, a := range j.Allotments() {
			run := j.Weight * a.Time << c.Bits
			least = run + l.Cheapest(0, math.MaxInt64, a.Time, j.Weight, a.Width, least-run)
		}
		sum.Add(sum, big.NewInt(least))
	}
	sum.Neg(sum).Rsh(sum, c.Bits).Neg(sum) // towards plus infinity
	return sum.Int64()
}

// prices returns the prices as floating-point numbers per tick.
func (c *Certificate) prices() prices {
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
