package dutot2004

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Format is the version of the JSON form of a [Cell].
const Format = "optgap-dutot2004/1"

// A Ratio is a criterion over a bound in several runs.
type Ratio struct {
	Average float64 `json:"average"` // ratio of the sums
	Least   float64 `json:"least"`   // ratio of a run
	Most    float64 `json:"most"`    // ratio of a run
}

// A Cell holds the measurements of an algorithm at a point of a figure: all runs of a
// workload with one number of jobs. A ratio is nil where no run has it.
type Cell struct {
	Format    string            `json:"format"`
	Model     string            `json:"model"`
	Reading   instances.Reading `json:"reading"`
	Figure    int               `json:"figure"` // of the paper
	Jobs      int               `json:"jobs"`
	Algorithm string            `json:"algorithm"`
	Runs      int               `json:"runs"`

	// Printed, Relaxed, Bound and Best are ratios of the minsum to the value of the relaxed
	// program as printed, to the repaired bound, to the largest bound, and to the least minsum
	// of all algorithms. The true ratio lies between the last two.
	Printed *Ratio `json:"minsum_to_printed,omitempty"`
	Relaxed *Ratio `json:"minsum_to_relaxed,omitempty"`
	Bound   *Ratio `json:"minsum_to_bound,omitempty"`
	Best    *Ratio `json:"minsum_to_best,omitempty"`
	Optimum *Ratio `json:"minsum_to_optimum,omitempty"` // over the runs with a proven optimum
	Proven  int    `json:"proven,omitempty"`            // runs with a proven optimum

	Makespan *Ratio `json:"makespan_to_bound,omitempty"`
	Below    int    `json:"makespan_below_2"` // runs with a makespan ratio below 2

	MeanSeconds   float64 `json:"mean_seconds"` // time of the algorithm
	MostSeconds   float64 `json:"most_seconds"`
	BoundsSeconds float64 `json:"bounds_seconds,omitempty"` // mean
}

// A run is one algorithm on one instance.
type run struct {
	record.MoldableResult
	best    int64 // least minsum of all algorithms
	optimum int64 // 0: not proven
}

// A Measured gathers the results of an experiment.
type Measured struct {
	Experiment
	runs map[string]map[string][]run // by place and by algorithm
	// Above is the number of instances whose printed value exceeds the minsum of a schedule,
	// out of Instances.
	Above, Instances int
}

// NewMeasured returns an experiment without results.
func NewMeasured(e Experiment) *Measured {
	return &Measured{Experiment: e, runs: make(map[string]map[string][]run)}
}

// Basis says how many of the instances there are.
func (m *Measured) Basis() statement.Basis {
	return statement.Basis{Done: m.Instances, Planned: len(m.Points()), Thing: "instance"}
}

// A kind is a workload under a reading.
type kind struct {
	name    string
	reading instances.Reading
}

// at returns the runs of an algorithm on a workload with so many jobs.
func (m *Measured) at(k kind, jobs int, of string) []run {
	return m.runs[set(k.name, k.reading).InstanceName(jobs, 0)][of]
}

// Add adds the results of a point. Starts and certificates are not kept.
func (m *Measured) Add(p Point, results []record.MoldableResult) {
	best, optimum := int64(math.MaxInt64), int64(0)
	for _, r := range results {
		if r.Minsum == 0 {
			continue
		}
		best = min(best, r.Minsum)
		if r.Status == optgap.StatusOptimal {
			optimum = r.Minsum
		}
	}
	p.Seed = 0
	at := p.Name()
	if m.runs[at] == nil {
		m.runs[at] = make(map[string][]run)
	}
	m.Instances++
	if printed := results[0].PrintedMinsum; printed != nil && *printed > float64(best) {
		m.Above++
	}
	for _, r := range results {
		r.Starts, r.Certificates = nil, nil
		if r.Minsum > 0 {
			m.runs[at][r.Algorithm] = append(m.runs[at][r.Algorithm], run{r, best, optimum})
		}
	}
}

// Cell returns the measurements of an algorithm. It is false where there are no runs.
func (m *Measured) Cell(name string, r instances.Reading, jobs int, of string) (Cell, bool) {
	runs := m.at(kind{name, r}, jobs, of)
	c := Cell{
		Format: Format, Model: name, Reading: r,
		Figure: figureOf(name), Jobs: jobs, Algorithm: of, Runs: len(runs),
	}
	if len(runs) == 0 {
		return c, false
	}
	for _, by := range criteria {
		*by.of(&c), _ = ratio(runs, by)
	}
	for _, r := range runs {
		if r.optimum > 0 {
			c.Proven++
		}
		if byMakespan.value(r) < 2*byMakespan.bound(r) {
			c.Below++
		}
		c.MeanSeconds += r.SolveSeconds / float64(len(runs))
		c.MostSeconds = max(c.MostSeconds, r.SolveSeconds)
		c.BoundsSeconds += r.BoundsSeconds / float64(len(runs))
	}
	return c, true
}

// A criterion is what a ratio divides: a value of a run by a bound, which is 0 where the run has none.
type criterion struct {
	name, key    string // key: of its columns
	value, bound func(run) float64
	of           func(*Cell) **Ratio
}

// The criteria of the figures. Minsum is taken over the printed value, as in the paper.
var (
	byMinsum = criterion{"minsum", "minsum_to_printed", minsum, func(r run) float64 {
		if r.PrintedMinsum == nil {
			return 0
		}
		return *r.PrintedMinsum
	}, func(c *Cell) **Ratio { return &c.Printed }}
	byMakespan = criterion{
		"makespan", "makespan_to_bound", func(r run) float64 { return float64(r.Makespan) },
		func(r run) float64 { return float64(algorithm.Best(r.MakespanBounds)) },
		func(c *Cell) **Ratio { return &c.Makespan },
	}
)

func minsum(r run) float64 { return float64(r.Minsum) }

// criteria are all that a cell has.
var criteria = []criterion{
	byMinsum,
	{"minsum", "minsum_to_relaxed", minsum, func(r run) float64 { return float64(r.MinsumBounds[moldable.BoundRelaxed]) },
		func(c *Cell) **Ratio { return &c.Relaxed }},
	{"minsum", "minsum_to_bound", minsum, func(r run) float64 { return float64(algorithm.Best(r.MinsumBounds)) },
		func(c *Cell) **Ratio { return &c.Bound }},
	{"minsum", "minsum_to_best", minsum, func(r run) float64 { return float64(r.best) },
		func(c *Cell) **Ratio { return &c.Best }},
	{"minsum", "minsum_to_optimum", minsum, func(r run) float64 { return float64(r.optimum) },
		func(c *Cell) **Ratio { return &c.Optimum }},
	byMakespan,
}

// ratio returns the ratio of a criterion, and the number of runs that have it; nil: none has.
func ratio(runs []run, c criterion) (*Ratio, int) {
	above, below, n := 0.0, 0.0, 0
	found := &Ratio{Least: math.Inf(1)}
	for _, r := range runs {
		v, b := c.value(r), c.bound(r)
		if b <= 0 {
			continue
		}
		above, below, n = above+v, below+b, n+1
		found.Least, found.Most = min(found.Least, v/b), max(found.Most, v/b)
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
	for _, r := range m.Readings {
		for _, name := range m.Models {
			for _, n := range m.Jobs {
				for _, a := range Algorithms() {
					if c, ok := m.Cell(name, r, n, a.Name); ok {
						cells = append(cells, c)
					}
				}
			}
		}
	}
	return cells
}

// gaps returns, for each instance of a workload with so many jobs, the distance of the least
// minsum from the largest bound, as a share of the bound. The shares rise.
func (m *Measured) gaps(k kind, jobs int) (gaps []float64) {
	for _, one := range m.at(k, jobs, ours) {
		if bound := algorithm.Best(one.MinsumBounds); bound > 0 {
			gaps = append(gaps, float64(one.best)/float64(bound)-1)
		}
	}
	slices.Sort(gaps)
	return gaps
}
