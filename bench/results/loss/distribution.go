package loss

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/results/summary"
)

// A Class is a range of numbers of waiting jobs.
type Class struct {
	From, To int // both included; To 0: no end
}

// Classes returns the classes of the tables. They begin with two jobs: for a job that waits
// alone there is no order to choose.
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

// A Distribution describes the losses of a scheduler in percent. The quantile of a share is
// the least loss that at least this share of the losses do not exceed.
type Distribution struct {
	Optimal         confidence.Interval // share of steps, 0 to 1, on which the scheduler is optimal
	Average, Median confidence.Interval
	Q90, Q95        *confidence.Interval // nil: there are too few steps for an interval of it
	Least, Largest  confidence.Interval
	// Confidence is the 95 % interval of the average over all steps of the trace, nil where too few
	// are known or all. Where an optimum is not proven, it reaches from the low end for the lower
	// losses to the high end for the upper losses. Middle is likewise that of the median.
	Confidence, Middle *confidence.Interval
	// Tenths is the range of the averages of the tenths of the trace, nil with fewer than 40 steps.
	Tenths *confidence.Interval
	// Excess and FromNow are the averages of those of the steps; nil: some step is not known.
	Excess, FromNow *confidence.Interval
}

// Describe returns the distribution of the losses of steps in the order of the trace, evenly spread
// over all steps of it. There is at least one loss. all: see [Table].
func Describe(losses []confidence.Interval, all int) (d Distribution) {
	low, high := split(losses)
	sampled := func(values []float64) *confidence.Interval { return confidence.Sample(values, all) }
	d.Confidence = outer(sampled(low), sampled(high))
	d.Tenths = tenths(losses)
	slices.Sort(low)
	slices.Sort(high)
	both := func(f func(sorted []float64) float64) confidence.Interval {
		return confidence.Interval{Low: f(low), High: f(high)}
	}
	quantile := func(p float64) (value confidence.Interval, around *confidence.Interval) {
		value = both(
			func(sorted []float64) float64 { return stat.Quantile(p, stat.Empirical, sorted, nil) },
		)
		return value, outer(confidence.Quantile(p, low), confidence.Quantile(p, high))
	}
	known := func(p float64) *confidence.Interval {
		value, around := quantile(p)
		if around == nil {
			return nil
		}
		return &value
	}
	d.Average = both(func(sorted []float64) float64 { return stat.Mean(sorted, nil) })
	d.Median, d.Middle = quantile(0.5)
	if len(losses) >= all {
		d.Middle = nil
	}
	d.Q90, d.Q95 = known(0.9), known(0.95)
	d.Least, d.Largest = both(floats.Min), both(floats.Max)
	optimal := both(
		func(sorted []float64) float64 { return stat.CDF(0, stat.Empirical, sorted, nil) },
	)
	d.Optimal = confidence.Interval{
		Low:  optimal.High,
		High: optimal.Low,
	} // larger losses: fewer are 0
	return d
}

// outer returns the interval from the low end of one to the high end of another; nil where one is
// nil.
func outer(lower, upper *confidence.Interval) *confidence.Interval {
	if lower == nil || upper == nil {
		return nil
	}
	return &confidence.Interval{Low: lower.Low, High: upper.High}
}

// tenths returns the range of the averages of the tenths of a trace; nil with too few steps.
func tenths(values []confidence.Interval) *confidence.Interval {
	low, high := split(values)
	return outer(confidence.Tenths(low, nil), confidence.Tenths(high, nil))
}

// mean returns the average of both ends.
func mean(all []confidence.Interval) *confidence.Interval {
	low, high := split(all)
	return &confidence.Interval{Low: low.Mean(), High: high.Mean()}
}

// split returns the lower and the upper ends.
func split(all []confidence.Interval) (low, high confidence.Values) {
	for _, i := range all {
		low = append(low, i.Low)
		high = append(high, i.High)
	}
	return low, high
}

// A Table holds the losses of schedulers by number of waiting jobs.
type Table struct {
	Objective  optgap.Objective // in which the schedulers lose; "": the ARTwW
	Schedulers []string         // as [Schedulers] returns them
	Rows       []Row            // of the classes that have steps
	All        Row              // of all classes; zero where no class has a step
	Against    string           // the scheduler that others differ from; "": there is only one
	Left       summary.Left     // steps that are left out
	// Of is the number of steps of the trace over which those with losses are evenly spread; 0:
	// there are no others, or it is not known.
	Of    int
	Steps []Observation     // those of All
	Lost  []summary.Missing // policies that have no loss, as they have failed
}

// A Row holds the losses of one class.
type Row struct {
	Class  Class
	Steps  int
	Proven int
	// Of is the number of steps of the trace for which these stand, in the share that all have;
	// Steps: nothing is sampled.
	Of     int
	Losses []Distribution // in the order of Table.Schedulers
	// Differences are those of Table.Schedulers from Table.Against; nil without that.
	Differences []Difference
}

// ProvenShare returns the share of steps whose optimum is proven, 0 to 1.
func (r Row) ProvenShare() float64 { return float64(r.Proven) / float64(r.Steps) }

// Distribute returns the losses that were observed of the policies. All observations have the same
// objective. against names one of [Schedulers], from which the others differ; any other: the policy
// with the least loss. left and of: see [Table].
func Distribute(
	policies []string,
	observations []Observation,
	left summary.Left,
	against string,
	of int,
) Table {
	observations = slices.Clone(observations)
	slices.SortStableFunc(observations, func(a, b Observation) int {
		return cmp.Or(cmp.Compare(a.Trace, b.Trace), cmp.Compare(a.Index, b.Index))
	})
	t := Table{Schedulers: Schedulers(policies), Left: left, Of: of}
	if len(observations) > 0 {
		t.Objective = observations[0].Objective
		if len(policies) > 1 {
			t.Against = against
			if !slices.Contains(t.Schedulers, against) {
				t.Against = policies[leastLoss(len(policies), observations)]
			}
		}
	}
	for _, c := range Classes() {
		if r := t.describe(c, observations); r.Steps > 0 {
			t.Rows = append(t.Rows, r)
		}
	}
	all := Class{From: Classes()[0].From}
	t.All = t.describe(all, observations)
	t.Steps = lists.Where(observations, func(o Observation) bool { return all.has(o.Jobs) })
	return t
}

func (t Table) describe(c Class, observations []Observation) Row {
	r := Row{Class: c}
	losses := make([][]confidence.Interval, len(t.Schedulers))
	excess := make([][]confidence.Interval, len(losses))
	fromNow := make([][]confidence.Interval, len(losses))
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
			if o.Excess != nil {
				excess[p], fromNow[p] = append(excess[p], o.Excess[p]), append(fromNow[p], o.FromNow[p])
			}
		}
	}
	if r.Steps == 0 {
		return Row{}
	}
	// A class has the same share of the steps of the trace as all steps have, and so have the steps
	// that are left out.
	taken := len(observations) + t.Left.Steps()
	r.Of = r.Steps * max(t.Of, taken) / taken
	r.Losses = lists.Each(
		losses,
		func(own []confidence.Interval) Distribution { return Describe(own, r.Of) },
	)
	for p := range r.Losses {
		if len(excess[p]) == r.Steps {
			r.Losses[p].Excess, r.Losses[p].FromNow = mean(excess[p]), mean(fromNow[p])
		}
	}
	if k := slices.Index(t.Schedulers, t.Against); k >= 0 {
		r.Differences = differences(losses, k)
	}
	return r
}

// A Difference is the average loss of a scheduler minus that of Table.Against on the same steps, in
// percentage points.
type Difference struct {
	Average confidence.Interval  // its two ends, where an optimum is not proven
	Tenths  *confidence.Interval // as those of a [Distribution]
}

// Versus is a difference as fields of JSON.
type Versus struct {
	// policy of `--against`, by default the one that loses least, or the best of the others;
	// average loss minus its, on the same steps
	Against        string   `json:"against,omitempty"`
	DifferenceLow  *float64 `json:"difference_low_percent,omitempty"`
	DifferenceHigh *float64 `json:"difference_high_percent,omitempty"`
	// range of it over the tenths of the trace; absent below 40 steps
	DifferenceTenthsLow  *float64 `json:"difference_tenths_low_percent,omitempty"`
	DifferenceTenthsHigh *float64 `json:"difference_tenths_high_percent,omitempty"`
}

// Versus returns the difference from a scheduler as fields of JSON.
func (d Difference) Versus(against string) Versus {
	low, high := d.Tenths.Ends()
	return Versus{against, &d.Average.Low, &d.Average.High, low, high}
}

// negative returns what the other scheduler loses more.
func (d Difference) negative() Difference {
	d.Average = confidence.Interval{Low: 0 - d.Average.High, High: 0 - d.Average.Low}
	if d.Tenths != nil {
		d.Tenths = &confidence.Interval{Low: 0 - d.Tenths.High, High: 0 - d.Tenths.Low}
	}
	return d
}

// LessThan returns the difference as what a scheduler loses less, and true, where that is above 0.
func (d Difference) LessThan() (Difference, bool) {
	if d.Average.Low+d.Average.High < 0 {
		return d.negative(), true
	}
	return d, false
}

// differences returns what each scheduler loses more than the one at index against. losses holds,
// by scheduler, the losses at each step.
func differences(losses [][]confidence.Interval, against int) []Difference {
	return lists.Each(losses, func(own []confidence.Interval) Difference {
		minus := make([]confidence.Interval, len(own))
		for i, l := range own {
			// The difference is 100 * optimum * (1 / other - 1 / own), so it is largest and least
			// at the ends.
			atSchedule := l.Low - losses[against][i].Low
			atBound := l.High - losses[against][i].High
			minus[i] = confidence.Interval{
				Low:  min(atSchedule, atBound),
				High: max(atSchedule, atBound),
			}
		}
		return Difference{Average: *mean(minus), Tenths: tenths(minus)}
	})
}

// leastLoss returns the index of the policy that loses least on average. Those that take the best
// of others do not count, as nobody can schedule by the best of several plans without making them.
func leastLoss(policies int, observations []Observation) int {
	sums := make([]float64, policies)
	for _, o := range observations {
		for k := range sums {
			sums[k] += o.Loss[k].High
		}
	}
	return slices.Index(sums, slices.Min(sums))
}
