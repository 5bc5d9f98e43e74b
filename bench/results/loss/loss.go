// Package loss tells how much policies lose against the optimum at one second, by the number of
// waiting jobs:
//
//	results of a step -> Observe    -> Observation: certified loss of each scheduler
//	Observations      -> Distribute -> Table: distribution of the losses in each class
//	Table             -> Lines      -> CSV and JSON lines
//
// # Definition
//
// The loss of a policy is the performance loss of Grothklags and Streit (2004, below Eq. 7),
// with the optimum at one second in the place of the answer of the time-scaled program:
//
//	loss = (1 - optimum / objective(policy)) * 100 %.
//
// It lies in [0, 100) %. dynP is the best of FCFS, SJF and LJF at each step,
// and best is the best of all policies that are compared. All losses are of the same steps: those of
// which each policy has a schedule. A policy that is lost, see [summary.Missing], has no loss. It leaves
// the others all steps.
//
// # The same in other measures
//
// A loss counts waits that lie behind a step, which no schedule changes, so that it is diluted
// where queues are long. Beside it stand, of the same objectives and where the steps are known (see
// [Facts]),
//
//	excess   = (objective(policy) - optimum) in the unit of the average, such as seconds of ARTwW
//	from now = (1 - (optimum - past) / (objective(policy) - past)) * 100 %,
//
// where past = sum of weight * (now - submission), so that objective - past = sum of weight *
// (start - now + estimate).
//
// # Certified intervals
//
// Where the optimum is not proven, it lies between the best bound and the best schedule of
// the step. The loss then lies within
//
//	[1 - best schedule / objective(policy), 1 - bound / objective(policy)] * 100 %.
//
// Averages, quantiles and shares rise with every single loss. Taken over the lower ends and
// over the upper ends, they enclose their value for known optima. Both ends are the same
// where all steps are proven.
//
// The package may change at any time.
package loss

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics"
)

// Names of schedulers that take the best of several policies at each step.
const (
	DynP = "dynP" // of FCFS, SJF and LJF
	Best = "best" // of all policies
)

// Schedulers returns the names of the schedulers in the order of the tables: the policies, then
// DynP where all three of its policies are among them, then Best where that is another scheduler.
func Schedulers(policies []string) []string {
	names := slices.Clone(policies)
	missing := func(p heuristics.Policy) bool { return !slices.Contains(policies, p.Name) }
	whole := !slices.ContainsFunc(heuristics.DynP(), missing)
	if whole {
		names = append(names, DynP)
	}
	if len(policies) > 1 && !(whole && len(policies) == len(heuristics.DynP())) {
		names = append(names, Best)
	}
	return names
}

// An Observation holds the losses at one step.
type Observation struct {
	Trace       string
	Index, Jobs int
	Now         int64 // [s] of the trace
	// Objective is what the results of the step minimise; "": the ARTwW.
	Objective optgap.Objective

	// Best is the objective of the best schedule known, and Bound the largest lower bound of it.
	Best, Bound int64

	Proven bool                  // the best schedule meets the best bound
	Loss   []confidence.Interval // in percent, in the order of [Schedulers]

	// Excess, in the unit of the average, and FromNow, in percent, are the same in other measures;
	// nil: the step is not known.
	Excess, FromNow []confidence.Interval
	values          []int64 // the objectives of the schedulers
}

// Facts hold what results do not have of their steps.
type Facts map[record.StepKey]fact

// A fact is about one step.
type fact struct {
	average float64 // for which one unit of the objective stands
	past    int64   // the part of the objective that lies behind
}

// Add adds a valid step.
func (f Facts) Add(step *optgap.Step) {
	own := fact{average: step.ObjectiveValue(1)}
	for i, j := range step.Jobs {
		own.past -= step.Weight(i) * j.Submit // the step is at 0
	}
	f[record.StepKey{Trace: step.Trace, Index: step.Index}] = own
}

// measure adds the losses in other measures to those of a step, where it is known.
func (f Facts) measure(o *Observation) {
	own, ok := f[record.StepKey{Trace: o.Trace, Index: o.Index}]
	if !ok {
		return
	}
	best := o.Best - own.past
	bound := max(o.Bound-own.past, 0) // a weak bound may lie behind
	above := func(v, optimum int64) float64 { return own.average * float64(v-optimum) }
	for _, v := range o.values {
		o.Excess = append(
			o.Excess,
			confidence.Interval{Low: above(v, o.Best), High: above(v, o.Bound)},
		)
		o.FromNow = append(
			o.FromNow,
			confidence.Interval{
				Low:  percent(best, v-own.past),
				High: percent(bound, v-own.past),
			},
		)
	}
}

// Observe returns the losses of the policies, and of the schedulers that take the best of them, at
// one step. The results are those of one or more methods. The least objective and the largest bound
// of all results count. A nil result is ignored. why says what is missing; "": nothing.
func Observe(policies []string, results ...*record.Result) (o Observation, why string) {
	o, values := gather(results)
	switch {
	case o.Bound == 0:
		return o, cmp.Or(failure(results), NoBound)
	case len(policies) == 0:
		return o, "no schedule of a policy"
	}
	objectives := make(map[string]int64, len(policies)+2)
	for _, name := range policies {
		v := values[name].Objective
		if v == 0 {
			return o, cmp.Or(failure(results), "no schedule of "+name)
		}
		objectives[name], objectives[Best] = v, lesser(objectives[Best], v)
		if summary.OfDynP(name) {
			objectives[DynP] = lesser(objectives[DynP], v)
		}
	}
	o.Best = lesser(o.Best, objectives[Best])
	if o.Bound > o.Best {
		return o, "a bound above a schedule"
	}
	o.Proven = o.Bound == o.Best
	for _, name := range Schedulers(policies) {
		v := objectives[name]
		o.values = append(o.values, v)
		o.Loss = append(
			o.Loss,
			confidence.Interval{Low: percent(o.Best, v), High: percent(o.Bound, v)},
		)
	}
	return o, ""
}

// NoBound is what a step lacks that has no lower bound.
const NoBound = "no lower bound"

// failure says which method failed at a step; "": none did.
func failure(results []*record.Result) string {
	for _, r := range results {
		if r != nil && r.Status == optgap.StatusError {
			return "an error of method " + r.Method
		}
	}
	return ""
}

// gather returns what the results of one step have together, and the policies' values.
func gather(results []*record.Result) (o Observation, values map[string]record.Policy) {
	for _, r := range results {
		if r == nil {
			continue
		}
		o.Trace = r.Trace
		o.Index = r.Index
		o.Now = r.Now
		o.Jobs = r.Jobs
		o.Objective = optgap.Objective(r.ObjectiveName)
		o.Bound = max(o.Bound, r.Bound)
		o.Best = lesser(o.Best, r.Objective)
		if len(r.Policies) > 0 {
			values = r.Policies
		}
	}
	return o, values
}

// lesser returns the lesser of two objectives; 0 stands for none.
func lesser(a, b int64) int64 {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// Of returns the losses on all steps of a comparison. policies are those of which some step has
// values. Steps for which [Observe] lacks something are left out, so that all losses are of the
// same steps. against: see [Distribute]. facts are those of the steps that are known. of: see
// [Table].
func Of(c *summary.Comparison, against string, facts Facts, of int) Table {
	var observations []Observation
	left := summary.Left{}
	for _, s := range c.Steps {
		o, why := Observe(c.Policies, s.Results...)
		if why != "" {
			left[why]++
			continue
		}
		facts.measure(&o)
		observations = append(observations, o)
	}
	t := Distribute(c.Policies, observations, left, against, of)
	for _, m := range c.Missing {
		if m.Lost() {
			t.Lost = append(t.Lost, m)
		}
	}
	return t
}

// OfFirst returns the 95 % interval of the average loss of the scheduler that [Table.Answered] has
// first, over so many steps; nil: there is none.
func OfFirst(c *summary.Comparison, all int) *confidence.Interval {
	t := Of(c, "", nil, all)
	if t.All.Steps == 0 {
		return nil
	}
	of, _ := t.Answered()
	return t.All.Losses[of[0]].Confidence
}

// Ranking returns the indices of the schedulers, the one with the least average loss first. Of
// equal ones the scheduler that takes the best of the others goes first, as it loses no more than
// they do.
func (t Table) Ranking() []int {
	of := t.All.Losses
	order := lists.Places[int](len(of))
	slices.Reverse(order)
	slices.SortStableFunc(
		order,
		func(a, b int) int { return cmp.Compare(of[a].Average.High, of[b].Average.High) },
	)
	return order
}

// Answered returns the indices of the schedulers whose loss the study is about, the one with the
// least first: the policies that are not of dynP. Where there are none, and own is false, it is the
// scheduler with the least loss, but for [Best], which nobody has.
func (t Table) Answered() (of []int, own bool) {
	of = t.ranked(Own)
	if len(of) > 0 {
		return of, true
	}
	return t.ranked(func(name string) bool { return name != Best })[:1], false
}

// Own tells that a scheduler is a policy beside those of dynP.
func Own(scheduler string) bool {
	return scheduler != DynP && scheduler != Best && !summary.OfDynP(scheduler)
}

// ranked returns the indices of the schedulers to keep, as [Table.Ranking] has them.
func (t Table) ranked(keep func(name string) bool) []int {
	return lists.Where(t.Ranking(), func(k int) bool { return keep(t.Schedulers[k]) })
}

// BestOther returns the index of the policy that loses least of all but the scheduler at index k;
// -1: there is none.
func (t Table) BestOther(k int) int {
	others := t.ranked(func(name string) bool {
		return name != DynP && name != Best && name != t.Schedulers[k]
	})
	return append(others, -1)[0]
}

// Versus returns what the scheduler at index k loses more than the one at index other: Against, or
// the best other policy where it is Against itself; -1: there is none.
func (t Table) Versus(k int) (other int, d Difference) {
	other = slices.Index(t.Schedulers, t.Against)
	switch {
	case other < 0:
		return -1, d
	case other != k:
		return other, t.All.Differences[k]
	}
	other = t.BestOther(k)
	if other >= 0 {
		d = t.All.Differences[other].negative()
	}
	return other, d
}

func percent(optimum, policy int64) float64 {
	return (1 - float64(optimum)/float64(policy)) * 100
}

// A Line is the distribution of a scheduler in one class, as a row of the CSV and an object
// of the JSON lines. Losses and shares are in percent.
type Line struct {
	// [jobs] of the class; no end: absent
	WaitingFrom int `json:"waiting_from"`
	WaitingTo   int `json:"waiting_to,omitempty"`
	// steps of the class, and those whose optimum is proven
	Steps  int `json:"steps"`
	Proven int `json:"proven"`
	// one of `--policies`; `dynP`: the best of FCFS, SJF and LJF at each step; `best`: the best of
	// all, where there are others
	Scheduler string `json:"policy"`
	*Percents

	// 95 % interval, around both ends, of the average over all steps of the trace, and of their
	// median; absent where too few steps are known, and where all are
	ConfidenceLow  *float64 `json:"average_ci95_low_percent,omitempty"`
	ConfidenceHigh *float64 `json:"average_ci95_high_percent,omitempty"`
	MiddleLow      *float64 `json:"median_ci95_low_percent,omitempty"`
	MiddleHigh     *float64 `json:"median_ci95_high_percent,omitempty"`
	// range of the averages over the tenths of the trace; absent below 40 steps
	TenthsLow  *float64 `json:"average_tenths_low_percent,omitempty"`
	TenthsHigh *float64 `json:"average_tenths_high_percent,omitempty"`

	Versus

	Objective optgap.Objective `json:"objective_name,omitempty"` // absent: the ARTwW

	// in the unit of what is minimised, the average by which it is above the optimum; absent: steps
	// are not at hand
	ExcessLow  *float64 `json:"excess_low,omitempty"`
	ExcessHigh *float64 `json:"excess_high,omitempty"`
	// average loss of what is still to decide, without the waits that lie behind; likewise
	FromNowLow  *float64 `json:"from_now_low_percent,omitempty"`
	FromNowHigh *float64 `json:"from_now_high_percent,omitempty"`

	// a policy that failed has no loss: on how many of the steps it did, and why on the first
	Failed int    `json:"failed,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Percents are the statistics of a Line.
type Percents struct {
	// of the steps on which it loses nothing
	OptimalLow  float64 `json:"optimal_low_percent"`
	OptimalHigh float64 `json:"optimal_high_percent"`
	// average loss against the optimum at one second
	AverageLow  float64 `json:"average_low_percent"`
	AverageHigh float64 `json:"average_high_percent"`
	// half, 90 % and 95 % of the steps do not exceed it; the latter are absent below 36 and 72
	// steps
	MedianLow  float64  `json:"median_low_percent"`
	MedianHigh float64  `json:"median_high_percent"`
	Q90Low     *float64 `json:"q90_low_percent,omitempty"`
	Q90High    *float64 `json:"q90_high_percent,omitempty"`
	Q95Low     *float64 `json:"q95_low_percent,omitempty"`
	Q95High    *float64 `json:"q95_high_percent,omitempty"`
	// largest loss
	LargestLow  float64 `json:"largest_low_percent"`
	LargestHigh float64 `json:"largest_high_percent"`
}

// Lines returns a line for each class and scheduler, and a line of all classes for each
// scheduler. Those of policies that have failed come last.
func (t Table) Lines() []Line {
	var lines []Line
	for _, r := range append(t.Rows[:len(t.Rows):len(t.Rows)], t.All) {
		for p, d := range r.Losses {
			line := Line{
				WaitingFrom: r.Class.From,
				WaitingTo:   r.Class.To,
				Steps:       r.Steps,
				Proven:      r.Proven,
				Scheduler:   t.Schedulers[p],
				Objective:   t.Objective,
				Versus:      Versus{Against: t.Against},
				Percents: &Percents{
					OptimalLow:  100 * d.Optimal.Low,
					OptimalHigh: 100 * d.Optimal.High,
					AverageLow:  d.Average.Low,
					AverageHigh: d.Average.High,
					MedianLow:   d.Median.Low,
					MedianHigh:  d.Median.High,
					LargestLow:  d.Largest.Low,
					LargestHigh: d.Largest.High,
				},
			}
			line.Q90Low, line.Q90High = d.Q90.Ends()
			line.Q95Low, line.Q95High = d.Q95.Ends()
			line.ConfidenceLow, line.ConfidenceHigh = d.Confidence.Ends()
			line.MiddleLow, line.MiddleHigh = d.Middle.Ends()
			line.TenthsLow, line.TenthsHigh = d.Tenths.Ends()
			line.ExcessLow, line.ExcessHigh = d.Excess.Ends()
			line.FromNowLow, line.FromNowHigh = d.FromNow.Ends()
			if r.Differences != nil {
				line.Versus = r.Differences[p].Versus(t.Against)
			}
			lines = append(lines, line)
		}
	}
	for _, m := range t.Lost {
		lines = append(lines, Line{
			WaitingFrom: Classes()[0].From,
			Steps:       m.Of,
			Scheduler:   m.Policy,
			Objective:   t.Objective,
			Failed:      m.Failed,
			Reason:      m.Reason,
		})
	}
	return lines
}
