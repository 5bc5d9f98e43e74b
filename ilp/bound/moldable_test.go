package bound

import (
	"context"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

func relaxed(t must.T, in *moldable.Instance, o Options) Value {
	b := must.Get(Relaxed(context.Background(), in, moldable.Dual(in), o))
	must.Need(t, len(b.Warnings) == 0, b.Warnings)
	return b
}

// The bound is at most the least minsum, for any ratio.
func TestRelaxedIsABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: rapid.Bool().Draw(t, "any")})
		minsum, _ := moldabletest.Optimum(in)
		o := Options{Ratio: rapid.SampledFrom([]float64{0, 1.1, 1.5, 2, 4}).Draw(t, "ratio")}
		b := relaxed(t, in, o)
		must.Need(t, b.Bound <= minsum, "bound", b.Bound, "optimum", minsum, in)
	})
}

// Any falling prices prove a bound.
func TestAnyPricesOfWorkProveABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: rapid.Bool().Draw(t, "any"), MaxJobs: 3})
		c := &optgap.Certificate{Bits: 2}
		end := shortest(in) - 1
		for price := int64(40); len(c.Ends) < 4; {
			end += rapid.Int64Range(1, 9).Draw(t, "length")
			price = rapid.Int64Range(0, price).Draw(t, "price")
			c.Ends, c.Price = append(c.Ends, end), append(c.Price, price)
		}
		minsum, _ := moldabletest.Optimum(in)
		found := evaluateRelaxed(in, c)
		must.Need(t, found <= minsum, "bound", found, "optimum", minsum, in, c)
	})
}

// Two jobs of times 3 and 5 on any allotment, two processors. They run side by side, so
// the optimum is 8. C*max = 5, t_min = 3, K = 0 and t_0 = 5: as printed, both jobs pay 5.
// The repaired interval (2, 5] costs 2.
func TestPrintedIsNoBound(t *testing.T) {
	in := &moldable.Instance{Machine: 2, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{3, 3}}, {ID: 2, Weight: 1, Times: []int64{5, 5}},
	}}
	printed, err := Printed(context.Background(), in, moldable.Dual(in))
	must.Hold(t, err == nil && math.Abs(printed-10) <= 1e-6, "printed", printed, "expected 10", err)
	minsum, _ := moldabletest.Optimum(in)
	must.Hold(t, minsum == 8, "optimum", minsum, "expected 8")
	must.Equal(t, relaxed(t, in, Options{}).Bound, 4, "bound")
}

// One processor, three jobs of time 4 and weight 1: C*max = 12, intervals (3, 6], (6, 12]
// and beyond. Only 6 ticks of work end by 6, which is 1.5 jobs: 1.5*3 + 1.5*6 = 13.5. The
// same by hand for the printed program: t_0 = 6, intervals (6, 12] and (12, 24]: all jobs
// fit into the first, 18. The optimum is 4 + 8 + 12 = 24.
func TestRelaxedByHand(t *testing.T) {
	in := &moldable.Instance{Machine: 1, Tick: 1}
	for id := range int64(3) {
		in.Jobs = append(in.Jobs, moldable.Job{ID: id, Weight: 1, Times: []int64{4}})
	}
	if b := relaxed(t, in, Options{}); b.Bound != 14 || len(b.Certificate.Ends) != 2 {
		t.Errorf("bound %d of %d intervals, expected 14 of 3", b.Bound, len(b.Certificate.Ends)+1)
	}
	printed, err := Printed(context.Background(), in, moldable.Dual(in))
	must.Hold(t, err == nil && math.Abs(printed-18) <= 1e-6, "printed", printed, "expected 18", err)
}

// A smaller ratio that refines a larger one is at least as tight.
func TestRatiosRefine(t *testing.T) {
	in := moldabletest.Drawn(30, 32)
	before := int64(0)
	for _, ratio := range []float64{16, 4, 2, math.Sqrt2} {
		b := relaxed(t, in, Options{Ratio: ratio})
		must.Hold(t, float64(b.Bound) >= float64(before)*(1-1e-6),
			"ratio", ratio, "bound", b.Bound, "a coarser one", before)
		before = b.Bound
	}
}

// A solve that is cancelled leaves a bound of prices 0 with a warning.
func TestRelaxedCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := moldabletest.Drawn(10, 16)
	b, err := Relaxed(ctx, in, moldable.Dual(in), Options{})
	must.Hold(t, err == nil && len(b.Warnings) != 0 && b.Bound >= 1, b, err)
}

func TestRelaxedOptions(t *testing.T) {
	in := moldabletest.Drawn(3, 2)
	if _, err := Relaxed(context.Background(), in, moldable.Dual(in), Options{Ratio: 1}); err == nil {
		t.Error("no error for a ratio of 1")
	}
	_, err := Relaxed(context.Background(), in, moldable.Dual(in), Options{Ratio: 1 + 1e-7})
	must.Is(t, err, ErrTooFine)
}

// BenchmarkRelaxed measures the bound at the paper's ratio, and how far it is from the
// schedule of BiCriteria.
//
//	go test -run '^$' -bench Relaxed -count 10 ./ilp/bound
func BenchmarkRelaxed(b *testing.B) {
	sizes := [][2]int{{400, 200}, {25, 200}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		b.Run(fmt.Sprintf("jobs=%d/machine=%d", size[0], size[1]), func(b *testing.B) {
			in := moldabletest.Drawn(size[0], int64(size[1]))
			var r Value
			for b.Loop() {
				r = relaxed(b, in, Options{})
			}
			known := moldable.BiCriteria(in, moldable.Options{}).Schedule.Minsum(in)
			b.ReportMetric(float64(known)/float64(r.Bound), "known/bound")
		})
	}
}
