package view

import (
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/compare"
	"github.com/optgap/optgap/bench/confidence"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/summary"
	"github.com/optgap/optgap/bench/table"
)

// Averages returns the averages of each method over the steps, with their 95 % intervals; see
// package confidence. It has no row for what less than [confidence.Least] steps have.
func Averages(c *compare.Comparison) table.Table {
	t := table.Table{
		Title:   "Averages over steps and their 95 % intervals; times are shifted geometric, shift 1 s",
		Columns: slices.Concat(table.Words("method", "average of"), table.Numbers("steps", "average", "95 % interval")),
	}
	for k, method := range c.Methods {
		for _, a := range averagesOf(c, k) {
			if cells := a.cells(); cells != nil {
				t.Rows = append(t.Rows, append([]string{method, a.name}, cells...))
			}
		}
	}
	return t
}

// averaged is what is averaged over consecutive steps.
type averaged struct {
	name   string
	values []float64
	times  bool // in seconds; else in percent
}

// averagesOf returns what there is to average of a method.
func averagesOf(c *compare.Comparison, method int) []averaged {
	loss, above, gap := averaged{name: "loss of the best policy"}, averaged{name: "above the best method"}, averaged{name: "gap"}
	policies := map[string]*averaged{}
	time := averaged{name: "time", times: true}
	for _, s := range c.Steps {
		r := s.Results[method]
		if r == nil {
			continue
		}
		if r.SolveSeconds > 0 {
			time.values = append(time.values, r.SolveSeconds)
		}
		if !summary.Solved(r) {
			continue
		}
		if least := s.Best(); len(c.Methods) > 1 {
			above.values = append(above.values, float64(r.Objective-least)/float64(least)*100)
		}
		if r.Gap != nil {
			gap.values = append(gap.values, *r.Gap*100)
		}
		if r.LossPercent == nil {
			continue
		}
		loss.values = append(loss.values, *r.LossPercent)
		if len(c.Methods) == 1 {
			addLosses(policies, r)
		}
	}
	all := []averaged{loss}
	if !slices.ContainsFunc(loss.values, func(v float64) bool { return v != 0 }) { // the best policy itself
		all = nil
	}
	for _, name := range slices.Sorted(maps.Keys(policies)) {
		all = append(all, *policies[name])
	}
	return append(all, above, gap, time)
}

// addLosses adds what each policy loses against a schedule.
func addLosses(policies map[string]*averaged, r *record.Result) {
	for name, p := range r.Policies {
		if policies[name] == nil {
			policies[name] = &averaged{name: "loss of " + name}
		}
		policies[name].values = append(policies[name].values, (1-float64(r.Objective)/float64(p.Objective))*100)
	}
}

// cells returns the number of steps, the average and its interval; nil: too few steps.
func (a averaged) cells() []string {
	if a.times {
		i, ok := confidence.ShiftedGeoMean(a.values, 1)
		if !ok {
			return nil
		}
		unit, times := format.Times([]float64{summary.ShiftedGeoMean(a.values, 1), i.Low, i.High})
		return []string{count(len(a.values)), bare(times[0][0]) + " " + unit, bare(times[0][1]) + " .. " + bare(times[0][2]) + " " + unit}
	}
	i, ok := confidence.Mean(a.values)
	if !ok {
		return nil
	}
	return []string{count(len(a.values)), format.Percent(stat.Mean(a.values, nil)), hundredths(i.Low) + " .. " + format.Percent(i.High)}
}

// bare leaves out the spaces that align points.
func bare(number string) string { return strings.TrimSpace(number) }

// Costs returns what the results of each method have cost: the method, the bounds beside it, and
// what hands over to a child process. Averages are over the results of which it was measured. It has
// no row for a method of which nothing was measured. It is wider than text should be.
func Costs(c *compare.Comparison) table.Table {
	t := table.Table{Title: "Costs of the results", Columns: slices.Concat(table.Words("method"),
		table.Numbers("results", "CPU time,\ntotal [s]", "average\n[s]", "95 % interval\n[s]", "wall time,\ntotal [s]", "average\n[s]", "largest\nmemory [MB]", "average\n[MB]"))}
	for k, method := range c.Methods {
		var cpu, wall, memory []float64
		for _, s := range c.Steps {
			r := s.Results[k]
			if r == nil || r.Cost == (record.Cost{}) {
				continue
			}
			wall = append(wall, r.WallSeconds)
			if r.CPUSeconds > 0 {
				cpu = append(cpu, r.CPUSeconds)
			}
			if r.PeakMemoryBytes > 0 {
				memory = append(memory, float64(r.PeakMemoryBytes)/1e6)
			}
		}
		if len(wall) == 0 {
			continue
		}
		row := []string{method, count(len(wall)), threeDigits(floats.Sum(cpu)), threeDigits(stat.Mean(cpu, nil)), "", threeDigits(floats.Sum(wall)), threeDigits(stat.Mean(wall, nil)), "", ""}
		if i, ok := confidence.Mean(cpu); ok {
			row[4] = threeDigits(i.Low) + " .. " + threeDigits(i.High)
		}
		if len(memory) > 0 {
			row[7], row[8] = format.Decimal(slices.Max(memory), 1), format.Decimal(stat.Mean(memory, nil), 1)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// threeDigits writes a time with three digits that say something.
func threeDigits(v float64) string { return format.Significant(v, 3) }
