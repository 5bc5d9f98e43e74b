package bound

import (
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// Where fewer binary digits prove as much, a certificate has fewer, a multiple of bitsStep.
const bitsStep = 4

// proven returns the bound that the certificate's prices prove. Every objective differs
// from that of starts at 0 by a multiple of the greatest common divisor of all weights. So
// the bound is rounded up to the next such value.
func (w *windows) proven(c *optgap.Certificate) int64 {
	x := w.onSecond(c)
	unit := int64(0)
	for i := range w.Step.Jobs {
		unit = ledger.GCD(unit, w.Step.Weight(i))
	}
	offset := big.NewInt(w.AtOnce)
	x.Sub(x, offset.Lsh(offset, c.Bits))
	up := ledger.Whole(x, c.Bits)
	if up > c.Cutoff {
		return c.Cutoff
	}
	return min(c.Cutoff, w.AtOnce+ledger.RoundUp(up, unit))
}

// shorten returns the certificate with as few binary digits as prove the same bound, or by chance a
// larger one. It stops looking for fewer digits where stop returns true.
func (w *windows) shorten(c *optgap.Certificate, stop func() bool) *optgap.Certificate {
	for digits := uint(0); digits < c.Bits && !stop(); digits += bitsStep {
		short := *c
		short.Bits = digits
		short.Price = make([]int64, len(c.Price))
		shift := c.Bits - digits
		for k, v := range c.Price {
			short.Price[k] = (v + 1<<(shift-1)) >> shift
		}
		short.Price = ledger.Trim(short.Price)
		short.Ends = c.Ends[:min(len(c.Ends), len(short.Price))]
		short.Bound = w.proven(&short)
		if short.Bound >= c.Bound {
			return &short
		}
	}
	return c
}
