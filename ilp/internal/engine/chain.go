package engine

import (
	"slices"
	"sort"
)

// chain finds the least cost of the jobs of a chain, by dynamic programming over sets of jobs (Held
// and Karp 1962): for each set and second, the least cost of the set's jobs where all have ended by
// then. A span is inside where the job runs in the time of the chain with each of its starts. Other
// spans go with any.
//
// A second counts as the number of ends up to it, of all spans inside.
type chain struct {
	first  []int     // by member: index of the first span inside
	inside [][]slot  // by member: the spans inside
	out    []int64   // by member: least total of a span that is not inside; set by least
	ends   int       // of all spans inside
	ended  [][]int64 // by set and second: see above
}

// slot holds the seconds of a span: the last start [0], and the first end [1].
type slot [2]int32

// chainWork is the work of a second of a set in finding the least cost.
const chainWork = 2

func newChain(p *Problem, j *joint, of Chain) *chain {
	c := &chain{out: make([]int64, of.Jobs)}
	var ends []int64
	for _, m := range j.forest[:of.Jobs] {
		spans := j.spans[m.Kind]
		duration := p.Kinds[m.Kind].Duration
		first := sort.Search(
			len(spans),
			func(n int) bool { return spans[n].first+duration > of.From },
		)
		last := sort.Search(len(spans), func(n int) bool { return spans[n].last >= of.Until })
		c.first = append(c.first, first)
		c.inside = append(c.inside, make([]slot, max(0, last-first)))
		for n := range c.inside[len(c.inside)-1] {
			ends = append(ends, spans[first+n].first+duration)
		}
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	until := func(second int64) int32 {
		n, _ := slices.BinarySearch(ends, second+1)
		return int32(n)
	}
	for i, m := range j.forest[:of.Jobs] {
		for n := range c.inside[i] {
			s := &j.spans[m.Kind][c.first[i]+n]
			c.inside[i][n] = slot{until(s.last), until(s.first + p.Kinds[m.Kind].Duration)}
		}
	}
	c.ends = len(ends)
	c.ended = c.table()
	return c
}

// table returns costs by set and second. No jobs cost nothing.
func (c *chain) table() [][]int64 {
	table := make([][]int64, 1<<len(c.first))
	seconds := c.ends + 1
	all := make([]int64, seconds*len(table))
	for set := range table {
		table[set] = all[set*seconds:][:seconds]
	}
	return table
}

func (c *chain) size() int { return len(c.ended) * (c.ends + 1) }

// has tells that a member is in the chain.
func (c *chain) has(member int) bool { return c != nil && member < len(c.first) }

// slot returns the seconds of a member's span; nil where it is not inside.
func (c *chain) slot(member, span int) *slot {
	if n := span - c.first[member]; n >= 0 && n < len(c.inside[member]) {
		return &c.inside[member][n]
	}
	return nil
}

// least returns the least cost, where the members have the given totals.
func (c *chain) least(total [][]int64) int64 {
	for i := range c.out {
		c.out[i] = Never
		for n, v := range total[i] {
			if c.slot(i, n) == nil {
				c.out[i] = min(c.out[i], v)
			}
		}
	}
	c.fill(c.ended, total, 0)
	return c.ended[len(c.ended)-1][c.ends]
}

// fill fills a table of least costs. With from 0 they are those of jobs that have ended by a
// second, with from 1 those of jobs that start from it on.
func (c *chain) fill(table, total [][]int64, from int) {
	for set := 1; set < len(table); set++ {
		f := table[set]
		for x := range f {
			f[x] = Never
		}
		for i, out := range c.out {
			if set>>i&1 == 0 {
				continue
			}
			others := table[set&^(1<<i)]
			costs := total[i][c.first[i]:]
			for n, s := range c.inside[i] {
				if costs[n] < Never { // else the sum is too large
					f[s[1-from]] = min(f[s[1-from]], others[s[from]]+costs[n])
				}
			}
			if out < Never {
				for x, v := range others {
					f[x] = min(f[x], v+out)
				}
			}
		}
		if from == 0 {
			for x := 1; x < len(f); x++ {
				f[x] = min(f[x], f[x-1])
			}
		} else {
			for x := len(f) - 2; x >= 0; x-- {
				f[x] = min(f[x], f[x+1])
			}
		}
	}
}

// cheapest sets the spans with which the chain has the least cost, after least.
func (c *chain) cheapest(total [][]int64, at []int) {
	set := len(c.ended) - 1
	x := int32(c.ends)
	for range c.first {
		i, span := c.last(total, set, x)
		at[i] = span
		if c.slot(i, span) != nil {
			x = c.slot(i, span)[0]
		}
		set &^= 1 << i
	}
}

// last returns a member of a set, with its span, that is the last in the chain of least cost of the
// set up to a second.
func (c *chain) last(total [][]int64, set int, x int32) (member, span int) {
	for i := range c.first {
		if set>>i&1 == 0 {
			continue
		}
		others := c.ended[set&^(1<<i)]
		member = i // where no starts go together
		for n, v := range total[i] {
			before := x
			if s := c.slot(i, n); s != nil {
				before = s[0]
				if s[1] > x {
					continue
				}
			}
			if v < Never && others[before]+v == c.ended[set][x] {
				return i, n
			}
		}
	}
	return member, 0
}

// spread sets the totals to the least costs of all members with a start in the span, after least.
func (c *chain) spread(total [][]int64) {
	begun := c.table()
	c.fill(begun, total, 1)
	for i := range c.first {
		rest := len(begun) - 1 - 1<<i
		for n, v := range total[i] {
			others := c.ended[rest][c.ends] // where the span is not inside
			if s := c.slot(i, n); s != nil {
				others = Never
				for before := rest; ; before = (before - 1) & rest {
					others = min(others, plus(c.ended[before][s[0]], begun[rest-before][s[1]]))
					if before == 0 {
						break
					}
				}
			}
			total[i][n] = plus(v, others)
		}
	}
}
