package method

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Answer holds the schedule that a method found for a step, and what it has proven.
type Answer struct {
	Schedule optgap.Schedule // at one second; nil: none, and the best policy's plan stands in
	Status   optgap.Status   // "": feasible; of optimal without a bound, the objective is the method's bound
	EndedBy  optgap.EndedBy  // "": finished
	Scope    optgap.Scope    // which problem Status is about; "" without a schedule
	Bounds   []Bound         // that the method proved

	Grid    *Grid    // the time-scaled problem; nil: the method has none
	Program *Program // the integer program; nil: the method has none

	Nodes   *int64  // of the search tree; nil: there was no search
	Seed    uint64  // of the random choices
	Seconds float64 // wall time; 0: as measured around Find

	BoundsStatus optgap.Status // Limit, Memory or Crashed where that ended the search for other bounds; "": it did not

	Error    string   // why the run failed, with status error or crashed
	Warnings []string // what the reader of the result should know
}

// Progress is how far the work on a step has come.
type Progress struct {
	// Answer is the best known: a schedule with status feasible or optimal, or none so
	// far.
	Answer Answer
	// Ended tells that the answer is the method's own and last word. What is still
	// sought are the bounds beside it.
	Ended bool
}

// Bound is a lower bound on the one-second problem and what proves it.
type Bound struct {
	Name  optgap.BoundName
	Value int64
	// RestsOn is the proof where no certificate proves the whole value; "": claimed.
	RestsOn     record.Proof
	Certificate *record.Certificate // nil: none
}

// Grid is the time-scaled problem.
type Grid struct {
	Scale     int64  // seconds per slot
	Horizon   string // safe or policies
	Objective int64  // of the schedule on the grid; 0: there is none
	Bound     int64  // a proven lower bound on the grid's optimum; 0: there is none
}

// Program is the integer program that was solved.
type Program struct {
	Formulation             string
	Columns, Rows, Nonzeros int // as handed to HiGHS; 0 where none was needed
	RelGap, AbsGap          float64
}
