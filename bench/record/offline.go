package record

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
)

// OfflineFormat names the version of the JSON form of a bound on all schedules of a trace.
const OfflineFormat = "optgap-offline/1"

// OfflineRunFormat is that of the info file of a folder with such a bound.
const OfflineRunFormat = "optgap-offline-run/1"

// OfflineTrace says which jobs of a trace are planned.
type OfflineTrace struct {
	Format     string `json:"format"`
	Trace      string `json:"trace"`
	SHA256     string `json:"sha256"` // of the trace
	Machine    int64  `json:"machine"`
	Jobs       int    `json:"jobs"`
	First      int    `json:"first,omitempty"`       // [jobs] only so many usable jobs of the trace were read
	KnownWaits bool   `json:"known_waits,omitempty"` // jobs without a wait time were left out
	NoKill     bool   `json:"no_kill,omitempty"`     // no job was killed at its estimate
	// older folders have `sld_60` for `sld`
	ObjectiveName string `json:"objective_name"`
}

// Average returns what is bounded. Older folders name the slowdown by the metric of a replay.
func (t OfflineTrace) Average() optgap.Average {
	for _, a := range optgap.Averages() {
		if t.ObjectiveName == a.Metric {
			return a
		}
	}
	return optgap.Objective(t.ObjectiveName).Average()
}

// LeastRun is the run time in seconds to which shorter ones are raised under the slowdown. The
// metric SLD_60 counts no job as less than 1.
const LeastRun = 60

// finest is the weight of the longest job under the slowdown: rounding changes it by less than a
// thousandth.
const finest = 1000

// Bounded returns the objectives that bound a metric of a replay, the default first.
func Bounded() []optgap.Objective {
	return slices.DeleteFunc(
		optgap.Objectives(),
		func(o optgap.Objective) bool { return o.Average().Metric == "" },
	)
}

// Weights returns the weight of each job, and the unit of the weights, 0 but under the slowdown. An
// *optgap.FieldError refuses weights that exceed int64.
func (t OfflineTrace) Weights(jobs []optgap.TraceJob) (weights []int64, unit int64, err error) {
	average := t.Average()
	if average.Metric == "" {
		return nil, 0, bad(
			"objective_name",
			t.ObjectiveName,
			format.Enumeration("or", Bounded()),
		)
	}
	if average.Slowdown {
		longest := int64(LeastRun)
		for _, j := range jobs {
			longest = max(longest, j.Duration())
		}
		if longest > math.MaxInt64/finest {
			return nil, 0, bad(
				"objective",
				"sld with a run time whose weights exceed int64",
				"shorter run times",
			)
		}
		unit = finest * longest
	}
	for _, j := range jobs {
		if average.Slowdown {
			weights = append(weights, unit/max(j.Duration(), LeastRun))
		} else {
			weights = append(weights, average.Weight(j.Width, j.Duration()))
		}
	}
	return weights, unit, nil
}

// Offline is a bound on all schedules of a trace, and the best schedule found. The sums are of
// weight times response time.
type Offline struct {
	OfflineTrace
	// sums of weight times response: no schedule is below the bound; the best found has the
	// objective
	Bound     int64 `json:"bound"`
	Objective int64 `json:"objective"`
	// bound, where a search proves more than the prices
	SearchBound int64 `json:"search_bound,omitempty"`
	// under `sld` weights are unit / (run time raised to 60 s), rounded down
	Unit int64 `json:"unit,omitempty"`
	// [s, or a number] the averages
	BoundValue     float64        `json:"bound_value"`
	ObjectiveValue float64        `json:"objective_value"`
	Ratio          float64        `json:"ratio,omitempty"` // objective / bound; absent for a bound of 0
	Status         optgap.Status  `json:"status"`          // `optimal` or `feasible`
	EndedBy        optgap.EndedBy `json:"ended_by"`        // `finished`, `time_limit`, `gap` or `interrupt`
	Seed           uint64         `json:"seed"`
	Rounds         int            `json:"rounds"`                  // begun, of the search
	SolveSeconds   float64        `json:"solve_seconds,omitempty"` // of all runs that went on in the folder
	Prices         *OfflinePrices `json:"prices,omitempty"`        // prove the bound
	// [s] of the jobs by submission, as seconds of the trace
	Starts []int64 `json:"starts,omitempty"`
	// of which `starts` are; older folders lack them
	TraceJobs *OfflineJobs `json:"trace_jobs,omitempty"`
}

// OfflineJobs are the jobs of a trace by submission.
type OfflineJobs struct {
	// [s, processors, s] as in the trace; run times are cut at the estimates
	Submit   []int64 `json:"submit"`
	Width    []int64 `json:"width"`
	Duration []int64 `json:"duration"`

	// each estimate is the run time, as where a log has no estimates
	NoEstimates bool `json:"no_estimates,omitempty"`
}

// OfflineJobsOf returns what is kept of jobs.
func OfflineJobsOf(jobs []optgap.TraceJob) *OfflineJobs {
	kept := &OfflineJobs{NoEstimates: NoEstimates(jobs)}
	for _, j := range jobs {
		kept.Submit = append(kept.Submit, j.Submit)
		kept.Width = append(kept.Width, j.Width)
		kept.Duration = append(kept.Duration, j.Duration())
	}
	return kept
}

// NoEstimates reports whether each estimate is the run time, as where a log has no estimates.
func NoEstimates(jobs []optgap.TraceJob) bool {
	guessed := func(j optgap.TraceJob) bool { return j.Estimate != max(j.RunTime, 1) }
	return !slices.ContainsFunc(jobs, guessed)
}

// Jobs returns jobs that run as long as those that were kept. Their estimates are their run times.
func (k *OfflineJobs) Jobs() (jobs []optgap.TraceJob) {
	for i, d := range k.Duration {
		j := optgap.Job{
			ID:       int64(i + 1),
			Submit:   k.Submit[i],
			Width:    k.Width[i],
			Estimate: max(1, d),
		}
		jobs = append(jobs, optgap.TraceJob{Job: j, RunTime: d})
	}
	return jobs
}

// Derive fills in what follows from the bound and the objective: status and ratio. From jobs and
// their starts follow the unit and the averages, without rounded weights, so that no average of a
// bound is too large. total is the sum of the weights, by which sums are divided. The error is that
// of Weights.
func (o *Offline) Derive(jobs []optgap.TraceJob) (total float64, err error) {
	o.Status = optgap.StatusFeasible
	o.Ratio = 0
	if o.Bound == o.Objective {
		o.Status = optgap.StatusOptimal
	}
	if o.Bound > 0 {
		o.Ratio = float64(o.Objective) / float64(o.Bound)
	}
	weights, unit, err := o.Weights(jobs)
	if err != nil || len(jobs) == 0 {
		return 0, err
	}
	value := 0.0
	for i, j := range jobs {
		weight := float64(weights[i])
		response := float64(o.Starts[i] + j.Duration() - j.Submit)
		total += weight
		if unit > 0 {
			weight = float64(unit) / float64(max(j.Duration(), LeastRun))
		}
		value += weight * response
	}
	if unit > 0 {
		total = float64(unit) * float64(len(jobs))
	}
	o.Unit = unit
	o.BoundValue = float64(o.Bound) / total
	o.ObjectiveValue = value / total
	return total, nil
}

// OfflinePrices are prices of a processor: price[b] / denominator for each second from times[b] to
// before times[b+1], in weight times seconds, and 0 at all others.
type OfflinePrices struct {
	// price / denominator a second from one time [s] to the next; they prove the bound
	Denominator int64   `json:"denominator"`
	Times       []int64 `json:"times"`
	Price       []int64 `json:"price"`
	// base64 of a compressed list: what jobs pay above that, see below; absent: nothing
	Extra []byte `json:"extra,omitempty"`
}

// Both yield the values of a file of JSON lines like [ReadResults].
var (
	ReadOffline       = Reader((*Offline).check)
	ReadOfflineTraces = Reader((*OfflineTrace).check)
)

func (t *OfflineTrace) check() error { return field.CheckFormat(t.Format, OfflineFormat) }

func (o *Offline) check() error {
	if err := o.OfflineTrace.check(); err != nil {
		return err
	}
	if o.Prices == nil || len(o.Starts) != o.Jobs {
		found := fmt.Sprintf(
			"prices: %v, %d starts of %d jobs",
			o.Prices != nil,
			len(o.Starts),
			o.Jobs,
		)
		return optgap.BadField("prices and starts", found, "prices, and a start of each job")
	}
	if k := o.TraceJobs; k != nil &&
		(len(k.Submit) != o.Jobs || len(k.Width) != o.Jobs || len(k.Duration) != o.Jobs) {
		return optgap.BadField(
			"trace_jobs",
			fmt.Sprint(len(k.Submit), len(k.Width), len(k.Duration)),
			fmt.Sprintf("%d of each", o.Jobs),
		)
	}
	return nil
}

// OfflineRows returns results as rows of CSV, without prices and starts.
func OfflineRows(results []Offline) table.Table {
	return table.Rows(
		table.Fields[Offline](
			"trace",
			"machine",
			"objective_name",
			"jobs",
			"bound",
			"objective",
			"bound_value",
			"objective_value",
			"ratio",
			"status",
			"ended_by",
			"rounds",
			"solve_seconds",
		),
		lists.Pointers(results),
	)
}

// RungFormat names the version of the JSON form of a replay under the best schedule found at each
// step.
const RungFormat = "optgap-rung/1"

// RungTrace says which replay of a trace is a rung between its schedulers and its best schedule.
type RungTrace struct {
	OfflineTrace
	// `optimum`, or `optimum-perfect` where the estimates are the run times
	Rung     string `json:"rung"`
	StepWork int64  `json:"step_work"` // limit of the search at each step, in units of about a nanosecond
}

// Rung is a replay of a trace, at each self-tuning step of which the best schedule found is
// followed.
type Rung struct {
	RungTrace
	Objective      int64   `json:"objective"`       // sum of weight times response time
	ObjectiveValue float64 `json:"objective_value"` // [s, or a number] the average
	Steps          int     `json:"steps"`
	ProvenSteps    int     `json:"proven_steps"` // whose schedule is proven optimal at one second
	LongestStep    int     `json:"longest_step"` // [jobs] of the longest step
	SolveSeconds   float64 `json:"solve_seconds,omitempty"`
	// [s] of the jobs by submission, as seconds of the trace
	Starts []int64 `json:"starts"`
}

// ReadRungs yields the rungs of a file of JSON lines like [ReadResults].
var ReadRungs = Reader((*Rung).check)

// ReadRungTraces yields the replays of a file of JSON lines like [ReadResults].
var ReadRungTraces = Reader((*RungTrace).check)

func (t *RungTrace) check() error { return field.CheckFormat(t.Format, RungFormat) }

func (g *Rung) check() error {
	if err := g.RungTrace.check(); err != nil || len(g.Starts) == g.Jobs {
		return err
	}
	return optgap.BadField("starts", len(g.Starts), fmt.Sprintf("%d, one of each job", g.Jobs))
}

// RungRows returns rungs as rows of CSV, without starts.
func RungRows(rungs []Rung) table.Table {
	return table.Rows(
		table.Fields[Rung](
			"trace",
			"machine",
			"objective_name",
			"jobs",
			"rung",
			"step_work",
			"objective",
			"objective_value",
			"steps",
			"proven_steps",
			"longest_step",
			"solve_seconds",
		),
		lists.Pointers(rungs),
	)
}

// LadderFormat names the version of the JSON form of a ladder.
const LadderFormat = "optgap-ladder/1"

// Ladder says how far a scheduler is from the best possible on a trace, and why. Each rung knows
// more than the one above it. All values are averages in seconds, or numbers under the slowdown. A
// difference between two rungs is below 0 where the lower one is worse: the best schedule of a step
// looks at the jobs that wait, not at those that come.
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
	// [s, or a number] averages under the best schedule found at each step, by estimates and by run
	// times
	Optimum        float64 `json:"optimum,omitempty"`
	OptimumPerfect float64 `json:"optimum_perfect,omitempty"`
	// ranges over tenths of the jobs of what better plans at each step would save, and of what
	// knowing run times would; absent: there are too few jobs
	PlanningLow  *float64 `json:"planning_tenths_low,omitempty"`
	PlanningHigh *float64 `json:"planning_tenths_high,omitempty"`
	RunTimesLow  *float64 `json:"run_times_tenths_low,omitempty"`
	RunTimesHigh *float64 `json:"run_times_tenths_high,omitempty"`
	// the averages of the best schedule known, and of the bound
	Found float64 `json:"found"`
	Bound float64 `json:"bound"`

	// differences of the averages, from the scheduler down to the bound
	Planning float64 `json:"planning"`
	RunTimes float64 `json:"run_times,omitempty"`
	Arrivals float64 `json:"arrivals"`
	Open     float64 `json:"open"`

	// why it is not measurable what knowing run times saves: the log has no estimates
	NoEstimates string `json:"no_estimates,omitempty"`

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

// The rungs between the schedulers of a trace and its best schedule: replays under the best
// schedule found at each step. The first knows estimates, as schedulers do. The second knows run
// times.
const (
	RungOptimum        = "optimum"
	RungOptimumPerfect = "optimum-perfect"
)

// Below returns a ladder without a scheduler: what is the same for all. It has no rungs, and is not
// complete, where one of them is missing.
func Below(of *Offline, rungs []Rung) (l *Ladder, complete bool) {
	l = &Ladder{
		Format:        LadderFormat,
		Trace:         of.Trace,
		Machine:       of.Machine,
		Jobs:          of.Jobs,
		ObjectiveName: of.ObjectiveName,
		Found:         of.ObjectiveValue,
		Bound:         of.BoundValue,
	}
	known := map[string]Rung{}
	for _, r := range rungs {
		known[r.Rung] = r
	}
	p := known[RungOptimum]
	perfect := known[RungOptimumPerfect]
	if p.Starts == nil || perfect.Starts == nil {
		return l, false
	}
	l.Optimum = p.ObjectiveValue
	l.OptimumPerfect = perfect.ObjectiveValue
	l.Steps, l.ProvenSteps, l.PerfectSteps, l.PerfectProven = p.Steps, p.ProvenSteps, perfect.Steps, perfect.ProvenSteps
	l.LongestStep = max(p.LongestStep, perfect.LongestStep)
	l.StepWork = p.StepWork
	l.Differ()
	return l, true
}

// Differ fills in how rungs differ. One that is better than the best schedule found takes its
// place.
func (l *Ladder) Differ() {
	l.Found = min(l.Found, l.Optimum, l.OptimumPerfect)
	if l.Scheduler != "" && l.Overfull == "" {
		l.Found = min(l.Found, l.Value)
	}
	l.Planning = l.Value - l.Optimum
	l.RunTimes = l.Optimum - l.OptimumPerfect
	l.Arrivals = l.OptimumPerfect - l.Found
	l.Open = l.Found - l.Bound
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
	best := slices.MinFunc(
		ladders,
		func(a, b *Ladder) int { return cmp.Compare(a.Found, b.Found) },
	).Found
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
	What   string // "knowing run times"
	Value  float64
	Tenths *confidence.Interval // range over tenths of the jobs; nil: there is none
}

// Parts returns what lies between the scheduler and the bound, from the scheduler on, but for what
// is open, and for what is not measurable.
func (l *Ladder) Parts() []LadderPart {
	planning := LadderPart{
		"planning each step better",
		l.Planning,
		confidence.Between(l.PlanningLow, l.PlanningHigh),
	}
	runTimes := LadderPart{
		"knowing run times",
		l.RunTimes,
		confidence.Between(l.RunTimesLow, l.RunTimesHigh),
	}
	arrivals := LadderPart{"knowing arrivals", l.Arrivals, nil}
	if l.NoEstimates != "" {
		return []LadderPart{planning, arrivals}
	}
	return []LadderPart{planning, runTimes, arrivals}
}
