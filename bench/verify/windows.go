package verify

import (
	"math"
	"math/big"

	"github.com/optgap/optgap"
)

// group stands for all jobs of equal width, estimate and weight. count is their number.
type group struct {
	width, estimate, weight, count int64
	starts                         []window // at which the history holds one of the jobs by itself
}

// window is a range of seconds, with both ends.
type window struct{ from, to int64 }

// first returns the earliest start of a job of the group.
func (g *group) first() int64 { return g.starts[0].from }

// groupsOf returns the groups of a sane step in the order of their first jobs.
func groupsOf(s *optgap.Step) []group {
	var groups []group
	at := make(map[[3]int64]int)
	for _, j := range s.Jobs {
		key := [3]int64{j.Width, j.Estimate, weight(j)}
		k, known := at[key]
		if !known {
			k = len(groups)
			at[key] = k
			groups = append(groups, group{
				width: j.Width, estimate: j.Estimate, weight: weight(j), starts: allowed(s.History, j),
			})
		}
		groups[k].count++
	}
	return groups
}

// rate returns the ratio of a job's weight to its width in its lowest terms.
func (g *group) rate() (weight, width int64) {
	r := big.NewRat(g.weight, g.width)
	return r.Num().Int64(), r.Denom().Int64()
}

// allowed returns the starts at which the history leaves a job's processors free
// for all of its seconds. The last window has no end.
func allowed(h optgap.History, j optgap.Job) []window {
	var found []window
	from := int64(-1) // since when there are enough
	for _, c := range h {
		switch {
		case c.Free >= j.Width && from < 0:
			from = c.Time
		case c.Free < j.Width && from >= 0:
			if c.Time-from >= j.Estimate {
				found = append(found, window{from, c.Time - j.Estimate})
			}
			from = -1
		}
	}
	return append(found, window{from, math.MaxInt64})
}

// maxSumWork is the largest number of words that finding sums of widths may move. That
// takes about a second. Where the number would be larger, the sums are not found, and a
// smaller bound is proven.
const maxSumWork = 1_000_000_000

// affordable reports whether the sums of the widths of jobs can be found a number of times.
func affordable(machine int64, jobs, times int) bool {
	return machine/64+1 <= maxSumWork/int64(max(1, jobs*times))
}

// reachable returns the set of all sums of widths of jobs of the kinds, up to
// most: bit s stands for the sum s.
func reachable(items []item, most int64) *big.Int {
	mask := new(big.Int).Lsh(integer(1), uint(most+1))
	mask.Sub(mask, integer(1))
	set := integer(1)
	for _, it := range items {
		for _, n := range portions(min(it.count, most/it.width)) {
			set.Or(set, new(big.Int).Lsh(set, uint(n*it.width)))
			set.And(set, mask)
		}
	}
	return set
}

// portions splits n so that the sums of some of them are all numbers up to n.
func portions(n int64) []int64 {
	var parts []int64
	for p := int64(1); n > 0; p *= 2 {
		p = min(p, n)
		parts = append(parts, p)
		n -= p
	}
	return parts
}

// largest returns the largest element of a set that is at most limit. The set has 0.
func largest(set *big.Int, limit int64) int64 {
	for i := min(limit, int64(set.BitLen())); i > 0; i-- {
		if set.Bit(int(i)) == 1 {
			return i
		}
	}
	return 0
}
