package dutot2004

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp/bound"
)

// ours is the name of the paper's algorithm.
var ours = experiment.BiCriteria.Name

// others returns the other algorithms of the paper.
func others() []string {
	all := experiment.Names(experiment.OfPaper())
	return slices.DeleteFunc(all, func(name string) bool { return name == ours })
}

// The ratios of a schedule: a value over a bound. Those of the paper's figures are byMinsum and
// byMakespan.
const (
	byMinsum   = "minsum"   // over the value of the relaxed program as printed
	toRelaxed  = "relaxed"  // minsum over the repaired bound
	toBest     = "best"     // minsum over the least one of all algorithms
	byMakespan = "makespan" // over its bound
	inSeconds  = "seconds"  // time of the algorithm
)

// Add adds the results of a point: a row for each algorithm and ratio. A result without a schedule
// has none. A run is a seed.
func (m *Measured) Add(p Point, results []record.MoldableResult) {
	m.Instances++
	for _, r := range results {
		r.Starts = nil
		r.Certificates = nil
		m.Results = append(m.Results, r)
	}
	results = lists.Where(results, func(r record.MoldableResult) bool { return r.Minsum != 0 })
	best := int64(math.MaxInt64)
	for _, r := range results {
		best = min(best, r.Minsum)
	}
	for i, r := range results {
		printed := 0.0
		if r.PrintedMinsum != nil {
			printed = *r.PrintedMinsum
		}
		if i == 0 && printed > float64(best) {
			m.Above++
		}
		minsum := float64(r.Minsum)
		for to, of := range map[string][2]float64{
			byMinsum:   {minsum, printed},
			toRelaxed:  {minsum, float64(r.MinsumBounds[moldable.BoundRelaxed])},
			toBest:     {minsum, float64(best)},
			byMakespan: {float64(r.Makespan), float64(record.LargestBound(r.MakespanBounds))},
			inSeconds:  {r.SolveSeconds, 1},
		} {
			if of[1] > 0 {
				at := statement.At{
					"to":        to,
					"algorithm": r.Algorithm,
					"model":     p.Model,
					"jobs":      strconv.Itoa(p.Jobs),
				}
				values := statement.Numbers{"value": of[0], "bound": of[1]}
				m.rows.Add(int(p.Seed-m.Seed), at, values)
			}
		}
	}
}

// data returns the numbers of the experiment for the ledger.
func (m *Measured) data(x *Counterexample) *statement.Data {
	rows := slices.Clone(m.rows)
	rows.Exact(nil, statement.Numbers{"monotone": monotone()})
	d := dataOf(x, rows, float64(m.Above), func(x float64) float64 { return speedup(1 - x) })
	d.Lists["jobs"] = lists.Each(m.Jobs, strconv.Itoa)
	return d
}

// Printed returns the numbers of the paper. Its figures print no values.
func Printed(x *Counterexample) *statement.Data { return dataOf(x, nil, 0, speedup) }

// dataOf returns rows with the numbers that need no run. speedup is the speed-up by the X of the
// paper's words.
func dataOf(
	x *Counterexample,
	rows statement.Rows,
	above float64,
	speedup func(x float64) float64,
) *statement.Data {
	rows.Exact(nil, statement.Numbers{
		"relaxed_program": x.Printed, "optimum": float64(x.Optimum), "above_a_schedule": above,
	})
	for word, x := range map[string]float64{"0.1": 0.1, "0.9": 0.9} {
		at := statement.At{"x": word}
		rows.Exact(at, statement.Numbers{"speedup": speedup(x)})
	}
	d := statement.NewData(rows)
	d.Lists = map[string][]string{"models": Models(), "others": others(), "jobs": {}}
	d.Missing = map[string]string{}
	for _, n := range Paper().Jobs {
		d.Missing[strconv.Itoa(n)] = fmt.Sprintf("no instances of %d jobs", n)
	}
	return d
}

// speedup returns the speed-up on the paper's processors by the formula of section 4.1.
func speedup(x float64) float64 {
	speedup := 1.0
	for j := 2.0; j <= float64(Paper().Machine); j++ {
		speedup *= (1 + j) / (x + j)
	}
	return speedup
}

// monotone returns the share of 100 jobs of each workload whose times are, in percent.
func monotone() float64 {
	const jobs = 100
	n := 0
	all := 0
	for _, name := range Models() {
		in, err := Point{name, byFormula, jobs, Paper().Machine, 1}.Instance()
		if err != nil {
			panic(err) // the paper's own models
		}
		all += len(in.Jobs)
		n += statement.Number(in.Jobs, func(j moldable.Job) bool {
			one := moldable.Instance{Machine: in.Machine, Tick: in.Tick, Jobs: []moldable.Job{j}}
			return one.Monotone() == nil
		})
	}
	return 100 * float64(n) / float64(all)
}

// doubt says in which point an experiment is less than the paper's; "": in none.
func (e Experiment) doubt() string {
	paper := Paper()
	for _, n := range paper.Jobs {
		if !slices.Contains(e.Jobs, n) {
			return fmt.Sprintf("no instances of %d jobs", n)
		}
	}
	if e.Machine != paper.Machine {
		return fmt.Sprintf("%d processors, the paper has %d", e.Machine, paper.Machine)
	}
	return ""
}

// A Counterexample is an instance whose optimum is below the value of the relaxed program as
// printed. Two jobs have the times 3 and 5 on any allotment of two processors. Side by side
// they end at 3 and 5, which is optimal. With C*max = 5 and t_min = 3 the only interval
// begins at 5, so that each job pays 5 in the program.
type Counterexample struct {
	Printed float64 // value of the program
	Optimum int64
}

func counterexample() *moldable.Instance {
	return &moldable.Instance{Machine: 2, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{3, 3}}, {ID: 2, Weight: 1, Times: []int64{5, 5}},
	}}
}

// Check computes the counterexample.
func Check(ctx context.Context) (*Counterexample, error) {
	in := counterexample()
	printed, err := bound.Printed(ctx, in, moldable.Dual(in))
	return &Counterexample{printed, moldable.Sequential(in).Minsum(in)}, err
}
