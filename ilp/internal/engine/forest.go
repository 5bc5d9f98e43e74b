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

// forest returns the spanning forest of the largest weight, where jobs of a kind have the given
// starts, by Prim's algorithm. It is empty without starts, and leaves out kinds without an edge. A
// forest is the more use the more its jobs clash.
func (p *Problem) forest(starts [][]start) (members []Member) {
	if starts == nil || p.Jobs() > mostMembers || p.Watch.Spend(p.Jobs()*p.Jobs()) {
		return nil
	}
	edges := p.edges(starts)
	var jobs []int // their kinds
	for i, k := range p.Kinds {
		joins := slices.ContainsFunc(edges[i], func(e edge) bool { return e.weight > 0 })
		if joins {
			jobs = append(jobs, slices.Repeat([]int{i}, int(k.Count))...)
		}
	}
	const taken = -1
	best := make([]edge, len(jobs))  // to the jobs taken so far
	parent := make([]int, len(jobs)) // the job of that edge
	for range jobs {
		next := 0
		for j := range jobs {
			if best[j].weight > best[next].weight {
				next = j
			}
		}
		m := Member{Kind: jobs[next], Parent: -1}
		if e := best[next]; e.weight > 0 {
			m = Member{jobs[next], parent[next], e.from, e.until}
		}
		best[next].weight = taken
		for j, kind := range jobs {
			e := edges[m.Kind][kind]
			if e.weight > best[j].weight && best[j].weight != taken {
				best[j] = e
				parent[j] = len(members)
			}
		}
		members = append(members, m)
	}
	return members
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
