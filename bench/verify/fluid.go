package verify

import (
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// fluidBits is the number of binary digits behind the point of the terms of the fluid
// bound. Each term is rounded down.
const fluidBits = 128

// piece is a piece of time with a constant number of free processors. It begins at second
// from. area is in processor-seconds, and left is the part of it that no job has yet.
type piece struct{ from, free, area, left int64 }

// fluid returns the mean busy time bound. One job after the other, that with the largest weight per
// area first, flows into all that is left of the free processors from its earliest start on. If job
// i has r_i(t) processors at t, it costs
//
//	v_i/(w_i d_i) * integral of t r_i(t) dt + v_i d_i / 2 - v_i s_i,
//
// v_i being its weight, and no r with the areas of the jobs has a smaller sum: moving some of a job
// with more weight per area before some of one with less never makes the sum larger. The bound is
// no smaller than the objective if nothing collided.
func fluid(s *optgap.Step, groups []group) *big.Int {
	pieces := piecesOf(s, groups)
	order := slices.Clone(groups)
	slices.SortFunc(order, func(a, b group) int { return density(b).Cmp(density(a)) })
	twice := new(big.Int)
	for _, j := range s.Jobs {
		twice.Add(twice, product(weight(j), j.Estimate))
		twice.Sub(twice, new(big.Int).Lsh(product(weight(j), j.Submit), 1))
	}
	twice.Lsh(twice, fluidBits)
	for _, g := range order {
		area := g.width * g.estimate * g.count
		for i := range pieces {
			if p := &pieces[i]; p.from >= g.first && p.left > 0 && area > 0 {
				y := min(area, p.left)
				twice.Add(twice, p.busy(y, density(g)))
				p.left -= y
				area -= y
			}
		}
	}
	bound := ceiling(twice, fluidBits+1)
	if least := integer(alone(s)); bound.Cmp(least) < 0 {
		return least
	}
	return bound
}

// density returns the weight per area of a job of a group.
func density(g group) *big.Rat {
	return new(big.Rat).SetFrac(integer(g.weight), product(g.width, g.estimate))
}

// busy returns twice the density times the integral of t over the next y processor-seconds of
// the piece.
func (p *piece) busy(y int64, density *big.Rat) *big.Int {
	used := p.area - p.left
	twice := new(big.Int).Lsh(product(p.from, p.free), 1)
	twice.Add(twice, new(big.Int).Lsh(integer(used), 1))
	twice.Add(twice, integer(y))
	twice.Mul(twice, integer(y))
	twice.Mul(twice, density.Num())
	twice.Lsh(twice, fluidBits)
	return twice.Div(twice, new(big.Int).Mul(density.Denom(), integer(p.free)))
}

// piecesOf cuts the history at the earliest starts of the jobs. It lowers the free
// processors of each piece to the largest sum of widths that they hold. No piece has more
// area than all jobs together.
func piecesOf(s *optgap.Step, groups []group) []piece {
	var times []int64
	var items []item
	total := int64(0)
	most := int64(0)
	for _, c := range s.History {
		times = append(times, c.Time)
	}
	for _, g := range groups {
		times = append(times, g.first)
		items = append(items, item{g.width, g.width, g.count})
		total += g.width * g.estimate * g.count
		most = min(s.Machine, most+g.width*g.count)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	var set *big.Int
	if affordable(most, len(s.Jobs), 1) {
		set = reachable(items, most)
	}
	var pieces []piece
	for i, t := range times {
		free := min(most, capacity(s.History).on(t))
		if set != nil {
			free = largest(set, free)
		}
		p := piece{from: t, free: free, area: total}
		if i+1 < len(times) && (free == 0 || times[i+1]-t <= total/free) {
			p.area = free * (times[i+1] - t)
		}
		p.left = p.area
		pieces = append(pieces, p)
	}
	return pieces
}

// ceiling returns the least integer that is not below x / 2^bits.
func ceiling(x *big.Int, bits uint) *big.Int {
	up := new(big.Int).Neg(x)
	up.Rsh(up, bits) // towards minus infinity
	return up.Neg(up)
}
