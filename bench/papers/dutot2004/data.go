package dutot2004

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A Data holds the numbers by which the ledger is judged: those of an experiment under a reading, or
// those that the paper prints.
type Data struct {
	measured *Measured // nil: the paper's own numbers
	reading  instances.Reading
	doubt    string // why the experiment says less than the paper's; "": it does not
	tried    *Tried // nil: it was not

	example  *Counterexample
	speedups map[string]float64 // speed-ups on 200 processors of jobs that the text calls weak and high
	printed  map[string]float64 // averages and limits of section 4.2, by the id of their statements
}

// A criterion is what a ratio divides: a value of a run by its bound. No bound is 0.
type criterion struct {
	name         string
	value, bound func(run) float64
}

// The criteria of the figures. Minsum is taken over the printed value, as in the paper.
var (
	byMinsum = criterion{
		"minsum", func(r run) float64 { return float64(r.Minsum) }, func(r run) float64 {
			if r.PrintedMinsum == nil {
				return 0
			}
			return *r.PrintedMinsum
		},
	}
	byMakespan = criterion{
		"makespan", func(r run) float64 { return float64(r.Makespan) },
		func(r run) float64 { return float64(algorithm.Best(r.MakespanBounds)) },
	}
)

// sizes are the numbers of jobs that were measured.
func (d Data) sizes() []int {
	if d.measured == nil {
		return nil
	}
	return d.measured.Jobs
}

// of returns the runs of an algorithm on a workload.
func (d Data) of(model string, a algorithm.Algorithm, jobs int) []run {
	if d.measured == nil {
		return nil
	}
	s := set(model, d.reading)
	return d.measured.runs[place(s.Name, s.Reading, jobs)][a.Name]
}

// ratio returns the ratio of sums of an algorithm over all runs, as the paper does.
func (d Data) ratio(model string, a algorithm.Algorithm, c criterion, jobs int) statement.Estimate {
	return statement.Ratio(pairs(d.of(model, a, jobs), nil, c))
}

// lead returns the ratio of an algorithm less that of another one, paired by the instances.
func (d Data) lead(model string, a, b algorithm.Algorithm, c criterion, jobs int) statement.Estimate {
	x, y := d.of(model, a, jobs), d.of(model, b, jobs)
	if len(x) != len(y) {
		return statement.Estimate{}
	}
	return statement.Ratio(pairs(x, y, c))
}

// pairs returns values, less those of other runs, and bounds.
func pairs(runs, less []run, c criterion) (values, bounds []float64) {
	for i, r := range runs {
		v := c.value(r)
		if less != nil {
			v -= c.value(less[i])
		}
		if b := c.bound(r); b > 0 {
			values, bounds = append(values, v), append(bounds, b)
		}
	}
	return values, bounds
}

// ratios returns the ratios of an algorithm by the number of jobs.
func (d Data) ratios(model string, a algorithm.Algorithm, c criterion) (all []statement.Estimate) {
	for _, n := range d.sizes() {
		all = append(all, d.ratio(model, a, c, n))
	}
	return all
}

// average returns the mean of the ratios over workloads and numbers of jobs. The runs of one seed belong
// together. With another algorithm it is that of the paired differences.
func (d Data) average(
	models []string, a algorithm.Algorithm, less *algorithm.Algorithm, c criterion,
) statement.Estimate {
	var values, bounds [][]float64
	for _, model := range models {
		for _, n := range d.sizes() {
			x, y := d.of(model, a, n), []run(nil)
			if less != nil {
				if y = d.of(model, *less, n); len(x) != len(y) {
					return statement.Estimate{}
				}
			}
			v, b := pairs(x, y, c)
			values, bounds = append(values, v), append(bounds, b)
		}
	}
	return statement.AverageRatio(values, bounds)
}

// mean returns the average of an algorithm on a workload.
func (d Data) mean(model string, a algorithm.Algorithm, c criterion) statement.Estimate {
	return d.average([]string{model}, a, nil, c)
}

// leads returns the leads of an algorithm over others at each number of jobs.
func (d Data) leads(model string, a algorithm.Algorithm, over []algorithm.Algorithm, c criterion) (
	all []statement.Estimate) {
	for _, b := range over {
		for _, n := range d.sizes() {
			all = append(all, d.lead(model, a, b, c, n))
		}
	}
	return all
}

// largest returns the largest ratio of a run, and the number of runs.
func (d Data) largest(models []string, algorithms []algorithm.Algorithm, c criterion) (most float64, runs int) {
	for _, model := range models {
		for _, a := range algorithms {
			for _, n := range d.sizes() {
				for _, r := range d.of(model, a, n) {
					if b := c.bound(r); b > 0 {
						most, runs = max(most, c.value(r)/b), runs+1
					}
				}
			}
		}
	}
	return most, runs
}

// spread returns the largest of values over the least.
func spread(all []statement.Estimate) statement.Estimate {
	s := statement.Exact(1)
	for _, a := range all {
		for _, b := range all {
			if !a.Known() || !b.Known() {
				return statement.Estimate{}
			}
			q := quotient(a, b)
			s = statement.Between(max(s.Value, q.Value), max(s.Low, q.Low), max(s.High, q.High))
		}
	}
	if len(all) == 0 {
		return statement.Estimate{}
	}
	return s
}

// quotient returns a value over another one, both above 0. Its ends are those of values that are not
// paired.
func quotient(a, b statement.Estimate) statement.Estimate {
	const least = 1e-9 // where an interval reaches down to 0
	if !a.Known() || !b.Known() {
		return statement.Estimate{}
	}
	return statement.Between(a.Value/b.Value, max(a.Low, 0)/max(b.High, least), a.High/max(b.Low, least))
}

// doubtOf says in which point an experiment is less than the paper's; "": in none.
func doubtOf(e Experiment) string {
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
