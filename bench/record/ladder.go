package record

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/paired"
)

// LadderFormat names the version of the JSON form of a ladder.
const LadderFormat = "optgap-ladder/1"

// Ladder says how far a scheduler is from the best possible on a trace, and why. Each rung knows more than the one
// above it. All values are averages in seconds, or numbers under the slowdown. A difference between two rungs is below
// 0 where the lower one is worse: the best schedule of a step looks at the jobs that wait, not at those that come.
type Ladder struct {
	Format        string `json:"format"`
	Trace         string `json:"trace"`
	Machine       int64  `json:"machine"` // for which `found` and `bound` hold
	Jobs          int    `json:"jobs"`
	ObjectiveName string `json:"objective_name"`
	Scheduler     string `json:"scheduler"`

	// [s, or a number] the average under the scheduler, and that with run times as estimates
	Value         float64 `json:"value"`
	ExactEstimate float64 `json:"exact_estimates,omitempty"`
	Between
	// the averages of the best schedule known, and of the bound
	Found float64 `json:"found"`
	Bound float64 `json:"bound"`

	// differences of the averages, from the scheduler down to the bound
	Planning float64 `json:"planning"`
	RunTimes float64 `json:"run_times"`
	Arrivals float64 `json:"arrivals"`
	Open     float64 `json:"open"`

	AtLeast float64 `json:"at_least"` // times the best possible average
	AtMost  float64 `json:"at_most,omitempty"`

	Steps         int   `json:"steps"`        // of the rung by estimates
	ProvenSteps   int   `json:"proven_steps"` // whose schedule is proven optimal
	PerfectSteps  int   `json:"perfect_steps"`
	PerfectProven int   `json:"perfect_proven"`
	LongestStep   int   `json:"longest_step"` // [jobs] of both rungs
	StepWork      int64 `json:"step_work"`

	Overfull string `json:"overfull,omitempty"` // how far a log uses more than the machine has
}

// Between holds what replays between a scheduler and the best schedule tell.
type Between struct {
	// [s, or a number] averages under the best schedule found at each step, by estimates and by run times; absent
	// without `rungs`
	Optimum        float64 `json:"optimum,omitempty"`
	OptimumPerfect float64 `json:"optimum_perfect,omitempty"`
	// 95 % intervals, by blocks of jobs, of what better plans at each step would save, and of what knowing run times
	// would; absent: there are too few jobs
	PlanningLow  *float64 `json:"planning_ci95_low,omitempty"`
	PlanningHigh *float64 `json:"planning_ci95_high,omitempty"`
	RunTimesLow  *float64 `json:"run_times_ci95_low,omitempty"`
	RunTimesHigh *float64 `json:"run_times_ci95_high,omitempty"`
}

// The rungs between the schedulers of a trace and its best schedule: replays under the best schedule found at each
// step. The first knows estimates, as schedulers do. The second knows run times.
const (
	RungOptimum        = "optimum"
	RungOptimumPerfect = "optimum-perfect"
	RungFound          = "best found" // the best schedule itself, which is stored apart
)

// Below returns a ladder without a scheduler: what is the same for all. It has no rungs, and is not complete, where one
// of them is missing.
func Below(of *Offline, rungs []Rung) (l *Ladder, complete bool) {
	l = &Ladder{
		Format: LadderFormat, Trace: of.Trace, Machine: of.Machine, Jobs: of.Jobs, ObjectiveName: of.ObjectiveName,
		Found: of.ObjectiveValue, Bound: of.BoundValue,
	}
	known := map[string]Rung{}
	for _, r := range rungs {
		known[r.Rung] = r
	}
	p, perfect := known[RungOptimum], known[RungOptimumPerfect]
	if p.Starts == nil || perfect.Starts == nil {
		return l, false
	}
	l.Optimum, l.OptimumPerfect = p.ObjectiveValue, perfect.ObjectiveValue
	l.Steps, l.ProvenSteps, l.PerfectSteps, l.PerfectProven = p.Steps, p.ProvenSteps, perfect.Steps, perfect.ProvenSteps
	l.LongestStep, l.StepWork = max(p.LongestStep, perfect.LongestStep), p.StepWork
	l.Differ()
	return l, true
}

// Differ fills in how rungs differ. One that is better than the best schedule found takes its place.
func (l *Ladder) Differ() {
	l.Found = min(l.Found, l.Optimum, l.OptimumPerfect)
	if l.Scheduler != "" && l.Overfull == "" {
		l.Found = min(l.Found, l.Value)
	}
	l.Planning, l.RunTimes = l.Value-l.Optimum, l.Optimum-l.OptimumPerfect
	l.Arrivals, l.Open = l.OptimumPerfect-l.Found, l.Found-l.Bound
	l.AtLeast = l.Value / l.Found
	if l.Bound > 0 {
		l.AtMost = l.Value / l.Bound
	}
}

// ShareFound lets all ladders of a trace know the best schedule that one of them has.
func ShareFound(ladders []*Ladder) {
	if len(ladders) == 0 {
		return
	}
	best := slices.MinFunc(ladders, func(a, b *Ladder) int { return cmp.Compare(a.Found, b.Found) }).Found
	for _, l := range ladders {
		l.Found = best
		l.Differ()
	}
}

// Average is what the ladder is about.
func (l *Ladder) Average() optgap.Average {
	return OfflineTrace{ObjectiveName: l.ObjectiveName}.Average()
}

// LadderPart is a part of what lies between a scheduler and the bound.
type LadderPart struct {
	What      string // "knowing run times"
	Value     float64
	low, high *float64
}

// Interval returns the 95 % interval; nil: there is none.
func (p LadderPart) Interval() *paired.Interval {
	if p.low == nil {
		return nil
	}
	return &paired.Interval{Low: *p.low, High: *p.high}
}

// Parts returns what lies between the scheduler and the bound, from the scheduler on, but for what is open.
func (l *Ladder) Parts() []LadderPart {
	return []LadderPart{
		{"planning better at each step", l.Planning, l.PlanningLow, l.PlanningHigh},
		{"knowing run times", l.RunTimes, l.RunTimesLow, l.RunTimesHigh}, {"knowing arrivals", l.Arrivals, nil, nil},
	}
}
