package bound

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// maxColumns is the number of columns beyond which Minsum writes no program.
const maxColumns = 1_000_000

// ErrTooFine says that a ratio makes too many intervals.
var ErrTooFine = errors.New("the relaxed minsum program is too large: choose a larger ratio")

// Minsum returns the relaxed minsum bound of Dutot et al. for rigid jobs on a
// machine with a history: see the package's comment. It uses the options Ratio and
// TimeLimit.
//
// The paper lets t_j+1 = 2 t_j and starts from the optimal makespan divided by a
// power of two. Any increasing partition is valid. Here t_0 is one second less than the
// earliest end that the history allows any job. So every job ends after t_0.
//
// The linear program has about K variables for each estimate, ratio of
// weight to width and earliest start, K = log(horizon / t_0) / log(ratio). ErrTooFine is returned where
// they are more than maxColumns. Where HiGHS stops early, the bound is that of
// prices 0, with a warning.
func Minsum(ctx context.Context, problem *grid.Problem, o Options) (Value, error) {
	if err := o.Validate(); err != nil {
		return Value{}, err
	}
	if o.Ratio == 0 {
		o.Ratio = DefaultRatio
	}
	ctx, cancel := limited(ctx, o.TimeLimit)
	defer cancel()
	step := problem.Step
	p, err := newPartition(step, flows(step), o)
	if err != nil {
		return Value{}, err
	}
	var v Value
	v.Certificate = p.quantise(p.solve(ctx, &v))
	v.Bound = p.evaluate(v.Certificate) - submissions(step)
	v.Certificate.Bound = v.Bound
	return v, nil
}

// solve returns multipliers from the linear program, nil if none were found, and v has a
// warning.
func (p *partition) solve(ctx context.Context, v *Value) []float64 {
	// Each column has two entries.
	if columns := len(p.ends) * (len(p.flows) + 1); !affordable(ctx, 3*columns) {
		v.warn("minsum: no time left for the linear program: bound without it")
		return nil
	}
	r, err := mip.Solve(ctx, p.model(), mip.Options{})
	switch {
	case err != nil:
		v.warn("minsum: %v", err)
		return nil
	case r.RowDual == nil:
		v.warn(
			"minsum: linear program not solved (%s, %s): bound without it",
			r.Status,
			r.EndedBy,
		)
		return nil
	}
	return p.multipliers(r.RowDual)
}

// partition holds the data of the relaxed minsum program. Interval j is
// (begins[j], ends[j]].
type partition struct {
	flows        []flow
	begins, ends []int64 // in seconds; each begin is the end before it
	free         []int64 // by interval: the area free until its end, at most total
	total        int64   // area of all jobs
}

// newPartition sets the interval ends to the integers next to t_0 * ratio^j. t_0 is
// one second less than the earliest end of any job, so that all jobs end after it. The
// last end is the first one at which all jobs can have ended by themselves and their
// areas fit: a later interval costs more and allows nothing more.
func newPartition(step *optgap.Step, fs []flow, o Options) (*partition, error) {
	p := &partition{flows: fs}
	first := fs[0].end()
	last := int64(0)
	for _, f := range fs {
		p.total += f.area()
		first, last = min(first, f.end()), max(last, f.end())
	}
	begin := first - 1
	for n, power := 0, float64(max(begin, 1)); ; n, power = n+1, power*o.Ratio {
		if n > maxColumns || len(p.ends)*(len(fs)+1) > maxColumns {
			return nil, fmt.Errorf(
				"%d kinds of jobs, ratio %g: %w",
				len(fs),
				o.Ratio,
				ErrTooFine,
			)
		}
		end := step.SafeEnd() // all jobs have ended by then
		if power < float64(end) {
			end = int64(power)
		}
		if end <= begin {
			continue
		}
		p.begins = append(p.begins, begin)
		p.ends = append(p.ends, end)
		p.free = append(p.free, freeArea(step.History, end, p.total))
		begin = end
		if end >= last && p.free[len(p.free)-1] == p.total {
			return p, nil
		}
	}
}

// first returns the first interval in which a flow can end.
func (p *partition) first(f flow) int {
	j := 0
	for p.ends[j] < f.end() {
		j++
	}
	return j
}

// model returns the linear program. Its variables are areas, not shares of jobs:
//
//	minimise sum_ij t_j v_i/(w_i d_i) y_ij
//	subject to Y_j = Y_(j-1) + sum_i y_ij   (rows 0 to K-1)
//	           sum_j y_ij = w_i d_i         (rows K on)
//	           0 <= Y_j <= free_j, y_ij >= 0
//
// The running sum Y keeps it sparse, and all entries are 1 or -1. Areas and
// costs are divided by their averages, as the solver's tolerances are absolute.
func (p *partition) model() *mip.Model {
	m := &mip.Model{}
	area := float64(p.total) / float64(len(p.flows))
	cost := p.costUnit()
	sums := make([]mip.Row, len(p.ends))
	for j, free := range p.free {
		column := m.AddColumn(0, 0, float64(free)/area, false)
		sums[j].Add(column, 1)
		if j+1 < len(p.ends) {
			sums[j+1].Add(column, -1)
		}
	}
	jobs := make([]mip.Row, len(p.flows))
	for i, f := range p.flows {
		weight, width := f.ratio()
		for j := p.first(f); j < len(p.ends); j++ {
			perArea := float64(
				p.begins[j],
			) * float64(
				weight,
			) / float64(
				width,
			) / float64(
				f.estimate,
			)
			column := m.AddColumn(perArea/cost, 0, math.Inf(1), false)
			sums[j].Add(column, -1)
			jobs[i].Add(column, 1)
		}
	}
	for _, r := range sums {
		m.AddRow(0, r.Index, r.Value, 0)
	}
	for i, r := range jobs {
		right := float64(p.flows[i].area()) / area
		m.AddRow(right, r.Index, r.Value, right)
	}
	return m
}

// costUnit returns the average cost of a processor-second if each job ends in the interval
// after its first one.
func (p *partition) costUnit() float64 {
	sum := 0.0
	for _, f := range p.flows {
		sum += float64(f.weight) * float64(p.ends[p.first(f)])
	}
	return sum / float64(p.total)
}

// multipliers returns the price of a processor-second in each interval, by the duals
// of the running sums' rows. Exact duals do not rise and are not negative. The duals of
// the solver are raised where they break this.
func (p *partition) multipliers(rowDual []float64) []float64 {
	price := make([]float64, len(p.ends))
	above := 0.0
	for j := len(price) - 1; j >= 0; j-- {
		if v := rowDual[j] * p.costUnit(); v > above && !math.IsInf(v, 1) {
			above = v
		}
		price[j] = above
	}
	return price
}
