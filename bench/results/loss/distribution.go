package loss

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/confidence"
)

// Class is a range of numbers of waiting jobs.
type Class struct {
	From, To int // To included; 0: no end
}

// Classes returns the classes of the tables. One job that waits alone is no
// question of order, so they begin with two.
func Classes() []Class {
	return []Class{{2, 4}, {5, 8}, {9, 12}, {13, 20}, {21, 40}, {41, 64}, {65, 0}}
}

func (c Class) String() string {
	if c.To == 0 {
		return fmt.Sprintf("%d+", c.From)
	}
	return fmt.Sprintf("%d-%d", c.From, c.To)
}

func (c Class) has(jobs int) bool { return jobs >= c.From && (c.To == 0 || jobs <= c.To) }

// Distribution describes a scheduler's losses in percent. A quantile is the least of
// the losses that at least that share of them do not exceed.
type Distribution struct {
	Optimal                   Interval // share of steps, 0 to 1, on which the scheduler is optimal
	Average, Median, Q90, Q95 Interval
	Largest                   Interval
	// Confidence is the 95 % interval of Average, see package confidence: where an optimum is
	// not proven, from the low end of Low to the high end of High. nil: too few steps.
	Confidence *Interval
}

// Describe returns the distribution of at least one loss, of consecutive steps.
func Describe(losses []Interval) (d Distribution) {
	low, high := make([]float64, len(losses)), make([]float64, len(losses))
	for i, l := range losses {
		low[i], high[i] = l.Low, l.High
	}
	d.Confidence = around(low, high)
	slices.Sort(low)
	slices.Sort(high)
	both := func(f func(sorted []float64) float64) Interval { return Interval{f(low), f(high)} }
	quantile := func(p float64) Interval {
		return both(func(sorted []float64) float64 { return stat.Quantile(p, stat.Empirical, sorted, nil) })
	}
	d.Average = both(func(sorted []float64) float64 { return stat.Mean(sorted, nil) })
	d.Median, d.Q90, d.Q95, d.Largest = quantile(0.5), quantile(0.9), quantile(0.95), quantile(1)
	optimal := both(func(sorted []float64) float64 { return stat.CDF(0, stat.Empirical, sorted, nil) })
	d.Optimal = Interval{optimal.High, optimal.Low} // the larger the losses, the fewer are 0
	return d
}

// around returns the interval of the average of consecutive losses.
func around(low, high []float64) *Interval {
	lower, ok := confidence.Mean(low)
	if !ok {
		return nil
	}
	upper, _ := confidence.Mean(high)
	return &Interval{lower.Low, upper.High}
}

// Row is what was seen of one class.
type Row struct {
	Class  Class
	Steps  int
	Proven int
	Losses []Distribution // as in Schedulers
}

// ProvenShare returns the share of steps whose optimum is proven, 0 to 1.
func (r Row) ProvenShare() float64 { return float64(r.Proven) / float64(r.Steps) }

// Distribute returns a row for each class in which steps were seen, and the row of
// all of them. Without any step of a class both are zero.
func Distribute(observations []Observation) (rows []Row, all Row) {
	for _, c := range Classes() {
		if r := describe(c, observations); r.Steps > 0 {
			rows = append(rows, r)
		}
	}
	return rows, describe(Class{From: Classes()[0].From}, observations)
}

func describe(c Class, observations []Observation) Row {
	r := Row{Class: c}
	losses := make([][]Interval, len(Schedulers()))
	for _, o := range observations {
		if !c.has(o.Jobs) {
			continue
		}
		r.Steps++
		if o.Proven {
			r.Proven++
		}
		for p, l := range o.Loss {
			losses[p] = append(losses[p], l)
		}
	}
	if r.Steps == 0 {
		return Row{}
	}
	for _, l := range losses {
		r.Losses = append(r.Losses, Describe(l))
	}
	return r
}
