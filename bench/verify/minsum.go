package verify

import (
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// minsum returns what prices prove of the relaxed minsum bound (Dutot et al.
// 2004, section 3.3). Let interval j last from E_(j-1) to E_j, the first from a
// second before the earliest end of any job and the last for ever, and A_j be the area that the history leaves free until
// E_j. What ends by E_j has its area before E_j, so that for prices q_j >= 0 of a
// processor-second that do not rise, every schedule has
//
//	sum_i w_i C_i >= sum_i w_i min_j (c_ij + d_i q_j) - sum_j (q_j - q_(j+1)) A_j,
//
// j running over the intervals that end no earlier than the job can, c_ij being
// E_(j-1) or, where the certificate is tight, the larger of E_(j-1) + 1 and the
// job's earliest end. As the last interval holds all jobs, its area counts as
// theirs.
func minsum(s *optgap.Step, groups []group, c *record.Certificate) *big.Int {
	price := func(j int) int64 {
		if j < len(c.Price) {
			return c.Price[j]
		}
		return 0
	}
	last := len(c.Ends) - 1
	begin := int64(math.MaxInt64)
	for _, g := range groups {
		begin = min(begin, g.first()+g.estimate-1)
	}
	sum := new(big.Int)
	for j, end := range c.Ends {
		if fall := price(j) - price(j+1); fall > 0 {
			sum.Sub(sum, new(big.Int).Mul(integer(fall), freeUntil(s, groups, end, j == last)))
		}
	}
	for _, g := range groups {
		earliest := g.first() + g.estimate
		var least *big.Int
		for j := range c.Ends {
			if c.Ends[j] < earliest && j < last {
				continue
			}
			pays := begin
			if j > 0 {
				pays = max(begin, c.Ends[j-1])
			}
			if c.Tight {
				pays = max(pays+1, earliest)
			}
			v := new(big.Int).Lsh(integer(pays), c.Bits)
			v.Add(v, product(g.estimate, price(j)))
			if least == nil || v.Cmp(least) < 0 {
				least = v
			}
		}
		sum.Add(sum, new(big.Int).Mul(least, product(g.width, g.count)))
	}
	for _, j := range s.Jobs {
		sum.Sub(sum, new(big.Int).Lsh(product(j.Width, j.Submit), c.Bits))
	}
	return ceiling(sum, c.Bits)
}

// freeUntil returns the area that the history leaves free until end, or that of
// all jobs, where it is less or asked for.
func freeUntil(s *optgap.Step, groups []group, end int64, all bool) *big.Int {
	total := new(big.Int)
	for _, g := range groups {
		total.Add(total, new(big.Int).Mul(product(g.width, g.estimate), integer(g.count)))
	}
	if all {
		return total
	}
	area := new(big.Int)
	for i, c := range s.History {
		to := end
		if i+1 < len(s.History) {
			to = min(to, s.History[i+1].Time)
		}
		if to > c.Time {
			area.Add(area, product(c.Free, to-c.Time))
		}
	}
	if area.Cmp(total) < 0 {
		return area
	}
	return total
}

// minsumForm notes what is wrong with the form of a minsum certificate.
func (j *judge) minsumForm(field string, c *record.Certificate) bool {
	ok := j.hold(len(c.Ends) > 0, field+".ends", "none", "the end of each interval")
	ok = j.hold(c.Bucket == 0, field+".bucket", c.Bucket, "none, as the intervals of minsum have ends") && ok
	ok = j.hold(len(c.Groups) == 0, field+".groups", len(c.Groups), "none, as the prices of minsum are for all jobs") && ok
	ok = j.hold(c.Cutoff == 0, field+".cutoff", c.Cutoff, "none, as minsum bounds all schedules") && ok
	before := int64(math.MaxInt64)
	rises := slices.IndexFunc(c.Price, func(v int64) bool {
		rise := v > before
		before = v
		return rise
	})
	if rises >= 0 {
		ok = j.hold(false, indexed(field+".price", rises), c.Price[rises], "at most %d, the price before it", c.Price[rises-1])
	}
	return ok
}
