package bound

import (
	"context"
	"errors"
	"math"
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/ledger"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// maxColumns is the number of columns beyond which no program is written.
const maxColumns = 1_000_000

// ErrTooFine says that a ratio makes too many intervals.
var ErrTooFine = errors.New("the relaxed minsum program is too large: choose a larger ratio")

// relaxation is the relaxed minsum program with running sums of the work:
//
//	minimise sum_ij cost_ij x_ij
//	subject to Y_j = Y_(j-1) + sum_i work_ij x_ij   (rows 0 to K-1)
//	           sum_j x_ij = due_i                   (the rows after them)
//	           0 <= Y_j <= room_j, x_ij >= 0
//
// The running sums keep it sparse. Intervals from K on have no row. All numbers are divided by
// averages, as the solver's tolerances are absolute.
type relaxation struct {
	room []float64
	jobs []demand
}

// demand is a job of the program, or several.
type demand struct {
	due    float64
	offers []offer
}

// offer is the end of a job in some interval.
type offer struct {
	interval   int
	cost, work float64
}

// model returns the linear program.
func (r *relaxation) model() *mip.Model {
	m := &mip.Model{}
	sums := make([]mip.Row, len(r.room))
	for j, room := range r.room {
		column := m.AddColumn(0, 0, room, false)
		sums[j].Add(column, 1)
		if j+1 < len(sums) {
			sums[j+1].Add(column, -1)
		}
	}
	jobs := make([]mip.Row, len(r.jobs))
	for i, job := range r.jobs {
		for _, o := range job.offers {
			column := m.AddColumn(o.cost, 0, math.Inf(1), false)
			jobs[i].Add(column, 1)
			if o.interval < len(sums) {
				sums[o.interval].Add(column, -o.work)
			}
		}
	}
	for _, row := range sums {
		m.AddRow(0, row.Index, row.Value, 0)
	}
	for i, row := range jobs {
		due := r.jobs[i].due
		m.AddRow(due, row.Index, row.Value, due)
	}
	return m
}

// solve returns the price of a unit of work in each interval, nil if there are none, and v has a
// warning. cost and work are the averages that costs and works are divided by. name is that of the
// bound.
func (r *relaxation) solve(
	ctx context.Context,
	name string,
	cost, work float64,
	v *Value,
) []float64 {
	found, err := mip.Solve(ctx, r.model(), mip.Options{})
	switch {
	case err != nil:
		v.warn("%s: %v", name, err)
		return nil
	case found.RowDual == nil:
		v.warn(
			"%s: linear program not solved (%s, %s): bound without it",
			name,
			found.Status,
			found.EndedBy,
		)
		return nil
	}
	return falling(found.RowDual[:len(r.room)], cost, work)
}

// falling returns the prices of work by the duals of the running sums' rows. Exact duals do not
// rise and are not negative. The duals of the solver are raised where they break this.
func falling(duals []float64, cost, work float64) []float64 {
	price := make([]float64, len(duals))
	above := 0.0
	for j := len(price) - 1; j >= 0; j-- {
		if v := duals[j] * cost / work; v > above && !math.IsInf(v, 1) {
			above = v
		}
		price[j] = above
	}
	return price
}

// kind is a number of jobs that end alike.
type kind struct {
	count, weight int64
	endings       []ending
}

// ending is the end of a job in some interval.
type ending struct {
	interval int
	pays     int64 // cost per weight
	work     int64 // least work of the job
}

// evaluate returns the bound on the sum of weight times end that the certificate's prices of work
// prove by weak duality,
//
//	sum_i count_i min_j (weight_i pays_ij + price_j work_ij) - sum_j (price_j - price_(j+1)) area_j,
//
// rounded up to an integer. area is the most work that a schedule does until the end of an
// interval. The jobs that end by then have at least their least works. So the sum that is
// subtracted is at least the price of these works. The sum is exact, and a bound for any prices
// that do not rise.
func evaluate(c *optgap.Certificate, area func(interval int) *big.Int, kinds []kind) int64 {
	price := func(j int) int64 {
		if j < len(c.Price) {
			return c.Price[j]
		}
		return 0
	}
	var sum, cost, least, x, y big.Int
	for j := range c.Price {
		sum.Sub(&sum, x.Mul(x.SetInt64(price(j)-price(j+1)), area(j)))
	}
	for _, k := range kinds {
		for n, e := range k.endings {
			cost.Mul(x.SetInt64(k.weight), y.SetInt64(e.pays))
			cost.Lsh(&cost, c.Bits)
			cost.Add(&cost, x.Mul(x.SetInt64(price(e.interval)), y.SetInt64(e.work)))
			if n == 0 || cost.Cmp(&least) < 0 {
				least.Set(&cost)
			}
		}
		sum.Add(&sum, x.Mul(&least, y.SetInt64(k.count)))
	}
	return ledger.Whole(&sum, c.Bits)
}
