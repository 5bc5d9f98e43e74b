package bound

import "math/big"

// priceDigits is the number of binary digits behind the point that prices keep.
const priceDigits = 80

// evaluate returns the bound on sum_i w_i C_i that any non-increasing prices
// >= 0 of a processor-second in each interval prove by weak duality,
//
//	L = sum_i min_j (w_i cost_ij + w_i d_i price_j) - sum_j (price_j - price_(j+1)) free_j,
//
// rounded up to an integer. The sum is exact for the prices cut to priceDigits,
// so how they were found does not matter. nil: all prices are 0.
func (p *partition) evaluate(prices []float64) int64 {
	price := make([]*big.Int, len(p.ends)+1)
	for j := range price {
		price[j] = new(big.Int)
		if j < len(prices) {
			f := new(big.Float).SetMantExp(big.NewFloat(prices[j]), priceDigits)
			f.Int(price[j])
		}
	}
	sum, term := new(big.Int), new(big.Int)
	for j, free := range p.free {
		term.Sub(price[j], price[j+1])
		sum.Sub(sum, term.Mul(term, big.NewInt(free)))
	}
	least, area := new(big.Int), new(big.Int)
	for _, f := range p.flows {
		area.SetInt64(f.estimate)
		first := p.first(f)
		for j := first; j < len(p.ends); j++ {
			// per processor: cost_ij + d_i price_j
			term.Lsh(term.SetInt64(p.cost(f, j)), priceDigits)
			term.Add(term, new(big.Int).Mul(area, price[j]))
			if j == first || term.Cmp(least) < 0 {
				least.Set(term)
			}
		}
		sum.Add(sum, least.Mul(least, area.SetInt64(f.width)))
	}
	return ceilShift(sum, priceDigits)
}
