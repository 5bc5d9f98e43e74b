package library

import (
	"fmt"
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

// certificate returns a small certificate for the bound of a name; nil: any would be worth nothing.
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

// fit returns prices that prove a bound as a certificate within the rule; nil: such a one is worth nothing.
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

// prove returns prices in units of 2^-bits as a certificate of what they prove; nil: that is below least.
func (s *shortening) prove(p pieces, bits uint, least int64) *optgap.Certificate {
	c := p.certificate(s.like, bits)
	v, err := verify.Proven(s.step, s.name, c)
	if err != nil || v < least {
		return nil
	}
	c.Bound = v
	return c
}
