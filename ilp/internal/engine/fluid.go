package engine

import (
	"cmp"
	"math"
	"slices"
)

// Pour sets the best prices of a processor to those of the fluid relaxation. There the jobs
// are poured into the free processors in the order of falling weight per area (Eastman,
// Even and Isaacs 1964; Goemans 1996 for the prices). The price falls in each second by the
// weight per area of what is poured then, down to 0 behind the last job.
func (a *Shared) Pour() {
	kinds := slices.Clone(a.problem.Kinds)
	ratio := func(k *Kind) float64 { return float64(k.Weight) / float64(k.Width*k.Duration) }
	slices.SortStableFunc(
		kinds,
		func(x, y Kind) int { return cmp.Compare(ratio(&y), ratio(&x)) },
	)
	g := a.Price.timeline
	falls := make([]float64, g.N) // by bucket: the fall of the price
	i := 0
	left := 0.0 // left is the area of kinds[i] that is not poured
	if len(kinds) > 0 {
		left = float64(kinds[0].Count * kinds[0].Width * kinds[0].Duration)
	}
	for b := 0; b < g.N && i < len(kinds); b++ {
		capacity := float64(a.capacity[b])
		for room := capacity; room > 0 && i < len(kinds); {
			poured := min(room, left)
			falls[b] += poured / capacity * float64(g.length(b)) * ratio(&kinds[i])
			room -= poured
			left -= poured
			if left <= 0 {
				i++
				if i < len(kinds) {
					left = float64(kinds[i].Count * kinds[i].Width * kinds[i].Duration)
				}
			}
		}
	}
	price := 0.0
	for b := g.N - 1; b >= 0; b-- {
		a.Best[b] = int64(min(a.highest, math.Ldexp(price+falls[b]/2, int(a.problem.Unit))))
		price += falls[b]
	}
	a.restore()
}
