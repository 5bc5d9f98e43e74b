package method

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Answer holds the schedule that a method found for a step, and what it has proven.
type Answer struct {
	Schedule optgap.Schedule // at one second; nil: none, and the best policy's plan stands in
	Status   optgap.Status   // "": feasible; optimal without a bound makes the objective the method's bound
	EndedBy  optgap.EndedBy  // "": finished
	Scope    optgap.Scope    // the problem that Status is about; "" without a schedule
	Bounds   []Bound         // lower bounds that the method proved

	Grid    *Grid    // the time-scaled problem; nil: the method has none
	Program *Program // the integer program; nil: the method has none

	Nodes   *int64 // nodes of all searches; nil: there was none
	Effort  record.Effort
	Seed    uint64  // of the random choices
	Seconds float64 // wall time; 0: the wall time of Find

	// BoundsStatus is Limit, Memory or Crashed where that ended the search for the bounds beside the
	// method; "": the search was not ended.
	BoundsStatus optgap.Status

	Error    string   // why the run failed, with status error or crashed
	Warnings []string // for the reader of the result
}

// Progress is how far the work on a step has come.
type Progress struct {
	// Answer is the best known so far: a schedule with status feasible or optimal, or no schedule.
	Answer Answer
	// Ended tells that Answer is the final one of the method. Only the bounds beside it are still
	// sought.
	Ended bool
}

// Bound is a lower bound on the one-second problem, with its proof.
type Bound struct {
	Name  optgap.BoundName
	Value int64
	// RestsOn is the proof where no certificate proves the whole value; "": claimed.
	RestsOn     record.Proof
	Certificate *optgap.Certificate // nil: none
}

// Grid holds the values of the time-scaled problem.
type Grid struct {
	Scale     int64  // seconds per slot
	Horizon   string // safe or policies
	Objective int64  // of the schedule on the grid; 0: there is none
	Bound     int64  // a proven lower bound on the grid's optimum; 0: there is none
}

// Program describes the integer program that was solved.
type Program struct {
	Formulation             string
	Columns, Rows, Nonzeros int // of the program for HiGHS; 0: no program was needed
	RelGap, AbsGap          float64
}
