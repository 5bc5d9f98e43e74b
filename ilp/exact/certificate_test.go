package exact

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// TestCertificateForm: prices that all groups share are stored once, others by group, zeros at the end left out.
func TestCertificateForm(t *testing.T) {
	p := &engine.Problem{Unit: 8, Free: []engine.Segment{{Free: 4}}, Kinds: []engine.Kind{
		{Width: 2, Duration: 9, Weight: 2, Count: 2}, {Width: 3, Duration: 9, Weight: 3, Count: 1},
	}}
	priced := func(width int64, price ...int64) optgap.GroupPrices {
		return optgap.GroupPrices{Width: width, Estimate: 9, Price: price}
	}
	for _, c := range []struct {
		prices [][]int64
		want   optgap.Certificate
	}{
		{[][]int64{{4, 2, 0, 0}, {6, 3, 0}}, optgap.Certificate{Price: []int64{2, 1}, Ends: []int64{64, 100}}},
		{
			[][]int64{{4, 2}, {6, 4, 0}},
			optgap.Certificate{Ends: []int64{64, 100}, Groups: []optgap.GroupPrices{priced(2, 4, 2), priced(3, 6, 4)}},
		},
		{
			[][]int64{{5}, {6}},
			optgap.Certificate{Ends: []int64{64}, Groups: []optgap.GroupPrices{priced(2, 5), priced(3, 6)}},
		},
		{[][]int64{{4}, {0}}, optgap.Certificate{Ends: []int64{64}, Groups: []optgap.GroupPrices{priced(2, 4)}}},
		{[][]int64{{0}, {0, 0}}, optgap.Certificate{}},
	} {
		c.want.Bound, c.want.Bits = 77, 8
		by := &root{prices: c.prices, timeline: &engine.Timeline{Borders: []int64{0, 64, 100, 101, 200}}}
		if got := *certificate(p, nil, by, 77); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v:\nfound    %+v\nexpected %+v", c.prices, got, c.want)
		}
	}
	// With a forest there are all groups and ends. The groups are jobs 0 and 2, and job 1.
	by := &root{prices: [][]int64{{4, 2}, {6, 3}}, timeline: &engine.Timeline{Borders: []int64{0, 64, 100, 200}}}
	by.forest = []engine.Member{
		{Kind: 1, Parent: -1}, {Kind: 0, Parent: 0, Until: engine.Never}, {Kind: 0, Parent: 1, From: 5, Until: 50},
	}
	want := optgap.Certificate{
		Bound: 77, Bits: 8, Ends: []int64{64, 100, 200}, Groups: []optgap.GroupPrices{priced(2, 4, 2), priced(3, 6, 3)},
		Forest: []optgap.ForestJob{{Job: 1}, {Job: 0, Parent: 1}, {Job: 2, Parent: 2, From: 5, Until: 50}},
	}
	if got := *certificate(p, [][]int{{0, 2}, {1}}, by, 77); !reflect.DeepEqual(got, want) {
		t.Errorf("found    %+v\nexpected %+v", got, want)
	}
}

// TestCertify: the certificate's bound rises towards the optimum, and nothing else changes.
func TestCertify(t *testing.T) {
	rose := 0
	each(t, 50, func(t *testing.T, seed uint64, r *rand.Rand) {
		s := smallStep(r, fewJobs(r))
		o := someOptions(r)
		without := must.Get(Solve(t.Context(), must.Get(grid.Open(s)), o))
		o.Certify = true
		with := must.Get(Solve(t.Context(), must.Get(grid.Open(s)), o))
		_, optimum := steptest.Optimum(s)
		if with.Root < without.Root || with.Root > optimum || with.Certificate.Bound != with.Root {
			t.Fatalf("seed %d: found %d and %d, %d without, the optimum is %d of %+v",
				seed, with.Root, with.Certificate.Bound, without.Root, optimum, s)
		}
		if with.Root > without.Root {
			rose++
		}
		with.Root, with.Certificate, with.Seconds = without.Root, without.Certificate, without.Seconds
		must.Need(t, reflect.DeepEqual(with, without),
			"seed", seed, "found", with, without, "without, of", s)
	})
	must.Hold(t, rose != 0, "no bound rose")
}
