package bound

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/lattice"
)

// Certificate proves a bound without a solver, by prices of a processor: integers in
// units of 2^-Bits. By weak duality the dual function is a bound at any prices, and it
// takes only sums and minima.
type Certificate struct {
	Bound int64 // that the prices prove
	Bits  uint
	// LP: Price[k] is what a processor costs in each second from k*Bucket to
	// (k+1)*Bucket or, where Bucket is 0, up to Ends[k]; after the last it costs
	// nothing.
	Bucket int64
	// LP: schedules that cost more need no proof; the others keep to windows of
	// starts that follow from it.
	Cutoff int64
	// Minsum: Price[j] is what a processor-second of a job costs that ends in
	// interval j, which Ends[j] ends; prices do not rise, those left out are 0.
	Ends  []int64
	Tight bool // Minsum: jobs pay as Options.Tight says
	Price []int64
}

// Prices are kept with up to maxBits binary digits behind the point. Where fewer
// digits prove the same, fewer are stored.
const (
	maxBits  = 40
	bitsStep = 4
)

// quantise returns prices of a processor per second in units of 2^-bits, rounded to
// the nearest. Those after the last positive one are left out.
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

// roomFor returns the number of binary digits behind the point that keep a time
// of the step plus the prices of all seconds within 62 binary digits. ok is false
// where there is no such number.
func roomFor(step *optgap.Step, perSecond []float64, scale int64) (digits uint, ok bool) {
	total := float64(step.SafeEnd()) + float64(len(perSecond)+1)*float64(scale)
	for _, v := range perSecond {
		total += 2 * max(v, 0) * float64(scale)
	}
	if !(total < 1<<60) { // false for NaN too
		return 0, false
	}
	return min(maxBits, uint(61-bits.Len64(uint64(total)))), true
}

// whole returns the least integer that is not below x / 2^bits, cut to the range
// of int64.
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

// certify returns the certificate that prices of a processor per second make for the
// step; nil where they are out of range.
func (w *windows) certify(step *optgap.Step, perSecond []float64, scale, cutoff int64) *Certificate {
	digits, ok := roomFor(step, perSecond, scale)
	if !ok {
		return nil
	}
	c := &Certificate{Bits: digits, Bucket: scale, Cutoff: cutoff, Price: quantise(perSecond, digits)}
	c.Bound = w.proven(step, c)
	return c
}

// proven returns the bound that the certificate's prices prove. An objective is that
// of starts at 0 plus a multiple of the greatest common divisor of all widths, so the
// bound is rounded up to the next such value.
func (w *windows) proven(step *optgap.Step, c *Certificate) int64 {
	x := onSecond(step, w, c.Price, c.Bits, c.Bucket)
	constant, unit := int64(0), int64(0)
	for _, j := range step.Jobs {
		constant += j.Width * (j.Estimate - j.Submit)
		unit = lattice.GCD(unit, j.Width)
	}
	offset := big.NewInt(constant)
	x.Sub(x, offset.Lsh(offset, c.Bits))
	up := whole(x, c.Bits)
	if up > c.Cutoff {
		return c.Cutoff
	}
	return min(c.Cutoff, constant+lattice.Up(up, unit))
}

// shorten returns the certificate with as few binary digits as prove the same, or, where
// stop says so, as it is.
func (w *windows) shorten(step *optgap.Step, c *Certificate, stop func() bool) *Certificate {
	for digits := uint(0); digits < c.Bits && !stop(); digits += bitsStep {
		short := *c
		short.Bits, short.Price = digits, make([]int64, len(c.Price))
		shift := c.Bits - digits
		for k, v := range c.Price {
			short.Price[k] = (v + 1<<(shift-1)) >> shift
		}
		short.Price = trim(short.Price)
		if w.proven(step, &short) >= c.Bound {
			return short.pack()
		}
	}
	return c.pack()
}

// pack replaces buckets by the ends of runs of equal prices where these are few.
func (c *Certificate) pack() *Certificate {
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
