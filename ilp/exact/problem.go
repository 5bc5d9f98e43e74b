package exact

import (
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/bitset"
)

// problem asks for the best schedule with each job's start in a window.
type problem struct {
	kinds []kind
	free  []segment
	unit  uint // priced costs are integers in units of 2^-unit of the objective

	base, lattice int64 // costs differ from base by multiples of lattice, unless that is 0
	listable      int   // starts that are worth listing; 0: tooMany
}

// kind is a set of equal jobs with the same window.
type kind struct {
	width, duration  int64
	count            int64
	earliest, latest int64      // start
	starts           []int64    // all in the window that are possible; nil: any
	sums             bitset.Set // seconds at which chains of other jobs can end, as far as it goes; nil: unknown
	group            int        // of equal jobs of the step, whatever their windows
	varied           bool       // the step's jobs of this duration differ in width
}

// possible tells that the kind may start at t.
func (k *kind) possible(t int64) bool {
	if k.starts == nil {
		return k.earliest <= t && t <= k.latest
	}
	_, found := slices.BinarySearch(k.starts, t)
	return found
}

// nearest returns the first possible start not before t, or the last of all.
func (k *kind) nearest(t int64) int64 {
	t = min(max(t, k.earliest), k.latest)
	if k.starts != nil {
		i, _ := slices.BinarySearch(k.starts, t)
		t = k.starts[i]
	}
	return t
}

// always is a latest start that excludes nothing: no time of a valid step is as
// late.
const always = int64(1) << 61

// newProblem returns the problem of a whole step, and the step's jobs by group.
func newProblem(step *optgap.Step) (p *problem, groups [][]int) {
	p = &problem{free: usable(step)}
	at := map[[2]int64]int{}
	last, total := p.free[len(p.free)-1].time, int64(0) // no job need start after last
	for i, j := range step.Jobs {
		key := [2]int64{j.Width, j.Estimate}
		k, ok := at[key]
		if !ok {
			k = len(p.kinds)
			at[key] = k
			p.kinds = append(p.kinds, kind{
				width: j.Width, duration: j.Estimate, group: k,
				earliest: earliest(p.free, 0, j.Width, j.Estimate), latest: always,
			})
			groups = append(groups, nil)
		}
		p.kinds[k].count++
		groups[k] = append(groups[k], i)
		last += j.Estimate
		total += j.Width
	}
	p.vary()
	const most = 16
	p.unit = uint(max(0, min(most, latestBits-bits.Len64(uint64(total*last)))))
	return p, groups
}

// vary finds the durations of which there are jobs of several widths.
func (p *problem) vary() {
	widths := map[int64]int64{} // of the first, by duration; 0: several
	for _, k := range p.kinds {
		if w, ok := widths[k.duration]; !ok {
			widths[k.duration] = k.width
		} else if w != k.width {
			widths[k.duration] = 0
		}
	}
	for i := range p.kinds {
		p.kinds[i].varied = widths[p.kinds[i].duration] == 0
	}
}

// Sums of priced costs are what the starts cost, below 2^latestBits, and prices,
// below 2^priceBits, so that all stay below what never costs, and an int64 holds
// them.
const (
	latestBits = 59
	priceBits  = 60
	never      = int64(1) << 62
	exactBits  = 53 // of a float64: integers below 2^exactBits are exact
)

// usable returns the step's history with every level lowered to the largest sum
// of widths of jobs that it holds. Feasible schedules stay the same.
func usable(step *optgap.Step) []segment {
	sums := bitset.New(int(step.Machine) + 1)
	sums.Add(0)
	for _, j := range step.Jobs {
		sums.AddShifted(int(j.Width))
	}
	var free []segment
	for _, c := range step.History {
		level := int64(sums.Largest(int(c.Free)))
		if n := len(free); n == 0 || free[n-1].free != level {
			free = append(free, segment{c.Time, level})
		}
	}
	return free
}

// listed returns the number of starts of all kinds; 0 where not all list theirs.
func (p *problem) listed() int {
	n := 0
	for i := range p.kinds {
		if p.kinds[i].starts == nil {
			return 0
		}
		n += len(p.kinds[i].starts)
	}
	return n
}

// jobs returns the number of jobs.
func (p *problem) jobs() int {
	n := int64(0)
	for i := range p.kinds {
		n += p.kinds[i].count
	}
	return int(n)
}

// width returns the sum of the jobs' widths.
func (p *problem) width() int64 {
	n := int64(0)
	for i := range p.kinds {
		n += p.kinds[i].count * p.kinds[i].width
	}
	return n
}

// reached tells that a bound in units leaves no objective below upper.
func (p *problem) reached(bound, upper int64) bool { return bound > p.below(upper)<<p.unit }

// below returns the largest objective possible below upper.
func (p *problem) below(upper int64) int64 {
	upper--
	if p.lattice > 1 {
		upper -= ((upper-p.base)%p.lattice + p.lattice) % p.lattice
	}
	return upper
}

// whole returns the least objective possible that is not below a bound in units.
func (p *problem) whole(bound int64) int64 {
	cost := (bound + 1<<p.unit - 1) >> p.unit
	if p.lattice > 1 {
		cost += ((p.base-cost)%p.lattice + p.lattice) % p.lattice
	}
	return cost
}

// align finds base and lattice: listed starts of a kind are often multiples of minutes
// apart. A bound that lacks less than lattice then reaches the best objective.
func (p *problem) align() {
	p.base, p.lattice = 0, 0
	for i := range p.kinds {
		k := &p.kinds[i]
		p.base += k.count * k.width * k.earliest
		for _, s := range k.starts {
			p.lattice = gcd(k.width*(s-k.earliest), p.lattice)
		}
	}
}
