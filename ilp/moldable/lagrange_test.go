package moldable

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

func known(t interface{ Fatal(...any) }, in *moldable.Instance) moldable.Schedule {
	r := must.Get(moldable.BiCriteria(in, moldable.Options{}))
	return r.Schedule
}

func bound(t interface{ Fatal(...any) }, in *moldable.Instance, pieces, iterations int) *LagrangeBound {
	return lagrange(in, known(t, in), pieces, iterations)
}

// The bound is at most the least minsum, and the schedule feasible and no better.
func TestLagrangeIsABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: rapid.Bool().Draw(t, "any")})
		minsum, _ := moldabletest.Optimum(in)
		l := bound(t, in, pieces, 60)
		if l.Bound > minsum || l.Certificate.Bound != l.Bound || Evaluate(in, l.Certificate) != l.Bound {
			t.Fatalf("bound %d, optimum %d: %+v %+v", l.Bound, minsum, in, l.Certificate)
		}
		must.Do(moldabletest.Feasible(in, l.Schedule))
		if v := l.Schedule.Minsum(in); v < minsum || v > known(t, in).Minsum(in) {
			t.Fatalf("schedule %d, optimum %d", v, minsum)
		}
	})
}

// anyCertificate draws prices that need not fall, and pieces of any length.
func anyCertificate(t *rapid.T) *optgap.Certificate {
	c := &optgap.Certificate{Bits: uint(rapid.IntRange(0, 3).Draw(t, "bits"))}
	end := int64(0)
	for range rapid.IntRange(0, 5).Draw(t, "pieces") {
		end += rapid.Int64Range(1, 9).Draw(t, "length")
		c.Ends, c.Price = append(c.Ends, end), append(c.Price, rapid.Int64Range(0, 20).Draw(t, "price"))
	}
	return c
}

// naive returns L of a certificate by trying every start tick by tick.
func naive(in *moldable.Instance, c *optgap.Certificate) int64 {
	price := []int64{}
	for k, end := range c.Ends {
		for int64(len(price)) < end {
			price = append(price, c.Price[k])
		}
	}
	at := func(t int64) int64 {
		if t < int64(len(price)) {
			return price[t]
		}
		return 0
	}
	sum := int64(0)
	for t := range price {
		sum -= in.Machine * price[t]
	}
	for _, j := range in.Jobs {
		least := int64(math.MaxInt64)
		for k, time := range j.Times {
			for s := range int64(len(price) + 1) {
				cost := j.Weight * (s + time) << c.Bits
				for t := s; t < s+time; t++ {
					cost += (j.Least() + int64(k)) * at(t)
				}
				least = min(least, cost)
			}
		}
		sum += least
	}
	up := new(big.Int).Rsh(big.NewInt(-sum), c.Bits)
	return -up.Int64()
}

// Any prices prove a bound, and Evaluate finds the cheapest start among all ticks.
func TestAnyPricesProveABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: rapid.Bool().Draw(t, "any"), MaxJobs: 3})
		c := anyCertificate(t)
		found := Evaluate(in, c)
		if want := naive(in, c); found != want {
			t.Fatalf("found %d, expected %d: %+v %+v", found, want, in, c)
		}
		if minsum, _ := moldabletest.Optimum(in); found > minsum {
			t.Fatalf("bound %d, optimum %d: %+v %+v", found, minsum, in, c)
		}
	})
}

// The search through the tree of groups finds the least cost of all allotments at all
// edges.
func TestCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := moldabletest.Options{Any: rapid.Bool().Draw(t, "any"), MaxJobs: 1, MaxMachine: 12, MaxTime: 40}
		in := moldabletest.Random(t, shape)
		c := anyCertificate(t)
		if len(c.Ends) == 0 {
			t.Skip("no prices")
		}
		l := newPrices(append([]int64{0}, c.Ends...))
		slices.SortFunc(c.Price, func(a, b int64) int { return int(b - a) })
		for k, q := range c.Price {
			l.price[k] = float64(q)
		}
		l.sum()
		o := newOffer(in.Jobs[0])
		for range 2 { // the second time from the best leaf
			o.cheapest(&l)
			least := math.Inf(1)
			for _, a := range in.Jobs[0].Allotments() {
				g := newOffer(moldable.Job{Weight: in.Jobs[0].Weight, MinWidth: a.Width, Times: []int64{a.Time}}).groups[0]
				cost, _ := l.least(o.weight, &g, math.Inf(1))
				least = min(least, cost)
			}
			if math.Abs(o.best.cost-least) > 1e-9*least {
				t.Fatalf("found %v, expected %v: %+v %+v", o.best, least, in, c)
			}
			a := o.groups[o.best.leaf].slowest
			if time := in.Jobs[0].Times[a.Width-in.Jobs[0].Least()]; time != a.Time || o.groups[o.best.leaf].left != 0 {
				t.Fatalf("%+v is no allotment of %+v", a, in.Jobs[0])
			}
		}
	})
}

// One processor, two jobs of times 3 and 5, weight 1 each: the optimum is 3 + 8 = 11. At a
// price of 1/4 until tick 8, both cost least at 0: 3 + 3/4 and 5 + 5/4. Less 8/4 that is 8.
// Finer prices prove the optimum.
func TestLagrangeByHand(t *testing.T) {
	in := &moldable.Instance{Machine: 1, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{3}}, {ID: 2, Weight: 1, Times: []int64{5}},
	}}
	if found := Evaluate(in, &optgap.Certificate{Bits: 3, Ends: []int64{8}, Price: []int64{2}}); found != 8 {
		t.Errorf("found %d, expected 8", found)
	}
	if l := bound(t, in, pieces, iterations); l.Bound != 11 {
		t.Errorf("bound %d, expected 11", l.Bound)
	}
}

// Prices that rise are pooled: they get their mean over time.
func TestFall(t *testing.T) {
	for _, c := range []struct{ price, length, want []float64 }{
		{[]float64{5, 3, 1}, []float64{1, 1, 1}, []float64{5, 3, 1}},
		{[]float64{1, 4}, []float64{1, 2}, []float64{3, 3}},                   // (1 + 8) / 3
		{[]float64{4, 1, 3, 5}, []float64{1, 1, 1, 1}, []float64{4, 3, 3, 3}}, // 1 and 3 make 2, with 5 the mean is 3
		{[]float64{2, 1, 6}, []float64{1, 1, 1}, []float64{3, 3, 3}},
	} {
		got := slices.Clone(c.price)
		if fall(got, c.length); !slices.Equal(got, c.want) {
			t.Errorf("%v becomes %v, expected %v", c.price, got, c.want)
		}
	}
}

// BenchmarkLagrange measures the bound at its defaults, and how far the schedules are
// from it.
//
//	go test -run '^$' -bench Lagrange -count 10 ./ilp/moldable
func BenchmarkLagrange(b *testing.B) {
	sizes := [][2]int{{25, 200}, {400, 50}, {100, 200}, {400, 200}}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, size := range sizes {
		b.Run(fmt.Sprintf("jobs=%d/machine=%d", size[0], size[1]), func(b *testing.B) {
			in := moldabletest.Drawn(size[0], int64(size[1]))
			s := known(b, in)
			var l *LagrangeBound
			for b.Loop() {
				l = Lagrange(in, s)
			}
			b.ReportMetric(float64(s.Minsum(in))/float64(l.Bound), "known/bound")
			b.ReportMetric(float64(l.Schedule.Minsum(in))/float64(l.Bound), "schedule/bound")
		})
	}
}
