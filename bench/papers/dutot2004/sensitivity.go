package dutot2004

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
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
func (r *CirneRun) run() error {
	model, err := instances.ByName("cirne", instances.ByFormula)
	if err != nil {
		return err
	}
	model.Speedups = r.Speedups
	in, err := model.Generate(r.Jobs, r.Machine, uint64(r.Seed))
	if err != nil {
		return err
	}
	d, err := moldable.Dual(in, moldable.DualOptions{})
	if err != nil {
		return err
	}
	ours, err := moldable.BiCriteria(in, moldable.Options{Seed: uint64(r.Seed)})
	if err != nil {
		return err
	}
	r.Minsum = map[string]int64{
		algorithm.BiCriteria.Name: ours.Schedule.Minsum(in), algorithm.Gang.Name: moldable.Gang(in).Minsum(in),
		algorithm.Sequential.Name: moldable.Sequential(in).Minsum(in),
	}
	var first moldable.Schedule
	r.Identical = true
	for _, l := range []struct {
		of algorithm.Algorithm
		by moldable.Order
	}{
		{algorithm.ListShelf, moldable.ByShelf}, {algorithm.ListLPTF, moldable.ByTime}, {algorithm.ListSAF, moldable.ByArea},
	} {
		s, err := moldable.List(in, d, l.by)
		if err != nil {
			return err
		}
		if first == nil {
			first = s
		}
		r.Identical = r.Identical && slices.Equal(first, s)
		r.Minsum[l.of.Name] = s.Minsum(in)
	}
	return nil
}

// sensitivity returns a row for each choice of parameters: the minsum of the best other algorithm over that of the
// bi-criteria algorithm, and how many runs give the same schedule in all three lists.
func (t *Tried) sensitivity(m *Measured) table.Table {
	out := table.Table{
		Title: fmt.Sprintf("Figure 6 by the parameters of Cirne and Berman's model, of %s: least minsum of the others over "+
			"the bi-criteria algorithm's (above 1: it is the best), whose, and runs in which the three lists are identical",
			format.Count(int64(t.Runs), "run")),
		Columns: table.Words("average parallelism and sigma"),
	}
	for _, n := range m.Jobs {
		out.Columns = append(out.Columns, table.Numbers(format.Count(int64(n), "job"))...)
	}
	for _, r := range ranges() {
		row := []string{rangeWords(r, m.Machine)}
		for _, n := range m.Jobs {
			row = append(row, t.best(r, n))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
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
