package verify

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// fluidBits is the number of binary digits behind the point of the fluid bound's
// terms; each is rounded down.
const fluidBits = 128

// piece is a time with a level of free processors, and the area left of it.
type piece struct{ from, free, area, left int64 }

// fluid returns the mean busy time bound: one job after the other, shortest
// first, flows into all that is left of the free profile from its earliest start
// on. If job i has r_i(t) processors at t, its schedule costs
//
//	1/d_i * integral of t r_i(t) dt + w_i d_i / 2 - w_i s_i,
//
// and no r with the jobs' areas has a smaller sum: exchanging an amount of an
// earlier and longer job for one of a later and shorter never makes it larger.
// The bound is no smaller than the objective if nothing collided.
func fluid(s *optgap.Step, groups []group) *big.Int {
	pieces := piecesOf(s, groups)
	order := slices.Clone(groups)
	slices.SortFunc(order, func(a, b group) int { return cmp.Compare(a.estimate, b.estimate) })
	twice := new(big.Int)
	for _, j := range s.Jobs {
		twice.Add(twice, product(j.Width, j.Estimate))
		twice.Sub(twice, new(big.Int).Lsh(product(j.Width, j.Submit), 1))
	}
	twice.Lsh(twice, fluidBits)
	for _, g := range order {
		area := g.width * g.estimate * g.count
		for i := range pieces {
			if p := &pieces[i]; p.from >= g.first() && p.left > 0 && area > 0 {
				y := min(area, p.left)
				twice.Add(twice, p.busy(y, g.estimate))
				p.left -= y
				area -= y
			}
		}
	}
	return larger(ceiling(twice, fluidBits+1), uncollided(s, groups))
}

// busy returns what the next y of the piece's area adds: 2/estimate times the
// integral of t over it.
func (p *piece) busy(y, estimate int64) *big.Int {
	used := p.area - p.left
	twice := new(big.Int).Lsh(product(p.from, p.free), 1)
	twice.Add(twice, new(big.Int).Lsh(integer(used), 1))
	twice.Add(twice, integer(y))
	twice.Mul(twice, integer(y))
	twice.Lsh(twice, fluidBits)
	return twice.Div(twice, product(p.free, estimate))
}

// piecesOf cuts the history at the jobs' earliest starts and lowers its levels to
// what sums of widths can use. No piece has more area than all jobs together.
func piecesOf(s *optgap.Step, groups []group) []piece {
	var times []int64
	total := int64(0)
	for _, c := range s.History {
		times = append(times, c.Time)
	}
	for _, g := range groups {
		times = append(times, g.first())
		total += g.width * g.estimate * g.count
	}
	slices.Sort(times)
	times = slices.Compact(times)
	most := min(s.Machine, widthOf(groups))
	var set *big.Int
	if affordable(most, len(s.Jobs), 1) {
		set = reachable(groups, most)
	}
	var pieces []piece
	for i, t := range times {
		free := min(most, fewest(s.History, t, t+1))
		if set != nil {
			free = largest(set, free)
		}
		p := piece{from: t, free: free, area: total}
		if i+1 < len(times) && (free == 0 || times[i+1]-t < total/free) {
			p.area = free * (times[i+1] - t)
		}
		p.left = p.area
		pieces = append(pieces, p)
	}
	return pieces
}

// widthOf returns the sum of widths of all jobs of the groups.
func widthOf(groups []group) int64 {
	sum := int64(0)
	for _, g := range groups {
		sum += g.width * g.count
	}
	return sum
}

// ceiling returns the least integer that is not below x / 2^bits.
func ceiling(x *big.Int, bits uint) *big.Int {
	up := new(big.Int).Neg(x)
	up.Rsh(up, bits) // towards minus infinity
	return up.Neg(up)
}

func larger(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}
