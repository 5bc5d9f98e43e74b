package moldable

import (
	"math"

	"github.com/optgap/optgap/heuristics/moldable"
)

// waitCost tells the least priced cost of a job that starts at a tick or later.
type waitCost struct {
	weight  float64
	options []moldable.Allotment
	edges   []float64 // of the prices
	atEdge  []float64 // by edge: the least cost over the allotments at a start at the edge
	later   []float64 // by edge: the same at a start at the edge or a later one
}

func newWaitCost(j moldable.Job, p *prices) waitCost {
	w := waitCost{weight: float64(j.Weight), options: j.Allotments(), edges: p.edges}
	n := len(p.edges)
	w.atEdge, w.later = make([]float64, n), make([]float64, n)
	least := math.Inf(1)
	for b := n - 1; b >= 0; b-- {
		w.atEdge[b] = math.Inf(1)
		for _, a := range w.options {
			w.atEdge[b] = min(w.atEdge[b], w.of(a, int64(p.edges[b]), p))
		}
		least = min(least, w.atEdge[b])
		w.later[b] = least
	}
	return w
}

// of returns the priced cost of an allotment at a start.
func (w *waitCost) of(a moldable.Allotment, start int64, p *prices) float64 {
	end := float64(start + a.Time)
	return w.weight*end + float64(a.Width)*(p.until(end)-p.until(float64(start)))
}

// at returns a lower bound on the cost at a start at the tick or later. At prices that do
// not rise, the cost of an allotment is concave in the start between two edges. So the
// least cost over the allotments is concave as well, and not below the line between its
// values at the edges.
func (w *waitCost) at(tick int64) float64 {
	t, n := float64(tick), len(w.edges)
	if t >= w.edges[n-1] { // processors cost nothing here
		return w.atEdge[n-1] + w.weight*(t-w.edges[n-1])
	}
	b := edgeBefore(w.edges, t)
	share := (t - w.edges[b]) / (w.edges[b+1] - w.edges[b])
	return min(w.later[b+1], w.atEdge[b]*(1-share)+w.atEdge[b+1]*share)
}

// edgeBefore returns the index of the last edge that is not after the tick.
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
