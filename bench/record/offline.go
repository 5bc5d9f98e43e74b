package record

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
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

// LeastRun is the run time in seconds to which shorter ones are raised under the slowdown. The metric SLD_60 counts no
// job as less than 1.
const LeastRun = 60

// finest is the weight of the longest job under the slowdown: rounding changes it by less than a thousandth.
const finest = 1000

// Bounded returns the objectives that bound a metric of a replay, the default first.
func Bounded() []optgap.Objective {
	return slices.DeleteFunc(optgap.Objectives(), func(o optgap.Objective) bool { return o.Average().Metric == "" })
}

// Weights returns the weight of each job, and the unit of the weights, 0 but under the slowdown. An *optgap.FieldError
// refuses weights that exceed int64.
func (t OfflineTrace) Weights(jobs []optgap.TraceJob) (weights []int64, unit int64, err error) {
	average := t.Average()
	if average.Metric == "" {
		return nil, 0, bad("objective_name", t.ObjectiveName, format.Enumeration("or", Bounded()))
	}
	if average.Slowdown {
		longest := int64(LeastRun)
		for _, j := range jobs {
			longest = max(longest, j.Duration())
		}
		if longest > math.MaxInt64/finest {
			return nil, 0, bad("objective", "sld with a run time whose weights exceed int64", "shorter run times")
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

// Offline is a bound on all schedules of a trace, and the best schedule found. The sums are of weight
// times response time.
type Offline struct {
	OfflineTrace
	// sums of weight times response: no schedule is below the bound; the best found has the objective
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
}

// OfflineJobsOf returns what is kept of jobs.
func OfflineJobsOf(jobs []optgap.TraceJob) *OfflineJobs {
	kept := &OfflineJobs{}
	for _, j := range jobs {
		kept.Submit, kept.Width = append(kept.Submit, j.Submit), append(kept.Width, j.Width)
		kept.Duration = append(kept.Duration, j.Duration())
	}
	return kept
}

// Jobs returns jobs that run as long as those that were kept. Their estimates are their run times.
func (k *OfflineJobs) Jobs() (jobs []optgap.TraceJob) {
	for i, d := range k.Duration {
		j := optgap.Job{ID: int64(i + 1), Submit: k.Submit[i], Width: k.Width[i], Estimate: max(1, d)}
		jobs = append(jobs, optgap.TraceJob{Job: j, RunTime: d})
	}
	return jobs
}

// Derive fills in what follows from the bound and the objective: status and ratio. From jobs and their starts follow
// the unit and the averages, without rounded weights, so that no average of a bound is too large. total is the sum of
// the weights, by which sums are divided. The error is that of Weights.
func (o *Offline) Derive(jobs []optgap.TraceJob) (total float64, err error) {
	o.Status, o.Ratio = optgap.StatusFeasible, 0
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
		weight, response := float64(weights[i]), float64(o.Starts[i]+j.Duration()-j.Submit)
		if total += weight; unit > 0 {
			weight = float64(unit) / float64(max(j.Duration(), LeastRun))
		}
		value += weight * response
	}
	if unit > 0 {
		total = float64(unit) * float64(len(jobs))
	}
	o.Unit, o.BoundValue, o.ObjectiveValue = unit, float64(o.Bound)/total, value/total
	return total, nil
}

// OfflinePrices are prices of a processor: price[b] / denominator for each second from times[b] to before times[b+1],
// in weight times seconds, and 0 at all others.
type OfflinePrices struct {
	// price / denominator a second from one time [s] to the next; they prove the bound
	Denominator int64   `json:"denominator"`
	Times       []int64 `json:"times"`
	Price       []int64 `json:"price"`
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
		found := fmt.Sprintf("prices: %v, %d starts of %d jobs", o.Prices != nil, len(o.Starts), o.Jobs)
		return optgap.BadField("prices and starts", found, "prices, and a start of each job")
	}
	if k := o.TraceJobs; k != nil && (len(k.Submit) != o.Jobs || len(k.Width) != o.Jobs || len(k.Duration) != o.Jobs) {
		return optgap.BadField("trace_jobs", fmt.Sprint(len(k.Submit), len(k.Width), len(k.Duration)),
			fmt.Sprintf("%d of each", o.Jobs))
	}
	return nil
}

// OfflineRows returns results as rows of CSV, without prices and starts.
func OfflineRows(results []Offline) table.Table {
	return table.Rows(table.Fields[Offline]("trace", "machine", "objective_name", "jobs", "bound", "objective",
		"bound_value", "objective_value", "ratio", "status", "ended_by", "rounds", "solve_seconds"), lists.Pointers(results))
}
