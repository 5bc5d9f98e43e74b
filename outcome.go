package optgap

// Status says what a method knows of a step.
type Status string

const (
	Optimal    Status = "optimal"    // proven for the problem that its Scope names
	Feasible   Status = "feasible"   // stopped at a limit with a schedule of its own
	Limit      Status = "limit"      // stopped at a limit without one: the best policy's stands in
	Infeasible Status = "infeasible" // no schedule exists
	Memory     Status = "memory"     // the program would not fit: the best policy's schedule stands in
	Crashed    Status = "crashed"    // the solving process died
	Error      Status = "error"      // the run failed
)

// Scope says for which problem Optimal is meant.
type Scope string

const (
	Grid   Scope = "grid"   // the time-scaled program
	Second Scope = "second" // the one-second problem
)

// EndedBy says why a run ended.
type EndedBy string

const (
	Finished    EndedBy = "finished"
	TimeLimit   EndedBy = "time_limit"
	MemoryLimit EndedBy = "memory_limit"
	NodeLimit   EndedBy = "node_limit"
	Signal      EndedBy = "signal"
	Interrupt   EndedBy = "interrupt"
)
