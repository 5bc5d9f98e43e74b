// Package record holds the JSON forms of the files that optgap stores, one value per line.
// It reads and writes them:
//
//	steps.jsonl   -> ReadSteps   -> optgap.Step
//	results.jsonl -> ReadResults -> Result
//
// All forms are plain data: nothing here plans, solves or judges.
package record

import (
	"cmp"
	"reflect"

	"github.com/optgap/optgap"
)

// ResultFormat names the version of a result's JSON form.
const ResultFormat = "optgap-result/1"

// RunFormat names the version of the JSON form of a replay, which package sweep writes.
const RunFormat = "optgap-run/1"

// Start is one job's planned start.
type Start struct {
	ID    int64 `json:"id"`    // of the job
	Start int64 `json:"start"` // [s] after the moment of the step
}

// Policy holds the values of a policy's plan of the step.
type Policy struct {
	// [processor-s] of its schedule. FCFS, SJF and LJF have these names, others those of `simulate`
	Objective int64   `json:"objective"`
	ARTwW     float64 `json:"artww"`    // [s] of its schedule
	SLDwA     float64 `json:"sldwa"`    // of its schedule
	Makespan  int64   `json:"makespan"` // [s] latest end
	// [s] wall time of planning; absent where not measured
	PlanSeconds float64 `json:"plan_seconds,omitempty"`
	Power       float64 `json:"power,omitempty"`  // [1/s] its quality over `plan_seconds`
	Starts      []Start `json:"starts,omitempty"` // its schedule: of policies of `simulate` with `--policy-starts`
	// [%] of `given`: what it loses against the best known schedule
	LossPercent *float64 `json:"loss_percent,omitempty"`
}

// Given is the method of results whose schedules another program has found. Such a schedule is what
// is judged, as policies are otherwise: Quality and LossPercent of the result are its own, against
// the best known schedule.
const Given = "given"

// Quality is Eq. 7 of Grothklags and Streit: the value of the method divided by that of the best
// policy. Below 1 the method is better. Where another average is minimised than ARTwW, both numbers
// are the quotient of the objectives.
type Quality struct {
	// objective of the schedule over that of the best policy (Eq. 7), whatever the objective; of
	// `given`: the least objective of schedule and policies over that of the schedule
	ARTwW float64 `json:"artww"`
	// the same number, which is about SLDwA only where `artww` is minimised
	SLDwA float64 `json:"sldwa"`
}

// What a result has of each bound, by its name.
type (
	Bounds       = map[optgap.BoundName]int64
	Proofs       = map[optgap.BoundName]Proof
	Certificates = map[optgap.BoundName]optgap.Certificate
)

// Result is the result of one method for one step. A value that does not exist is absent:
// a pointer is nil, and an optional number that can't be 0 is 0. Objectives and bounds are
// sums of weight times response time, in processor-seconds where weights are widths.
type Result struct {
	Format string `json:"format"`
	Trace  string `json:"trace,omitempty"`
	Index  int    `json:"index"`
	Now    int64  `json:"now"             absent:"0"`

	Jobs int `json:"jobs"`
	// [s] the largest of the policies' plans; absent without policies
	Makespan           int64 `json:"makespan,omitempty"`
	AccumulatedRunTime int64 `json:"accumulated_run_time" absent:"0"` // [s] sum of the estimates

	// `policies`, `ilp`, `exact`; `given` for schedules of `--read-schedules`; or one that a
	// program adds
	Method      string `json:"method"`
	Formulation string `json:"formulation,omitempty"` // of `ilp`: `step` or `pulse`
	// [s] length of a slot; absent without a grid: `policies`, and `exact` without `--time-scale`
	TimeScale int64 `json:"time_scale,omitempty"`
	// up to when jobs may run on the grid: `safe` or `policies`
	Horizon string `json:"horizon,omitempty"`
	// `optimal`; `feasible`: stopped at a limit with a schedule; `limit`, `memory`: stopped at a
	// limit without one, the best policy's stands in; `infeasible`, `crashed`, `error`
	Status optgap.Status `json:"status"`
	// `finished`, `time_limit`, `memory_limit`, `node_limit`, `signal`, `interrupt`; absent where
	// the run failed
	EndedBy optgap.EndedBy `json:"ended_by,omitempty"`
	// what the status is about: `grid` or `second`; absent without an own schedule, and for
	// `policies` unless `optimal`
	Scope optgap.Scope `json:"scope,omitempty"`
	Error string       `json:"error,omitempty"`

	Objective int64 `json:"objective,omitempty"` // [processor-s] at one second, after compaction

	ObjectiveName string `json:"objective_name,omitempty"`
	// the average that `objective` stands for, in seconds, or a number for `sld`; absent for
	// `artww`
	ObjectiveValue float64 `json:"objective_value,omitempty"`
	// [share] how far the true average slowdown can be from it; absent if 0
	ObjectiveValueError float64 `json:"objective_value_error,omitempty"`

	ARTwW float64 `json:"artww,omitempty"` // [s] average response time weighted by width
	SLDwA float64 `json:"sldwa,omitempty"` // average slowdown weighted by area
	// [processor-s] on the grid; absent without a grid or an own schedule
	GridObjective int64 `json:"grid_objective,omitempty"`
	// [processor-s] of the time-scaled problem, where something was proven on it; no bound at one
	// second
	GridBound int64    `json:"grid_bound,omitempty"`
	Bound     int64    `json:"bound,omitempty"` // [processor-s] the largest of `bounds`
	Gap       *float64 `json:"gap,omitempty"`   // [share] (objective - bound) / objective
	Starts    []Start  `json:"starts,omitempty"`

	// `--policies`, in the order in which ties are broken; absent for FCFS, SJF and LJF
	PolicyList []string `json:"policy_list,omitempty"`
	// why this listed policy has no schedule of the step
	PoliciesLeftOut map[string]string `json:"policies_left_out,omitempty"`
	// which of these failed: `error`, or `limit` where a decision took too long, as it may on a
	// busy machine
	PoliciesFailed map[string]optgap.Status `json:"policies_failed,omitempty"`

	Policies map[string]Policy `json:"policies,omitempty"`
	// the one with the least objective; of equal ones the first listed
	BestPolicy string   `json:"best_policy,omitempty"`
	Quality    *Quality `json:"quality,omitempty"`
	// [%] (1 - `quality.artww`) * 100: loss of the best policy against the schedule; of `given`: of
	// the schedule against the best known one
	LossPercent *float64 `json:"loss_percent,omitempty"`
	// [1/s] 1 / `solve_seconds`; of `given`: quality / `solve_seconds`
	Power float64 `json:"power,omitempty"`

	// [processor-s] lower bounds at one second by name: `fluid`, `minsum`, `lp`, `ilp`, `exact`,
	// `lagrange`, and those that a program adds
	Bounds       Bounds  `json:"bounds,omitempty"`
	RatioToBound float64 `json:"ratio_to_bound,omitempty"` // objective / bound
	// how each is checked again: `recomputed`, `certificate`, `certified`, `search`, `solver`,
	// `claimed`
	Proofs Proofs `json:"proofs,omitempty"`
	// `limit`, `memory` or `crashed`: what ended the search for bounds beside the method's own, of
	// which some miss
	BoundsStatus optgap.Status `json:"bounds_status,omitempty"`
	// unless `--no-certificates`. Where one proves less than the bound, `proofs` says how the rest
	// is checked
	Certificates Certificates `json:"certificates,omitempty"`
	// of `--proofs`: a proof of bounds up to its own, checked without a search
	Derivation *optgap.Derivation `json:"derivation,omitempty"`

	SolveSeconds float64 `json:"solve_seconds,omitempty"`
	// [s] integral over `solve_seconds` of (objective known then - `objective`) / objective known
	// then, 1 before the first schedule
	PrimalIntegral float64    `json:"primal_integral,omitempty"`
	Progress       []Progress `json:"progress,omitempty"` // what the method knew as it changed, with `--progress`
	Seed           uint64     `json:"seed,omitempty"`
	Nodes          *int64     `json:"nodes,omitempty"` // of all searches and HiGHS's trees; absent without
	// of the largest program that HiGHS was given
	Columns   int      `json:"columns,omitempty"`
	Rows      int      `json:"rows,omitempty"`
	Nonzeros  int      `json:"nonzeros,omitempty"`
	MIPRelGap *float64 `json:"mip_rel_gap,omitempty"` // [share] relative gap at which HiGHS may stop
	MIPAbsGap *float64 `json:"mip_abs_gap,omitempty"` // [processor-s] absolute gap at which HiGHS may stop
	Effort
	Cost
	Warnings []string `json:"warnings,omitempty"`
	// of a line of the library: where its schedule and its largest bound come from, as far as known
	ScheduleFrom *Source `json:"schedule_from,omitempty"`
	BoundFrom    *Source `json:"bound_from,omitempty"`
	Claim        *Claim  `json:"claim,omitempty"`
}

// Source says who has found a value, and how hard it was. A value that is not known is zero.
type Source struct {
	By      string  `json:"by,omitempty"`      // who, or which program
	Method  string  `json:"method,omitempty"`  // such as `exact`; absent: that of the result
	Machine string  `json:"machine,omitempty"` // on which it was found
	Date    string  `json:"date,omitempty"`    // on which it was added, such as 2026-11-28; absent: before dates were kept
	Seconds float64 `json:"solve_seconds,omitempty"`
	Nodes   *int64  `json:"nodes,omitempty"` // of all searches
}

// Claim is a bound at the word of its giver.
type Claim struct {
	// a larger bound that somebody states and nothing proves. It counts for nothing
	Name  optgap.BoundName `json:"name"`
	Value int64            `json:"bound"`
	From  Source           `json:"from,omitzero"`
}

// Progress is what a method knew from a second on.
type Progress struct {
	Seconds   float64 `json:"seconds"`             // [s] wall time since the method began
	Objective int64   `json:"objective,omitempty"` // [processor-s] of its schedule; absent: it has none yet
	Bound     int64   `json:"bound,omitempty"`     // [processor-s] the largest of its bounds at one second; absent: none
}

// PrimalIntegral is the integral from 0 to a second of the primal gap of what was known (Berthold,
// Measuring the impact of primal heuristics, Operations Research Letters 41, 2013): 1 before the
// first schedule, and then the share of its objective that is above the least one that is known of
// the step.
func PrimalIntegral(known []Progress, least int64, until float64) (sum float64) {
	gap := 1.0
	from := 0.0
	for _, p := range known {
		if p.Seconds >= until {
			break
		}
		sum += gap * (p.Seconds - from)
		from = p.Seconds
		gap = p.Gap(least)
	}
	return sum + gap*(until-from)
}

// Gap is the primal gap at that time, against the least objective that is known of the step.
func (p Progress) Gap(least int64) float64 {
	if p.Objective == 0 {
		return 1
	}
	return max(0, float64(p.Objective-least)/float64(p.Objective))
}

// Effort says what it took to solve a step: see exact.Effort.
type Effort struct {
	// starts at which a job fits by itself, of each group of equal jobs; with `--statement literal`
	// of each job
	PossibleStarts int64 `json:"possible_starts,omitempty"`
	// of these, those left at the end; absent: too many to list
	ListedStarts int64 `json:"listed_starts,omitempty"`
	// programs that HiGHS was given, of the whole problem and of parts; those that it solved
	Programs      int64 `json:"programs,omitempty"`
	ProgramsEnded int64 `json:"programs_ended,omitempty"`
	// `prices`, `program`, `search`, `diagram` or `parts`; absent where not proven, or only by a
	// bound beside the method
	ProvenBy string `json:"proven_by,omitempty"`
}

// Cost is the cost of a result: of the method, of the bounds beside it, and of handing over
// to a child process. A value that was not measured is 0.
type Cost struct {
	// [s] CPU time of all threads: method, bounds beside it, start of a child process
	CPUSeconds      float64 `json:"cpu_seconds,omitempty"`
	WallSeconds     float64 `json:"wall_seconds,omitempty"` // [s] wall time of the same
	PeakMemoryBytes int64   `json:"peak_memory_bytes,omitempty"`
}

// Add adds the cost of later work. Of the memory it keeps the larger.
func (c *Cost) Add(next Cost) {
	c.CPUSeconds += next.CPUSeconds
	c.WallSeconds += next.WallSeconds
	c.PeakMemoryBytes = max(c.PeakMemoryBytes, next.PeakMemoryBytes)
}

// A StepKey tells steps apart.
type StepKey struct {
	Trace string
	Index int
}

// Step returns the key of the step.
func (r *Result) Step() StepKey { return StepKey{r.Trace, r.Index} }

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

// Unfinished reports whether the work on a step was cut short, or that on the bounds beside the
// answer: a limit ended it, with a schedule or without one, or it crashed or failed. Another run,
// with larger limits, may do better.
func (r Result) Unfinished() bool {
	return r.BoundsStatus != "" || len(r.PoliciesFailed) > 0 || cutShort(r.Status, r.EndedBy)
}

func cutShort(status optgap.Status, endedBy optgap.EndedBy) bool {
	switch status {
	case optgap.StatusLimit, optgap.StatusMemory, optgap.StatusCrashed, optgap.StatusError:
		return true
	case optgap.StatusFeasible:
		return endedBy != "" && endedBy != optgap.EndedFinished
	}
	return false
}

// Proof is a way in which a bound can be checked again.
type Proof string

const (
	ProofRecomputed  Proof = "recomputed"  // from the step alone
	ProofCertificate Proof = "certificate" // from the step and the result's certificate
	ProofCertified   Proof = "certified"   // from the step and the result's derivation
	ProofSearch      Proof = "search"      // by the search of method exact, run again
	ProofSolver      Proof = "solver"      // by HiGHS, run again
	ProofClaimed     Proof = "claimed"     // not at all: a program has registered the method or the bound
)

// ParseShownResult returns the result on a single line, for reports. Starts of policies, proofs,
// certificates and derivations are left out. Unknown fields are no error.
func ParseShownResult(line []byte) (Result, error) {
	var shown struct {
		Result
		Proofs       passedOver `json:"proofs"`
		Certificates passedOver `json:"certificates"`
		Derivation   passedOver `json:"derivation"`
	}
	if err := unmarshal(line, &shown); err != nil {
		return Result{}, cmp.Or(unmarshal(line, new(Result)), err) // as of a whole result
	}
	r := &shown.Result
	for name, p := range r.Policies {
		p.Starts = nil
		r.Policies[name] = p
	}
	return *r, cmp.Or(validateResult(r), shapeOf(reflect.TypeOf(r)).check(line, new(Object)))
}

// passedOver is a value that is read and dropped.
type passedOver struct{}

// UnmarshalJSON takes any value.
func (passedOver) UnmarshalJSON([]byte) error { return nil }
