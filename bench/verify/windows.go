package verify

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/optgap/optgap"
)

// group stands for all jobs of equal width, estimate and weight. count is their number.
type group struct {
	width, estimate, weight, count int64
	first                          int64 // start of one of the jobs by itself
}

// window is a range of seconds, with both ends.
type window struct{ from, to int64 }

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
				width: j.Width, estimate: j.Estimate, weight: weight(j),
				first: allowed(s.History, j.Width, j.Estimate)[0].from,
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

// allowed returns the starts at which the history leaves the processors of a job free
// for all of its seconds. The last window has no end.
func allowed(h optgap.History, width, estimate int64) []window {
	var found []window
	from := int64(-1) // since when there are enough
	for _, c := range h {
		switch {
		case c.Free >= width && from < 0:
			from = c.Time
		case c.Free < width && from >= 0:
			if c.Time-from >= estimate {
				found = append(found, window{from, c.Time - estimate})
			}
			from = -1
		}
	}
	return append(found, window{from, math.MaxInt64})
}

// affordable reports whether the sums of the widths of jobs can be found a number of times, in
// about a second.
func affordable(machine int64, jobs, times int) bool {
	return machine <= mostSums && int64(words(machine)) <= mostSumWords/int64(max(1, jobs*times))
}

// words returns the number of words of a set of sums of widths.
func words(machine int64) int { return int(machine/64) + 1 }

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
	words := set.Bits()
	for i := min(limit/bits.UintSize, int64(len(words))-1); i >= 0; i-- {
		word := uint(words[i])
		if i == limit/bits.UintSize {
			word &= 1<<(limit%bits.UintSize+1) - 1
		}
		if word != 0 {
			return i*bits.UintSize + int64(bits.Len(word)) - 1
		}
	}
	return 0
}
