package bound

import (
	"math"
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// quantise returns a certificate of prices of a processor-second in each interval, or nil if all
// prices are 0. The prices do not rise and are not below 0. They are cut to integers. The
// bound of the certificate is not set.
func (p *partition) quantise(prices []float64) *optgap.Certificate {
	c := &optgap.Certificate{Ends: p.ends}
	if len(prices) == 0 || prices[0] == 0 {
		return c
	}
	_, exponent := math.Frexp(prices[0])
	c.Bits = uint(max(0, min(ledger.MaxBits, 62-exponent)))
	if exponent > 62 {
		return c
	}
	for _, v := range prices {
		c.Price = append(c.Price, int64(math.Ldexp(v, int(c.Bits))))
	}
	c.Price = ledger.Trim(c.Price)
	return c
}

// evaluate returns the bound on sum_i v_i C_i that the certificate's prices of a
// processor-second in each interval prove by weak duality,
//
//	L = sum_i min_j (v_i t_j + w_i d_i price_j) - sum_j (price_j - price_(j+1)) free_j,
//
// rounded up to an integer, v_i being the weight of job i. The sum is exact, and a bound for any
// prices.
func (p *partition) evaluate(c *optgap.Certificate) int64 {
	price := make([]*big.Int, len(p.ends)+1)
	for j := range price {
		price[j] = new(big.Int)
		if j < len(c.Price) {
			price[j].SetInt64(c.Price[j])
		}
	}
	sum := new(big.Int)
	term := new(big.Int)
	for j, free := range p.free {
		term.Sub(price[j], price[j+1])
		sum.Sub(sum, term.Mul(term, big.NewInt(free)))
	}
	least := new(big.Int)
	area := new(big.Int)
	for _, f := range p.flows {
		weight, width := f.ratio()
		area.Mul(area.SetInt64(f.estimate), term.SetInt64(width))
		first := p.first(f)
		for j := first; j < len(p.ends); j++ {
			// for the ratio of weight to width: v t_j + w d_i price_j
			term.Mul(term.SetInt64(p.begins[j]), new(big.Int).SetInt64(weight))
			term.Lsh(term, c.Bits)
			term.Add(term, new(big.Int).Mul(area, price[j]))
			if j == first || term.Cmp(least) < 0 {
				least.Set(term)
			}
		}
		sum.Add(sum, least.Mul(least, area.SetInt64(f.width/width)))
	}
	return ledger.Whole(sum, c.Bits)
}
