package method

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/exact"
)

// boundCertificate returns the record of a certificate of package bound.
func boundCertificate(c *bound.Certificate) *record.Certificate {
	return &record.Certificate{
		Bound: c.Bound, Bits: c.Bits, Bucket: c.Bucket, Ends: c.Ends, Cutoff: c.Cutoff, Price: c.Price,
	}
}

// searchCertificate returns the record of the search's certificate for its first bound, proven.
// Where all groups pay the same for each processor, that price is stored once.
func searchCertificate(step *optgap.Step, c *exact.Certificate, proven int64) *record.Certificate {
	r := &record.Certificate{Bound: proven, Bits: c.Bits, Divisor: c.Divisor}
	if r.Price = sharedPrice(step, c.Groups); r.Price != nil {
		r.Ends = c.Ends[:len(r.Price)]
		return r
	}
	for _, g := range c.Groups {
		if price := trim(g.Price); len(price) > 0 {
			prices := record.GroupPrices{Width: g.Width, Estimate: g.Estimate, Price: price}
			if g.Weight != g.Width {
				prices.Weight = g.Weight
			}
			r.Groups = append(r.Groups, prices)
			r.Ends = c.Ends[:max(len(r.Ends), len(price))]
		}
	}
	return r
}

// sharedPrice returns the price of a processor; nil: it is 0, or not the same for all jobs of the
// step.
func sharedPrice(step *optgap.Step, groups []exact.GroupPrices) []int64 {
	type group struct{ width, estimate, weight int64 }
	kinds, priced := make(map[group]bool), make(map[group]bool)
	for i, j := range step.Jobs {
		kinds[group{j.Width, j.Estimate, step.Weight(i)}] = true
	}
	var shared []int64
	for i, g := range groups {
		priced[group{g.Width, g.Estimate, g.Weight}] = true
		price := trim(g.Price)
		if i == 0 {
			for _, v := range price {
				shared = append(shared, v/g.Width)
			}
		}
		if len(price) != len(shared) {
			return nil
		}
		for k, v := range price {
			if v != g.Width*shared[k] {
				return nil
			}
		}
	}
	if len(priced) != len(kinds) {
		return nil
	}
	return shared
}

// trim cuts trailing zeros off.
func trim(price []int64) []int64 {
	for len(price) > 0 && price[len(price)-1] == 0 {
		price = price[:len(price)-1]
	}
	return price
}
