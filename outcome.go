package optgap

// Status is the outcome of a method for a step.
type Status string

const (
	StatusOptimal    Status = "optimal"    // proven for the problem that its Scope names
	StatusFeasible   Status = "feasible"   // stopped at a limit with a schedule of its own
	StatusLimit      Status = "limit"      // stopped at a limit without a schedule: the best policy's stands in
	StatusInfeasible Status = "infeasible" // no schedule exists
	StatusMemory     Status = "memory"     // stopped at the memory limit without a schedule: the best policy's stands in
	StatusCrashed    Status = "crashed"    // the solving process died
	StatusError      Status = "error"      // the run failed
)

// Scope is the problem for which StatusOptimal is meant.
type Scope string

const (
	ScopeGrid   Scope = "grid"   // the time-scaled program
	ScopeSecond Scope = "second" // the one-second problem
)

// EndedBy is the reason for which a run ended.
type EndedBy string

const (
	EndedFinished    EndedBy = "finished"
	EndedTimeLimit   EndedBy = "time_limit"
	EndedMemoryLimit EndedBy = "memory_limit"
	EndedNodeLimit   EndedBy = "node_limit"
	EndedGap         EndedBy = "gap" // the schedule was near enough to the bound, as asked
	EndedSignal      EndedBy = "signal"
	EndedInterrupt   EndedBy = "interrupt"
)
