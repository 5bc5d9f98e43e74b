package optgap

// Job is a job as a planning scheduler knows it, without its run time.
type Job struct {
	ID       int64 `json:"id"`       // number of the job
	Width    int64 `json:"width"`    // [processors] at least 1
	Estimate int64 `json:"estimate"` // [s] estimated duration, at least 1
	Submit   int64 `json:"submit"`   // [s] submission; in a step 0 or below, as the moment of the step is 0
	// of the response time in the objective, at least 1; absent: the width. Of `art` it is 1, of
	// `sld` it follows from the estimates
	Weight int64 `json:"weight,omitempty"`
}

// Area returns width times estimate, in processor-seconds.
func (j Job) Area() int64 { return j.Width * j.Estimate }

// TraceJob is a job of a trace: a Job together with the run time that the
// scheduler learns only when the job ends.
type TraceJob struct {
	Job
	RunTime int64 // actual run time in seconds, at least 0; may exceed the estimate
}

// Duration returns how long the job occupies its processors: its run time, or
// its estimate where it would run past that and is killed.
func (j TraceJob) Duration() int64 { return min(j.RunTime, j.Estimate) }
