package mip

import "github.com/optgap/optgap"

// Status is the outcome of a solve.
type Status string

const (
	StatusOptimal    Status = "optimal"    // X is optimal within the gaps asked for
	StatusFeasible   Status = "feasible"   // stopped early; X is the best solution found
	StatusLimit      Status = "limit"      // stopped early without a solution
	StatusCutoff     Status = "cutoff"     // proven: no solution is within the cutoff
	StatusInfeasible Status = "infeasible" // proven: no solution at all
	StatusUnbounded  Status = "unbounded"  // proven, or that the model is infeasible or unbounded
	StatusError      Status = "error"      // HiGHS failed, or stopped for a reason of its own; see the error
)

// EndedIterationLimit means that Options.IterationLimit has ended a solve. It is the only
// reason of a Result that package optgap does not have.
const EndedIterationLimit optgap.EndedBy = "iteration_limit"

// Progress is the best solution and bound of a mixed-integer program while HiGHS works on
// it.
type Progress struct {
	X         []float64 // the best solution so far that is within the cutoff, nil if there is none yet
	Objective float64   // of X, as HiGHS has it; +Inf: none yet
	Bound     float64   // a proven lower bound; -Inf: none yet
	Nodes     int64
}

// A Result is the outcome of a solve.
type Result struct {
	Status Status
	// EndedBy is why the solve ended: finished, the time limit of the options or the
	// context, the node, memory or iteration limit, or an interrupt where the context
	// was cancelled. It is empty with StatusError.
	EndedBy optgap.EndedBy

	// Objective is that of X, computed from the model; NaN without X.
	Objective float64
	// Bound is a proven lower bound on the objective of every solution: -Inf
	// when there is none, +Inf when the model is infeasible, the cutoff with
	// StatusCutoff.
	Bound float64
	// X holds one value per column; nil without a solution. Values of integer
	// columns are integer within FeasibilityTolerance only.
	X []float64
	// RowDual holds one dual per row; nil unless a linear program was solved to
	// optimality. It is the change of the optimal objective per unit by which the row's
	// active bound grows: at most 0 where RowUpper is active, at least 0 where RowLower is.
	RowDual []float64

	Nodes        int64 // of the branch-and-bound tree
	LPIterations int64 // of the simplex or the interior-point method
}
