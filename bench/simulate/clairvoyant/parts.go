package clairvoyant

import (
	"slices"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/ilp/offline"
)

// parts are groups of all jobs, with the terms of the best schedule and of the bound.
type parts struct {
	all   []sweep.Part
	group []int // by job
}

// Periods are months, or else weeks or days that are at most mostPeriods.
const (
	day         = 24 * 60 * 60
	mostPeriods = 30
)

// divide groups the jobs by submission and by width. The bound is the best schedule less what that has above the
// bound: each job above its cheapest start, and the prices of idle processors. Those count for the period in which the
// processors are idle, and for no width. What a search proves beyond the prices is divided like the gap.
func (b *Bounds) divide() {
	jobs := b.in.Jobs
	first, last := jobs[0].Release, jobs[len(jobs)-1].Release
	for _, b.period = range []int64{day, 7 * day, 30 * day} {
		if (last-first)/b.period < mostPeriods {
			break
		}
	}
	var borders []int64
	for t := first; t <= last; t += b.period {
		borders = append(borders, t)
	}
	m := b.Machine
	widths := []int64{0, 1, 2, m/16 + 1, m/8 + 1, m/4 + 1, m/2 + 1}
	slices.Sort(widths)
	widths = slices.DeleteFunc(slices.Compact(widths), func(w int64) bool { return w > m })
	above, idle := b.in.Above((*offline.Prices)(b.Prices), b.Starts, borders)
	b.periods = b.grouped(borders, above, func(j offline.Job) int64 { return j.Release })
	b.widths = b.grouped(widths, above, func(j offline.Job) int64 { return j.Width })
	for k, v := range idle {
		b.periods.all[k].Bound -= v / b.total
		b.widths.all[0].Bound -= v / b.total
	}
	b.periods.raise(b.least)
	b.widths.raise(b.least)
}

// raise has the terms of the bound add up to a value, in proportion to the gaps.
func (p *parts) raise(to float64) {
	gap, sum := 0.0, 0.0
	for _, part := range p.all {
		gap, sum = gap+part.Best-part.Bound, sum+part.Bound
	}
	for k := range p.all {
		if part := &p.all[k]; gap > 0 {
			part.Bound += (to - sum) * (part.Best - part.Bound) / gap
		}
	}
}

// grouped groups the jobs by a value of theirs, between borders.
func (b *Bounds) grouped(borders []int64, above []float64, value func(j offline.Job) int64) *parts {
	p, weights := &parts{group: make([]int, len(b.in.Jobs))}, 0.0
	p.all = lists.Each(borders, func(from int64) sweep.Part { return sweep.Part{From: from} })
	for i, j := range b.in.Jobs {
		k, found := slices.BinarySearch(borders, value(j))
		if !found {
			k--
		}
		weights += float64(j.Weight)
		p.group[i] = k
		p.all[k].Weight += float64(j.Weight)
		p.all[k].Best += b.term(i, b.Starts)
		p.all[k].Bound += (float64(j.Weight)*float64(b.Starts[i]+j.Duration-j.Release) - above[i]) / b.total
	}
	for k := range p.all {
		p.all[k].Weight /= weights
	}
	return p
}

// term returns what a job adds to the metric. That of SLD counts no slowdown as less than 1.
func (b *Bounds) term(job int, starts []int64) float64 {
	j := b.in.Jobs[job]
	response := float64(starts[job] + j.Duration - j.Release)
	if b.Unit > 0 {
		return max(1, response/float64(max(j.Duration, record.LeastRun))) / float64(b.Jobs)
	}
	return float64(j.Weight) * response / b.total
}

// of returns the parts with the terms of a replay.
func (p *parts) of(b *Bounds, starts []int64) []sweep.Part {
	all := slices.Clone(p.all)
	for i, k := range p.group {
		all[k].Average += b.term(i, starts)
	}
	return all
}
