package moldable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/internal/lattice"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// mostNonzeros is the number of entries of the program beyond which ErrTooLarge is reported.
const mostNonzeros = 3_000_000

// ErrTooLarge says that the time-indexed program has too many entries. Their number grows
// with the number of ticks.
var ErrTooLarge = errors.New("the time-indexed program is too large: choose longer ticks, or the search exact")

// ProgramResult is a schedule and a bound, with the reason why HiGHS ended.
type ProgramResult struct {
	Schedule moldable.Schedule // the best one known
	Bound    int64             // at most the minsum of every schedule
	Status   optgap.Status     // optimal or feasible
	EndedBy  optgap.EndedBy
	Nodes    int64
	Warnings []string // for the reader of the result

	Columns, Rows, Nonzeros int
}

// Solve solves the time-indexed program of the package's comment through HiGHS. known is
// a schedule of the instance. l is a Lagrangian bound for the instance. Starts that the
// prices of this bound rule out are left out of the program. limit is that of time; 0: none. The context's deadline
// counts as well.
func Solve(
	ctx context.Context, in *moldable.Instance, known moldable.Schedule, l *LagrangeBound, limit time.Duration,
) (*ProgramResult, error) {
	p := &program{in: in, known: known, upper: known.Minsum(in)}
	if v := l.Schedule.Minsum(in); v < p.upper {
		p.known, p.upper = l.Schedule, v
	}
	if err := p.list(l); err != nil {
		return nil, err
	}
	m, start := p.model()
	r, err := mip.Solve(ctx, m, mip.Options{TimeLimit: limit, Start: start})
	result := &ProgramResult{
		Schedule: p.known, Bound: l.Bound, Status: optgap.StatusFeasible, EndedBy: r.EndedBy, Nodes: r.Nodes,
		Columns: m.Columns(), Rows: m.Rows(), Nonzeros: m.Nonzeros(),
	}
	if p.widest >= mip.MostSum {
		// Neither the bound nor a failure means anything. A schedule can have a processor too many.
		result.EndedBy, result.Warnings = cmp.Or(r.EndedBy, optgap.EndedFinished), []string{mip.Unprovable}
		r.Status, r.Bound, err = mip.StatusFeasible, 0, nil
		if r.X != nil && p.schedule(r.X).Check(in) != nil {
			r.X = nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("ilp: HiGHS: %w", err)
	}
	if r.X != nil {
		if s := p.schedule(r.X); s.Minsum(in) < p.upper {
			result.Schedule = s
		}
	}
	upper := result.Schedule.Minsum(in)
	if r.Bound > float64(l.Bound) {
		result.Bound = max(l.Bound, min(upper, int64(math.Ceil(r.Bound-mip.Tolerance(r.Bound)))))
	}
	if r.Status == mip.StatusOptimal || result.Bound == upper {
		result.Bound, result.Status, result.EndedBy = upper, optgap.StatusOptimal, optgap.EndedFinished
	}
	return result, nil
}

// program is the time-indexed program of an instance.
type program struct {
	in      *moldable.Instance
	known   moldable.Schedule
	upper   int64 // minsum of known
	columns []column
	unit    int64 // processors in which the rows count
	widest  int64 // the sum of the jobs' largest widths, in that unit
}

// column is a variable: a job starts at a tick on some processors.
type column struct {
	job       int
	start     int64
	allotment moldable.Allotment
}

// list sets columns to the starts that a schedule at least as good as the known one can
// use. Such a start, in place of the job's cheapest one, does not lift the Lagrangian bound
// above the minsum of the known schedule.
func (p *program) list(l *LagrangeBound) error {
	prices := pricesOf(l.Certificate)
	total := float64(p.in.Machine) * prices.prefix[len(prices.prefix)-1]
	slack := float64(p.upper) - float64(l.Bound) + 1 + mip.Tolerance(float64(p.upper)+total)
	entries := 0
	for i, j := range p.in.Jobs {
		w := newWaitCost(j, &prices)
		most := w.at(0) + slack
		for _, a := range w.options {
			for s := int64(0); w.weight*float64(s+a.Time) <= most; s++ {
				if w.of(a, s, &prices) > most {
					continue
				}
				p.columns = append(p.columns, column{i, s, a})
				if entries += int(a.Time) + 1; entries > mostNonzeros {
					return fmt.Errorf("more than %d entries: %w", mostNonzeros, ErrTooLarge)
				}
			}
		}
	}
	return nil
}

// count sets the unit: the largest of which all widths are multiples, where widths are too large for
// HiGHS.
func (p *program) count() {
	unit, widest := int64(0), make([]int64, len(p.in.Jobs))
	for _, c := range p.columns {
		unit = lattice.GCD(c.allotment.Width, unit)
		widest[c.job] = max(widest[c.job], c.allotment.Width)
	}
	for _, w := range widest {
		p.widest += w
	}
	if p.unit = 1; p.widest >= mip.MostSum {
		p.unit, p.widest = unit, p.widest/unit
	}
}

// model returns the program and its start solution, the known schedule. The start solution
// is nil where the schedule uses a start that is not listed.
func (p *program) model() (*mip.Model, []float64) {
	p.count()
	m := &mip.Model{}
	jobs, capacity := make([]mip.Row, len(p.in.Jobs)), []mip.Row{}
	var start []float64
	used := 0
	for _, c := range p.columns {
		end := c.start + c.allotment.Time
		x := m.AddColumn(float64(p.in.Jobs[c.job].Weight*end), 0, 1, true)
		jobs[c.job].Add(x, 1)
		for int64(len(capacity)) < end {
			capacity = append(capacity, mip.Row{})
		}
		for t := c.start; t < end; t++ {
			capacity[t].Add(x, float64(c.allotment.Width/p.unit))
		}
		at := 0.0
		if k := p.known[c.job]; k.Start == c.start && k.Width == c.allotment.Width {
			at = 1
			used++
		}
		start = append(start, at)
	}
	for _, r := range jobs {
		m.AddRow(1, r.Index, r.Value, 1)
	}
	for _, r := range capacity {
		m.AddRow(0, r.Index, r.Value, float64(p.in.Machine/p.unit))
	}
	if used < len(p.in.Jobs) {
		return m, nil
	}
	return m, start
}

// schedule returns the schedule of a solution.
func (p *program) schedule(x []float64) moldable.Schedule {
	s := make(moldable.Schedule, len(p.in.Jobs))
	for k, c := range p.columns {
		if x[k] > 0.5 {
			s[c.job] = moldable.Placement{Start: c.start, Width: c.allotment.Width}
		}
	}
	return s
}
