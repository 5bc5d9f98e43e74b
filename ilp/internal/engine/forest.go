package engine

import "slices"

// Member is a job of a forest. It has a parent where it may not run together with another job of
// the forest.
type Member struct {
	Kind   int
	Parent int // index of a member before it; -1: none
	// From and Until delimit the seconds in which less is free than the widths of the job and its
	// parent; Until is Never where this holds for good.
	From, Until int64
}

// mostMembers is the largest number of jobs of a problem with a forest.
const mostMembers = 128

// leastClash is the least share of pairs of starts that clash for which two jobs are joined.
const leastClash = 0.01

// edge joins two jobs that cannot run together from one second to before another. Weight is the
// product of their widths and the share of their starts with which they would do so.
type edge struct {
	from, until int64
	weight      float64
}

// Forest is jobs whose least costs are found together.
type Forest struct {
	Members []Member
	Chain   Chain
}

// Chain says that of the first Jobs members no two can run together from From to before Until, as
// for members. They have no parents.
type Chain struct {
	Jobs        int
	From, Until int64
}

// Numbers of jobs of a chain. The work grows with 2 to this number. Two jobs are no more than a
// member with its parent.
const (
	leastChain = 3
	mostChain  = 6
)

// forest returns the forest of the largest weight, where jobs of a kind have the given starts: the
// spanning one, or one that hangs on a chain. It is empty without starts, and leaves out kinds
// without an edge. A forest is the more use the more its jobs clash.
func (p *Problem) forest(starts [][]start, chained bool) (f Forest) {
	if starts == nil || p.Jobs() > mostMembers || p.Watch.Spend(p.Jobs()*p.Jobs()) {
		return f
	}
	edges := p.edges(starts)
	var jobs []int // their kinds
	for i, k := range p.Kinds {
		for n := k.Count; n > 0 && slices.ContainsFunc(edges[i], func(e edge) bool { return e.weight > 0 }); n-- {
			jobs = append(jobs, i)
		}
	}
	members, weight := spanning(jobs, edges, nil)
	f.Members = members
	if !chained {
		return f
	}
	if first, chain, within := p.chain(jobs, edges, starts); len(first) >= leastChain {
		if members, rest := spanning(jobs, edges, first); within+rest > weight {
			f = Forest{members, chain}
		}
	}
	return f
}

// spanning returns the spanning forest of the largest weight, with its weight, by Prim's algorithm.
// The jobs first, by index, have no parents, and come first.
func spanning(jobs []int, edges [][]edge, first []int) (members []Member, weight float64) {
	const taken = -1
	best := make([]edge, len(jobs))
	parent := make([]int, len(jobs)) // to the jobs taken so far
	for n := range jobs {
		next := 0
		for j := range jobs {
			if best[j].weight > best[next].weight {
				next = j
			}
		}
		if n < len(first) {
			next = first[n]
			best[next].weight = 0
		}
		m := Member{Kind: jobs[next], Parent: -1}
		if e := best[next]; e.weight > 0 {
			m = Member{jobs[next], parent[next], e.from, e.until}
			weight += e.weight
		}
		best[next].weight = taken
		for j, kind := range jobs {
			if e := edges[m.Kind][kind]; e.weight > best[j].weight && best[j].weight != taken {
				best[j], parent[j] = e, len(members)
			}
		}
		members = append(members, m)
	}
	return members, weight
}

// chain returns jobs for a chain, by index, and the weight of all their pairs. It begins with the
// heaviest edge, and adds the job that adds most weight while one does.
func (p *Problem) chain(
	jobs []int,
	edges [][]edge,
	starts [][]start,
) (in []int, chain Chain, weight float64) {
	for j, b := range jobs {
		for i, a := range jobs[:j] {
			if e := edges[a][b]; e.weight > weight {
				in = []int{i, j}
				chain = Chain{2, e.from, e.until}
				weight = e.weight
			}
		}
	}
	for len(in) > 0 && len(in) < mostChain {
		next := 0
		with := chain
		before := weight
		for j := range jobs {
			c := Chain{len(in) + 1, chain.From, chain.Until}
			for _, i := range in {
				e := edges[jobs[i]][jobs[j]]
				c.From = max(c.From, e.from)
				c.Until = min(c.Until, e.until)
			}
			if c.From >= c.Until || slices.Contains(in, j) {
				continue
			}
			if w := p.within(&c, append(in, j), jobs, edges, starts); w > weight {
				next = j
				with = c
				weight = w
			}
		}
		if weight == before {
			break
		}
		in = append(in, next)
		chain = with
	}
	return in, chain, weight
}

// within returns the weight of all pairs of some jobs, by index, in the time of a chain.
func (p *Problem) within(
	c *Chain,
	in, jobs []int,
	edges [][]edge,
	starts [][]start,
) (weight float64) {
	for n, j := range in {
		for _, i := range in[:n] {
			a := &p.Kinds[jobs[i]]
			b := &p.Kinds[jobs[j]]
			e := edges[jobs[i]][jobs[j]]
			if e.weight > 0 && (e.from < c.From || e.until > c.Until) {
				p.Watch.Spend(len(starts[jobs[i]]) + len(starts[jobs[j]]))
				share := clash(
					starts[jobs[i]],
					starts[jobs[j]],
					a.Duration,
					b.Duration,
					c.From,
					c.Until,
				)
				e.weight = share * float64(a.Width) * float64(b.Width)
			}
			weight += e.weight
		}
	}
	return weight
}

// edges returns the edges of all pairs of kinds, with a weight of 0 where there is none. That of a
// kind with itself is for two of its jobs.
func (p *Problem) edges(starts [][]start) [][]edge {
	edges := make([][]edge, len(p.Kinds))
	for i := range edges {
		edges[i] = make([]edge, len(p.Kinds))
		for k := range i + 1 {
			a := &p.Kinds[i]
			b := &p.Kinds[k]
			p.Watch.Spend(len(starts[i]) + len(starts[k]))
			from, until := p.apart(a, b)
			share := clash(starts[i], starts[k], a.Duration, b.Duration, from, until)
			if share >= leastClash && (i != k || a.Count > 1) {
				edges[i][k] = edge{from, until, share * float64(a.Width) * float64(b.Width)}
				edges[k][i] = edges[i][k]
			}
		}
	}
	return edges
}

// apart returns the longest time in which jobs of two kinds may want to run and cannot do so
// together; none if until is 0.
func (p *Problem) apart(a, b *Kind) (from, until int64) {
	begin := max(a.Earliest, b.Earliest)
	end := min(a.Latest+a.Duration, b.Latest+b.Duration)
	longest := int64(0)
	for i := 0; i < len(p.Free) && p.Free[i].Time < end; i++ {
		first := p.Free[i].Time
		for i < len(p.Free) && p.Free[i].Free < a.Width+b.Width {
			i++
		}
		last := Never
		if i < len(p.Free) {
			last = p.Free[i].Time
		}
		if length := min(last, end) - max(first, begin); length > longest {
			longest = length
			from = first
			until = last
		}
	}
	return from, until
}

// clash returns the share of the pairs of starts with which two jobs would run together at some
// second from from to before until. Starts are in order of time.
func clash(a, b []start, durationA, durationB, from, until int64) (share float64) {
	first := 0
	end := 0
	together := 0.0 // the starts of b from first to before end, and the sum of their shares
	for _, s := range a {
		if s.At >= until || s.At+durationA <= from {
			continue
		}
		for ; end < len(b) && b[end].At < min(s.At+durationA, until); end++ {
			together += b[end].Share
		}
		for ; first < end && b[first].At+durationB <= max(s.At, from); first++ {
			together -= b[first].Share
		}
		share += s.Share * together
	}
	return share
}
