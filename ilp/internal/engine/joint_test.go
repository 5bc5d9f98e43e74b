package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap/heuristics/steptest"
)

// TestJoint compares the least cost of a forest, and that with each start of each job, with all pairs of starts.
// Where a span has several starts, neither is above what the pairs give.
func TestJoint(t *testing.T) {
	exact, joined := 0, 0
	each(t, 4000, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := steptest.Random(r, steptest.Options{MinJobs: 2, MaxJobs: 5, MaxEstimate: 9, MaxChanges: 4, Dips: seed%2 == 0})
		p, _ := NewProblem(&s, nil, s.History, nil)
		end := 10 + r.Int64N(20)
		g := someTimeline(r, end, 1+r.IntN(10))
		if r.IntN(2) == 0 {
			g = NewTimeline(end, int(end)+1, nil)
		}
		starts := make([][]start, len(p.Kinds))
		for i := range p.Kinds {
			k := &p.Kinds[i]
			k.Latest = k.Earliest + r.Int64N(end)
			for at := k.Earliest; r.IntN(2) == 0 && at <= k.Latest; at++ {
				if r.IntN(3) == 0 || at == k.Latest && k.Starts == nil {
					k.Starts = append(k.Starts, at)
				}
			}
			if k.Starts != nil {
				k.within(k.Starts[0], k.Starts[len(k.Starts)-1])
			}
			for at := k.Earliest; at <= k.Latest; at += 1 + r.Int64N(4) {
				starts[i] = append(starts[i], start{at, 0.1})
			}
		}
		a := NewDecomposition(p, Dual{Timeline: g, Prices: somePrices(r, p, g, 40<<p.Unit), Starts: starts})
		if !a.Join() {
			return
		}
		joined++
		for _, c := range a.Curves {
			c.sum()
		}
		least := a.joint.least(a.Tails)
		singles := !slices.ContainsFunc(slices.Concat(a.joint.spans...), func(s span) bool { return s.first < s.last })
		want, with := pairs(a)
		if least > want || singles && least != want {
			t.Fatalf("seed %d: found %d, want %d, single starts %v, of %+v in %+v", seed, least, want, singles, a.Dual.Forest, s)
		}
		if least >= Never || want >= Never {
			return
		}
		if singles {
			exact++
			var at []int64
			cost := int64(0)
			a.joint.starts(a.Tails, func(kind int, start int64) {
				m := a.Dual.Forest[len(at)]
				cost += a.Tails[kind].Cost(start)
				if m.Parent >= 0 && clashes(a, m, start, at[m.Parent]) {
					t.Fatalf("seed %d: %d clashes with its parent at %d, of %+v in %+v", seed, start, at[m.Parent], a.Dual.Forest, s)
				}
				at = append(at, start)
			})
			must.Need(t, cost == least, "seed", seed, "starts", at, "cost", cost, "want", least)
		}
		a.joint.spread()
		for i := range p.Kinds {
			if !a.joint.has(i) {
				continue
			}
			for at, cost := range with[i] {
				if got := min(a.joint.above(i, at), Never); cost < Never && (got > cost-want && singles || least+got > cost) {
					t.Fatalf("seed %d: kind %d at %d: found %d above %d, want %d above %d, of %+v in %+v",
						seed, i, at, got, least, cost-want, want, a.Dual.Forest, s)
				}
			}
		}
	})
	if !testing.Short() && (exact < 100 || joined < 1000) {
		t.Errorf("%d forests, %d of single starts", joined, exact)
	}
}

// clashes tells that a member and its parent run together in a second in which they cannot.
func clashes(a *Decomposition, m Member, start, parent int64) bool {
	k, p := &a.Problem.Kinds[m.Kind], &a.Problem.Kinds[a.Dual.Forest[m.Parent].Kind]
	for t := max(start, parent); t < min(start+k.Duration, parent+p.Duration); t++ {
		if at(a.Problem.Free, t) < k.Width+p.Width && m.From <= t && t < m.Until {
			return true
		}
	}
	return false
}

// pairs returns the least cost of all jobs of the forest, and by kind and start that of all forests with the
// first job of the kind at this start, by looking at each pair of starts of a job and its parent.
func pairs(a *Decomposition) (least int64, with []map[int64]int64) {
	p, forest := a.Problem, a.Dual.Forest
	fixed, fixedAt := -1, int64(0)
	var below func(member int, start int64) int64
	best := func(member int, parent int64) int64 {
		m, found := forest[member], Never
		k := &p.Kinds[m.Kind]
		for s := k.Earliest; s <= k.Latest; s++ {
			if k.Possible(s) && (member != fixed || s == fixedAt) && (m.Parent < 0 || !clashes(a, m, s, parent)) {
				found = min(found, below(member, s))
			}
		}
		return found
	}
	below = func(member int, start int64) int64 {
		cost := a.Tails[forest[member].Kind].Cost(start)
		for i, m := range forest {
			if m.Parent == member {
				cost = plus(cost, best(i, start))
			}
		}
		return cost
	}
	all := func() (sum int64) {
		for i, m := range forest {
			if m.Parent < 0 {
				sum = plus(sum, best(i, 0))
			}
		}
		return sum
	}
	least = all()
	for i := range p.Kinds {
		with = append(with, map[int64]int64{})
		if fixed = slices.IndexFunc(forest, func(m Member) bool { return m.Kind == i }); fixed < 0 {
			continue
		}
		for fixedAt = p.Kinds[i].Earliest; fixedAt <= p.Kinds[i].Latest; fixedAt++ {
			if p.Kinds[i].Possible(fixedAt) {
				with[i][fixedAt] = all()
			}
		}
	}
	return least, with
}
