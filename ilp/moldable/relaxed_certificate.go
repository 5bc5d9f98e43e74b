package moldable

import (
	"iter"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/optgap/optgap/heuristics/moldable"
)

// RelaxedCertificate proves a bound on the minsum without a solver, by prices of work.
type RelaxedCertificate struct {
	Bound int64   // the bound that the prices prove
	Bits  uint    // prices are in units of 2^-Bits
	Ends  []int64 // Ends[j] is the tick at which interval j ends; one more interval has no end
	Tight bool    // a job pays the larger of the interval's first tick and its least time
	// Price[j] is the price of a unit of work of a job that ends in interval j. Prices are
	// at least 0 and do not rise. Those left out at the end, and that of the interval
	// without an end, are 0.
	Price []int64
}

// ending is the end of a job in some interval.
type ending struct {
	interval int
	pays     int64 // cost per weight
	work     int64 // least work of the job
}

// offers yields the intervals in which a job can end. begin is the beginning of interval
// 0: one less than the least time of all jobs.
func (c *RelaxedCertificate) offers(begin int64, j moldable.Job) iter.Seq[ending] {
	return func(yield func(ending) bool) {
		options, begin := j.Allotments(), begin
		least := options[len(options)-1].Time
		for k := range len(c.Ends) + 1 {
			end := int64(math.MaxInt64)
			if k < len(c.Ends) {
				end = c.Ends[k]
			}
			if work, ok := leastWork(options, end); ok {
				e := ending{k, begin, work}
				if c.Tight {
					e.pays = max(begin+1, least)
				}
				if !yield(e) {
					return
				}
			}
			begin = end
		}
	}
}

// quantise sets the prices of the certificate from prices of a unit of work, rounded to the
// nearest multiples of 2^-Bits. It leaves them 0 where they are too large.
func (c *RelaxedCertificate) quantise(in *moldable.Instance, perWork []float64) {
	total := 0.0
	for i, v := range perWork {
		total = max(total, v*float64(in.Machine)*float64(c.Ends[i]))
	}
	for _, j := range in.Jobs {
		pays := float64(j.Weight) * float64(c.Ends[len(c.Ends)-1]+slices.Min(j.Times))
		total = max(total, pays, perWork[0]*float64(j.Allotments()[0].Work()))
	}
	if !(total < 1<<60) { // false for NaN too
		return
	}
	c.Bits = min(maxBits, uint(60-bits.Len64(uint64(total))))
	for _, v := range perWork {
		c.Price = append(c.Price, int64(math.RoundToEven(math.Ldexp(v, int(c.Bits)))))
	}
	for n := len(c.Price); n > 0 && c.Price[n-1] == 0; n-- {
		c.Price = c.Price[:n-1]
	}
}

// Evaluate returns the bound that the prices pi prove for the instance:
//
//	sum_i min_j (w_i pays_ij + pi_j work_ij) - sum_j (pi_j - pi_(j+1)) m Ends_j,
//
// rounded up to an integer. A schedule does at most m Ends_j work by Ends_j, and the jobs
// that end by then have at least their least works. So the sum that is subtracted is at
// least the price of these works. O(jobs * processors * intervals).
func (c *RelaxedCertificate) Evaluate(in *moldable.Instance) int64 {
	sum := new(big.Int)
	for j := range c.Price {
		drop := new(big.Int).Mul(big.NewInt(c.price(j)-c.price(j+1)), big.NewInt(in.Machine))
		sum.Sub(sum, drop.Mul(drop, big.NewInt(c.Ends[j])))
	}
	begin := shortest(in) - 1
	for _, j := range in.Jobs {
		var least *big.Int
		for e := range c.offers(begin, j) {
			cost := new(big.Int).Lsh(new(big.Int).Mul(big.NewInt(j.Weight), big.NewInt(e.pays)), c.Bits)
			cost.Add(cost, new(big.Int).Mul(big.NewInt(c.price(e.interval)), big.NewInt(e.work)))
			if least == nil || cost.Cmp(least) < 0 {
				least = cost
			}
		}
		sum.Add(sum, least)
	}
	sum.Neg(sum).Rsh(sum, c.Bits).Neg(sum) // towards plus infinity
	return sum.Int64()
}

// price returns the price of work in interval j.
func (c *RelaxedCertificate) price(j int) int64 {
	if j < len(c.Price) {
		return c.Price[j]
	}
	return 0
}
