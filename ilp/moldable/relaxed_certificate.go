package moldable

import (
	"iter"
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// ending is the end of a job in some interval.
type ending struct {
	interval int
	pays     int64 // cost per weight
	work     int64 // least work of the job
}

// offers yields the intervals of a certificate in which a job can end. begin is the beginning of
// interval 0: one less than the least time of all jobs.
func offers(c *optgap.Certificate, begin int64, j moldable.Job) iter.Seq[ending] {
	return func(yield func(ending) bool) {
		options := j.Allotments()
		begin := begin
		for k := range len(c.Ends) + 1 {
			end := int64(math.MaxInt64)
			if k < len(c.Ends) {
				end = c.Ends[k]
			}
			if work, ok := leastWork(options, end); ok && !yield(ending{k, begin, work}) {
				return
			}
			begin = end
		}
	}
}

// quantise sets the prices of the certificate from prices of a unit of work. It leaves them 0 where
// they are too large.
func quantise(in *moldable.Instance, c *optgap.Certificate, perWork []float64) {
	total := 0.0
	for i, v := range perWork {
		total = max(total, v*float64(in.Machine)*float64(c.Ends[i]))
	}
	for _, j := range in.Jobs {
		pays := float64(j.Weight) * float64(c.Ends[len(c.Ends)-1]+slices.Min(j.Times))
		total = max(total, pays, perWork[0]*float64(j.Allotments()[0].Work()))
	}
	if digits, ok := ledger.Digits(total, 60); ok {
		c.Bits, c.Price = digits, ledger.Quantise(perWork, digits)
	}
}

// evaluateRelaxed returns the bound that the prices pi of a certificate prove for the instance:
//
//	sum_i min_j (w_i pays_ij + pi_j work_ij) - sum_j (pi_j - pi_(j+1)) m Ends_j,
//
// rounded up to an integer. A schedule does at most m Ends_j work by Ends_j, and the jobs
// that end by then have at least their least works. So the sum that is subtracted is at
// least the price of these works. O(jobs * processors * intervals).
func evaluateRelaxed(in *moldable.Instance, c *optgap.Certificate) int64 {
	price := func(j int) int64 { // of work in interval j
		if j < len(c.Price) {
			return c.Price[j]
		}
		return 0
	}
	sum := new(big.Int)
	for j := range c.Price {
		drop := new(big.Int).Mul(big.NewInt(price(j)-price(j+1)), big.NewInt(in.Machine))
		sum.Sub(sum, drop.Mul(drop, big.NewInt(c.Ends[j])))
	}
	begin := shortest(in) - 1
	for _, j := range in.Jobs {
		var least *big.Int
		for e := range offers(c, begin, j) {
			cost := new(
				big.Int,
			).Lsh(new(big.Int).Mul(big.NewInt(j.Weight), big.NewInt(e.pays)), c.Bits)
			cost.Add(cost, new(big.Int).Mul(big.NewInt(price(e.interval)), big.NewInt(e.work)))
			if least == nil || cost.Cmp(least) < 0 {
				least = cost
			}
		}
		sum.Add(sum, least)
	}
	return ledger.Whole(sum, c.Bits)
}
