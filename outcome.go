package optgap

// Status says what a method knows of a step.
type Status string

const (
	StatusOptimal    Status = "optimal"    // proven for the problem that its Scope names
	StatusFeasible   Status = "feasible"   // stopped at a limit with a schedule of its own
	StatusLimit      Status = "limit"      // stopped at a limit without one: the best policy's stands in
	StatusInfeasible Status = "infeasible" // no schedule exists
	StatusMemory     Status = "memory"     // stopped at the memory limit without one: the best policy's stands in
	StatusCrashed    Status = "crashed"    // the solving process died
	StatusError      Status = "error"      // the run failed
)

// Scope says for which problem StatusOptimal is meant.
type Scope string

const (
	ScopeGrid   Scope = "grid"   // the time-scaled program
	ScopeSecond Scope = "second" // the one-second problem
)

// EndedBy says why a run ended.
type EndedBy string

const (
	EndedFinished    EndedBy = "finished"
	EndedTimeLimit   EndedBy = "time_limit"
	EndedMemoryLimit EndedBy = "memory_limit"
	EndedNodeLimit   EndedBy = "node_limit"
	EndedSignal      EndedBy = "signal"
	EndedInterrupt   EndedBy = "interrupt"
)
