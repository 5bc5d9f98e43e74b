package exact

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
)

// mostWorth returns the most that jobs on so many processors are worth, by trying
// every number of jobs of every kind.
func mostWorth(kinds []kind, price []int64, processors int64) int64 {
	if len(kinds) == 0 {
		return 0
	}
	best := int64(0)
	for n := int64(0); n <= kinds[0].count && n*kinds[0].width <= processors; n++ {
		best = max(best, n*price[0]+mostWorth(kinds[1:], price[1:], processors-n*kinds[0].width))
	}
	return best
}

// somePrices returns prices by kind and bucket, half of them 0, with which no
// sum overflows.
func somePrices(r *rand.Rand, p *problem, g *grid, most int64) [][]int64 {
	prices := make([][]int64, len(p.kinds))
	for i := range prices {
		prices[i] = make([]int64, g.n)
		for b := range prices[i] {
			if r.IntN(2) == 0 {
				prices[i][b] = r.Int64N(most)
			}
		}
	}
	return prices
}

// someGrid returns a grid of about so many buckets, with borders anywhere.
func someGrid(r *rand.Rand, end int64, buckets int) *grid {
	var events []int64
	for range r.IntN(10) {
		events = append(events, r.Int64N(end+10))
	}
	return newGrid(end, buckets, events)
}

func at(free []segment, t int64) int64 { return free[index(free, t)].free }

// TestPacking holds values, what the best sets hold and sums against a knapsack
// in every second of the history itself.
func TestPacking(t *testing.T) {
	each(t, 300, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 7, MaxEstimate: 12, MaxChanges: 12, Dips: true})
		p, _ := newProblem(&s)
		g := someGrid(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := newSplit(p, dual{grid: g, prices: somePrices(r, p, g, 1000)})
		worth, here := int64(0), make([]int64, len(p.kinds))
		rest := make([]int64, g.end()+1) // value of all seconds from each on
		for second := g.end() - 1; second >= 0; second-- {
			for i, c := range a.curves {
				here[i] = c.at(second)
			}
			rest[second] = rest[second+1] + mostWorth(p.kinds, here, s.History.At(second))
		}
		total := a.pack.settle(a.curves, func(kind, bucket int, seconds int64) {
			worth += a.curves[kind].price[bucket] * seconds
		})
		if total != rest[0] || worth != total {
			t.Fatalf("seed %d: %d, sets worth %d, want %d of %+v", seed, total, worth, rest[0], s)
		}
		for _, c := range a.curves {
			c.sum()
		}
		a.pack.finish(a.curves)
		for second, want := range rest {
			if got := a.pack.from(int64(second)); got != want {
				t.Fatalf("seed %d: %d from second %d on, want %d of %+v", seed, got, second, want, s)
			}
		}
		for c, row := range a.pack.rows {
			for second := range g.end() {
				for i, curve := range a.curves {
					here[i] = curve.at(second)
				}
				if got, want := row.at(second), mostWorth(p.kinds, here, int64(c)*a.pack.divisor); got != want {
					t.Fatalf("seed %d: %d on %d processors in second %d, want %d of %+v", seed, got, int64(c)*a.pack.divisor, second, want, s)
				}
			}
		}
	})
}

// TestTail compares the least costs of starts with a scan of all seconds, and
// corners with all second differences.
func TestTail(t *testing.T) {
	each(t, 2000, func(t *testing.T, seed uint64, r *rand.Rand) {
		c := newCurve(someGrid(r, 1+r.Int64N(60), 1+r.IntN(30)))
		end := c.end() + 10
		paid := int64(0) // no second before it is paid a price
		if r.IntN(2) == 0 {
			paid = r.Int64N(end)
			c.narrow(paid, paid+1+r.Int64N(end))
		}
		for b := c.low; b < c.high; b++ {
			c.price[b] = max(0, r.Int64N(60)-20)
		}
		c.sum()
		latest := r.Int64N(end)
		if r.IntN(2) == 0 {
			latest = always
		}
		k := &kind{duration: 1 + r.Int64N(40), latest: latest}
		tl := newTail(c, 1+r.Int64N(20), k)
		tl.fill(k)
		want := never // costs rise after the last price
		for s := end; s >= paid; s-- {
			if s <= latest {
				cost := tl.slope * s
				for u := s; u < s+tl.duration; u++ {
					cost += c.at(u)
				}
				if got := tl.cost(s); got != cost {
					t.Fatalf("seed %d: a start at %d costs %d, want %d", seed, s, got, cost)
				}
				want = min(want, cost)
			}
			least, where := tl.cheapest(s)
			if least != want || tl.from(s) != want || least < never && (where < s || where > latest || tl.cost(where) != least) {
				t.Fatalf("seed %d: from %d on %d at %d, want %d", seed, s, least, where, want)
			}
		}
		first := r.Int64N(min(latest, end) + 1)
		bends := tl.bends(first)
		for s := first + 1; s < min(latest, end); s++ {
			if tl.cost(s+1)-tl.cost(s) != tl.cost(s)-tl.cost(s-1) && !slices.Contains(bends, s) {
				t.Fatalf("seed %d: the cost bends at %d, found %v", seed, s, bends)
			}
		}
	})
}

// TestHopeless: a search goes on while its own estimate is that it will end, and
// never for more than patience times the nodes that it was allotted.
func TestHopeless(t *testing.T) {
	for _, c := range []struct {
		nodes, allotted int64
		progress        float64
		want            bool
	}{
		{512, 3000, 0, true},
		{512, 3000, 1e-3, false},
		{512, 3000, 1e-5, true},
		{3000, 3000, 1e-3, true},
		{3000, 3000, 0.02, false},
		{300_000, 3000, 0.4, false},
		{300_000, 3000, 0.3, true},
		{900_000, 3000, 1, false},
		{900_001, 3000, 1, true},
	} {
		if got := hopeless(c.nodes, c.allotted, 300, c.progress); got != c.want {
			t.Errorf("%d nodes of %d, %g explored: %v, want %v", c.nodes, c.allotted, c.progress, got, c.want)
		}
	}
}

// TestProgress: at the end of a search all of its tree is explored.
func TestProgress(t *testing.T) {
	each(t, 300, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		v := unfinished(s, someOptions(r))
		v.share()
		a, value := v.tree.price(v.whole, 20)
		if !a.finish(value, v.tree.upper) {
			return
		}
		search := &search{problem: a.problem, incumbent: v.tree.incumbent, curves: a.curves, tails: a.tails, pack: a.pack}
		search.stop = func() bool { return false }
		if search.explore(); search.progress < 1-1e-9 || search.progress > 1+1e-9 {
			t.Fatalf("seed %d: %g explored of %+v", seed, search.progress, s)
		}
	})
}

// TestPlace: what a search keeps of a node, made from its parent's, is what the placed
// jobs leave, second by second.
func TestPlace(t *testing.T) {
	placed, shortened := 0, 0
	each(t, 2000, func(t *testing.T, seed uint64, r *rand.Rand) {
		step := steptest.Random(r, steptest.Options{MaxJobs: 8, MaxEstimate: 12, MaxChanges: 8, Dips: true})
		p, _ := newProblem(&step)
		g := someGrid(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := newSplit(p, dual{grid: g, prices: somePrices(r, p, g, 1000)})
		a.finish(0, never>>p.unit)
		s := &search{problem: p, incumbent: &incumbent{upper: never >> p.unit}, curves: a.curves, tails: a.tails, pack: a.pack}
		f := &frame{}
		s.begin(f)
		full, paid := p.free, make([]int64, g.end()) // the whole profile, and what the placed jobs pay
		for range p.jobs() {
			if s.branch(f); len(f.children) == 0 {
				return
			}
			next, c := &frame{}, r.IntN(len(f.children))
			start, k := f.children[c].start, f.children[c].kind
			end := start + p.kinds[k].duration
			bound := s.place(f, next, c)
			full = reserve(nil, full, start, end, p.kinds[k].width)
			for u := start; u < min(end, g.end()); u++ {
				paid[u] += a.curves[k].at(u)
			}
			worth := int64(0)
			for i, st := range next.stretches {
				to, left, most := g.end(), int64(0), int64(0)
				if i+1 < len(next.stretches) {
					to = next.stretches[i+1].time
				}
				for u := st.time; u < to; u++ {
					if st.free != at(full, u) {
						t.Fatalf("seed %d: %d free in second %d, want %d of %+v", seed, st.free, u, at(full, u), step)
					}
					left += a.pack.from(u) - a.pack.from(u+1) - paid[u]
					most += a.pack.rows[st.free/a.pack.divisor].at(u)
				}
				if want := min(left, most); st.left != left || st.worth != want {
					t.Fatalf("seed %d: a stretch from %d to %d %+v, want left %d and worth %d of %+v", seed, st.time, to, st, left, want, step)
				}
				worth += st.worth
			}
			if next.worth != worth || len(next.stretches) > 0 && next.stretches[0].time != start {
				t.Fatalf("seed %d: worth %d from second %d, want %d of %+v", seed, next.worth, start, worth, step)
			}
			placed++
			if bound >= never || len(next.starts) == 0 {
				return // closed before its starts are found
			}
			if next.free[0].time > full[0].time {
				shortened++
			}
			for i, k := range p.kinds {
				if next.left[i] == 0 {
					continue
				}
				want := starts{first: earliest(full, 0, k.width, k.duration), earliest: earliest(full, start, k.width, k.duration)}
				want.least = a.tails[i].from(max(want.earliest, k.earliest))
				if got := next.starts[i]; got != want {
					t.Fatalf("seed %d: starts %+v of kind %d, want %+v of %+v", seed, got, i, want, step)
				}
			}
			f = next
		}
	})
	if !testing.Short() && (placed < 2000 || shortened < 200) {
		t.Errorf("only %d jobs were placed, and %d profiles cut short", placed, shortened)
	}
}

// TestPlan: the schedule planned from prices is feasible and costs what is said.
func TestPlan(t *testing.T) {
	better := 0
	each(t, 1000, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		v := unfinished(s, Options{})
		v.share()
		a, _ := v.tree.price(v.whole, r.IntN(100))
		before := v.tree.upper
		v.tree.plan(a)
		v.report()
		if sol := v.sol; sol.Schedule.Check(s) != nil || sol.Schedule.Objective(s) != sol.Objective || v.tree.upper > before {
			t.Fatalf("seed %d: %+v, %v, of %+v", seed, sol, sol.Schedule.Check(s), s)
		}
		if v.tree.upper < before {
			better++
		}
	})
	if better == 0 {
		t.Error("no plan was better")
	}
}

// TestProfile compares reserve, earliest, covers, most and from with counts per
// second.
func TestProfile(t *testing.T) {
	profile := func(r *rand.Rand) []segment {
		free := []segment{{0, r.Int64N(8)}}
		for range r.IntN(6) {
			free = append(free, segment{free[len(free)-1].time + 1 + r.Int64N(6), r.Int64N(8)})
		}
		return append(free, segment{free[len(free)-1].time + 1 + r.Int64N(6), 8})
	}
	const end = 100
	each(t, 5000, func(t *testing.T, seed uint64, r *rand.Rand) {
		free := profile(r)
		from, width, duration := r.Int64N(20), 1+r.Int64N(8), 1+r.Int64N(10)
		start := from
		for u := start; u < start+duration; u++ {
			if at(free, u) < width {
				start = u + 1
			}
		}
		if got := earliest(free, from, width, duration); got != start {
			t.Fatalf("seed %d: earliest start %d, want %d", seed, got, start)
		}
		left := reserve(nil, free, start, start+duration, width)
		for u := range int64(end) {
			want := at(free, u)
			if u >= start && u < start+duration {
				want -= width
			}
			if got := at(left, u); got != want {
				t.Fatalf("seed %d: %d free in second %d, want %d", seed, got, u, want)
			}
		}
		delta := r.Int64N(20) - min(from, 10)
		other := profile(r)
		if r.IntN(2) == 0 { // mostly covered
			other = slices.Clone(free)
			for i := range other {
				other[i].time = max(0, other[i].time-delta+r.Int64N(2))
				other[i].free = max(0, other[i].free-r.Int64N(2))
			}
			slices.SortFunc(other, func(a, b segment) int { return int(a.time - b.time) })
			other = slices.CompactFunc(other, func(a, b segment) bool { return a.time == b.time })
		}
		want := true
		for u := from; u < end; u++ {
			want = want && at(free, u+delta) >= at(other, u)
		}
		if got := covers(free, other, from, delta); got != want {
			t.Fatalf("seed %d: %v, want %v: %v %d later than %v from %d on", seed, got, want, free, delta, other, from)
		}
		a, b := cutBefore(slices.Clone(free), from), cutBefore(slices.Clone(other), r.Int64N(20))
		greater := most(nil, a, b)
		for u := a[0].time; u < end; u++ {
			if at(a, u) != at(free, u) {
				t.Fatalf("seed %d: %v cut before %d is %v", seed, free, from, a)
			}
		}
		for u := min(a[0].time, b[0].time); u < end; u++ {
			want := int64(0)
			for _, p := range [][]segment{a, b} {
				if u >= p[0].time {
					want = max(want, at(p, u))
				}
			}
			if got := at(greater, u); got != want || greater[0].time != min(a[0].time, b[0].time) {
				t.Fatalf("seed %d: %v is not the most of %v and %v in second %d", seed, greater, a, b, u)
			}
		}
	})
}

// best returns the least cost of the jobs left at a node, by brute force.
func (f *frame) best(kinds []kind) int64 {
	s := &optgap.Step{Format: optgap.StepFormat, Machine: f.free[len(f.free)-1].free}
	for _, seg := range f.free[index(f.free, f.front):] {
		s.History = append(s.History, optgap.Change{Time: max(0, seg.time-f.front), Free: seg.free})
	}
	cost := f.cost
	for i, n := range f.left {
		for range n {
			s.Jobs = append(s.Jobs, optgap.Job{Width: kinds[i].width, Estimate: kinds[i].duration})
			cost += kinds[i].width * (f.front - kinds[i].duration)
		}
	}
	_, objective := steptest.Optimum(s)
	return cost + objective
}

// diagrammed returns a diagram with prices of so many steps, for schedules that
// cost less than upper; nil where the prices leave none.
func (s *solver) diagrammed(steps int, upper int64) *diagram {
	s.share()
	s.tree.upper, s.tree.best = upper, nil
	a, value := s.tree.price(s.whole, steps)
	if !a.finish(value, upper) {
		return nil
	}
	return newDiagram(a, s.tree.incumbent, math.MaxInt64/2, s.stop)
}

// TestFollowing: two layers as large as there are sets of 3 and of 4 out of 10 jobs
// are followed by as many nodes as there are larger sets, but for the one of all.
func TestFollowing(t *testing.T) {
	if got := following(210, 120, 4, 10); math.Abs(got-(210+252+210+120+45+10)) > 1e-6 {
		t.Errorf("%g nodes", got)
	}
	if got := following(1000, 1, 4, 20); got > 1000<<20 {
		t.Errorf("%g nodes in 16 layers of no more than 20 jobs' sets", got)
	}
}

// TestDiagramMatchesBruteForce: a diagram finds the optimum where there is a
// better schedule than the best known, proves it, and no pass proves that what it
// costs cannot be.
func TestDiagramMatchesBruteForce(t *testing.T) {
	passes := 0
	each(t, 3000, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		_, want := steptest.Optimum(s)
		v := unfinished(s, someOptions(r))
		want -= v.constant
		d := v.diagrammed(r.IntN(30), want+r.Int64N(3))
		if d == nil {
			if v.tree.upper > want {
				t.Fatalf("seed %d: no start is left below %d, the optimum is %d of %+v", seed, v.tree.upper, want, s)
			}
			return
		}
		for _, tolerance := range []float64{2, 0.3, 0.01, -1} {
			passes++
			before := d.upper
			bound, finished := d.pass(tolerance)
			if !finished || before > want && d.whole(bound) > want || d.upper < want {
				t.Fatalf("seed %d: %d proven, %d found, the optimum is %d of %+v", seed, d.whole(bound), d.upper, want, s)
			}
			if tolerance < 0 && (d.upper > want || !d.reached(bound, want)) {
				t.Fatalf("seed %d: %d proven and %d found at last, the optimum is %d of %+v", seed, d.whole(bound), d.upper, want, s)
			}
		}
		if bound, finished := d.explore(alone); !finished || d.whole(bound) < want || d.upper != want {
			t.Fatalf("seed %d: %d, %v, want %d of %+v", seed, d.whole(bound), finished, want, s)
		}
		if v.report(); v.tree.best != nil && (v.sol.Schedule.Check(s) != nil || v.sol.Schedule.Objective(s) != want+v.constant) {
			t.Fatalf("seed %d: %+v, want %d of %+v", seed, v.sol, want, s)
		}
	})
	t.Logf("%d passes", passes)
}

// TestDiagramOutOfNodes: what is proven before a pass is given up holds.
func TestDiagramOutOfNodes(t *testing.T) {
	givenUp := 0
	each(t, 1000, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 5+r.IntN(2))
		_, want := steptest.Optimum(s)
		v := unfinished(s, someOptions(r))
		want -= v.constant
		d := v.diagrammed(r.IntN(30), want+1)
		if d == nil {
			t.Fatalf("seed %d: no start is left below %d, the optimum is %d of %+v", seed, want+1, want, s)
		}
		d.last = d.nodes + r.Int64N(60)
		bound, finished := d.explore(alone)
		if !finished {
			givenUp++
		}
		if d.upper < want || !finished && d.whole(bound) > want || finished && d.upper > want {
			t.Fatalf("seed %d: %d proven, %d found, finished: %v, the optimum is %d of %+v", seed, d.whole(bound), d.upper, finished, want, s)
		}
	})
	if givenUp == 0 {
		t.Error("no pass was given up")
	}
	t.Logf("%d given up", givenUp)
}

// TestDiagramKnows: what passes prove of the jobs left at nodes is not above what
// they cost by brute force, in any windows.
func TestDiagramKnows(t *testing.T) {
	checked, merged := 0, 0
	each(t, 1500, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, 3+r.IntN(3))
		v := unfinished(s, someOptions(r))
		_, upper := steptest.Optimum(s)
		upper -= v.constant
		v.share()
		a, value := v.tree.price(v.whole, r.IntN(10))
		a.finish(value, 1<<40)
		// Nodes that are merged start jobs where no schedule of all does.
		for i := range a.kinds {
			a.kinds[i] = v.problem.kinds[i]
			a.tails[i].fill(&a.kinds[i])
		}
		d := newDiagram(a, &incumbent{upper: upper + r.Int64N(5)}, math.MaxInt64/2, func() bool { return false })
		d.pass(pick(r, []float64{0.05, 0.5, 5}))
		d.pass(pick(r, []float64{0, 0.05, -1}))
		for _, first := range d.sets {
			for set := first; set != nil; set = set.next {
				if set.width == 0 {
					continue
				}
				for _, m := range set.kept.before {
					f := &frame{left: set.left, free: m.free, front: m.front}
					if best := f.best(d.kinds); m.rest > best<<d.unit {
						t.Fatalf("seed %d: %d left cost at least %d, %d do: %+v of %+v", seed, set.left, d.whole(m.rest), best, m, s)
					}
					checked++
				}
				merged += max(0, len(set.kept.before)-1)
			}
		}
	})
	t.Logf("%d nodes, %d in sets with others", checked, merged)
	if checked < 100 {
		t.Errorf("only %d nodes", checked)
	}
}

// TestMemo: where a node is said to lead to nothing better than an earlier one,
// brute force on both finds nothing better below it.
func TestMemo(t *testing.T) {
	said, n := 0, 0
	each(t, 10_000, func(t *testing.T, seed uint64, r *rand.Rand) {
		kinds := make([]kind, 1+r.IntN(3))
		left := make([]int32, len(kinds))
		for i := range kinds {
			kinds[i] = kind{width: 1 + r.Int64N(6), duration: 1 + r.Int64N(8)}
			left[i] = int32(1 + r.IntN(2))
		}
		seen := memo{sets: jobSets[explored]{}}
		least := int64(1) << 40
		for k := range 4 {
			f := &frame{left: left, front: 5 + r.Int64N(8), cost: 100 + r.Int64N(60), free: []segment{{0, r.Int64N(9)}}}
			for range r.IntN(3) {
				f.free = append(f.free, segment{f.free[len(f.free)-1].time + 1 + r.Int64N(12), r.Int64N(9)})
			}
			f.free = append(f.free, segment{f.free[len(f.free)-1].time + 1 + r.Int64N(12), 8})
			dominated, cost := seen.dominates(seen.sets.of(kinds, left), f), f.best(kinds)
			n++
			if dominated {
				said++
				if cost < least {
					t.Fatalf("seed %d: node %d leads to %d, those before to %d", seed, k, cost, least)
				}
			}
			least = min(least, cost)
		}
	})
	t.Logf("%d of %d", said, n)
	if said < n/50 && n > 0 {
		t.Errorf("only %d of %d nodes were dominated", said, n)
	}
}

// at returns the price of second t.
func (c *curve) at(t int64) int64 {
	if t >= c.end() {
		return 0
	}
	b := 0
	for c.start(b+1) <= t {
		b++
	}
	return c.price[b]
}

// alone lets a diagram go on after each pass.
func alone(int64) bool { return false }

// TestLeastAfter: the bound of a child from its parent's starts is that from its own.
func TestLeastAfter(t *testing.T) {
	same, n := 0, 0
	each(t, 2000, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 8, MaxEstimate: 12, MaxChanges: 8, Dips: true})
		p, _ := newProblem(&s)
		g := someGrid(r, 1+r.Int64N(80), 1+r.IntN(30))
		a := newSplit(p, dual{grid: g, prices: somePrices(r, p, g, 1000)})
		a.finish(0, never>>p.unit)
		d := newDiagram(a, &incumbent{upper: never >> p.unit}, 0, nil)
		v := &node{set: &jobSet[passes]{}, free: p.free}
		for _, k := range p.kinds {
			v.set.left = append(v.set.left, int32(k.count))
		}
		for range p.jobs() {
			d.least(v.set.left, v.free, v.front, v.cost)
			if d.choose(v); len(d.children) == 0 {
				return
			}
			copy(d.before, d.fits)
			c := d.children[r.IntN(len(d.children))]
			k := p.kinds[c.kind]
			end := c.start + k.duration
			w := &node{set: &jobSet[passes]{left: slices.Clone(v.set.left)}, front: c.start, cost: v.cost + k.width*c.start}
			w.set.left[c.kind]--
			w.free = cutBefore(reserve(nil, v.free, c.start, end, k.width), c.start)
			got := d.leastAfter(w.set.left, w.free, w.front, end, w.cost)
			fits := slices.Clone(d.fits)
			if want := d.least(w.set.left, w.free, w.front, w.cost); got != want {
				t.Fatalf("seed %d: %d after %+v, want %d of %+v", seed, got, c, want, s)
			}
			for i, left := range w.set.left {
				if left == 0 {
					continue
				}
				if n++; fits[i] == d.before[i] {
					same++
				}
				if fits[i] != d.fits[i] {
					t.Fatalf("seed %d: kind %d fits %+v after %+v, want %+v of %+v", seed, i, fits[i], c, d.fits[i], s)
				}
			}
			v = w
		}
	})
	if same < n/10 || same > n*9/10 {
		t.Errorf("%d of %d kinds fit where they did before", same, n)
	}
}

// TestDominator: only a node with no later front, no higher cost and no fewer
// processors free can do whatever a child can.
func TestDominator(t *testing.T) {
	o := &node{front: 10, cost: 100, free: []segment{{10, 2}, {20, 4}}}
	for _, c := range []struct {
		free        []segment
		front, cost int64
		want        *node
	}{
		{[]segment{{10, 2}, {20, 4}}, 10, 100, o},
		{[]segment{{12, 1}, {25, 4}}, 12, 130, o},
		{[]segment{{8, 2}, {20, 4}}, 8, 100, nil},
		{[]segment{{10, 2}, {20, 4}}, 10, 99, nil},
		{[]segment{{10, 2}, {19, 4}}, 10, 100, nil},
	} {
		if got := dominator([]*node{o}, c.free, c.front, c.cost); got != c.want {
			t.Errorf("%+v: got %+v", c, got)
		}
	}
}

// TestRank: cuts come in the order of their spread until some are known to gain more.
func TestRank(t *testing.T) {
	tree := &tree{incumbent: &incumbent{upper: 1000}, rates: make([]rates, 3)}
	a := &split{problem: &problem{kinds: []kind{{group: 0}, {group: 1}, {group: 2}}}}
	order := func() (groups []int) {
		cuts := []cut{{kind: 0, spread: 30}, {kind: 1, spread: 20}, {kind: 2, spread: 10}}
		tree.rank(a, cuts)
		for _, c := range cuts {
			groups = append(groups, c.kind)
		}
		return groups
	}
	if got := order(); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("nothing known: %v", got)
	}
	for range 10 {
		tree.learn(cut{spread: 30}, &tree.rates[0], 100, 100, 101)  // next to nothing
		tree.learn(cut{spread: 10}, &tree.rates[2], 100, 500, 2000) // the upper bound at most
		tree.learn(cut{}, &tree.rates[0], 100, 1000, 1000)          // tells nothing
	}
	// the second is taken to gain as much as the mean of all, and has more spread
	if got := order(); !slices.Equal(got, []int{1, 2, 0}) {
		t.Errorf("after cuts of the last that gain much, and of the first that don't: %v", got)
	}
	if r := tree.rates[2]; r != (rates{before: 400, after: 900, cuts: 10}) {
		t.Errorf("rates %+v", r)
	}
}
