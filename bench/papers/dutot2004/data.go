package dutot2004

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/moldable"
	bounds "github.com/optgap/optgap/ilp/moldable"
)

// A Data holds the numbers by which the ledger is judged: those of an experiment, or those that the paper prints.
type Data struct {
	*Measured // without workloads: the paper's own numbers. Its figures print no values
	tried     []TriedPoint
	example   *Counterexample
}

// The names of the paper's algorithms, but for lists and others.
var (
	ours, gang, sequential = experiment.BiCriteria.Name, experiment.Gang.Name, experiment.Sequential.Name
	saf                    = experiment.ListSAF.Name
)

// lists holds the list algorithms of the paper.
var lists = []string{experiment.ListShelf.Name, experiment.ListLPTF.Name, saf}

// others returns the algorithms of the paper except some.
func others(without ...string) []string {
	return slices.DeleteFunc(experiment.Names(experiment.OfPaper()), func(name string) bool {
		return slices.Contains(without, name)
	})
}

// labels are short names of the algorithms.
var labels = map[string]string{
	ours: "bi-criteria", gang: "Gang", sequential: "Sequential", saf: "SAF", experiment.ListShelf.Name: "List",
	experiment.ListLPTF.Name: "LPTF", experiment.ListWSPT.Name: "WSPT",
}

// of returns the runs of an algorithm on a workload.
func (d Data) of(model, of string, jobs int) []run { return d.at(model, jobs, of) }

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
			quotients = append(quotients, a.Over(b))
		}
	}
	return statement.Extreme(quotients, math.Max)
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
	printed, err := bounds.Printed(ctx, in, moldable.Dual(in))
	return &Counterexample{printed, moldable.Sequential(in).Minsum(in)}, err
}
