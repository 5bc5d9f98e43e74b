// Package record holds the JSON forms of the files that optgap stores, one value per line.
// It reads and writes them:
//
//	steps.jsonl   -> ReadSteps   -> optgap.Step
//	results.jsonl -> ReadResults -> Result
//
// All forms are plain data: nothing here plans, solves or judges.
package record

import "github.com/optgap/optgap"

// ResultFormat names the version of a result's JSON form.
const ResultFormat = "optgap-result/1"

// Start is one job's planned start.
type Start struct {
	ID    int64 `json:"id"`
	Start int64 `json:"start"` // seconds after the step's moment
}

// Policy holds the values of a policy's plan of the step.
type Policy struct {
	Objective   int64   `json:"objective"` // sum of weight times response time
	ARTwW       float64 `json:"artww"`
	SLDwA       float64 `json:"sldwa"`
	Makespan    int64   `json:"makespan"`               // seconds
	PlanSeconds float64 `json:"plan_seconds,omitempty"` // wall time of planning
	Power       float64 `json:"power,omitempty"`        // quality of the policy divided by PlanSeconds
	Starts      []Start `json:"starts,omitempty"`       // its schedule, where it was asked for
	// LossPercent is what the policy loses against the best known schedule, where the method is Given.
	LossPercent *float64 `json:"loss_percent,omitempty"`
}

// Given is the method of results whose schedules another program has found. Such a schedule is what is judged, as
// policies are otherwise: Quality and LossPercent of the result are its own, against the best known schedule.
const Given = "given"

// Quality is Eq. 7 of Grothklags and Streit: the value of the method divided by that of
// the best policy. Below 1 the method is better. Where another average is minimised than ARTwW, both
// numbers are the quotient of the objectives.
type Quality struct {
	ARTwW float64 `json:"artww"`
	SLDwA float64 `json:"sldwa"`
}

// Result is the result of one method for one step. A value that does not exist is absent:
// a pointer is nil, and an optional number that can't be 0 is 0. Objectives and bounds are
// sums of weight times response time, in processor-seconds where weights are widths.
type Result struct {
	Format string `json:"format"`
	Trace  string `json:"trace,omitempty"`
	Index  int    `json:"index"`
	Now    int64  `json:"now"`

	Jobs               int   `json:"jobs"`
	Makespan           int64 `json:"makespan,omitempty"`   // the largest of the policies' plans
	AccumulatedRunTime int64 `json:"accumulated_run_time"` // sum of the estimates

	Method      string         `json:"method"`
	Formulation string         `json:"formulation,omitempty"`
	TimeScale   int64          `json:"time_scale,omitempty"` // seconds per slot
	Horizon     string         `json:"horizon,omitempty"`    // safe or policies
	Status      optgap.Status  `json:"status"`
	EndedBy     optgap.EndedBy `json:"ended_by,omitempty"`
	Scope       optgap.Scope   `json:"scope,omitempty"`
	Error       string         `json:"error,omitempty"`

	Objective int64 `json:"objective,omitempty"` // at one second, after compaction
	// ObjectiveName is what is minimised, where it is not artww. ObjectiveValue is then the average that
	// Objective stands for, in seconds, or a number for the slowdown. The true average slowdown differs
	// from it by at most ObjectiveValueError, as a share of it.
	ObjectiveName       string  `json:"objective_name,omitempty"`
	ObjectiveValue      float64 `json:"objective_value,omitempty"`
	ObjectiveValueError float64 `json:"objective_value_error,omitempty"`

	ARTwW         float64  `json:"artww,omitempty"`
	SLDwA         float64  `json:"sldwa,omitempty"`
	GridObjective int64    `json:"grid_objective,omitempty"`
	GridBound     int64    `json:"grid_bound,omitempty"`
	Bound         int64    `json:"bound,omitempty"` // the best of Bounds
	Gap           *float64 `json:"gap,omitempty"`   // (Objective - Bound) / Objective
	Starts        []Start  `json:"starts,omitempty"`

	// PolicyList names the policies that were asked for, in the order in which ties are broken;
	// nil: FCFS, SJF and LJF.
	PolicyList []string `json:"policy_list,omitempty"`
	// PoliciesLeftOut says of each listed policy that has no schedule of the step why it has none.
	PoliciesLeftOut map[string]string `json:"policies_left_out,omitempty"`

	Policies    map[string]Policy `json:"policies,omitempty"`
	BestPolicy  string            `json:"best_policy,omitempty"`
	Quality     *Quality          `json:"quality,omitempty"`
	LossPercent *float64          `json:"loss_percent,omitempty"` // (1 - Quality.ARTwW) * 100
	Power       float64           `json:"power,omitempty"`        // 1 / SolveSeconds: the method's own quality is 1

	Bounds       map[optgap.BoundName]int64 `json:"bounds,omitempty"` // lower bounds on the one-second problem by name
	RatioToBound float64                    `json:"ratio_to_bound,omitempty"`
	Proofs       map[optgap.BoundName]Proof `json:"proofs,omitempty"` // how each of Bounds can be checked again
	// BoundsStatus is the status of the process that sought further bounds, where it crashed
	// or had to be ended. Bounds beside the method's own are then missing.
	BoundsStatus optgap.Status `json:"bounds_status,omitempty"`
	// Certificates prove bounds, by name. Where a certificate proves less than the bound,
	// Proofs tells how the rest can be checked.
	Certificates map[optgap.BoundName]optgap.Certificate `json:"certificates,omitempty"`

	SolveSeconds float64  `json:"solve_seconds,omitempty"`
	Seed         uint64   `json:"seed,omitempty"`
	Nodes        *int64   `json:"nodes,omitempty"` // of all searches, HiGHS's trees among them
	Columns      int      `json:"columns,omitempty"`
	Rows         int      `json:"rows,omitempty"`
	Nonzeros     int      `json:"nonzeros,omitempty"`
	MIPRelGap    *float64 `json:"mip_rel_gap,omitempty"`
	MIPAbsGap    *float64 `json:"mip_abs_gap,omitempty"`
	Effort
	Cost
	Warnings []string `json:"warnings,omitempty"`
}

// Effort says what it took to solve a step: see exact.Effort.
type Effort struct {
	PossibleStarts int64  `json:"possible_starts,omitempty"` // at which a job fits by itself
	ListedStarts   int64  `json:"listed_starts,omitempty"`   // left of them when the whole problem was looked at last
	Programs       int64  `json:"programs,omitempty"`        // handed to HiGHS
	ProgramsEnded  int64  `json:"programs_ended,omitempty"`  // that HiGHS solved
	ProvenBy       string `json:"proven_by,omitempty"`       // what proved the optimum of the whole step
}

// Cost is the cost of a result: of the method, of the bounds beside it, and of handing over
// to a child process. A value that was not measured is 0.
type Cost struct {
	CPUSeconds      float64 `json:"cpu_seconds,omitempty"` // of all threads
	WallSeconds     float64 `json:"wall_seconds,omitempty"`
	PeakMemoryBytes int64   `json:"peak_memory_bytes,omitempty"` // resident
}

// Add adds the cost of later work. Of the memory it keeps the larger.
func (c *Cost) Add(next Cost) {
	c.CPUSeconds += next.CPUSeconds
	c.WallSeconds += next.WallSeconds
	c.PeakMemoryBytes = max(c.PeakMemoryBytes, next.PeakMemoryBytes)
}

// Schedule returns the starts of the result in the order of the step's jobs. ok tells that
// there is exactly one start for each job of the step.
func (r *Result) Schedule(step *optgap.Step) (s optgap.Schedule, ok bool) {
	s, err := (&Schedule{Starts: r.Starts}).Of(step)
	return s, err == nil
}

// Starts returns a schedule with the ids of the step's jobs.
func Starts(step *optgap.Step, s optgap.Schedule) []Start {
	starts := make([]Start, len(s))
	for i, j := range step.Jobs {
		starts[i] = Start{j.ID, s[i]}
	}
	return starts
}

// Unfinished tells whether the work on a step was cut short, or that on the bounds beside the answer: a
// limit ended it, with a schedule or without one, or it crashed or failed. Another run, with larger
// limits, may do better.
func (r Result) Unfinished() bool { return r.BoundsStatus != "" || cutShort(r.Status, r.EndedBy) }

func cutShort(status optgap.Status, endedBy optgap.EndedBy) bool {
	switch status {
	case optgap.StatusLimit, optgap.StatusMemory, optgap.StatusCrashed, optgap.StatusError:
		return true
	case optgap.StatusFeasible:
		return endedBy != "" && endedBy != optgap.EndedFinished
	}
	return false
}
