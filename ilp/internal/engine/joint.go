package engine

import (
	"cmp"
	"math"
	"slices"
)

// joint finds the least priced cost of the jobs of a forest, where no job clashes with its parent.
// The starts of a job are put together in spans. A span of a job is left out for a span of its
// parent only if each pair of their starts clashes. So the cost is not above that of single starts.
//
// Messages go from the leaves to the roots, as in dynamic programming over a tree: for each span of
// the parent, the least cost of the job with all below it. The spans that are left out follow each
// other, so a message takes two passes over the spans.
type joint struct {
	forest []Member
	work   int       // of finding the least cost, as a watch counts work
	spans  [][]span  // by kind; nil if it has no member
	costs  [][]int64 // by kind and span: least priced cost of a start
	beside []beside  // by member
	over   [][]int64 // by kind and span: see above
	total  [][]int64 // by member and span: least cost of the job with all below it; see spread
	before [][]int64 // by member and n: least total of the first n spans
	from   [][]int64 // by member and n: least total of the spans from n on
}

// span is the starts from first to last. The priced cost is linear in between.
type span struct {
	first, last int64
	begin, end  int32 // buckets of the first start and of the first second after its end
}

// beside tells which spans of a member go with a span of its parent, by index of the latter: those
// before low, and those from high on.
type beside struct{ low, high []int32 }

// spanWork is the work of a member's span in finding the least cost.
const spanWork = 3

func newJoint(p *Problem, g *Timeline, forest []Member) *joint {
	n := len(p.Kinds)
	j := &joint{
		forest: forest,
		spans:  make([][]span, n),
		costs:  make([][]int64, n),
		over:   make([][]int64, n),
	}
	for _, m := range j.forest {
		k := &p.Kinds[m.Kind]
		if j.spans[m.Kind] == nil {
			j.spans[m.Kind] = g.spansOf(k)
			j.costs[m.Kind], j.over[m.Kind] = make([]int64, len(j.spans[m.Kind])), make([]int64, len(j.spans[m.Kind]))
		}
		spans := j.spans[m.Kind]
		b := beside{}
		if m.Parent >= 0 {
			parent := j.forest[m.Parent].Kind
			b = besides(spans, j.spans[parent], k.Duration, p.Kinds[parent].Duration, &m)
		}
		j.work += spanWork * len(spans)
		j.beside = append(j.beside, b)
		j.total = append(j.total, make([]int64, len(spans)))
		j.before = append(j.before, make([]int64, len(spans)+1))
		j.from = append(j.from, make([]int64, len(spans)+1))
	}
	return j
}

// spansOf returns the starts of a kind, those from each corner to before the next one together.
func (g *Timeline) spansOf(k *Kind) (spans []span) {
	corners := g.cornersOf(k.Duration)
	listed := k.Starts
	for first := k.Earliest; first <= k.Latest; {
		last := k.Latest
		next := k.Latest + 1
		if c := g.after(corners, first); c < len(corners.list) {
			next = min(next, corners.list[c].at)
			last = next - 1
		}
		if n, _ := slices.BinarySearch(listed, next); listed != nil {
			last = listed[n-1]
			listed = listed[n:]
			if len(listed) > 0 {
				next = listed[0]
			}
		}
		spans = append(
			spans,
			span{first, last, int32(g.bucket(first)), int32(g.bucket(first + k.Duration))},
		)
		first = next
	}
	return spans
}

// besides returns beside of a member, whose jobs and parents have the given durations.
func besides(spans, parents []span, duration, parent int64, m *Member) (b beside) {
	low := 0
	high := 0
	for _, s := range parents {
		l := len(spans)
		h := 0 // some start of the parent goes with any
		if s.last < m.Until && s.first+parent > m.From {
			for low < len(spans) && spans[low].first+duration <= max(s.last, m.From) {
				low++
			}
			for high < len(spans) && spans[high].last < min(s.first+parent, m.Until) {
				high++
			}
			l = low
			h = high
		}
		b.low = append(b.low, int32(l))
		b.high = append(b.high, int32(h))
	}
	return b
}

// best returns the least cost of a start of a span, and the start.
func (t *Tail) best(s *span) (cost, start int64) {
	cost = t.atCorner(&corner{s.first, s.begin, s.end})
	start = s.first
	if falls := t.curve.cell(int(s.begin)).price - t.curve.cell(int(s.end)).price - t.slope; falls > 0 {
		return cost - falls*(s.last-s.first), s.last
	}
	return cost, start
}

// least returns the least cost of all jobs at the prices of the tails; Never where no starts of
// them go together.
func (j *joint) least(tails []*Tail) (least int64) {
	for i, spans := range j.spans {
		for n := range spans {
			j.costs[i][n], _ = tails[i].best(&spans[n])
		}
	}
	for i, m := range j.forest {
		copy(j.total[i], j.costs[m.Kind])
	}
	for i, m := range slices.Backward(j.forest) {
		j.sweep(i)
		if m.Parent >= 0 {
			total := j.total[m.Parent]
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

// plus adds costs, at most to Never.
func plus(a, b int64) int64 { return min(a, Never-b) + b }

// sweep sets before and from of a member.
func (j *joint) sweep(member int) {
	total := j.total[member]
	before := j.before[member]
	from := j.from[member]
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

// starts calls use with a start of each member, such that all together have the least cost; after
// least.
func (j *joint) starts(tails []*Tail, use func(kind int, start int64)) {
	at := make([]int, len(j.forest)) // by member: index of its span
	for i, m := range j.forest {
		low := math.MaxInt
		high := 0
		least := Never
		if m.Parent >= 0 {
			low = int(j.beside[i].low[at[m.Parent]])
			high = int(j.beside[i].high[at[m.Parent]])
		}
		for n, v := range j.total[i] {
			if v < least && (n < low || n >= high) {
				least = v
				at[i] = n
			}
		}
		_, start := tails[m.Kind].best(&j.spans[m.Kind][at[i]])
		use(m.Kind, start)
	}
}

// spread sends messages from the roots to the leaves, after least. From then on a total is the
// least cost of all jobs of the tree if the member's start is in the span (a min-marginal).
func (j *joint) spread() {
	for i, m := range j.forest {
		if m.Parent >= 0 {
			j.receive(i, m.Parent)
		}
	}
	for i, m := range slices.Backward(j.forest) { // of several members of a kind the first one counts
		least := slices.Min(j.total[i])
		for n, v := range j.total[i] {
			j.over[m.Kind][n] = v - least
		}
	}
}

// receive adds the message of its parent to the totals of a member.
func (j *joint) receive(member, parent int) {
	total := j.total[member]
	b := &j.beside[member]
	// The least costs of all jobs not below the member, by the last span before low, and by high.
	low := make([]int64, len(total)+1)
	high := make([]int64, len(total)+1)
	for n := range low {
		low[n], high[n] = Never, Never
	}
	for n, v := range j.total[parent] {
		if v < Never {
			others := v - j.message(member, n)
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

// above returns how much more the jobs of the forest cost at least if a job of the kind starts at a
// second of its window, after spread. Costs of several jobs of a tree do not add up.
func (j *joint) above(kind int, start int64) int64 {
	n, _ := slices.BinarySearchFunc(
		j.spans[kind],
		start,
		func(s span, t int64) int { return cmp.Compare(s.last, t) },
	)
	return j.over[kind][n]
}
