package derivation

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// prices are those of the jobs left at a node, as a proof gives them.
type prices struct {
	bits    uint
	divisor int64
	borders []int64
	of      [][]int64 // by job left and piece
	tariffs []*tariff // by job left
	best    [][]int64 // by free processors in divisors, and piece: what the best set pays for a second
	at      *node     // where they were given
}

// tariff holds the priced costs of a job.
type tariff struct {
	job optgap.Job
	*ledger.Ledger
	bits  uint
	bends []int64 // starts between which the priced cost is linear
	least []int64 // by bend: the least priced cost of it and all later ones
}

// priceAt seeks good prices for the jobs left at a node. They need not be the best: any prices
// prove a bound. Those of the root serve all nodes, and are worth more.
func (w *writer) priceAt(n *node) *prices {
	begin := w.first(n)
	buckets := buckets
	steps := steps
	if n.depth == 0 {
		buckets = rootBuckets
		steps = rootSteps
	}
	sub := optgap.Step{
		Machine: w.step.Machine,
		History: engine.CutBefore(slices.Clone(n.free), begin),
	}
	for k := range sub.History {
		sub.History[k].Time -= begin
	}
	jobs := []int(nil)
	weight := int64(0)
	durations := int64(0)
	for _, k := range w.order {
		if n.left>>k&1 == 1 {
			j := w.jobs[k]
			jobs = append(jobs, k)
			weight += j.Weight
			durations += j.Estimate
			j.ID = int64(k)
			sub.Jobs = append(sub.Jobs, j)
		}
	}
	plan := make(optgap.Schedule, len(jobs))
	var profile optgap.Profile
	profile.Reset(sub.History)
	for i, j := range sub.Jobs {
		plan[i] = profile.Place(0, j.Width, j.Estimate)
	}
	upper := w.below + w.lattice - n.cost - weight*begin
	problem, groups := engine.NewProblem(&sub, nil, sub.History, nil)
	shared := engine.NewShared(problem, problem.Around(&sub, plan, buckets))
	shared.Maximise(upper, steps, w.stop)
	a := engine.NewDecomposition(problem, shared.Dual())
	a.Maximise(upper, steps, w.stop)
	v := &prices{
		bits:    min(problem.Unit, w.bits),
		divisor: a.Pack.Divisor,
		of:      make([][]int64, len(w.jobs)),
	}
	if n.depth > 0 {
		v.bits = min(v.bits, uint(bits.Len64(uint64(durations/max(1, upper/precision)))))
	}
	borders := a.Dual.Timeline.Borders
	// So that no sum overflows.
	highest := int64(1<<60) / (begin + borders[len(borders)-1]) / int64(len(jobs))
	last := 1
	for g := range groups {
		for b, price := range a.Dual.Prices[g] {
			a.Dual.Prices[g][b] = min(price>>(problem.Unit-v.bits), highest)
			if a.Dual.Prices[g][b] > 0 {
				last = max(last, b+1)
			}
		}
	}
	for _, b := range borders[:last+1] {
		v.borders = append(v.borders, b+begin)
	}
	for g, members := range groups {
		for _, i := range members {
			v.of[jobs[i]] = a.Dual.Prices[g][:last]
		}
	}
	w.complete(v, n)
	return v
}

// numbers appends the prices as a proof gives them.
func (v *prices) numbers(to []byte, w *writer, n *node) []byte {
	to = binary.AppendUvarint(to, uint64(v.bits))
	to = binary.AppendUvarint(to, uint64(v.divisor))
	to = binary.AppendUvarint(to, uint64(len(v.borders)))
	last := int64(-1)
	for _, b := range v.borders {
		to = binary.AppendUvarint(to, uint64(b-last-1))
		last = b
	}
	for k := range w.each(n.left) {
		if w.equal[k] < 0 || n.left>>w.equal[k]&1 == 0 {
			last := int64(0)
			for _, price := range v.of[k] {
				to = binary.AppendVarint(to, price-last)
				last = price
			}
		}
	}
	return to
}

// complete fills in the sums.
func (w *writer) complete(v *prices, n *node) {
	most := int64(0)
	for _, c := range n.free {
		most = max(most, c.Free/v.divisor)
	}
	v.at = n
	v.best = make([][]int64, most+1)
	for level := range v.best {
		v.best[level] = make([]int64, len(v.borders)-1)
	}
	v.tariffs = make([]*tariff, len(w.jobs))
	for k := range w.each(n.left) {
		v.tariffs[k] = newTariff(w.jobs[k], v, v.of[k])
	}
	best := make([]int64, most+1)
	for piece := range len(v.borders) - 1 {
		clear(best)
		for k := range w.each(n.left) {
			width := w.jobs[k].Width / v.divisor
			price := v.of[k][piece]
			for room := most; price > 0 && room >= width; room-- {
				best[room] = max(best[room], best[room-width]+price)
			}
		}
		for level, value := range best {
			v.best[level][piece] = value
		}
	}
}

// newTariff returns the tariff of a job. Seconds before the first border cost nothing.
func newTariff(j optgap.Job, v *prices, price []int64) *tariff {
	t := &tariff{job: j, bits: v.bits}
	t.Ledger = ledger.New(&optgap.Certificate{
		Ends:  v.borders,
		Price: append([]int64{0}, price...),
	})
	for _, b := range v.borders {
		t.bends = append(t.bends, b, max(0, b-j.Estimate))
	}
	slices.Sort(t.bends)
	t.bends = slices.Compact(t.bends)
	t.least = make([]int64, len(t.bends))
	least := int64(1<<63 - 1)
	for i := len(t.bends) - 1; i >= 0; i-- {
		least = min(least, t.cost(t.bends[i]))
		t.least[i] = least
	}
	return t
}

// cost returns the priced cost of a start.
func (t *tariff) cost(start int64) int64 {
	return (t.job.Weight*start)<<t.bits + t.Until(start+t.job.Estimate) - t.Until(start)
}

// from returns the least priced cost of a start from one on.
func (t *tariff) from(start int64) int64 {
	least := t.cost(start)
	if k, _ := slices.BinarySearch(t.bends, start); k < len(t.bends) {
		least = min(least, t.least[k])
	}
	return least
}

// bound returns a lower bound on the cost of all schedules that continue a node below that of the
// prices, in units.
func (v *prices) bound(w *writer, n *node) int64 {
	sum := n.cost << v.bits
	for k := range w.each(n.left) {
		sum += v.tariffs[k].from(n.later[k])
	}
	t := max(w.first(n), v.borders[0])
	i := engine.Index(n.free, t)
	h := engine.Index(v.at.free, t)
	piece, found := slices.BinarySearch(v.borders, t)
	if !found {
		piece--
	}
	for piece < len(v.borders)-1 {
		end := v.borders[piece+1]
		if i+1 < len(n.free) {
			end = min(end, n.free[i+1].Time)
		}
		if h+1 < len(v.at.free) {
			end = min(end, v.at.free[h+1].Time)
		}
		before := v.best[v.at.free[h].Free/v.divisor][piece]
		for m := n; m.depth > v.at.depth; m = m.parent {
			if until := m.last.start + w.jobs[m.last.job].Estimate; until > t {
				before -= v.of[m.last.job][piece]
				end = min(end, until)
			}
		}
		sum -= min(before, v.best[n.free[i].Free/v.divisor][piece]) * (end - t)
		t = end
		if i+1 < len(n.free) && n.free[i+1].Time == t {
			i++
		}
		if h+1 < len(v.at.free) && v.at.free[h+1].Time == t {
			h++
		}
		if v.borders[piece+1] == t {
			piece++
		}
	}
	return sum
}
