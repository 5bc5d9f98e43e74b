package moldable

import (
	"math"

	"github.com/optgap/optgap/heuristics/moldable"
)

// waitCost is the least priced cost of a job that starts at a tick or later.
type waitCost struct {
	weight  float64
	options []moldable.Allotment
	edges   []float64
	at0     []float64 // least cost over the allotments at a start at each edge
	later   []float64 // the same at a start at this edge or a later one
}

func newWaitCost(j moldable.Job, p *prices) waitCost {
	w := waitCost{weight: float64(j.Weight), options: j.Allotments(), edges: p.edges}
	n := len(p.edges)
	w.at0, w.later = make([]float64, n), make([]float64, n)
	least := math.Inf(1)
	for b := n - 1; b >= 0; b-- {
		w.at0[b] = math.Inf(1)
		for _, a := range w.options {
			w.at0[b] = min(w.at0[b], w.of(a, int64(p.edges[b]), p))
		}
		least = min(least, w.at0[b])
		w.later[b] = least
	}
	return w
}

// of returns the priced cost of an allotment at a start.
func (w *waitCost) of(a moldable.Allotment, start int64, p *prices) float64 {
	end := float64(start + a.Time)
	return w.weight*end + float64(a.Width)*(p.until(end)-p.until(float64(start)))
}

// at returns a lower bound on the cost at a start at the tick or later. Between edges the
// cost of each allotment is concave in the start, at prices that do not rise, and so is
// the least of them: it is not below the line between its values at the edges.
func (w *waitCost) at(tick int64) float64 {
	t, n := float64(tick), len(w.edges)
	if t >= w.edges[n-1] { // nothing costs but the end
		return w.at0[n-1] + w.weight*(t-w.edges[n-1])
	}
	b := edgeBefore(w.edges, t)
	share := (t - w.edges[b]) / (w.edges[b+1] - w.edges[b])
	return min(w.later[b+1], w.at0[b]*(1-share)+w.at0[b+1]*share)
}

// edgeBefore returns the last edge that is not after the tick.
func edgeBefore(edges []float64, t float64) int {
	low, high := 0, len(edges)
	for high-low > 1 {
		if middle := (low + high) / 2; edges[middle] <= t {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
