package dutot2004

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// A CirneRun is an instance of Cirne and Berman's jobs under other parameters, which the paper does not print.
type CirneRun struct {
	Speedups      instances.Range
	Jobs          int
	Machine, Seed int64
	Minsum        map[string]int64 // by algorithm, in ticks
	Identical     bool             // the three list algorithms give the same schedule
}

// ranges are the parameters that are tried: those of the experiment first.
func ranges() []instances.Range {
	zero, two := 0.0, 2.0
	return []instances.Range{{}, {Share: 0.125}, {Least: 8}, {Sigma: &zero}, {Sigma: &two}}
}

// rangeWords describes parameters of Downey's speed-ups.
func rangeWords(r instances.Range, machine int64) string {
	sigma := "0 to 2"
	if r.Sigma != nil {
		sigma = fmt.Sprintf("%g", *r.Sigma)
	}
	return fmt.Sprintf("A %g to %g, sigma %s", max(1, r.Least), float64(machine)*cmp.Or(r.Share, 1), sigma)
}

// cirneRuns returns the runs to try: none where the experiment leaves Cirne and Berman's jobs out.
func (m *Measured) cirneRuns(runs int) (all []CirneRun) {
	if !slices.Contains(m.Models, "cirne") {
		return nil
	}
	for _, r := range ranges() {
		for _, n := range m.Jobs {
			for run := range runs {
				all = append(all, CirneRun{Speedups: r, Jobs: n, Machine: m.Machine, Seed: int64(m.Seed) + int64(run)})
			}
		}
	}
	return all
}

// run schedules the instance by the algorithms of the paper.
func (r *CirneRun) run(ctx context.Context) error {
	model, err := instances.ByName("cirne", instances.ByFormula)
	if err != nil {
		return err
	}
	model.Speedups = r.Speedups
	in, err := model.Generate(r.Jobs, r.Machine, uint64(r.Seed))
	if err != nil {
		return err
	}
	results, err := algorithm.Run(ctx, in, algorithm.OfPaper(), algorithm.Options{
		BiCriteria: moldable.Options{Seed: uint64(r.Seed)}, NoBounds: true, NoCertificates: true,
	})
	if err != nil {
		return err
	}
	r.Minsum, r.Identical = map[string]int64{}, true
	starts := map[string][]record.MoldableStart{}
	for _, found := range results {
		r.Minsum[found.Algorithm], starts[found.Algorithm] = found.Minsum, found.Starts
	}
	for _, l := range lists {
		r.Identical = r.Identical && slices.Equal(starts[l.Name], starts[lists[0].Name])
	}
	return nil
}

// sensitivity returns a row for each choice of parameters: the minsum of the best other algorithm over that of the
// bi-criteria algorithm, and how many runs give the same schedule in all three lists.
func (t *Tried) sensitivity(m *Measured) table.Table {
	title := fmt.Sprintf("Figure 6 by the parameters of Cirne and Berman's model, of %s: least minsum of the others over "+
		"the bi-criteria algorithm's (above 1: it is the best), whose, and runs in which the three lists are identical",
		format.Count(int64(t.Runs), "run"))
	var names []string
	for _, r := range ranges() {
		names = append(names, rangeWords(r, m.Machine))
	}
	first := table.Words("average parallelism and sigma")
	return statement.Grid(title, first, names, m.sizeNames(), func(row, column int) string {
		return t.best(ranges()[row], m.Jobs[column])
	})
}

// best returns a cell such as "1.31 SAF, 10".
func (t *Tried) best(r instances.Range, jobs int) string {
	sums, identical := map[string]int64{}, 0
	for _, run := range t.Cirne {
		if run.Jobs != jobs || run.Speedups.String() != r.String() {
			continue
		}
		for name, minsum := range run.Minsum {
			sums[name] += minsum
		}
		if run.Identical {
			identical++
		}
	}
	least := ""
	for _, a := range others(algorithm.BiCriteria) {
		if least == "" || sums[a.Name] < sums[least] {
			least = a.Name
		}
	}
	ratio := float64(sums[least]) / float64(sums[algorithm.BiCriteria.Name])
	return format.Decimal(ratio, 2) + " " + labels[least] + ", " + strconv.Itoa(identical)
}
