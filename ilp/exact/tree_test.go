package exact

import (
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// TestHopeless: a part's search goes on while its progress promises an end, and never for more
// than patience times the nodes that it was allotted.
func TestHopeless(t *testing.T) {
	for _, c := range []struct {
		nodes    int64
		progress float64
		want     bool
	}{
		{512, 0, true},
		{512, 1e-3, false},
		{512, 1e-4, true},
		{3000, 0.09, true},
		{3000, 0.11, false},
		{15_000, 0.49, true},
		{15_000, 0.51, false},
		{30_000, 1, false},
		{30_001, 1, true},
	} {
		got := hopeless(c.nodes, 3000, partPatience, c.progress)
		must.Hold(t, got == c.want, c.nodes, "nodes", c.progress, "explored", got, "want", c.want)
	}
}

// TestSlow: 1000 nodes that explore a tenth promise an end after as many thousands as tenths are left.
func TestSlow(t *testing.T) {
	for _, c := range []struct {
		before   int64
		from, to float64
		want     bool
	}{
		{4100, 0.5, 0.6, false},
		{3900, 0.5, 0.6, true},
		{1e9, 0.5, 0.5, true},
		{1, 0.5, 1, false},
	} {
		if got := slow(1000, c.before, c.from, c.to); got != c.want {
			t.Errorf("from %g to %g explored, %d nodes before: %v, want %v", c.from, c.to, c.before, got, c.want)
		}
	}
}

// TestRank: cuts come in the order of their deviation until some have gained more than
// others.
func TestRank(t *testing.T) {
	tree := &worker{incumbent: &incumbent{upper: 1000}, rates: make([]rates, 3)}
	a := &engine.Decomposition{Problem: &engine.Problem{Kinds: []engine.Kind{{Group: 0}, {Group: 1}, {Group: 2}}}}
	order := func() (groups []int) {
		cuts := []cut{{kind: 0, deviation: 30}, {kind: 1, deviation: 20}, {kind: 2, deviation: 10}}
		tree.rank(a, cuts)
		for _, c := range cuts {
			groups = append(groups, c.kind)
		}
		return groups
	}
	if got := order(); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("nothing learned: %v", got)
	}
	for range 10 {
		tree.learn(cut{deviation: 30}, &tree.rates[0], 100, 100, 101)  // next to nothing
		tree.learn(cut{deviation: 10}, &tree.rates[2], 100, 500, 2000) // the upper bound at most
		tree.learn(cut{}, &tree.rates[0], 100, 1000, 1000)             // tells nothing
	}
	// the second is taken to gain as much as the mean of all, and has a larger deviation
	if got := order(); !slices.Equal(got, []int{1, 2, 0}) {
		t.Errorf("after cuts of the last that gain much, and of the first that don't: %v", got)
	}
	r := tree.rates[2]
	must.Hold(t, r == (rates{before: 400, after: 900, cuts: 10}), "rates", r)
}
