package bound

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

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
	o.Ratio = cmp.Or(o.Ratio, DefaultRatio)
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
	cost := p.costUnit()
	return p.relaxation(cost).solve(ctx, "minsum", cost, 1, v)
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

// relaxation returns the linear program. Its variables are areas, not shares of jobs, which cost
// t_j v_i/(w_i d_i). So all entries are 1 or -1.
func (p *partition) relaxation(cost float64) *relaxation {
	r := &relaxation{}
	area := float64(p.total) / float64(len(p.flows))
	for _, free := range p.free {
		r.room = append(r.room, float64(free)/area)
	}
	for _, f := range p.flows {
		weight, width := f.ratio()
		job := demand{due: float64(f.area()) / area}
		for j := p.first(f); j < len(p.ends); j++ {
			begin := float64(p.begins[j])
			perArea := begin * float64(weight) / float64(width) / float64(f.estimate)
			job.offers = append(job.offers, offer{j, perArea / cost, 1})
		}
		r.jobs = append(r.jobs, job)
	}
	return r
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

// quantise returns a certificate of prices of a processor-second in each interval, or nil if all
// prices are 0. The prices do not rise and are not below 0. They are cut to integers. The
// bound of the certificate is not set.
func (p *partition) quantise(prices []float64) *optgap.Certificate {
	c := &optgap.Certificate{Ends: p.ends}
	if len(prices) == 0 || prices[0] == 0 {
		return c
	}
	_, exponent := math.Frexp(prices[0])
	c.Bits = uint(max(0, min(ledger.MaxBits, 62-exponent)))
	if exponent > 62 {
		return c
	}
	for _, v := range prices {
		c.Price = append(c.Price, int64(math.Ldexp(v, int(c.Bits))))
	}
	c.Price = ledger.Trim(c.Price)
	return c
}

// evaluate returns the bound on sum_i v_i C_i that the certificate's prices of a processor-second in
// each interval prove, v_i being the weight of job i.
func (p *partition) evaluate(c *optgap.Certificate) int64 {
	var kinds []kind
	for _, f := range p.flows {
		weight, width := f.ratio()
		k := kind{count: f.width / width, weight: weight}
		for j := p.first(f); j < len(p.ends); j++ {
			k.endings = append(k.endings, ending{j, p.begins[j], width * f.estimate})
		}
		kinds = append(kinds, k)
	}
	return evaluate(c, func(j int) *big.Int { return big.NewInt(p.free[j]) }, kinds)
}
