package library

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/ilp/bound"
)

// rule says how small a certificate is made: into fewer pieces of time, and fewer binary digits.
//
// Any prices prove a bound (package verify). So neighbouring pieces may share a price, and prices may be
// rounded. Each try is proven again in exact integers, and the bound of the result is the one that its
// own prices prove.
//
// What a certificate is worth is its bound less the largest one that needs no prices: the bound fluid, or that
// of jobs that do not collide.
type rule struct {
	loss    float64 // largest share of its worth that it loses, as long as it has at most so many numbers
	numbers int     // prices and ends; a longer certificate is cut to so many, whatever it loses
}

// ofLibrary is the rule of the library. With a thousand numbers, few certificates take more than 1.5 kB,
// compressed.
var ofLibrary = rule{loss: 0.01, numbers: 1000}

// certificate returns a small certificate for the bound of a name, or nil if any would be worth nothing.
// starts is a known schedule. A certificate that proves it optimal loses nothing, and may have
// any length. A certificate that states more than its prices prove is an error.
func (r rule) certificate(
	step *optgap.Step, name optgap.BoundName, c *optgap.Certificate, starts optgap.Schedule,
) (*optgap.Certificate, error) {
	proven, err := verify.Proven(step, name, c)
	if err != nil {
		return nil, err
	}
	if c.Bound > proven {
		expected := fmt.Sprintf("at most %d, which the prices prove", proven)
		return nil, optgap.BadField("certificates."+string(name)+".bound", c.Bound, expected)
	}
	s := &shortening{step: step, name: name, like: c, worthless: bound.Fluid(step)}
	if free, err := verify.Proven(step, name, &optgap.Certificate{Cutoff: c.Cutoff}); err == nil {
		s.worthless = max(s.worthless, free)
	}
	if proven <= s.worthless {
		return nil, nil
	}
	if proven >= starts.Objective(step) {
		return s.shorten(piecesOf(name, c), proven, 0), nil
	}
	return s.fit(piecesOf(name, c), proven, r), nil
}

// shortening is the work on a certificate.
type shortening struct {
	step      *optgap.Step
	name      optgap.BoundName
	like      *optgap.Certificate // as it was given
	worthless int64               // the largest bound that takes no prices
}

// fit returns prices that prove a bound as a certificate within the rule, or nil if such a one is worth nothing.
func (s *shortening) fit(p pieces, proven int64, r rule) *optgap.Certificate {
	most := r.numbers / (1 + len(p.prices))
	if most == 0 {
		return nil
	}
	cut := p.atMost(most)
	c := s.prove(cut, p.bits, s.worthless+1)
	if c == nil {
		return nil
	}
	if loss := r.allowed(proven - s.worthless); c.Bound >= proven-loss/2 {
		return s.shorten(cut, c.Bound, loss-(proven-c.Bound))
	}
	return s.round(cut, c.Bound-r.allowed(c.Bound-s.worthless))
}

// allowed returns how much a certificate of a worth may lose.
func (r rule) allowed(worth int64) int64 { return int64(r.loss * float64(worth)) }

// shorten returns prices that prove a bound as a certificate with the fewest pieces, and then the fewest
// binary digits, that the loss allows. Half of the loss is for the pieces.
func (s *shortening) shorten(p pieces, proven, loss int64) *optgap.Certificate {
	ends := p.byWeight()
	few := sort.Search(len(ends), func(n int) bool {
		return s.prove(p.only(ends[:n]), p.bits, proven-loss/2) != nil
	})
	return s.round(p.only(ends[:few]), proven-loss)
}

// round returns prices as a certificate with the fewest binary digits that prove at least so much.
func (s *shortening) round(p pieces, least int64) *optgap.Certificate {
	for bits := uint(0); bits < p.bits; bits++ {
		if c := s.prove(p, bits, least); c != nil {
			return c
		}
	}
	return s.prove(p, p.bits, 0)
}

// prove returns prices in units of 2^-bits as a certificate of what they prove, or nil if that is below least.
func (s *shortening) prove(p pieces, bits uint, least int64) *optgap.Certificate {
	c := p.certificate(s.like, bits)
	v, err := verify.Proven(s.step, s.name, c)
	if err != nil || v < least {
		return nil
	}
	c.Bound = v
	return c
}

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
	case name == optgap.BoundMinsum || len(c.Forest) > 0: // whose ends mean something without prices
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
		Forest: like.Forest, Chain: like.Chain,
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
