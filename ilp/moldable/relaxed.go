package moldable

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// RelaxedOptions steer Relaxed; the zero value gets defaults.
type RelaxedOptions struct {
	// Ratio is that of consecutive interval ends, above 1; 0: DefaultRatio, as in the paper.
	Ratio float64
}

// DefaultRatio is the ratio of the paper: each interval end is twice the one before.
const DefaultRatio = 2

// maxColumns is the number of columns beyond which Relaxed writes no program.
const maxColumns = 1_000_000

// ErrTooFine says that a ratio makes too many intervals.
var ErrTooFine = errors.New("the relaxed minsum program is too large: choose a larger ratio")

// Validate reports an option that is out of its range, as a *optgap.FieldError.
func (o RelaxedOptions) Validate() error {
	if o.Ratio != 0 && !(o.Ratio > 1) || math.IsInf(o.Ratio, 1) {
		return optgap.BadField("minsum-ratio", o.Ratio, "a number above 1, or 0 for the default")
	}
	return nil
}

// RelaxedBound is a proven lower bound on the minsum.
type RelaxedBound struct {
	Bound       int64 // at most the minsum of every schedule
	Certificate *optgap.Certificate
	Warnings    []string // why the linear program was not solved, and the bound is that of prices 0
}

// Relaxed returns the relaxed minsum bound (Dutot et al. 2004, section 3.3), repaired as
// the package's comment says. d is the result of Dual for the instance. One interval ends
// at its C*max. ErrTooFine is returned where there would be too many intervals.
func Relaxed(
	ctx context.Context, in *moldable.Instance, d *moldable.DualResult, o RelaxedOptions,
) (*RelaxedBound, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Ratio == 0 {
		o.Ratio = DefaultRatio
	}
	ends, err := repaired(in, d.Guess, o.Ratio)
	if err != nil {
		return nil, err
	}
	c := &optgap.Certificate{Ends: ends}
	b := &RelaxedBound{}
	p := &relaxation{machine: in.Machine, jobs: offersBy(in, c)}
	for _, e := range ends {
		p.area = append(p.area, float64(e))
	}
	r, err := mip.Solve(ctx, p.model(), mip.Options{})
	switch {
	case err != nil:
		b.Warnings = append(b.Warnings, fmt.Sprintf("relaxed: %v", err))
	case r.RowDual == nil:
		warning := fmt.Sprintf(
			"relaxed: linear program not solved (%s, %s): bound without it",
			r.Status,
			r.EndedBy,
		)
		b.Warnings = append(b.Warnings, warning)
	default:
		quantise(in, c, p.prices(r.RowDual))
	}
	b.Certificate, b.Bound = c, evaluateRelaxed(in, c)
	c.Bound = b.Bound
	return b, nil
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
	p := &relaxation{machine: in.Machine, jobs: make([][]price, len(in.Jobs))}
	for j := range k + 1 {
		begin := float64(d.Guess) * math.Exp2(float64(j-k))
		p.area = append(p.area, 2*begin)
		for i, job := range in.Jobs {
			if work, ok := leastWork(job.Allotments(), int64(2*begin)); ok {
				p.jobs[i] = append(p.jobs[i], price{j, float64(job.Weight) * begin, float64(work)})
			}
		}
	}
	r, err := mip.Solve(ctx, p.model(), mip.Options{})
	if err != nil {
		return 0, err
	}
	if r.Status != mip.StatusOptimal {
		return 0, fmt.Errorf("relaxed program as printed: %s, %s", r.Status, r.EndedBy)
	}
	return r.Objective * p.unit(), nil
}

// repaired returns the ends of all intervals but the last, which is open. The ends are
// C*max divided by the powers of the ratio, down to the least time of any job. The first
// interval begins one tick before that time, so every job ends after its beginning.
func repaired(in *moldable.Instance, cmax int64, ratio float64) ([]int64, error) {
	least := shortest(in)
	reversed := []int64{cmax}
	for power := float64(cmax) / ratio; power >= float64(least); power /= ratio {
		if e := int64(power); e < reversed[len(reversed)-1] {
			reversed = append(reversed, e)
		}
		if (len(reversed)+1)*len(in.Jobs) > maxColumns {
			return nil, fmt.Errorf("%d jobs, ratio %g: %w", len(in.Jobs), ratio, ErrTooFine)
		}
	}
	ends := make([]int64, len(reversed))
	for k, e := range reversed {
		ends[len(ends)-1-k] = e
	}
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

// price is the cost of a job for ending in an interval, and the least work of the job
// then.
type price struct {
	interval   int
	cost, work float64
}

// offersBy returns the prices of each job in the intervals of a certificate, by job.
func offersBy(in *moldable.Instance, c *optgap.Certificate) [][]price {
	jobs := make([][]price, len(in.Jobs))
	begin := shortest(in) - 1
	for i, j := range in.Jobs {
		for o := range offers(c, begin, j) {
			jobs[i] = append(
				jobs[i],
				price{o.interval, float64(j.Weight) * float64(o.pays), float64(o.work)},
			)
		}
	}
	return jobs
}

// relaxation is the linear program
//
//	minimise sum_ij cost_ij x_ij
//	subject to Y_j = Y_(j-1) + sum_i work_ij x_ij   (rows 0 to K)
//	           sum_j x_ij = 1                       (the rows after them)
//	           0 <= Y_j <= m area_j, x_ij >= 0
//
// An interval without an area has no row. Costs and works are divided by their averages,
// as the solver's tolerances are absolute.
type relaxation struct {
	machine int64
	area    []float64 // end of each interval with a row
	jobs    [][]price // by job
}

// model returns the linear program.
func (p *relaxation) model() *mip.Model {
	m := &mip.Model{}
	unit := p.unit()
	work := p.work()
	sums := make([]mip.Row, len(p.area))
	for j, area := range p.area {
		column := m.AddColumn(0, 0, float64(p.machine)*area/work, false)
		sums[j].Add(column, 1)
		if j+1 < len(p.area) {
			sums[j+1].Add(column, -1)
		}
	}
	jobs := make([]mip.Row, len(p.jobs))
	for i, offers := range p.jobs {
		for _, o := range offers {
			column := m.AddColumn(o.cost/unit, 0, math.Inf(1), false)
			jobs[i].Add(column, 1)
			if o.interval < len(p.area) {
				sums[o.interval].Add(column, -o.work/work)
			}
		}
	}
	for _, r := range sums {
		m.AddRow(0, r.Index, r.Value, 0)
	}
	for _, r := range jobs {
		m.AddRow(1, r.Index, r.Value, 1)
	}
	return m
}

// unit returns the average of the costs of the jobs in their last intervals, at least 1.
func (p *relaxation) unit() float64 {
	sum := 0.0
	for _, offers := range p.jobs {
		sum += offers[len(offers)-1].cost
	}
	return max(sum/float64(len(p.jobs)), 1)
}

// work returns the average of the works of the jobs in their last intervals.
func (p *relaxation) work() float64 {
	sum := 0.0
	for _, offers := range p.jobs {
		sum += offers[len(offers)-1].work
	}
	return sum / float64(len(p.jobs))
}

// prices returns the price of a unit of work in each interval, by the duals of the running
// sums' rows. Exact duals do not rise and are not negative. The duals of the solver are
// raised where they break this.
func (p *relaxation) prices(rowDual []float64) []float64 {
	found := make([]float64, len(p.area))
	above := 0.0
	for j := len(found) - 1; j >= 0; j-- {
		if v := rowDual[j] * p.unit() / p.work(); v > above && !math.IsInf(v, 1) {
			above = v
		}
		found[j] = above
	}
	return found
}
