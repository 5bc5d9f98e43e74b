// Package summary sums up results.
//
//	results -> Of   -> Summary: averages, counts, the best policies
//	results -> Rows -> one row each, nothing rounded: summary.csv
//	results of several methods -> Collect -> Comparison: by step and method
//	Comparison -> Totals, Times, Objectives -> each method over all steps; costs by solver and step
//	costs   -> Performance, Cactus -> performance profiles and a cactus plot
//	moldable results -> Moldables -> each algorithm over all instances
//
// An average is over the results that have the value. An average over nothing does not
// exist. It is not 0.
//
// # What counts as solved
//
// A result is proven at one second where its status is optimal with scope second. If a bound
// of the method meets the objective, the proof is the method's own ([AtSecond]). If only the
// minsum, fluid or linear-programming bound does, the proof rests on bounds computed beside
// the method ([ByBounds]). The time of those bounds is not part of solve_seconds. A proof
// for the time-scaled program ([OnGrid]) is about another problem: the optimum on the grid
// need not be one at one second.
//
// Profiles of time and cactus plots therefore show own proofs alone. Proofs on the grid are
// a curve of their own.
//
// The package may change at any time.
package summary

import (
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// A Summary holds the averages of a study. An average is the arithmetic mean over the
// results that have the value, as in Table 1 of Grothklags and Streit.
type Summary struct {
	Steps int `json:"steps"` // results
	// proven ones: all, on the grid, at one second
	Optimal  int            `json:"optimal"`
	OnGrid   int            `json:"optimal_on_grid"`
	AtSecond int            `json:"optimal_at_second"`
	Statuses map[string]int `json:"statuses"` // results by status

	// means
	Jobs               float64 `json:"jobs"`
	Makespan           float64 `json:"makespan,omitempty"`
	AccumulatedRunTime float64 `json:"accumulated_run_time"`
	TimeScale          float64 `json:"time_scale,omitempty"`

	// results with a quality. Without any, the next four are absent
	Compared int `json:"compared"`
	// means
	Quality     float64  `json:"quality,omitempty"`
	LossPercent *float64 `json:"loss_percent,omitempty"`
	// [%] least and largest performance loss
	MinLoss *float64 `json:"min_loss_percent,omitempty"`
	MaxLoss *float64 `json:"max_loss_percent,omitempty"`
	// steps on which the method beats every policy; on which a policy beats it
	Gains  int `json:"gains"`
	Losses int `json:"losses"`

	Timed int `json:"timed"` // results with a solve time
	// [s] solve time: mean, geometric mean with a shift of 1 s, largest
	Seconds         float64           `json:"seconds,omitempty"`
	ShiftedSeconds  float64           `json:"seconds_shifted_geometric_mean,omitempty"`
	MaxSeconds      float64           `json:"max_seconds,omitempty"`
	Power           float64           `json:"power,omitempty"`             // [1/s] 1 over the mean solve time
	PeakMemoryBytes int64             `json:"peak_memory_bytes,omitempty"` // [bytes] most of any result
	PolicySummaries map[string]Policy `json:"policies"`
	PolicyNames     []string          `json:"-"` // of these policies, in the order of tables
	// mean of objective over the largest bound, and over each
	RatioToBound   float64                      `json:"ratio_to_bound,omitempty"`
	RatiosToBounds map[optgap.BoundName]float64 `json:"ratios_to_bounds,omitempty"`
}

// A Policy holds the averages of a policy. They are over the results that compare all policies with
// the schedule of the method, and do not exist without such results.
type Policy struct {
	Best int `json:"best"` // steps on which this policy is the best
	// means over the steps of which all policies have schedules; power is quality over time
	Quality     float64  `json:"quality,omitempty"`
	LossPercent *float64 `json:"loss_percent,omitempty"`
	PlanSeconds float64  `json:"plan_seconds,omitempty"`
	Power       float64  `json:"power,omitempty"`
}

// Of returns the averages of the results. There is at least one result.
func Of(results []record.Result) *Summary {
	s := &Summary{Steps: len(results), Statuses: map[string]int{}}
	var jobs, makespans, runTimes, scales, times, ratios confidence.Values
	for _, r := range lists.Pointers(results) {
		s.Statuses[string(r.Status)]++
		switch {
		case r.Status != optgap.StatusOptimal:
		case r.Scope == optgap.ScopeSecond:
			s.AtSecond++
		default:
			s.OnGrid++
		}
		jobs.Add(float64(r.Jobs))
		makespans.Add(float64(r.Makespan))
		runTimes.Add(float64(r.AccumulatedRunTime))
		scales.Add(float64(r.TimeScale))
		times.Add(r.SolveSeconds)
		s.PeakMemoryBytes = max(s.PeakMemoryBytes, r.PeakMemoryBytes)
		if r.Bound > 0 && Solved(r) {
			ratios.Add(r.RatioToBound)
		}
	}
	s.Optimal = s.OnGrid + s.AtSecond
	s.Jobs, s.Makespan, s.AccumulatedRunTime = mean(jobs), mean(makespans), mean(runTimes)
	s.TimeScale, s.RatioToBound = mean(scales), mean(ratios)
	s.Timed = len(times)
	if s.Timed > 0 {
		s.Seconds, s.MaxSeconds = times.Mean(), times.Largest()
		s.ShiftedSeconds = times.Seconds()
		s.Power = 1 / s.Seconds
	}
	compared := slices.DeleteFunc(lists.Pointers(results), func(r *record.Result) bool {
		return r.Quality == nil || r.LossPercent == nil
	})
	s.summariseQuality(compared)
	s.summarisePolicies(results, compared)
	s.summariseBounds(results)
	if s.Compared > 0 && results[0].Method == record.Given {
		s.Power *= s.Quality
	}
	return s
}

// mean returns the mean of values, or 0 without any.
func mean(v confidence.Values) float64 {
	if len(v) == 0 {
		return 0
	}
	return v.Mean()
}

// summariseQuality sums up the results that are compared with the policies.
func (s *Summary) summariseQuality(compared []*record.Result) {
	var qualities, losses confidence.Values
	for _, r := range compared {
		qualities, losses = append(qualities, r.Quality.ARTwW), append(losses, *r.LossPercent)
		switch best := r.Policies[r.BestPolicy].Objective; {
		case r.Objective < best:
			s.Gains++
		case r.Objective > best:
			s.Losses++
		}
	}
	s.Compared = len(compared)
	if s.Compared == 0 {
		return
	}
	s.Quality, s.LossPercent = qualities.Mean(), new(losses.Mean())
	s.MinLoss = new(slices.Min(losses))
	s.MaxLoss = new(slices.Max(losses))
}

func (s *Summary) summarisePolicies(results []record.Result, compared []*record.Result) {
	s.PolicySummaries = map[string]Policy{}
	s.PolicyNames = without(record.PolicyNames(results), Misses(results))
	for _, name := range s.PolicyNames {
		var p Policy
		var qualities, times confidence.Values
		for _, r := range compared {
			if !r.HasPolicies(s.PolicyNames) {
				continue
			}
			own := r.Policies[name]
			quality := float64(r.Objective) / float64(own.Objective)
			if own.LossPercent != nil { // of a given schedule: against the best known one
				quality = 1 - *own.LossPercent/100
			}
			qualities = append(qualities, quality)
			times = append(times, own.PlanSeconds)
		}
		p.Quality, p.PlanSeconds = mean(qualities), mean(times)
		if p.Quality > 0 {
			p.LossPercent = new((1 - p.Quality) * 100)
		}
		if p.PlanSeconds > 0 {
			p.Power = p.Quality / p.PlanSeconds
		}
		for _, r := range results {
			if r.BestPolicy == name {
				p.Best++
			}
		}
		s.PolicySummaries[name] = p
	}
}

func (s *Summary) summariseBounds(results []record.Result) {
	ratios := map[optgap.BoundName]confidence.Values{}
	for _, r := range lists.Pointers(results) {
		for name, bound := range r.Bounds {
			if bound > 0 && Solved(r) {
				ratios[name] = append(ratios[name], float64(r.Objective)/float64(bound))
			}
		}
	}
	s.RatiosToBounds = map[optgap.BoundName]float64{}
	for name, own := range ratios {
		s.RatiosToBounds[name] = own.Mean()
	}
}

// A Moldable sums up the results of an algorithm for moldable jobs over all instances.
type Moldable struct {
	Algorithm string
	Results   int
	Schedules int
	Minsum    confidence.Values // of the schedules, divided by the largest bound of the result
	Makespan  confidence.Values // the same
	Time      confidence.Values // seconds
}

// Moldables sums up the results of each algorithm, in the order of their appearance.
func Moldables(results []record.MoldableResult) (all []Moldable) {
	byAlgorithm := func(r *record.MoldableResult) string { return r.Algorithm }
	for _, own := range lists.GroupBy(lists.Pointers(results), byAlgorithm) {
		m := Moldable{Algorithm: own[0].Algorithm, Results: len(own)}
		for _, r := range own {
			m.Time.Add(r.SolveSeconds)
			if r.Makespan == 0 {
				continue
			}
			m.Schedules++
			m.Minsum.Add(r.MinsumRatio())
			m.Makespan.Add(r.MakespanRatio())
		}
		all = append(all, m)
	}
	return all
}
