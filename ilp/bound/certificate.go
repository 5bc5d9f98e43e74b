package bound

import (
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/lattice"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// Where fewer binary digits prove the same bound, a certificate has fewer, a multiple of bitsStep.
const bitsStep = 4

// roomFor returns the most binary digits behind the point with which a time of the step plus the prices of all
// seconds, by the rates of the jobs, has at most 62 binary digits. ok is false where no number of digits does.
func roomFor(step *optgap.Step, perSecond []float64, scale int64) (digits uint, ok bool) {
	weight, width := int64(1), int64(1)
	for i := range step.Jobs {
		of := rateOf(step, i)
		weight, width = max(weight, of.weight), max(width, of.width)
	}
	total := float64(weight) * (float64(step.SafeEnd()) + float64(len(perSecond)+1)*float64(scale))
	for _, v := range perSecond {
		total += float64(width) * 2 * max(v, 0) * float64(scale)
	}
	return ledger.Digits(total, 61)
}

// inUnits returns a certificate of prices of a processor per second, each of which holds for
// a slot of the scale, or nil if the prices are out of range. Its bound is not set.
func inUnits(step *optgap.Step, perSecond []float64, scale int64) *optgap.Certificate {
	digits, ok := roomFor(step, perSecond, scale)
	if !ok {
		return nil
	}
	return &optgap.Certificate{Bits: digits, Bucket: scale, Price: ledger.Quantise(perSecond, digits)}
}

// proven returns the bound that the certificate's prices prove. Every objective differs
// from that of starts at 0 by a multiple of the greatest common divisor of all weights. So
// the bound is rounded up to the next such value.
func (w *windows) proven(c *optgap.Certificate) int64 {
	x, unit := w.onSecond(c), int64(0)
	for i := range w.Step.Jobs {
		unit = lattice.GCD(unit, w.Step.Weight(i))
	}
	offset := big.NewInt(w.AtOnce)
	x.Sub(x, offset.Lsh(offset, c.Bits))
	up := ledger.Whole(x, c.Bits)
	if up > c.Cutoff {
		return c.Cutoff
	}
	return min(c.Cutoff, w.AtOnce+lattice.Up(up, unit))
}

// shorten returns the certificate with as few binary digits as prove the same bound. It
// stops looking for fewer digits where stop returns true.
func (w *windows) shorten(c *optgap.Certificate, stop func() bool) *optgap.Certificate {
	for digits := uint(0); digits < c.Bits && !stop(); digits += bitsStep {
		short := *c
		short.Bits, short.Price = digits, make([]int64, len(c.Price))
		shift := c.Bits - digits
		for k, v := range c.Price {
			short.Price[k] = (v + 1<<(shift-1)) >> shift
		}
		short.Price = ledger.Trim(short.Price)
		short.Ends = c.Ends[:min(len(c.Ends), len(short.Price))]
		if w.proven(&short) >= c.Bound {
			return pack(&short)
		}
	}
	return pack(c)
}

// pack returns the certificate with the ends of runs of equal prices in place of buckets,
// where this makes it much smaller.
func pack(c *optgap.Certificate) *optgap.Certificate {
	if c.Bucket == 0 {
		return c
	}
	runs := *c
	runs.Bucket, runs.Price = 0, nil
	for k, v := range c.Price {
		if k > 0 && v == c.Price[k-1] {
			runs.Ends[len(runs.Ends)-1] += c.Bucket
			continue
		}
		runs.Price, runs.Ends = append(runs.Price, v), append(runs.Ends, int64(k+1)*c.Bucket)
	}
	if 3*len(runs.Price) < len(c.Price) {
		return &runs
	}
	return c
}
