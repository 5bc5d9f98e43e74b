package dutot2004

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Format is the version of the JSON form of a [Cell].
const Format = "optgap-dutot2004/1"

// A Ratio is a criterion over a bound in several runs.
type Ratio struct {
	Average float64 `json:"average"` // sum of the values over the sum of the bounds
	// of a run
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// A Cell holds the measurements of an algorithm at a point of a figure: all runs of a
// workload with one number of jobs. A ratio is nil where no run has it.
type Cell struct {
	Format    string             `json:"format"`
	Model     string             `json:"model"`     // `weak`, `high`, `mixed` or `cirne`
	Reading   experiment.Reading `json:"reading"`   // of X: `formula` or `printed`
	Figure    int                `json:"figure"`    // of the paper
	Jobs      int                `json:"jobs"`      // [jobs] of an instance
	Algorithm string             `json:"algorithm"` // as in moldable results
	Runs      int                `json:"runs"`      // instances

	// minsum over the relaxed program as printed, which is no bound
	Printed *Ratio `json:"minsum_to_printed,omitempty"`
	Relaxed *Ratio `json:"minsum_to_relaxed,omitempty"` // minsum over the repaired bound
	Bound   *Ratio `json:"minsum_to_bound,omitempty"`   // minsum over the largest bound. The true ratio is no larger
	// minsum over the least of all algorithms. The true ratio is no smaller
	Best *Ratio `json:"minsum_to_best,omitempty"`
	// minsum over the optimum, in the runs in which it is proven; these runs; absent without any
	Optimum *Ratio `json:"minsum_to_optimum,omitempty"`
	Proven  int    `json:"proven,omitempty"`

	// makespan over its bound; runs in which that is below 2
	Makespan *Ratio `json:"makespan_to_bound,omitempty"`
	Below    int    `json:"makespan_below_2"`

	// [s] time of the algorithm: mean, longest; of the bounds: mean
	MeanSeconds   float64 `json:"mean_seconds"`
	MostSeconds   float64 `json:"most_seconds"`
	BoundsSeconds float64 `json:"bounds_seconds,omitempty"`
}

// A criterion is what a ratio divides: a value of a run by a bound on it.
type criterion int

// The criteria of a run. Those of the paper's figures are byMinsum and byMakespan.
const (
	byMinsum   criterion = iota // minsum over the value of the relaxed program as printed
	toRelaxed                   // minsum over the repaired bound
	toBound                     // minsum over the largest bound
	toBest                      // minsum over the least one of all algorithms
	toOptimum                   // minsum over the proven optimum
	byMakespan                  // makespan over its bound
	inSeconds                   // time of the algorithm
	ofBounds                    // time of the bounds in seconds
	criteria
)

// A run is one algorithm on one instance by each criterion. A bound of 0 does not exist.
type run [criteria]struct{ value, bound float64 }

// ratio returns the value over the bound; infinite: there is no bound.
func (r run) ratio(by criterion) float64 { return r[by].value / r[by].bound }

// A place is the name of instances of one workload and size, and an algorithm.
type place struct{ instances, algorithm string }

// A Measured gathers the results of an experiment.
type Measured struct {
	Experiment
	runs map[place][]run
	// Above is the number of instances whose printed value exceeds the minsum of a schedule,
	// out of Instances.
	Above, Instances int
}

// NewMeasured returns an experiment without results.
func NewMeasured(e Experiment) *Measured {
	return &Measured{Experiment: e, runs: make(map[place][]run)}
}

// Basis says how many of the instances there are.
func (m *Measured) Basis() statement.Basis {
	return statement.Basis{Done: m.Instances, Planned: len(m.Points()), Thing: "instance"}
}

// at returns the runs of an algorithm on a workload with so many jobs.
func (m *Measured) at(w workload, jobs int, of string) []run {
	return m.runs[place{w.model().InstanceName(jobs, 0), of}]
}

// Add adds the results of a point. Starts and certificates are not kept, and neither is a result without a schedule.
func (m *Measured) Add(p Point, results []record.MoldableResult) {
	m.Instances++
	results = slices.DeleteFunc(slices.Clone(results), func(r record.MoldableResult) bool { return r.Minsum == 0 })
	best, optimum := int64(math.MaxInt64), int64(0)
	for _, r := range results {
		best = min(best, r.Minsum)
		if r.Status == optgap.StatusOptimal {
			optimum = r.Minsum
		}
	}
	p.Seed = 0
	for i, r := range results {
		printed := 0.0
		if r.PrintedMinsum != nil {
			printed = *r.PrintedMinsum
		}
		if i == 0 && printed > float64(best) {
			m.Above++
		}
		minsum, makespan := float64(r.Minsum), float64(r.Makespan)
		at := place{p.Name(), r.Algorithm}
		m.runs[at] = append(m.runs[at], run{
			byMinsum:  {minsum, printed},
			toRelaxed: {minsum, float64(r.MinsumBounds[moldable.BoundRelaxed])},
			toBound:   {minsum, float64(record.LargestBound(r.MinsumBounds))},
			toBest:    {minsum, float64(best)}, toOptimum: {minsum, float64(optimum)},
			byMakespan: {makespan, float64(record.LargestBound(r.MakespanBounds))},
			inSeconds:  {r.SolveSeconds, 1}, ofBounds: {r.BoundsSeconds, 1},
		})
	}
}

// cell returns the measurements of an algorithm in at least one run.
func (w workload) cell(jobs int, of string, runs []run) Cell {
	to := func(by criterion) *Ratio {
		r, _ := ratio(runs, by)
		return r
	}
	_, proven := ratio(runs, toOptimum)
	return Cell{
		Format: Format, Model: w.name, Reading: w.reading, Figure: w.figure(), Jobs: jobs, Algorithm: of, Runs: len(runs),
		Printed: to(byMinsum), Relaxed: to(toRelaxed), Bound: to(toBound), Best: to(toBest),
		Optimum: to(toOptimum), Proven: proven, Makespan: to(byMakespan),
		Below:       statement.Number(runs, func(r run) bool { return r.ratio(byMakespan) < 2 }),
		MeanSeconds: to(inSeconds).Average, MostSeconds: to(inSeconds).Most, BoundsSeconds: to(ofBounds).Average,
	}
}

// ratio returns the ratio of a criterion, and the number of runs that have it, nil if none has.
func ratio(runs []run, by criterion) (*Ratio, int) {
	above, below, n := 0.0, 0.0, 0
	found := &Ratio{Least: math.Inf(1)}
	for _, r := range runs {
		if r[by].bound <= 0 {
			continue
		}
		above, below, n = above+r[by].value, below+r[by].bound, n+1
		found.Least, found.Most = min(found.Least, r.ratio(by)), max(found.Most, r.ratio(by))
	}
	if n == 0 {
		return nil, 0
	}
	found.Average = above / below
	return found, n
}

// Cells returns all cells by reading, figure, jobs and algorithm.
func (m *Measured) Cells() []Cell {
	var cells []Cell
	for _, w := range m.workloads() {
		for _, n := range m.Jobs {
			for _, a := range Algorithms() {
				if runs := m.at(w, n, a.Name); len(runs) > 0 {
					cells = append(cells, w.cell(n, a.Name, runs))
				}
			}
		}
	}
	return cells
}
