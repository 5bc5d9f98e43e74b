package exact

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// certificate returns the prices that prove the root bound, an objective. Where all groups pay the same for
// each processor, that price is stored once.
func certificate(p *engine.Problem, by *root, proven int64) *optgap.Certificate {
	c := &optgap.Certificate{Bound: proven, Bits: p.Unit, Divisor: p.Rounding()}
	ends := by.timeline.Borders[1:]
	if c.Price = sharedPrice(p, by.prices); c.Price != nil {
		c.Ends = ends[:len(c.Price)]
		return c
	}
	for i, k := range p.Kinds {
		if price := ledger.Trim(by.prices[i]); len(price) > 0 {
			g := optgap.GroupPrices{Width: k.Width, Estimate: k.Duration, Price: price}
			if k.Weight != k.Width {
				g.Weight = k.Weight
			}
			c.Groups = append(c.Groups, g)
			c.Ends = ends[:max(len(c.Ends), len(price))]
		}
	}
	return c
}

// sharedPrice returns the price of a processor, or nil if it is 0, or not the same for all jobs.
func sharedPrice(p *engine.Problem, prices [][]int64) (shared []int64) {
	for i, k := range p.Kinds {
		price := ledger.Trim(prices[i])
		if i == 0 {
			for _, v := range price {
				shared = append(shared, v/k.Width)
			}
		}
		if len(price) != len(shared) {
			return nil
		}
		for b, v := range price {
			if v != k.Width*shared[b] {
				return nil
			}
		}
	}
	return shared
}
