package summary

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// A Summary holds the averages of a study. An average is the arithmetic mean over the
// results that have the value, as in Table 1 of Grothklags and Streit.
type Summary struct {
	Steps    int            `json:"steps"`
	Optimal  int            `json:"optimal"`           // the sum of the next two
	OnGrid   int            `json:"optimal_on_grid"`   // proven for the time-scaled program, and not at one second
	AtSecond int            `json:"optimal_at_second"` // proven for the one-second problem
	Statuses map[string]int `json:"statuses"`

	Jobs               float64 `json:"jobs"`
	Makespan           float64 `json:"makespan,omitempty"`
	AccumulatedRunTime float64 `json:"accumulated_run_time"`
	TimeScale          float64 `json:"time_scale,omitempty"`

	Compared    int      `json:"compared"` // results with a quality; without any the next four do not exist
	Quality     float64  `json:"quality,omitempty"`
	LossPercent *float64 `json:"loss_percent,omitempty"`
	MinLoss     *float64 `json:"min_loss_percent,omitempty"`
	MaxLoss     *float64 `json:"max_loss_percent,omitempty"`
	Gains       int      `json:"gains"`  // steps on which the method beats every policy
	Losses      int      `json:"losses"` // steps on which a policy beats the method

	Timed           int                          `json:"timed"` // results with a solve time
	Seconds         float64                      `json:"seconds,omitempty"`
	ShiftedSeconds  float64                      `json:"seconds_shifted_geometric_mean,omitempty"` // shift 1 s
	MaxSeconds      float64                      `json:"max_seconds,omitempty"`
	Power           float64                      `json:"power,omitempty"` // average quality, 1, over average seconds
	PeakMemoryBytes int64                        `json:"peak_memory_bytes,omitempty"`
	PolicySummaries map[string]Policy            `json:"policies"`
	PolicyNames     []string                     `json:"-"` // of these policies, in the order of tables
	RatioToBound    float64                      `json:"ratio_to_bound,omitempty"`
	RatiosToBounds  map[optgap.BoundName]float64 `json:"ratios_to_bounds,omitempty"` // by bound
}

// A Policy holds the averages of a policy. They are over the results that compare all policies with
// the schedule of the method, and do not exist without such results.
type Policy struct {
	Best        int      `json:"best"` // steps on which this policy is the best
	Quality     float64  `json:"quality,omitempty"`
	LossPercent *float64 `json:"loss_percent,omitempty"`
	PlanSeconds float64  `json:"plan_seconds,omitempty"`
	Power       float64  `json:"power,omitempty"` // average quality over average seconds
}

// Of returns the averages of the results. There is at least one result.
func Of(results []record.Result) *Summary {
	s := &Summary{Steps: len(results), Statuses: map[string]int{}}
	for _, r := range results {
		s.Statuses[string(r.Status)]++
		switch {
		case r.Status != optgap.StatusOptimal:
		case r.Scope == optgap.ScopeSecond:
			s.AtSecond++
		default:
			s.OnGrid++
		}
	}
	s.Optimal = s.OnGrid + s.AtSecond
	all := func(record.Result) bool { return true }
	s.Jobs = mean(results, all, func(r record.Result) float64 { return float64(r.Jobs) })
	s.Makespan = mean(results, func(r record.Result) bool { return r.Makespan > 0 },
		func(r record.Result) float64 { return float64(r.Makespan) })
	s.AccumulatedRunTime = mean(results, all, func(r record.Result) float64 { return float64(r.AccumulatedRunTime) })
	s.TimeScale = mean(results, func(r record.Result) bool { return r.TimeScale > 0 },
		func(r record.Result) float64 { return float64(r.TimeScale) })
	s.summariseTimes(results)
	s.summariseQuality(results)
	s.summarisePolicies(results)
	s.summariseBounds(results)
	if s.Compared > 0 && results[0].Method == record.Given {
		s.Power *= s.Quality
	}
	return s
}

func (s *Summary) summariseTimes(results []record.Result) {
	var seconds []float64
	for _, r := range results {
		s.PeakMemoryBytes = max(s.PeakMemoryBytes, r.PeakMemoryBytes)
		if r.SolveSeconds > 0 {
			seconds = append(seconds, r.SolveSeconds)
		}
	}
	if s.Timed = len(seconds); s.Timed == 0 {
		return
	}
	s.ShiftedSeconds = ShiftedGeoMean(seconds, SecondsShift)
	s.MaxSeconds = slices.Max(seconds)
	s.Seconds = mean(results, func(r record.Result) bool { return r.SolveSeconds > 0 },
		func(r record.Result) float64 { return r.SolveSeconds })
	s.Power = 1 / s.Seconds
}

func compared(r record.Result) bool { return r.Quality != nil && r.LossPercent != nil }

func (s *Summary) summariseQuality(results []record.Result) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, r := range results {
		if !compared(r) {
			continue
		}
		s.Compared++
		least, most = min(least, *r.LossPercent), max(most, *r.LossPercent)
		switch best := r.Policies[r.BestPolicy].Objective; {
		case r.Objective < best:
			s.Gains++
		case r.Objective > best:
			s.Losses++
		}
	}
	if s.Compared == 0 {
		return
	}
	s.Quality = mean(results, compared, func(r record.Result) float64 { return r.Quality.ARTwW })
	s.LossPercent = new(mean(results, compared, func(r record.Result) float64 { return *r.LossPercent }))
	s.MinLoss, s.MaxLoss = &least, &most
}

func (s *Summary) summarisePolicies(results []record.Result) {
	s.PolicySummaries, s.PolicyNames = map[string]Policy{}, record.PolicyNames(results)
	has := func(r record.Result) bool { return r.HasPolicies(s.PolicyNames) && compared(r) }
	for _, name := range s.PolicyNames {
		p := Policy{
			Quality: mean(results, has, func(r record.Result) float64 {
				p := r.Policies[name]
				if p.LossPercent != nil { // of a given schedule: against the best known one
					return 1 - *p.LossPercent/100
				}
				return float64(r.Objective) / float64(p.Objective)
			}),
			PlanSeconds: mean(results, has, func(r record.Result) float64 { return r.Policies[name].PlanSeconds }),
		}
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
	s.RatioToBound = mean(results, func(r record.Result) bool { return r.Bound > 0 && Solved(&r) },
		func(r record.Result) float64 { return r.RatioToBound })
	s.RatiosToBounds = map[optgap.BoundName]float64{}
	for _, r := range results {
		for name := range r.Bounds {
			s.RatiosToBounds[name] = 0
		}
	}
	for name := range s.RatiosToBounds {
		ratio := mean(results,
			func(r record.Result) bool { return r.Bounds[name] > 0 && Solved(&r) },
			func(r record.Result) float64 { return float64(r.Objective) / float64(r.Bounds[name]) })
		if s.RatiosToBounds[name] = ratio; ratio == 0 {
			delete(s.RatiosToBounds, name)
		}
	}
}

// mean returns the arithmetic mean of a value over the results that have it, or 0 if none
// has.
func mean(results []record.Result, has func(record.Result) bool, value func(record.Result) float64) float64 {
	sum, n := 0.0, 0
	for _, r := range results {
		if has(r) {
			sum += value(r)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
