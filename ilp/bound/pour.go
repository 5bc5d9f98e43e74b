package bound

import (
	"math/big"
	"slices"

	"github.com/optgap/optgap"
)

// fraction is the number of binary digits behind the point to which pour rounds.
const fraction = 64

// pour lets the flows run into the free processors. At every moment the released flow with
// the largest weight per area comes first. The flows are ordered by release. pour returns
//
//	2^fraction * sum over the flows of 2 * weight/area * integral of t r(t) dt,
//
// r(t) being the number of processors that the flow has at t. In a piece, one flow runs
// into one level of the history. Each piece is rounded down, so the result is below the
// true value by less than the number of pieces.
func pour(h optgap.History, fs []flow) *big.Int {
	pool := newPool(fs)
	left := int64(0)
	for _, f := range fs {
		left += f.area()
	}
	sum := new(big.Int)
	piece := new(big.Int)
	divisor := new(big.Int)
	for now, c, next := int64(0), 0, 0; left > 0; {
		for ; next < len(fs) && fs[next].release <= now; next++ {
			pool.add(fs[next])
		}
		end := int64(optgap.Never)
		if c+1 < len(h) {
			end = h[c+1].Time
		}
		if next < len(fs) {
			end = min(end, fs[next].release)
		}
		// Times and areas below are whole numbers, also where a flow ends
		// between two seconds: at now + poured/free.
		free := h[c].Free
		capacity := room(free, end-now, left)
		poured := int64(0)
		for poured < capacity && len(pool.ranks) > 0 {
			rank, y := pool.take(capacity - poured)
			// 2 * integral of t dr over the piece = y (2 now + (2 poured + y) / free)
			piece.Mul(piece.SetInt64(now), divisor.SetInt64(free))
			piece.Add(piece, divisor.SetInt64(poured))
			piece.Lsh(piece, 1)
			piece.Add(piece, divisor.SetInt64(y))
			piece.Mul(piece, divisor.SetInt64(y))
			weight, width := rank.ratio()
			piece.Mul(piece, divisor.SetInt64(weight))
			piece.Lsh(piece, fraction)
			divisor.SetInt64(free)
			divisor.Mul(divisor, big.NewInt(rank.estimate))
			divisor.Mul(divisor, big.NewInt(width))
			sum.Add(sum, piece.Quo(piece, divisor))
			poured += y
		}
		left -= poured
		now = end
		if c+1 < len(h) && h[c+1].Time == now {
			c++
		}
	}
	return sum
}

// pool holds the released areas by weight per area. Ranks are the indices of flows.
type pool struct {
	flows []flow  // one for each weight per area, by falling weight per area
	area  []int64 // by rank: the area left
	ranks []int   // those with area left, rising
}

// byDensity compares flows by falling weight per area.
func byDensity(a, b flow) int { return compareProducts(b.weight, a.area(), a.weight, b.area()) }

func newPool(fs []flow) *pool {
	p := &pool{flows: slices.Clone(fs)}
	slices.SortFunc(p.flows, byDensity)
	p.flows = slices.CompactFunc(p.flows, func(a, b flow) bool { return byDensity(a, b) == 0 })
	p.area = make([]int64, len(p.flows))
	return p
}

func (p *pool) add(f flow) {
	rank, _ := slices.BinarySearchFunc(p.flows, f, byDensity)
	if p.area[rank] == 0 {
		at, _ := slices.BinarySearch(p.ranks, rank)
		p.ranks = slices.Insert(p.ranks, at, rank)
	}
	p.area[rank] += f.area()
}

// take removes at most limit of the area with the largest weight per area. It returns a flow of
// that weight per area, and how much it removes.
func (p *pool) take(limit int64) (of flow, area int64) {
	rank := p.ranks[0]
	area = min(limit, p.area[rank])
	p.area[rank] -= area
	if p.area[rank] == 0 {
		p.ranks = p.ranks[1:]
	}
	return p.flows[rank], area
}
