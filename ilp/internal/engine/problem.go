package engine

import (
	"math"
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// Problem asks for the schedule of least cost. Each job's start lies in a window. The cost
// is the sum of weight times start. A priced cost adds prices to a cost. Priced costs, and
// bounds "in units", are integers in units of 2^-unit of the cost.
type Problem struct {
	Kinds []Kind
	Free  []Segment
	Unit  uint // a number of binary digits

	Base, Lattice int64 // costs differ from base by multiples of lattice; lattice 0: by any number
	Listable      int   // largest number of starts that are listed; 0: tooMany
	Watch         *Watch
	Workers       int // goroutines that take a price step; 0: 1
}

// Kind is a number of equal jobs with the same window.
type Kind struct {
	Width, Duration  int64
	Weight           int64   // of a job's start in the cost, at least 1
	Count            int64   // jobs
	Release          int64   // the first second of a start, whatever the window
	Earliest, Latest int64   // the window of starts
	Starts           []int64 // all possible starts in the window; nil means any second
	sums             Bitset  // seconds at which chains of other jobs can end, up to its size, nil if not computed
	Group            int     // number of the group: all equal jobs of the step, whatever their windows
	Varied           bool    // the step's jobs of this duration differ in width, and their weights are their widths
}

// Possible tells that the kind may start at t.
func (k *Kind) Possible(t int64) bool {
	if k.Starts == nil {
		return k.Earliest <= t && t <= k.Latest
	}
	_, found := slices.BinarySearch(k.Starts, t)
	return found
}

// Split returns the kind with its starts before t, and with all others. The window has starts on
// both sides of t.
func (k Kind) Split(t int64) (before, after Kind) {
	before = k
	after = k
	before.Latest = t - 1
	after.Earliest = t
	if k.Starts != nil {
		i, _ := slices.BinarySearch(k.Starts, t)
		before.Starts, after.Starts = k.Starts[:i], k.Starts[i:]
		before.Latest = k.Starts[i-1]
		after.Earliest = k.Starts[i]
	}
	return before, after
}

// nearest returns the first possible start not before t; the last start where there is none.
func (k *Kind) nearest(t int64) int64 {
	t = min(max(t, k.Earliest), k.Latest)
	if k.Starts != nil {
		i, _ := slices.BinarySearch(k.Starts, t)
		t = k.Starts[i]
	}
	return t
}

// always is a latest start that excludes no start. All times of a valid step are earlier.
const always = int64(1) << 61

// NewProblem returns the problem of a whole step, and the indices of the step's jobs by group. No
// job starts before its release, a second from 0 on; nil: all may start at 0. free are the
// processors that jobs can use. Its changes may repeat the one before.
func NewProblem(
	step *optgap.Step, releases []int64, free optgap.History, w *Watch,
) (p *Problem, groups [][]int) {
	if releases == nil {
		releases = make([]int64, len(step.Jobs))
	}
	same := func(a, b Segment) bool { return a.Free == b.Free }
	p = &Problem{Free: slices.CompactFunc(slices.Clone(free), same), Watch: w}
	at := map[[4]int64]int{}
	last := p.Free[len(p.Free)-1].Time
	total := int64(0) // no job needs to start after last
	for _, release := range releases {
		last = max(last, release)
	}
	for i, j := range step.Jobs {
		weight := step.Weight(i)
		key := [4]int64{j.Width, j.Estimate, weight, releases[i]}
		k, ok := at[key]
		if !ok {
			k = len(p.Kinds)
			at[key] = k
			p.Kinds = append(p.Kinds, Kind{
				Width:    j.Width,
				Duration: j.Estimate,
				Weight:   weight,
				Release:  releases[i],
				Group:    k,
				Earliest: Earliest(
					step.History,
					releases[i],
					j.Width,
					j.Estimate,
				),
				Latest: always,
			})
			groups = append(groups, nil)
		}
		p.Kinds[k].Count++
		groups[k] = append(groups[k], i)
		last += j.Estimate
		total += weight
	}
	p.vary()
	const most = 16
	p.Unit = uint(
		max(0, min(most, latestBits-bits.Len64(uint64(total*last)), p.pourable(total))),
	)
	return p, groups
}

// Releases returns the releases of the kinds after second 0, in order of time.
func (p *Problem) Releases() (all []int64) {
	for i := range p.Kinds {
		if r := p.Kinds[i].Release; r > 0 {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// pourable returns the largest number of binary digits with which the prices of the fluid
// relaxation stay below the largest price of Shared: see Pour. total is the sum of the jobs'
// weights. With all processors free, the highest of these prices is the sum of weights divided by
// the processors. The timeline may end twice as late as the fluid relaxation.
func (p *Problem) pourable(total int64) int {
	free := max(1, p.Most())
	area := 0.0
	longest := int64(0)
	for i := range p.Kinds {
		k := &p.Kinds[i]
		area += float64(k.Width) * float64(k.Duration) * float64(k.Count)
		longest = max(longest, k.Duration)
	}
	end := 2 * (float64(p.Free[len(p.Free)-1].Time+longest) + area/float64(free))
	price := 1 + float64(total)/float64(free)
	return int(math.Floor(priceBits - math.Log2(end*float64(max(p.width(), free))*price)))
}

// vary marks the kinds whose duration the step has with several widths, where all jobs of
// the duration have their widths as weights. Where jobs have releases, none is marked.
func (p *Problem) vary() {
	if len(p.Releases()) > 0 {
		return
	}
	const weighted = -1
	widths := map[int64]int64{} // by duration: the only width, 0 for several, or weighted
	for _, k := range p.Kinds {
		switch w, ok := widths[k.Duration]; {
		case k.Weight != k.Width:
			widths[k.Duration] = weighted
		case !ok:
			widths[k.Duration] = k.Width
		case w != k.Width && w != weighted:
			widths[k.Duration] = 0
		}
	}
	for i := range p.Kinds {
		p.Kinds[i].Varied = widths[p.Kinds[i].Duration] == 0
	}
}

// A sum of priced costs consists of the costs of starts, below 2^latestBits, and of prices,
// below 2^priceBits. All such sums stay below never, which means "no start is possible".
const (
	latestBits = 59
	priceBits  = 60
	Never      = int64(1) << 62
	exactBits  = 53 // integers below 2^exactBits are exact as float64
)

// Listed returns the number of listed starts of all kinds; 0 where a kind lists none.
func (p *Problem) Listed() int {
	n := 0
	for i := range p.Kinds {
		if p.Kinds[i].Starts == nil {
			return 0
		}
		n += len(p.Kinds[i].Starts)
	}
	return n
}

// Jobs returns the number of jobs.
func (p *Problem) Jobs() int {
	n := int64(0)
	for i := range p.Kinds {
		n += p.Kinds[i].Count
	}
	return int(n)
}

// width returns the sum of the jobs' widths.
func (p *Problem) width() int64 {
	n := int64(0)
	for i := range p.Kinds {
		n += p.Kinds[i].Count * p.Kinds[i].Width
	}
	return n
}

// Reached tells that no schedule costs less than upper, by a bound in units.
func (p *Problem) Reached(bound, upper int64) bool { return bound > p.Below(upper)<<p.Unit }

// Below returns the largest possible cost below upper.
func (p *Problem) Below(upper int64) int64 {
	upper--
	if p.Lattice > 1 {
		upper = p.Base + ledger.RoundDown(upper-p.Base, p.Lattice)
	}
	return upper
}

// Whole returns the least possible cost that is not below a bound in units.
func (p *Problem) Whole(bound int64) int64 {
	cost := (bound + 1<<p.Unit - 1) >> p.Unit
	if p.Lattice > 1 {
		cost = p.Base + ledger.RoundUp(cost-p.Base, p.Lattice)
	}
	return cost
}

// align sets base and lattice. Listed starts of a kind are often whole minutes apart. Then
// a bound that is below the best cost by less than the lattice reaches it.
func (p *Problem) align() {
	p.Base = 0
	p.Lattice = 0
	for i := range p.Kinds {
		k := &p.Kinds[i]
		p.Base += k.Count * k.Weight * k.Earliest
		for _, s := range k.Starts {
			p.Lattice = ledger.GCD(k.Weight*(s-k.Earliest), p.Lattice)
		}
	}
}

// Steps returns a cost in multiples of the lattice.
func (p *Problem) Steps(cost int64) int64 { return cost / max(1, p.Lattice) }
