// Package analysis describes the jobs of a trace by statistics:
//
//	swf.Record, swf.Record, ... -> Analyze -> Analysis -> Statistics: tables, CSV, JSON
//
// There are the statistics that Streit's trace analyzer prints ("A Self-Tuning Job Scheduler
// Family with Dynamic Policy Switching", 2002, section 4, Table 2 and Figure 1), the daily
// and weekly cycle of the submissions, the characteristics of job sizes of Aida ("Effect of
// Job Size Characteristics on Job Scheduling Performance", 2000, section 3), and users.
//
// # As written
//
// All values are the fields of the job lines as written. No value stands in for an unknown
// one, no job is killed, nothing is rounded, and no job is left out because it could not
// run. A least run time of 0 shows, and so do run times beyond the estimate. A negative
// value is unknown and counts nowhere. Each quantity has the number of its jobs.
//
// The width is the requested processors (field 8) of all jobs. If no job of the trace has
// them, it is the allocated processors (field 5) of all jobs, see [Analysis.WidthFrom].
// Lines of partial executions (status 2, 3 and 4) are not jobs.
//
// # Memory
//
// Quantiles are exact and take memory for each distinct value. As a trace need not be
// sorted, 24 bytes of each job are kept.
//
// The package may change at any time.
package analysis

// Format is the version of the JSON form of an [Analysis].
const Format = "optgap-workload/1"

// An Analysis holds the statistics of one trace. Times are in seconds. A value that does not
// exist is nil, and absent from JSON.
type Analysis struct {
	Format  string `json:"format"`
	Trace   string `json:"trace"`
	Machine int64  `json:"machine,omitempty"`

	Jobs int64 `json:"jobs"` // [jobs] lines, without partial executions and malformed ones
	// [jobs] of status 1, 0 and 5
	Completed         int64 `json:"completed"`
	Failed            int64 `json:"failed"`
	Cancelled         int64 `json:"cancelled"`
	PartialExecutions int64 `json:"partial_executions"` // [lines] of status 2, 3 or 4
	Malformed         int64 `json:"malformed"`          // [lines] that could not be read
	// [jobs] submitted earlier than the preceding one in the file
	Unsorted int64 `json:"unsorted"`

	Span float64 `json:"span"` // [s] from the first to the last submission

	// [share] sum of width times run time over the machine from first submission to last end
	// (Streit 2002, section 5.1), unknown ones as 0
	Utilisation *float64 `json:"utilisation,omitempty"`
	// [share] rate of submissions times mean of width times run time, over the machine, unknown
	// ones as 0
	Load *float64 `json:"load,omitempty"`

	// `requested_processors` (field 8), or `allocated_processors` (5) where no job has the former
	WidthFrom string `json:"width_from,omitempty"`
	// [processors] quantities; `allocated` is field 5
	Width     *Quantity `json:"width,omitempty"`
	Allocated *Quantity `json:"allocated,omitempty"`
	// [s] quantities
	Estimate *Quantity `json:"estimate,omitempty"`
	RunTime  *Quantity `json:"run_time,omitempty"`
	Wait     *Quantity `json:"wait,omitempty"`

	Interarrival *Interarrival `json:"interarrival,omitempty"` // nil: fewer than two jobs

	PastEstimate      *int64   `json:"past_estimate,omitempty"`       // [jobs] that run past their estimate
	PastEstimateShare *float64 `json:"past_estimate_share,omitempty"` // [share] of those that have both

	// [share] of the interarrival times that are 0
	ZeroInterarrivalShare *float64 `json:"zero_interarrival_share,omitempty"`

	// [share] of the widths that are 1; 1, 2, 4, ...; 1, 4, 9, ...; 10, 20, 30, ...
	SerialShare        *float64 `json:"serial_share,omitempty"`
	PowerOfTwoShare    *float64 `json:"power_of_two_share,omitempty"`
	SquareShare        *float64 `json:"square_share,omitempty"`
	MultipleOfTenShare *float64 `json:"multiple_of_ten_share,omitempty"`

	Cycle Cycle  `json:"cycle"`
	Users *Users `json:"users,omitempty"` // nil: no job has a user
}

// The values of [Analysis.WidthFrom].
const (
	FromRequested = "requested_processors"
	FromAllocated = "allocated_processors"
)

// A Quantity describes the known values of a field.
type Quantity struct {
	Count int64   `json:"count"` // known values
	Mean  float64 `json:"mean"`  // arithmetic mean
	SD    float64 `json:"sd"`    // standard deviation, divided by the number of values
	Min   float64 `json:"min"`   // the least
	// the least value that so many percent do not exceed
	P10 float64 `json:"p10"`
	P25 float64 `json:"p25"`
	P50 float64 `json:"p50"`
	P75 float64 `json:"p75"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"` // the largest

	Distribution Distribution `json:"-"`
}

// An Interarrival describes the times between consecutive submissions, one fewer than jobs.
// It also has two Weibull distributions F(x) = 1 - exp(-(x/scale)^shape) that are close to
// them.
type Interarrival struct {
	Quantity // [s] quantities
	// Weibull distribution 1 - exp(-(x/β)^α) of maximum likelihood for the times above 0: α, β [s],
	// logarithm of the likelihood
	WeibullShape  *float64 `json:"weibull_shape,omitempty"`
	WeibullScale  *float64 `json:"weibull_scale,omitempty"`
	LogLikelihood *float64 `json:"log_likelihood,omitempty"`
	// the one with mean and standard deviation of all times, if its shape is 0.05 to 100
	MomentsShape         *float64 `json:"moments_shape,omitempty"`
	MomentsScale         *float64 `json:"moments_scale,omitempty"`
	MomentsLogLikelihood *float64 `json:"moments_log_likelihood,omitempty"`
}

// A Cycle counts submissions by time of day and week.
type Cycle struct {
	// time zone: `TimeZoneString` of the header, else UTC shifted by `TimeZone`; `trace`: second 0
	// begins day and week, without `UnixStartTime`
	Clock string `json:"clock"`
	// [jobs] submissions: lists of 24 hours, of 7 days from Monday, of 168 hours
	Hours [24]int64  `json:"hours"`
	Days  [7]int64   `json:"days"`
	Week  [168]int64 `json:"week"`
}

// ClockTrace is the clock of a trace whose header does not tell when the trace began. Day
// and week then begin at second 0 of the trace.
const ClockTrace = "trace"

// Users describes the submitters of the jobs.
type Users struct {
	// users; jobs that have one; share of the user with most
	Count        int64   `json:"count"`
	Jobs         int64   `json:"jobs"`
	LargestShare float64 `json:"largest_share"`
}
