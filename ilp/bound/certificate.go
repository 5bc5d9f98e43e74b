package bound

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/lattice"
)

// Certificate proves a bound without a solver, by prices of a processor. By weak duality
// the dual function is a bound at any prices. To evaluate it takes only sums and minima.
//
// For LP, Price[k] is the price of a processor per second. It holds in the seconds from
// k*Bucket to (k+1)*Bucket or, where Bucket is 0, from Ends[k-1], or 0, to Ends[k]. After
// the last price a processor costs nothing.
//
// For Minsum, Price[j] is the price of a processor-second of a job that ends in interval
// j. Ends[j] is the end of this interval. Prices do not rise, and those left out are 0.
type Certificate struct {
	Bound int64 // the bound that the prices prove
	Bits  uint  // prices are in units of 2^-Bits
	// Bucket is the number of seconds in which a price of LP holds; 0: Ends has them.
	Bucket int64
	// Cutoff is the objective of a known schedule, for LP. The proof considers only
	// schedules that cost no more. Their jobs start within windows that follow from the
	// cutoff.
	Cutoff int64
	Ends   []int64
	Price  []int64
}

// Prices have up to maxBits binary digits behind the point. Where fewer digits prove the
// same bound, a certificate has fewer, a multiple of bitsStep.
const (
	maxBits  = 40
	bitsStep = 4
)

// quantise returns prices of a processor per second in units of 2^-bits, rounded to
// the nearest. Prices after the last positive one are left out.
func quantise(perSecond []float64, bits uint) []int64 {
	price := make([]int64, len(perSecond))
	for k, v := range perSecond {
		if v > 0 {
			price[k] = int64(math.RoundToEven(math.Ldexp(v, int(bits))))
		}
	}
	return trim(price)
}

// trim cuts trailing zeros off.
func trim(price []int64) []int64 {
	n := len(price)
	for n > 0 && price[n-1] == 0 {
		n--
	}
	return slices.Clip(price[:n])
}

// roomFor returns the most binary digits behind the point, up to maxBits, with which a time
// of the step plus the prices of all seconds, by the rates of the jobs, has at most 62 binary digits. ok is false
// where no number of digits does.
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
	if !(total < 1<<60) { // false for NaN too
		return 0, false
	}
	return min(maxBits, uint(61-bits.Len64(uint64(total)))), true
}

// whole returns x / 2^bits, rounded up to an integer and cut to the range of int64.
func whole(x *big.Int, bits uint) int64 {
	up := new(big.Int).Neg(x)
	up.Rsh(up, bits) // towards minus infinity
	up.Neg(up)
	switch {
	case up.IsInt64():
		return up.Int64()
	case up.Sign() > 0:
		return math.MaxInt64
	}
	return math.MinInt64
}

// inUnits returns a certificate of prices of a processor per second, each of which holds for
// a slot of the scale; nil: the prices are out of range. Its bound is not set.
func inUnits(step *optgap.Step, perSecond []float64, scale int64) *Certificate {
	digits, ok := roomFor(step, perSecond, scale)
	if !ok {
		return nil
	}
	return &Certificate{Bits: digits, Bucket: scale, Price: quantise(perSecond, digits)}
}

// proven returns the bound that the certificate's prices prove. Every objective differs
// from that of starts at 0 by a multiple of the greatest common divisor of all weights. So
// the bound is rounded up to the next such value.
func (w *windows) proven(step *optgap.Step, c *Certificate) int64 {
	x := onSecond(step, w, c)
	constant, unit := atOnce(step), int64(0)
	for i := range step.Jobs {
		unit = lattice.GCD(unit, step.Weight(i))
	}
	offset := big.NewInt(constant)
	x.Sub(x, offset.Lsh(offset, c.Bits))
	up := whole(x, c.Bits)
	if up > c.Cutoff {
		return c.Cutoff
	}
	return min(c.Cutoff, constant+lattice.Up(up, unit))
}

// shorten returns the certificate with as few binary digits as prove the same bound. It
// stops looking for fewer digits where stop returns true.
func (w *windows) shorten(step *optgap.Step, c *Certificate, stop func() bool) *Certificate {
	for digits := uint(0); digits < c.Bits && !stop(); digits += bitsStep {
		short := *c
		short.Bits, short.Price = digits, make([]int64, len(c.Price))
		shift := c.Bits - digits
		for k, v := range c.Price {
			short.Price[k] = (v + 1<<(shift-1)) >> shift
		}
		short.Price = trim(short.Price)
		short.Ends = c.Ends[:min(len(c.Ends), len(short.Price))]
		if w.proven(step, &short) >= c.Bound {
			return short.pack()
		}
	}
	return c.pack()
}

// pack returns the certificate with the ends of runs of equal prices in place of buckets,
// where this makes it much smaller.
func (c *Certificate) pack() *Certificate {
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
