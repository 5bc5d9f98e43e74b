package heuristics

// Scheduler decides which waiting jobs of a trace start. Jobs are known by their index in
// the trace. A replay calls Submit or End for each event, and Start after it.
type Scheduler interface {
	// Submit adds a job that arrives now.
	Submit(now int64, job int32) error
	// End tells that a running job has ended.
	End(job int32)
	// Start appends to dst the waiting jobs that start now.
	Start(now int64, dst []int32) []int32
}
