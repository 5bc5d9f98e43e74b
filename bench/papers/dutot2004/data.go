package dutot2004

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A Data holds the numbers by which the ledger is judged: those of an experiment under a reading, or
// those that the paper prints.
type Data struct {
	measured *Measured // nil: the paper's own numbers
	reading  instances.Reading
	tried    *Tried // nil: it was not

	example  *Counterexample
	speedups map[string]float64 // speed-ups on 200 processors of jobs that the text calls weak and high
	printed  map[string]float64 // averages and limits of section 4.2, by the id of their statements
}

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

// means returns the averages of some algorithms on a workload.
func (d Data) means(model string, c criterion, algorithms ...algorithm.Algorithm) (all []statement.Estimate) {
	for _, a := range algorithms {
		all = append(all, d.mean(model, a, c))
	}
	return all
}

// spreads returns the largest over the least ratio of the minsum of some algorithms.
func (d Data) spreads(model string, algorithms ...algorithm.Algorithm) (all []statement.Estimate) {
	for _, a := range algorithms {
		all = append(all, spread(d.ratios(model, a, byMinsum)))
	}
	return all
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

// all returns the runs of some algorithms on some workloads, of all numbers of jobs.
func (d Data) all(models []string, algorithms ...algorithm.Algorithm) (runs []run) {
	for _, model := range models {
		for _, a := range algorithms {
			for _, n := range d.sizes() {
				runs = append(runs, d.of(model, a, n)...)
			}
		}
	}
	return runs
}

// ends returns the least and the largest number of jobs; false: there is only one.
func (d Data) ends() (few, many int, ok bool) {
	sizes := d.sizes()
	if len(sizes) < 2 {
		return 0, 0, false
	}
	return sizes[0], sizes[len(sizes)-1], true
}

// labels are short names of the algorithms.
var labels = map[string]string{
	algorithm.BiCriteria.Name: "bi-criteria", algorithm.Gang.Name: "Gang", algorithm.Sequential.Name: "Sequential",
	algorithm.ListShelf.Name: "List", algorithm.ListLPTF.Name: "LPTF", algorithm.ListSAF.Name: "SAF",
	algorithm.ListWSPT.Name: "WSPT",
}

// lists holds the list algorithms of the paper.
var lists = []algorithm.Algorithm{algorithm.ListShelf, algorithm.ListLPTF, algorithm.ListSAF}

// others returns the algorithms of the paper except some.
func others(without ...algorithm.Algorithm) []algorithm.Algorithm {
	return slices.DeleteFunc(algorithm.OfPaper(), func(a algorithm.Algorithm) bool {
		return slices.ContainsFunc(without, func(w algorithm.Algorithm) bool { return w.Name == a.Name })
	})
}

// averages writes the average ratios of some algorithms, over the numbers of jobs.
func (d Data) averages(model string, c criterion, algorithms ...algorithm.Algorithm) string {
	var parts []string
	for _, a := range algorithms {
		parts = append(parts, labels[a.Name]+" "+format.Decimal(d.mean(model, a, c).Value, 2))
	}
	return strings.Join(parts, ", ")
}

// least writes the least average ratio of the minsum of some algorithms, and whose it is.
func (d Data) least(model string, algorithms []algorithm.Algorithm) string {
	best := slices.MinFunc(algorithms, func(a, b algorithm.Algorithm) int {
		return cmp.Compare(d.mean(model, a, byMinsum).Value, d.mean(model, b, byMinsum).Value)
	})
	return ", least other: " + d.averages(model, byMinsum, best)
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
