package verify

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"

	"github.com/optgap/optgap"
)

// linked is a job of a certificate's forest.
type linked struct {
	*priced
	parent      int // index of a job before it in the forest; -1: none
	from, until int64
	spans       []span
}

// span is a range of starts with the least priced cost of one of them, above that of the group's
// first start without prices.
type span struct {
	window
	least int64
}

// links says that no two of the first jobs of a forest run together in some seconds.
type links struct {
	jobs        int
	from, until int64
}

// unreachable is the cost where no start is left.
const unreachable = int64(math.MaxInt64)

// plant adds the jobs of a forest to the prices. It reports whether the forest is one of the step.
func (j *judge) plant(d *dual, field string, forest []optgap.ForestJob) bool {
	n := len(forest)
	pieces := len(d.ends)
	if !j.hold(
		n*pieces <= mostCells,
		field,
		fmt.Sprintf(
			"not checked: %d jobs beside %d pieces of time",
			n,
			pieces,
		),
		"at most %d jobs times pieces",
		mostCells,
	) {
		return false
	}
	d.spend(n*pieces, 4*eachSearched)
	d.spend(n, len(d.jobs)+2*len(d.step.History))
	if !j.afford(field) {
		return false
	}
	seen := make(map[int]bool)
	for i, f := range forest {
		at := indexed(field, i)
		if !j.hold(f.Job >= 0 && f.Job < len(d.step.Jobs) && !seen[f.Job], at+".job", f.Job,
			"another place among the %d jobs of the step", len(d.step.Jobs)) ||
			!j.hold(
				f.Parent >= 0 && f.Parent <= i,
				at+".parent",
				f.Parent,
				"0 to %d, a place before",
				i,
			) {
			return false
		}
		seen[f.Job] = true
		job := d.step.Jobs[f.Job]
		k := slices.IndexFunc(d.jobs, func(g *priced) bool {
			return g.width == job.Width && g.estimate == job.Estimate && g.weight == weight(job)
		})
		l := linked{
			priced: d.jobs[k],
			parent: f.Parent - 1,
			from:   f.From,
			until:  cmp.Or(f.Until, unreachable),
		}
		if f.Parent > 0 {
			width := job.Width + d.forest[l.parent].width
			if !j.hold(
				l.from >= 0 && l.from < l.until && below(d.step.History, width, l.from, l.until),
				at,
				fmt.Sprintf(
					"from %d until %d",
					f.From,
					f.Until,
				),
				"a time in which less than %d is free",
				width,
			) {
				return false
			}
		}
		l.linked++
		l.spans = l.spread(d.ends)
		d.forest = append(d.forest, l)
	}
	return true
}

// link makes the first jobs of the forest a chain. It reports whether no two of them can run
// together.
func (j *judge) link(d *dual, field string, c *optgap.Chain) bool {
	if c == nil {
		return true
	}
	if !j.hold(c.Jobs >= 2 && c.Jobs <= min(mostLinks, len(d.forest)), field+".jobs", c.Jobs,
		"2 to %d, of %d jobs of the forest", mostLinks, len(d.forest)) {
		return false
	}
	var widths []int64
	spans := 0
	for i, l := range d.forest[:c.Jobs] {
		spans += len(l.spans)
		if !j.hold(
			l.parent < 0,
			field+".jobs",
			c.Jobs,
			"at most %d, as job %d of the forest has a parent",
			i,
			i+1,
		) {
			return false
		}
		widths = append(widths, l.width)
	}
	if !j.hold(spans<<c.Jobs <= mostTurns, field,
		fmt.Sprintf("not checked: %d jobs with %d ranges of starts", c.Jobs, spans),
		"at most %d, times 2 to the jobs", mostTurns) {
		return false
	}
	d.spend(spans<<c.Jobs, eachSearched)
	if !j.afford(field) {
		return false
	}
	slices.Sort(widths)
	until := cmp.Or(c.Until, unreachable)
	d.chain = links{c.Jobs, c.From, until}
	return j.hold(
		c.From >= 0 && c.From < until &&
			below(d.step.History, widths[0]+widths[1], c.From, until),
		field,
		fmt.Sprintf(
			"from %d until %d",
			c.From,
			c.Until,
		),
		"a time in which less than %d is free",
		widths[0]+widths[1],
	)
}

// below tells that less than a width is free in each second from one to before another.
func below(h optgap.History, width, from, until int64) bool {
	return capacity(h).on(from) < width &&
		!slices.ContainsFunc(h, func(c optgap.Change) bool {
			return from <= c.Time && c.Time < until && c.Free >= width
		})
}

// spread returns the starts of a job, cut where the job starts or ends with a piece. In between,
// the priced cost is linear.
func (p *priced) spread(ends []int64) (spans []span) {
	cuts := []int64{p.last + 1}
	for _, end := range ends {
		cuts = append(cuts, end, end-p.estimate)
	}
	slices.Sort(cuts)
	for first := p.first; first <= p.last; {
		k, _ := slices.BinarySearch(cuts, first+1)
		s := span{window{first, cuts[k] - 1}, p.cost(first)}
		if k+1 < len(cuts) { // else it has no end, and the cost rises
			s.least = min(s.least, p.cost(s.to))
		}
		spans = append(spans, s)
		first = cuts[k]
	}
	return spans
}

// cost returns the priced cost of a start, above that of the first one without prices.
func (p *priced) cost(start int64) int64 {
	return p.tariff.cost(start, start-p.first, p.weight, 1, p.estimate)
}

// together returns the least sum of the priced costs of the forest's jobs, in units, where no job
// runs together with its parent. A span of a job is left out for a span of its parent only where no
// two of their starts go together.
func (d *dual) together() *big.Int {
	sum := new(big.Int)
	for i := len(d.forest) - 1; i >= 0; i-- { // all below a job have been added to the costs of its spans
		l := &d.forest[i]
		sum.Add(sum, new(big.Int).Lsh(product(l.weight, l.first), d.bits))
		before, behind := minima(l.spans)
		if i < d.chain.jobs {
			continue
		}
		if l.parent < 0 {
			sum.Add(sum, integer(behind[0]))
			continue
		}
		parent := &d.forest[l.parent]
		for k := range parent.spans {
			s := &parent.spans[k]
			alone := parent.spans[k].least
			low := len(l.spans)
			high := len(l.spans)
			if s.to < l.until && d.plus(s.from, parent.estimate) > l.from {
				low = sort.Search(len(l.spans), func(n int) bool {
					return d.plus(l.spans[n].from, l.estimate) > max(s.to, l.from)
				})
				high = sort.Search(len(l.spans), func(n int) bool {
					return l.spans[n].to >= min(s.from+parent.estimate, l.until)
				})
			}
			s.least = d.both(min(before[low], behind[high]), alone)
		}
	}
	return sum.Add(sum, integer(d.inTurn()))
}

// inTurn returns the least sum of the costs of the chain's jobs, above that of their first starts
// without prices, where no two run together in its time: that of all jobs at the last moment.
// least[set][k] is that of the jobs of a set where all have ended by moment k. A moment is the
// first end of a span. It does not matter when a job ends whose span has a start with which it does
// not run in that time.
func (d *dual) inTurn() int64 {
	c := d.chain
	bound := func(l *linked, s *span) bool { return s.to < c.until && d.plus(s.from, l.estimate) > c.from }
	moments := []int64{-1}
	for i := range c.jobs {
		for l, n := &d.forest[i], 0; n < len(l.spans); n++ {
			if s := &l.spans[n]; bound(l, s) {
				moments = append(moments, d.plus(s.from, l.estimate))
			}
		}
	}
	slices.Sort(moments)
	moments = slices.Compact(moments)
	least := [][]int64{make([]int64, len(moments))}
	for set := 1; set < 1<<c.jobs; set++ {
		now := slices.Repeat([]int64{unreachable}, len(moments))
		for i := range c.jobs {
			if set&(1<<i) == 0 {
				continue
			}
			others := least[set-1<<i]
			l := &d.forest[i]
			free := unreachable
			for n := range l.spans {
				s := &l.spans[n]
				if !bound(l, s) {
					free = min(free, s.least)
					continue
				}
				before := sort.Search(
					len(moments),
					func(k int) bool { return moments[k] > s.to },
				) - 1
				end, _ := slices.BinarySearch(moments, s.from+l.estimate)
				now[end] = min(now[end], d.both(others[before], s.least))
			}
			for k, cost := range others {
				now[k] = min(now[k], d.both(cost, free))
			}
		}
		for k := 1; k < len(now); k++ {
			now[k] = min(now[k], now[k-1])
		}
		least = append(least, now)
	}
	return least[len(least)-1][len(moments)-1]
}

// both returns the sum of two costs, if there are both.
func (d *dual) both(a, b int64) int64 {
	if max(a, b) == unreachable {
		return unreachable
	}
	return d.plus(a, b)
}

// minima returns the least cost of the first n spans, and of those from n on, for each n.
func minima(spans []span) (before, behind []int64) {
	before = []int64{unreachable}
	behind = make([]int64, len(spans)+1)
	for i, s := range spans {
		before = append(before, min(before[i], s.least))
	}
	behind[len(spans)] = unreachable
	for i := len(spans) - 1; i >= 0; i-- {
		behind[i] = min(behind[i+1], spans[i].least)
	}
	return before, behind
}
