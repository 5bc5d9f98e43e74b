package exact

import (
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/bitset"
	"github.com/optgap/optgap/ilp/internal/capacity"
	"github.com/optgap/optgap/ilp/internal/lattice"
)

// problem asks for the schedule of least cost. Each job's start lies in a window. The cost
// is the sum of width times start. A priced cost adds prices to a cost. Priced costs, and
// bounds "in units", are integers in units of 2^-unit of the cost.
type problem struct {
	kinds []kind
	free  []segment
	unit  uint // a number of binary digits

	base, lattice int64 // costs differ from base by multiples of lattice; lattice 0: by any number
	listable      int   // largest number of starts that are listed; 0: tooMany
	watch         *watch
}

// kind is a number of equal jobs with the same window.
type kind struct {
	width, duration  int64
	count            int64      // jobs
	earliest, latest int64      // the window of starts
	starts           []int64    // all possible starts in the window; nil: any second
	sums             bitset.Set // seconds at which chains of other jobs can end, up to its size; nil: not computed
	group            int        // number of the group: all equal jobs of the step, whatever their windows
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

// nearest returns the first possible start not before t; the last start where there is none.
func (k *kind) nearest(t int64) int64 {
	t = min(max(t, k.earliest), k.latest)
	if k.starts != nil {
		i, _ := slices.BinarySearch(k.starts, t)
		t = k.starts[i]
	}
	return t
}

// always is a latest start that excludes no start. All times of a valid step are earlier.
const always = int64(1) << 61

// newProblem returns the problem of a whole step, and the indices of the step's jobs
// by group. free are the processors that jobs can use.
func newProblem(step *optgap.Step, free []segment, w *watch) (p *problem, groups [][]int) {
	p = &problem{free: free, watch: w}
	at := map[[2]int64]int{}
	last, total := p.free[len(p.free)-1].time, int64(0) // no job needs to start after last
	for i, j := range step.Jobs {
		key := [2]int64{j.Width, j.Estimate}
		k, ok := at[key]
		if !ok {
			k = len(p.kinds)
			at[key] = k
			p.kinds = append(p.kinds, kind{
				width: j.Width, duration: j.Estimate, group: k,
				earliest: step.History.Earliest(j.Width, j.Estimate), latest: always,
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

// vary marks the kinds whose duration the step has with several widths.
func (p *problem) vary() {
	widths := map[int64]int64{} // by duration: the only width, or 0 for several
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

// A sum of priced costs consists of the costs of starts, below 2^latestBits, and of prices,
// below 2^priceBits. All such sums stay below never, which means "no start is possible".
const (
	latestBits = 59
	priceBits  = 60
	never      = int64(1) << 62
	exactBits  = 53 // integers below 2^exactBits are exact as float64
)

// usable returns the step's history, lowered to the processors that jobs can use. It
// returns the history itself where stop ends the computation: see capacity.Usable.
func usable(step *optgap.Step, stop func(words int) bool) []segment {
	var free []segment
	for _, c := range capacity.Usable(step, stop) {
		if n := len(free); n == 0 || free[n-1].free != c.Free {
			free = append(free, segment{c.Time, c.Free})
		}
	}
	return free
}

// listed returns the number of listed starts of all kinds; 0 where a kind lists none.
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

// reached tells that no schedule costs less than upper, by a bound in units.
func (p *problem) reached(bound, upper int64) bool { return bound > p.below(upper)<<p.unit }

// below returns the largest possible cost below upper.
func (p *problem) below(upper int64) int64 {
	upper--
	if p.lattice > 1 {
		upper = p.base + lattice.Down(upper-p.base, p.lattice)
	}
	return upper
}

// whole returns the least possible cost that is not below a bound in units.
func (p *problem) whole(bound int64) int64 {
	cost := (bound + 1<<p.unit - 1) >> p.unit
	if p.lattice > 1 {
		cost = p.base + lattice.Up(cost-p.base, p.lattice)
	}
	return cost
}

// align sets base and lattice. Listed starts of a kind are often whole minutes apart. Then
// a bound that is below the best cost by less than the lattice reaches it.
func (p *problem) align() {
	p.base, p.lattice = 0, 0
	for i := range p.kinds {
		k := &p.kinds[i]
		p.base += k.count * k.width * k.earliest
		for _, s := range k.starts {
			p.lattice = lattice.GCD(k.width*(s-k.earliest), p.lattice)
		}
	}
}

// steps returns a cost in multiples of the lattice.
func (p *problem) steps(cost int64) int64 { return cost / max(1, p.lattice) }
