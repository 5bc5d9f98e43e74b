package bound

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/internal/ledger"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// Relaxed returns the relaxed minsum bound of moldable jobs, repaired as the package's comment says.
// d is the result of Dual for the instance. One interval ends at its C*max. Of the options Ratio
// alone has an effect. ErrTooFine is returned where there would be too many intervals.
func Relaxed(
	ctx context.Context, in *moldable.Instance, d *moldable.DualResult, o Options,
) (v Value, err error) {
	if err := o.Validate(); err != nil {
		return v, err
	}
	ends, err := repaired(in, d.Guess, cmp.Or(o.Ratio, DefaultRatio))
	if err != nil {
		return v, err
	}
	c := &optgap.Certificate{Ends: ends}
	jobs := make([][]offer, len(in.Jobs))
	for i, k := range kindsOf(in, ends) {
		for _, e := range k.endings {
			cost := float64(k.weight) * float64(e.pays)
			jobs[i] = append(jobs[i], offer{e.interval, cost, float64(e.work)})
		}
	}
	areas := make([]float64, len(ends))
	for j, e := range ends {
		areas[j] = float64(e)
	}
	p, cost, work := scaled(in.Machine, areas, jobs)
	if prices := p.solve(ctx, "relaxed", cost, work, &v); prices != nil {
		quantiseWork(in, c, prices)
	}
	c.Bound = evaluateRelaxed(in, c)
	v.Bound = c.Bound
	v.Certificate = c
	return v, nil
}

// Printed returns the value of the relaxed program as the paper prints it: intervals
// (t_j, t_j+1] for j = 0 to K with t_j = C*max / 2^(K-j), where jobs pay t_j. It is no
// bound: a job that ends before t_0 still pays t_0. d is the result of Dual for the
// instance.
func Printed(
	ctx context.Context,
	in *moldable.Instance,
	d *moldable.DualResult,
) (float64, error) {
	least := shortest(in)
	k := 0
	for d.Guess>>(k+1) >= least {
		k++
	}
	var areas []float64
	jobs := make([][]offer, len(in.Jobs))
	for j := range k + 1 {
		begin := float64(d.Guess) * math.Exp2(float64(j-k))
		areas = append(areas, 2*begin)
		for i, job := range in.Jobs {
			if work, ok := leastWork(job.Allotments(), int64(2*begin)); ok {
				jobs[i] = append(jobs[i], offer{j, float64(job.Weight) * begin, float64(work)})
			}
		}
	}
	p, cost, _ := scaled(in.Machine, areas, jobs)
	r, err := mip.Solve(ctx, p.model(), mip.Options{})
	if err != nil {
		return 0, err
	}
	if r.Status != mip.StatusOptimal {
		return 0, fmt.Errorf("relaxed program as printed: %s, %s", r.Status, r.EndedBy)
	}
	return r.Objective * cost, nil
}

// repaired returns the ends of all intervals but the last, which is open. The ends are
// C*max divided by the powers of the ratio, down to the least time of any job. The first
// interval begins one tick before that time, so every job ends after its beginning.
func repaired(in *moldable.Instance, cmax int64, ratio float64) ([]int64, error) {
	least := shortest(in)
	ends := []int64{cmax}
	for power := float64(cmax) / ratio; power >= float64(least); power /= ratio {
		if e := int64(power); e < ends[len(ends)-1] {
			ends = append(ends, e)
		}
		if (len(ends)+1)*len(in.Jobs) > maxColumns {
			return nil, fmt.Errorf("%d jobs, ratio %g: %w", len(in.Jobs), ratio, ErrTooFine)
		}
	}
	slices.Reverse(ends)
	return ends, nil
}

// shortest returns the least time of any job.
func shortest(in *moldable.Instance) int64 {
	least := int64(math.MaxInt64)
	for _, j := range in.Jobs {
		least = min(least, slices.Min(j.Times))
	}
	return least
}

// leastWork returns the least work of the allotments that take at most the time: S_ij of
// the paper. ok is false where there is none.
func leastWork(options []moldable.Allotment, time int64) (work int64, ok bool) {
	work = math.MaxInt64
	for _, a := range options {
		if a.Time <= time {
			work = min(work, a.Work())
		}
	}
	return work, work < math.MaxInt64
}

// kindsOf returns each job with the intervals in which it can end. ends are those of all intervals
// but the last. The first one begins one tick before the least time of all jobs.
func kindsOf(in *moldable.Instance, ends []int64) (kinds []kind) {
	first := shortest(in) - 1
	for _, job := range in.Jobs {
		k := kind{count: 1, weight: job.Weight}
		options := job.Allotments()
		begin := first
		for j, end := range append(slices.Clip(ends), math.MaxInt64) {
			if work, ok := leastWork(options, end); ok {
				k.endings = append(k.endings, ending{j, begin, work})
			}
			begin = end
		}
		kinds = append(kinds, k)
	}
	return kinds
}

// scaled returns the program of jobs. areas are the ends of the intervals with a row. Costs and
// works are divided by the averages, over the jobs, of those in their last intervals.
func scaled(machine int64, areas []float64, jobs [][]offer) (r *relaxation, cost, work float64) {
	for _, offers := range jobs {
		last := offers[len(offers)-1]
		cost += last.cost
		work += last.work
	}
	cost = max(cost/float64(len(jobs)), 1)
	work /= float64(len(jobs))
	r = &relaxation{}
	for _, area := range areas {
		r.room = append(r.room, float64(machine)*area/work)
	}
	for _, offers := range jobs {
		for k := range offers {
			offers[k].cost /= cost
			offers[k].work /= work
		}
		r.jobs = append(r.jobs, demand{1, offers})
	}
	return r, cost, work
}

// quantiseWork sets the prices of the certificate from prices of a unit of work. It leaves them 0
// where they are too large.
func quantiseWork(in *moldable.Instance, c *optgap.Certificate, perWork []float64) {
	total := 0.0
	for i, v := range perWork {
		total = max(total, v*float64(in.Machine)*float64(c.Ends[i]))
	}
	for _, j := range in.Jobs {
		pays := float64(j.Weight) * float64(c.Ends[len(c.Ends)-1]+slices.Min(j.Times))
		total = max(total, pays, perWork[0]*float64(j.Allotments()[0].Work()))
	}
	if digits, ok := ledger.Digits(total, 60); ok {
		c.Bits, c.Price = digits, ledger.Quantise(perWork, digits)
	}
}

// evaluateRelaxed returns the bound that the prices of a certificate prove for the instance. A
// schedule does at most as much work by the end of an interval as the whole machine can.
func evaluateRelaxed(in *moldable.Instance, c *optgap.Certificate) int64 {
	area := func(j int) *big.Int {
		return new(big.Int).Mul(big.NewInt(in.Machine), big.NewInt(c.Ends[j]))
	}
	return evaluate(c, area, kindsOf(in, c.Ends))
}
