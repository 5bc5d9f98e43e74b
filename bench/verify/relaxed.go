package verify

import (
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// demand is a number of jobs of the same weight that take the same work.
type demand struct {
	count, weight int64
	earliest      int64 // end of a job that has the machine for itself
	// work returns the least work of a job that ends by a moment; false: no job can.
	work func(by int64) (work int64, ok bool)
}

// relaxed returns the bound that prices prove by the relaxed minsum program (Dutot et al.
// 2004, section 3.3), in units of 2^-Bits. Interval j lasts from E_(j-1) to E_j. The first
// begins one unit of time before the earliest end of any job, the last is open. Let A_j be
// the area that is free until E_j, and S_ij the least work of job i if it ends by E_j. A
// job that ends by E_j has all its work before E_j. So for prices q_j >= 0 of a unit of
// work that do not rise, every schedule has
//
//	sum_i w_i C_i >= sum_i min_j (w_i c_ij + q_j S_ij) - sum_j (q_j - q_(j+1)) A_j,
//
// where j runs over the intervals in which the job can end. c_ij is E_(j-1). Where the
// certificate is tight, it is the larger of E_(j-1) + 1 and the earliest end of the job.
func relaxed(
	c *optgap.Certificate,
	intervals int,
	demands []demand,
	area func(j int) *big.Int,
) *big.Int {
	price := func(j int) int64 {
		if j < len(c.Price) {
			return c.Price[j]
		}
		return 0
	}
	sum := new(big.Int)
	first := int64(math.MaxInt64)
	for j := range intervals {
		if fall := price(j) - price(j+1); fall > 0 {
			sum.Sub(sum, new(big.Int).Mul(integer(fall), area(j)))
		}
	}
	for _, d := range demands {
		first = min(first, d.earliest-1)
	}
	for _, d := range demands {
		var least *big.Int
		for j := range intervals {
			begin := first
			end := int64(math.MaxInt64)
			if j > 0 {
				begin = max(first, c.Ends[j-1])
			}
			if j+1 < intervals {
				end = c.Ends[j]
			}
			work, ok := d.work(end)
			if !ok {
				continue
			}
			if c.Tight {
				begin = max(begin+1, d.earliest)
			}
			v := product(d.weight, begin)
			v.Lsh(v, c.Bits)
			if v.Add(v, product(work, price(j))); least == nil || v.Cmp(least) < 0 {
				least = v
			}
		}
		sum.Add(sum, least.Mul(least, integer(d.count)))
	}
	return sum
}

// minsum returns the bound that prices prove by the relaxed minsum program of the step.
// The last interval is open: its area is that of all jobs.
func (f *facts) minsum(c *optgap.Certificate) *big.Int {
	var demands []demand
	for _, g := range f.grouped() {
		earliest := g.first + g.estimate
		work := func(by int64) (int64, bool) { return g.width * g.estimate, by >= earliest }
		demands = append(demands, demand{g.count, g.weight, earliest, work})
	}
	all := integer(f.step.TotalArea())
	sum := relaxed(c, len(c.Ends), demands, func(j int) *big.Int {
		if free := f.freeUntil(c.Ends[j]); j+1 < len(c.Ends) && free.Cmp(all) < 0 {
			return free
		}
		return all
	})
	for _, j := range f.step.Jobs {
		sum.Sub(sum, new(big.Int).Lsh(product(weight(j), j.Submit), c.Bits))
	}
	return ceiling(sum, c.Bits)
}

// freeUntil returns the area that the history leaves free until end.
func (f *facts) freeUntil(end int64) *big.Int {
	area := new(big.Int)
	to := end
	for _, c := range slices.Backward(f.step.History) {
		if c.Time < to {
			area.Add(area, product(c.Free, to-c.Time))
			to = c.Time
		}
	}
	return area
}
