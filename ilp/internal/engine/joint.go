package engine

import "slices"

// joint finds the least priced cost of the jobs of a forest, where no job clashes with its parent. The starts of a
// job are put together in spans. A span of a job is left out for a span of its parent only if each pair of their
// starts clashes. So the cost is not above that of single starts.
//
// Messages go from the leaves to the roots, as in dynamic programming over a tree: for each span of the parent, the
// least cost of the job with all below it. The spans that are left out follow each other, so a message takes two
// passes over the spans.
type joint struct {
	forest []Member
	spans  [][]span  // by kind; nil if it has no member
	costs  [][]int64 // by kind and span: least priced cost of a start
	beside []beside  // by member
	total  [][]int64 // by member and span: least cost of the job with all below it; see spread
	before [][]int64 // by member and n: least total of the first n spans
	from   [][]int64 // by member and n: least total of the spans from n on
}

// span is the starts from first to last. The priced cost is linear in between.
type span struct {
	first, last int64
	begin, end  int32 // buckets of the first start and of the first second after its end
}

// beside tells which spans of a member go with a span of its parent, by index of the latter: those before
// low, and those from high on.
type beside struct{ low, high []int32 }

func newJoint(p *Problem, g *Timeline, forest []Member) *joint {
	n := len(p.Kinds)
	j := &joint{forest: forest, spans: make([][]span, n), costs: make([][]int64, n)}
	for _, m := range forest {
		k := &p.Kinds[m.Kind]
		if j.spans[m.Kind] == nil {
			j.spans[m.Kind] = g.spansOf(k)
			j.costs[m.Kind] = make([]int64, len(j.spans[m.Kind]))
		}
		spans, b := j.spans[m.Kind], beside{}
		if m.Parent >= 0 {
			parent := forest[m.Parent].Kind
			b = besides(spans, j.spans[parent], k.Duration, p.Kinds[parent].Duration, &m)
		}
		j.beside = append(j.beside, b)
		j.total = append(j.total, make([]int64, len(spans)))
		j.before = append(j.before, make([]int64, len(spans)+1))
		j.from = append(j.from, make([]int64, len(spans)+1))
	}
	return j
}

// spansOf returns the starts of a kind, those from each corner to before the next one together.
func (g *Timeline) spansOf(k *Kind) (spans []span) {
	add := func(first, last int64) {
		spans = append(spans, span{first, last, int32(g.bucket(first)), int32(g.bucket(first + k.Duration))})
	}
	corners, first, listed := g.cornersOf(k.Duration), k.Earliest, k.Starts
	for _, c := range corners.list[g.after(corners, first):] {
		if first > k.Latest {
			break
		}
		last := min(c.at-1, k.Latest)
		if listed != nil {
			n, _ := slices.BinarySearch(listed, last+1)
			if n == 0 {
				continue
			}
			first, last, listed = listed[0], listed[n-1], listed[n:]
		}
		add(first, last)
		first = last + 1
	}
	switch {
	case len(listed) > 0:
		add(listed[0], k.Latest)
	case k.Starts == nil && first <= k.Latest:
		add(first, k.Latest)
	}
	return spans
}

// besides returns beside of a member, whose jobs and parents have the given durations.
func besides(spans, parents []span, duration, parent int64, m *Member) (b beside) {
	low, high := 0, 0
	for _, s := range parents {
		if s.last >= m.Until || s.first+parent <= m.From { // some start of the parent goes with any
			b.low, b.high = append(b.low, int32(len(spans))), append(b.high, int32(len(spans)))
			continue
		}
		for low < len(spans) && spans[low].first+duration <= max(s.last, m.From) {
			low++
		}
		for high < len(spans) && spans[high].last < min(s.first+parent, m.Until) {
			high++
		}
		b.low, b.high = append(b.low, int32(low)), append(b.high, int32(high))
	}
	return b
}

// work returns the work of finding the least cost, as a watch counts work.
func (j *joint) work() (work int) {
	for _, total := range j.total {
		work += 3 * len(total)
	}
	return work
}

// falls tells that the priced cost of a span falls from its first start to its last one, and by how much in a second.
func (t *Tail) falls(s *span) (bySecond int64) {
	return max(0, t.curve.cell(int(s.begin)).price-t.curve.cell(int(s.end)).price-t.slope)
}

// least returns the least cost of all jobs at the prices of the tails; Never where no starts of them go together.
func (j *joint) least(tails []*Tail) (least int64) {
	for i, spans := range j.spans {
		t, costs := tails[i], j.costs[i]
		for n := range spans {
			s := &spans[n]
			costs[n] = t.atCorner(&corner{s.first, s.begin, s.end}) - t.falls(s)*(s.last-s.first)
		}
	}
	for i, m := range j.forest {
		copy(j.total[i], j.costs[m.Kind])
	}
	for i := len(j.forest) - 1; i >= 0; i-- {
		j.sweep(i)
		if parent := j.forest[i].Parent; parent >= 0 {
			total := j.total[parent]
			for n := range total {
				total[n] = plus(total[n], j.message(i, n))
			}
			continue
		}
		least = plus(least, j.from[i][0])
	}
	return least
}

// has tells that the jobs of a kind are members.
func (j *joint) has(kind int) bool { return j != nil && j.spans[kind] != nil }

// plus adds costs of which one may be Never.
func plus(a, b int64) int64 {
	if a >= Never || b >= Never {
		return Never
	}
	return a + b
}

// sweep sets before and from of a member.
func (j *joint) sweep(member int) {
	total, before, from := j.total[member], j.before[member], j.from[member]
	least := Never
	before[0] = least
	for n, v := range total {
		least = min(least, v)
		before[n+1] = least
	}
	least = Never
	from[len(total)] = least
	for n := len(total) - 1; n >= 0; n-- {
		least = min(least, total[n])
		from[n] = least
	}
}

// message returns the least cost of a member with all below it, for a span of its parent.
func (j *joint) message(member, span int) int64 {
	b := &j.beside[member]
	return min(j.before[member][b.low[span]], j.from[member][b.high[span]])
}

// starts calls use with a start of each member, such that all together have the least cost; after least.
func (j *joint) starts(tails []*Tail, use func(kind int, start int64)) {
	at := make([]int, len(j.forest)) // by member: index of its span
	for i, m := range j.forest {
		total := j.total[i]
		low, high := len(total), len(total)
		if m.Parent >= 0 {
			low, high = int(j.beside[i].low[at[m.Parent]]), int(j.beside[i].high[at[m.Parent]])
		}
		if j.before[i][low] <= j.from[i][high] {
			at[i] = max(0, slices.Index(total, j.before[i][low])) // none where a job has no start left
		} else {
			at[i] = high + slices.Index(total[high:], j.from[i][high])
		}
		s := &j.spans[m.Kind][at[i]]
		if tails[m.Kind].falls(s) > 0 {
			use(m.Kind, s.last)
		} else {
			use(m.Kind, s.first)
		}
	}
}

// spread sends messages from the roots to the leaves, after least. From then on a total is the least
// cost of all jobs of the tree if the member's start is in the span (a min-marginal).
func (j *joint) spread() {
	for i, m := range j.forest {
		if m.Parent < 0 {
			continue
		}
		total, b := j.total[i], &j.beside[i]
		// The least costs of all jobs not below the member, by the last span before low, and by high.
		low, high := make([]int64, len(total)+1), make([]int64, len(total)+1)
		for n := range low {
			low[n], high[n] = Never, Never
		}
		for n, v := range j.total[m.Parent] {
			if v < Never {
				others := v - j.message(i, n)
				low[b.low[n]] = min(low[b.low[n]], others)
				high[b.high[n]] = min(high[b.high[n]], others)
			}
		}
		for n := len(total) - 1; n >= 0; n-- {
			low[n] = min(low[n], low[n+1])
		}
		for n := range total {
			high[n] = min(high[n], high[max(0, n-1)])
			total[n] = plus(total[n], min(low[n+1], high[n]))
		}
	}
}

// above returns how much more the jobs of the forest cost at least if a job of the kind starts at a second of its
// window, after spread. Costs of several jobs of a tree do not add up.
func (j *joint) above(kind int) func(start int64) int64 {
	member := slices.IndexFunc(j.forest, func(m Member) bool { return m.Kind == kind })
	total, spans := j.total[member], j.spans[kind]
	least := slices.Min(total)
	return func(start int64) int64 {
		n, _ := slices.BinarySearchFunc(spans, start, func(s span, t int64) int {
			if s.last < t {
				return -1
			}
			return 1
		})
		return total[n] - least
	}
}
