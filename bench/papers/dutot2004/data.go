package dutot2004

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A Data holds the numbers by which the ledger is judged: those of an experiment under a reading, or those that the
// paper prints.
type Data struct {
	*Measured // without workloads: the paper's own numbers. Its figures print no values
	reading   instances.Reading
	tried     *Tried // nil: it was not
	example   *Counterexample
}

// The names of the paper's algorithms, but for lists and others.
var (
	ours, gang, sequential = algorithm.BiCriteria.Name, algorithm.Gang.Name, algorithm.Sequential.Name
	saf                    = algorithm.ListSAF.Name
)

// lists holds the list algorithms of the paper.
var lists = []string{algorithm.ListShelf.Name, algorithm.ListLPTF.Name, saf}

// others returns the algorithms of the paper except some.
func others(without ...string) []string {
	return slices.DeleteFunc(algorithm.Names(algorithm.OfPaper()), func(name string) bool {
		return slices.Contains(without, name)
	})
}

// labels are short names of the algorithms.
var labels = map[string]string{
	ours: "bi-criteria", gang: "Gang", sequential: "Sequential", saf: "SAF", algorithm.ListShelf.Name: "List",
	algorithm.ListLPTF.Name: "LPTF", algorithm.ListWSPT.Name: "WSPT",
}

// of returns the runs of an algorithm on a workload.
func (d Data) of(model, of string, jobs int) []run { return d.at(workload{model, d.reading}, jobs, of) }

// average returns the mean of the ratios of an algorithm over workloads and numbers of jobs. A ratio is one of sums
// over all runs, as in the paper. The runs of one seed belong together. With another algorithm, less, it is that of
// the differences, paired by the instances.
func (d Data) average(c criterion, models []string, jobs []int, of, less string) statement.Estimate {
	var values, bounds [][]float64
	for _, model := range models {
		for _, n := range jobs {
			var above, below []float64
			runs, paired := d.of(model, of, n), d.of(model, less, n)
			if less != "" && len(runs) != len(paired) {
				return statement.Estimate{}
			}
			for i, r := range runs {
				if r[c].bound <= 0 {
					continue
				}
				v := r[c].value
				if less != "" {
					v -= paired[i][c].value
				}
				above, below = append(above, v), append(below, r[c].bound)
			}
			values, bounds = append(values, above), append(bounds, below)
		}
	}
	return statement.AverageRatio(values, bounds)
}

// each returns the ratios of an algorithm, or what they are above those of another one, by the number of jobs.
func (d Data) each(c criterion, model, of, less string) []statement.Estimate {
	return frame.Each(d.Jobs, func(n int) statement.Estimate {
		return d.average(c, []string{model}, []int{n}, of, less)
	})
}

// mean returns the average of an algorithm on a workload.
func (d Data) mean(c criterion, model, of string) statement.Estimate {
	return d.average(c, []string{model}, d.Jobs, of, "")
}

// means returns the averages of some algorithms on a workload.
func (d Data) means(c criterion, model string, algorithms ...string) []statement.Estimate {
	return frame.Each(algorithms, func(a string) statement.Estimate { return d.mean(c, model, a) })
}

// spreads returns the largest over the least ratio of the minsum of some algorithms.
func (d Data) spreads(model string, algorithms ...string) []statement.Estimate {
	return frame.Each(algorithms, func(a string) statement.Estimate { return spread(d.each(byMinsum, model, a, "")) })
}

// leads returns what an algorithm is above others at each number of jobs.
func (d Data) leads(c criterion, model, of string, others ...string) (all []statement.Estimate) {
	for _, b := range others {
		all = append(all, d.each(c, model, of, b)...)
	}
	return all
}

// averages writes the average ratios of some algorithms, over the numbers of jobs.
func (d Data) averages(c criterion, model string, algorithms ...string) string {
	return strings.Join(frame.Each(algorithms, func(a string) string {
		return labels[a] + " " + format.Decimal(d.mean(c, model, a).Value, 2)
	}), ", ")
}

// beside writes the average ratio of the minsum of an algorithm, and the least of some others, and whose it is.
func (d Data) beside(model, of string, others []string) string {
	best := slices.MinFunc(others, func(a, b string) int {
		return cmp.Compare(d.mean(byMinsum, model, a).Value, d.mean(byMinsum, model, b).Value)
	})
	return d.averages(byMinsum, model, of) + ", least other: " + d.averages(byMinsum, model, best)
}

// all returns the runs of some algorithms on some workloads with some numbers of jobs.
func (d Data) all(models []string, jobs []int, algorithms ...string) (runs []run) {
	for _, model := range models {
		for _, a := range algorithms {
			for _, n := range jobs {
				runs = append(runs, d.of(model, a, n)...)
			}
		}
	}
	return runs
}

// spread returns the largest of values over the least.
func spread(all []statement.Estimate) statement.Estimate {
	var quotients []statement.Estimate
	for _, a := range all {
		for _, b := range all {
			quotients = append(quotients, quotient(a, b))
		}
	}
	largest, _ := statement.Largest(quotients)
	return largest
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
