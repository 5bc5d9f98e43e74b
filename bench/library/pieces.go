package library

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// pieces holds prices that are constant over pieces of time.
type pieces struct {
	bits   uint                 // prices are in units of 2^-bits
	ends   []int64              // of the pieces, in seconds, ascending
	groups []optgap.GroupPrices // without prices; none: prices are those of a processor, for all jobs
	prices [][]int64            // by group, then by piece; a single list without groups
}

// piecesOf returns the prices of a certificate.
func piecesOf(name optgap.BoundName, c *optgap.Certificate) pieces {
	p := pieces{bits: c.Bits, ends: c.Ends, prices: [][]int64{c.Price}}
	if len(c.Groups) > 0 {
		p.prices = nil
	}
	for _, g := range c.Groups {
		p.prices = append(p.prices, g.Price)
		g.Price = nil
		p.groups = append(p.groups, g)
	}
	n := len(slices.MaxFunc(p.prices, func(a, b []int64) int { return cmp.Compare(len(a), len(b)) }))
	switch {
	case c.Bucket > 0:
		p.ends = nil
		for k := range n {
			p.ends = append(p.ends, int64(k+1)*c.Bucket)
		}
	case name == optgap.BoundMinsum: // whose ends mean something without prices
		n = len(c.Ends)
	}
	p.ends = p.ends[:n]
	for i, list := range p.prices {
		p.prices[i] = append(slices.Clone(list), make([]int64, n-len(list))...)
	}
	return p
}

// length returns the seconds of a piece.
func (p pieces) length(k int) int64 {
	if k == 0 {
		return p.ends[0]
	}
	return p.ends[k] - p.ends[k-1]
}

// clone returns a copy that can be changed.
func (p pieces) clone() pieces {
	p.ends, p.prices = slices.Clone(p.ends), slices.Clone(p.prices)
	for i, list := range p.prices {
		p.prices[i] = slices.Clone(list)
	}
	return p
}

// join joins a piece and the next. Their prices become the means by time.
func (p *pieces) join(k int) {
	a, b := float64(p.length(k)), float64(p.length(k+1))
	for i, list := range p.prices {
		list[k] = int64(math.Round((float64(list[k])*a + float64(list[k+1])*b) / (a + b)))
		p.prices[i] = slices.Delete(list, k+1, k+2)
	}
	p.ends = slices.Delete(p.ends, k, k+1)
}

// change returns how much prices change if a piece and the next are joined: the sum over lists and seconds.
func (p pieces) change(k int) (sum float64) {
	for _, list := range p.prices {
		sum += math.Abs(float64(list[k] - list[k+1]))
	}
	a, b := float64(p.length(k)), float64(p.length(k+1))
	return sum * a * b / (a + b)
}

// byWeight returns the ends, the last end first, and then those that are worth keeping most. It joins the
// pieces whose prices change least, again and again. The time is quadratic in the number of pieces.
func (p pieces) byWeight() []int64 {
	p = p.clone()
	var changes []float64
	for k := range max(0, len(p.ends)-1) {
		changes = append(changes, p.change(k))
	}
	var order []int64
	for len(changes) > 0 {
		k := slices.Index(changes, slices.Min(changes))
		order = append(order, p.ends[k])
		p.join(k)
		changes = slices.Delete(changes, k, k+1)
		for _, i := range [2]int{k - 1, k} {
			if 0 <= i && i < len(changes) {
				changes[i] = p.change(i)
			}
		}
	}
	order = append(order, p.ends...)
	slices.Reverse(order)
	return order
}

// only joins pieces until only the ends are left.
func (p pieces) only(ends []int64) pieces {
	p = p.clone()
	for k := len(p.ends) - 2; k >= 0; k-- {
		if !slices.Contains(ends, p.ends[k]) {
			p.join(k)
		}
	}
	return p
}

// atMost joins pieces until there are at most n, which is at least 1.
func (p pieces) atMost(n int) pieces {
	if len(p.ends) <= n {
		return p
	}
	return p.only(p.byWeight()[:n])
}

// certificate returns the prices in units of 2^-bits, with what else a certificate like another has. bits
// is at most p.bits.
func (p pieces) certificate(like *optgap.Certificate, bits uint) *optgap.Certificate {
	c := &optgap.Certificate{
		Bits: bits, Ends: slices.Clone(p.ends), Cutoff: like.Cutoff, Tight: like.Tight, Divisor: like.Divisor,
	}
	for i, g := range p.groups {
		g.Price = p.rounded(i, bits)
		c.Groups = append(c.Groups, g)
	}
	if len(p.groups) == 0 {
		c.Price = p.rounded(0, bits)
	}
	return c
}

// rounded returns a list of prices in units of 2^-bits, without the zeros at its end.
func (p pieces) rounded(i int, bits uint) []int64 {
	var list []int64
	for _, v := range p.prices[i] {
		list = append(list, int64(math.Round(math.Ldexp(float64(v), int(bits)-int(p.bits)))))
	}
	for len(list) > 0 && list[len(list)-1] == 0 {
		list = list[:len(list)-1]
	}
	return list
}
