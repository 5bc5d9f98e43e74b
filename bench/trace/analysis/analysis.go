package analysis

// Format is the version of the JSON form of an [Analysis].
const Format = "optgap-workload/1"

// An Analysis holds the statistics of one trace. Times are in seconds. A value that does not
// exist is nil, and absent from JSON.
type Analysis struct {
	Format  string `json:"format"`
	Trace   string `json:"trace"`
	Machine int64  `json:"machine,omitempty"` // processors; 0: unknown

	Jobs              int64 `json:"jobs"`
	Completed         int64 `json:"completed"`          // status 1
	Failed            int64 `json:"failed"`             // status 0
	Cancelled         int64 `json:"cancelled"`          // status 5
	PartialExecutions int64 `json:"partial_executions"` // lines of status 2, 3 or 4, which are no jobs
	Malformed         int64 `json:"malformed"`          // lines that could not be read
	Unsorted          int64 `json:"unsorted"`           // jobs submitted earlier than the preceding one in the file

	Span float64 `json:"span"` // from the first to the last submission

	// Utilisation is defined as in Streit (2002), section 5.1: the area of all jobs, width
	// times run time, over the area of the machine from the first submission to the last end.
	// It is nil where the machine is unknown, or the wait of all jobs.
	Utilisation *float64 `json:"utilisation,omitempty"`
	// Load is the rate of the submissions times the mean area, divided by the processors of the
	// machine. Above 1 jobs come faster than the machine can run them. A job of unknown width
	// or run time has no area.
	Load *float64 `json:"load,omitempty"`

	WidthFrom string    `json:"width_from,omitempty"` // FromRequested or FromAllocated; "": no job has a width
	Width     *Quantity `json:"width,omitempty"`
	Allocated *Quantity `json:"allocated,omitempty"`
	Estimate  *Quantity `json:"estimate,omitempty"`
	RunTime   *Quantity `json:"run_time,omitempty"`
	Wait      *Quantity `json:"wait,omitempty"`

	Interarrival *Interarrival `json:"interarrival,omitempty"` // nil: fewer than two jobs

	PastEstimate      *int64   `json:"past_estimate,omitempty"`       // jobs whose run time exceeds the estimate
	PastEstimateShare *float64 `json:"past_estimate_share,omitempty"` // of the jobs with both values

	// ZeroInterarrivalShare is the share of interarrival times that are 0. Table 2 of Streit
	// (2002) calls it the likelihood of interarrival time.
	ZeroInterarrivalShare *float64 `json:"zero_interarrival_share,omitempty"`

	// Shares of the jobs by width, as in Aida (2000), section 3. A width of 1 is also a power
	// of two and a square.
	SerialShare        *float64 `json:"serial_share,omitempty"`
	PowerOfTwoShare    *float64 `json:"power_of_two_share,omitempty"`
	SquareShare        *float64 `json:"square_share,omitempty"`
	MultipleOfTenShare *float64 `json:"multiple_of_ten_share,omitempty"`

	Cycle    Cycle     `json:"cycle"`
	Users    *Users    `json:"users,omitempty"`    // nil: no job has a user
	Sessions *Sessions `json:"sessions,omitempty"` // nil: no job has a user
}

// The values of [Analysis.WidthFrom].
const (
	FromRequested = "requested_processors"
	FromAllocated = "allocated_processors"
)

// A Quantity describes the known values of a field.
type Quantity struct {
	Count int64   `json:"count"` // of known values, at least 1
	Mean  float64 `json:"mean"`
	SD    float64 `json:"sd"` // standard deviation of the values (divided by their number)
	Min   float64 `json:"min"`
	P10   float64 `json:"p10"` // the smallest value that at least 10 % of the values do not exceed
	P25   float64 `json:"p25"`
	P50   float64 `json:"p50"`
	P75   float64 `json:"p75"`
	P90   float64 `json:"p90"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`

	Distribution Distribution `json:"-"`
}

// An Interarrival describes the times between consecutive submissions, one fewer than jobs.
// It also has two Weibull distributions F(x) = 1 - exp(-(x/scale)^shape) that are close to
// them.
type Interarrival struct {
	Quantity
	// WeibullShape and WeibullScale fit the values above 0 by maximum likelihood; nil: there is
	// no fit. Values of 0 are left out, as their likelihood is infinite for every shape below
	// 1.
	WeibullShape  *float64 `json:"weibull_shape,omitempty"`
	WeibullScale  *float64 `json:"weibull_scale,omitempty"`
	LogLikelihood *float64 `json:"log_likelihood,omitempty"` // of the values above 0
	// MomentsShape and MomentsScale are those of the distribution with the mean and the
	// standard deviation of all values.
	MomentsShape         *float64 `json:"moments_shape,omitempty"`
	MomentsScale         *float64 `json:"moments_scale,omitempty"`
	MomentsLogLikelihood *float64 `json:"moments_log_likelihood,omitempty"` // of the values above 0
}

// A Cycle counts submissions by time of day and week.
type Cycle struct {
	// Clock is the time zone of the hours and days, or [ClockTrace].
	Clock string     `json:"clock"`
	Hours [24]int64  `json:"hours"` // jobs by hour of the day
	Days  [7]int64   `json:"days"`  // by day of the week, from Monday; under ClockTrace from the day of second 0
	Week  [168]int64 `json:"week"`  // by hour of the week
}

// ClockTrace is the clock of a trace whose header does not tell when the trace began. Day
// and week then begin at second 0 of the trace.
const ClockTrace = "trace"

// Users describes the submitters of the jobs.
type Users struct {
	Count        int64   `json:"count"`
	Jobs         int64   `json:"jobs"`          // jobs of a known user
	LargestShare float64 `json:"largest_share"` // share of the user with the most jobs
}

// Sessions describes the periods in which users submit jobs again and again, see
// [SessionRule].
type Sessions struct {
	Count  int64    `json:"count"`
	Gap    float64  `json:"gap"`    // that of the rule
	From   string   `json:"from"`   // that of the rule
	Jobs   Quantity `json:"jobs"`   // in a session
	Length Quantity `json:"length"` // from the first to the last submission of a session
}
