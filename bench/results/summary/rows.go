package summary

import (
	"maps"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
)

// Rows returns one row per result with stable columns, the content of summary.csv. Nothing
// is rounded. A value that does not exist is blank.
func Rows(results []record.Result) table.Table {
	return column.Rows(Columns(NamesIn(results)), pointers(results))
}

// pointers returns pointers to results, which are large.
func pointers(results []record.Result) []*record.Result {
	all := make([]*record.Result, len(results))
	for i := range results {
		all[i] = &results[i]
	}
	return all
}

// Names are the bounds and the policies that have columns.
type Names struct {
	Bounds   []optgap.BoundName
	Policies []string
	// Objectives are those that are minimised, in the order in which they appear; nil: the ARTwW. Where
	// it is another one, or one of several, there are columns of it.
	Objectives []optgap.Objective
}

// NamesIn returns the names of the bounds and policies that results have: [optgap.BoundNames] and
// FCFS, SJF and LJF in any case, and then the others.
func NamesIn(parts ...[]record.Result) Names {
	n := Names{Bounds: boundNames(parts...), Policies: new(record.Result).ListedPolicies()}
	for _, results := range parts {
		for i := range results {
			if o := optgap.Objective(results[i].Minimises()); !slices.Contains(n.Objectives, o) {
				n.Objectives = append(n.Objectives, o)
			}
		}
	}
	for _, name := range record.PolicyNames(parts...) {
		if !slices.Contains(n.Policies, name) {
			n.Policies = append(n.Policies, name)
		}
	}
	return n
}

// average returns the average that all results minimise. Where there are several, it has no name that is theirs.
func (n Names) average() record.Average {
	switch len(n.Objectives) {
	case 0:
		return record.AverageOf("")
	case 1:
		return record.AverageOf(n.Objectives[0])
	}
	return record.Average{Name: "average", Unit: "s, or a number", About: "average that is minimised"}
}

// ofARTwW tells that all results minimise the ARTwW.
func (n Names) ofARTwW() bool { return n.average() == record.AverageOf("") }

// boundNames returns the bounds that have columns: [optgap.BoundNames], and then the others
// of the results by name.
func boundNames(parts ...[]record.Result) []optgap.BoundName {
	known := optgap.BoundNames()
	others := make(map[optgap.BoundName]bool)
	for _, results := range parts {
		for _, r := range results {
			for name := range r.Bounds {
				others[name] = true
			}
		}
	}
	for _, name := range known {
		delete(others, name)
	}
	return append(known, slices.Sorted(maps.Keys(others))...)
}

// A Column is a column of results.
type Column = column.Column[*record.Result]

// result shortens the constructors below.
type result = *record.Result

// Columns returns all columns of results, in the order of summary.csv. Each of the names, which
// NamesIn returns, has one or more. 0 is the value of no column where that exists, but for those that
// count from 0.
func Columns(n Names) []Column {
	var objective []Column
	average := n.average()
	if !n.ofARTwW() {
		objective = objectiveColumns(average)
	}
	return slices.Concat(problemColumns(), outcomeColumns(average), objective, policyColumns(n.Policies, average),
		qualityColumns(average), boundColumns(n.Bounds, average), workColumns(), effortColumns())
}

// objectiveColumns say what is minimised.
func objectiveColumns(a record.Average) []Column {
	digits := 1
	if a.Unit != "s" {
		digits = 4
	}
	return []Column{
		column.Words("objective_name", "what is minimised: artww, art, sld or weighted",
			func(r result) string { return r.Minimises() }),
		column.Floats("objective_value", a.Unit, a.About+": what the objective stands for; blank for artww",
			func(r result) float64 { return r.ObjectiveValue }).Shown(column.Show{Head: a.Name, Digits: digits}),
		column.Floats("objective_value_error", "share", "how far the true average slowdown can be from it",
			func(r result) float64 { return r.ObjectiveValueError }),
	}
}

// problemColumns say which step was solved, and by what.
func problemColumns() []Column {
	return []Column{
		column.Words("trace", "name of the trace", func(r result) string { return r.Trace }),
		column.Counts("index", "", "number of the self-tuning step in its replay, from 0",
			func(r result) int { return r.Index }).Shown(column.Show{Head: "step"}),
		column.Counts("now", "s", "moment of the step, as a second of the trace",
			func(r result) int64 { return r.Now }).Shown(column.Show{Head: "submission time"}),
		column.Counts("jobs", "jobs", "waiting jobs", func(r result) int { return r.Jobs }),
		column.Integers("makespan", "s", "the largest makespan of the policies' plans",
			func(r result) int64 { return r.Makespan }),
		column.Integers("accumulated_run_time", "s", "sum of the estimates",
			func(r result) int64 { return r.AccumulatedRunTime }).Shown(column.Show{Head: "acc. run time"}),
		column.Words("method", "what solved the step", func(r result) string { return r.Method }),
		column.Words("formulation", "variables of the program", func(r result) string { return r.Formulation }),
		column.Integers("time_scale", "s", "length of a slot of the grid; blank: one second",
			func(r result) int64 { return r.TimeScale }).Shown(column.Show{Head: "scale"}),
	}
}

// outcomeColumns say how the work on the step ended.
func outcomeColumns(a record.Average) []Column {
	return []Column{
		column.Words("status", "optimal, feasible: stopped at a limit with a schedule, "+
			"limit or memory: stopped without one, infeasible, crashed, error",
			func(r result) string { return string(r.Status) }),
		column.Words("ended_by", "why the run ended", func(r result) string { return string(r.EndedBy) }),
		column.Words("scope", "the problem that the status is about: at one second, or on the grid",
			func(r result) string { return string(r.Scope) }).Shown(column.Show{Head: "proven on"}),
		column.Integers("objective", a.SumUnit, "sum of weight times response time",
			func(r result) int64 { return r.Objective }),
		column.Floats("artww", "s", "average response time weighted by width",
			func(r result) float64 { return r.ARTwW }).Shown(column.Show{Head: "ARTwW", Digits: 1}),
		column.Floats("sldwa", "", "average slowdown weighted by area", func(r result) float64 { return r.SLDwA }),
		column.Integers("grid_objective", a.SumUnit, "objective of the schedule on the grid",
			func(r result) int64 { return r.GridObjective }),
		column.Integers("grid_bound", a.SumUnit, "lower bound on the time-scaled problem",
			func(r result) int64 { return r.GridBound }),
		column.Integers("bound", a.SumUnit, "the largest lower bound on the one-second problem",
			func(r result) int64 { return r.Bound }),
		column.Pointers("gap", "share", "(objective - bound) / objective", func(r result) *float64 { return r.Gap }).
			Shown(column.Show{Unit: "%", Digits: 2, Factor: 100}),
		column.Words("best_policy", "the policy with the smallest objective",
			func(r result) string { return r.BestPolicy }).Shown(column.Show{Head: "best policy"}),
	}
}

// policyColumns are those of each policy's plan.
func policyColumns(policies []string, a record.Average) (all []Column) {
	for _, name := range policies {
		all = append(all,
			column.Integers(name+"_objective", a.SumUnit, "objective of the plan of "+name,
				func(r result) int64 { return r.Policies[name].Objective }),
			column.Floats(name+"_plan_seconds", "s", "wall time of planning by "+name,
				func(r result) float64 { return r.Policies[name].PlanSeconds }))
	}
	return all
}

// qualityColumns compare the schedule with the best policy.
func qualityColumns(a record.Average) []Column {
	quality := func(r result) *float64 {
		if r.Quality == nil {
			return nil
		}
		return &r.Quality.ARTwW
	}
	return []Column{
		column.Pointers("quality", "", a.Name+" of the schedule divided by that of the best policy (Eq. 7); "+
			"of a given schedule, the best known one divided by its own", quality).
			Shown(column.Show{Digits: 4}),
		column.Pointers("loss_percent", "%", "(1 - quality) * 100 %: what the best policy loses against this schedule; "+
			"of a given schedule, what it loses against the best known one",
			func(r result) *float64 { return r.LossPercent }).Shown(column.Show{Head: "perf. loss", Digits: 2}),
		column.Floats("power", "1/s", "1 / computation time", func(r result) float64 { return r.Power }),
	}
}

// boundColumns are the lower bounds by name.
func boundColumns(bounds []optgap.BoundName, a record.Average) (all []Column) {
	for _, name := range bounds {
		all = append(all, column.Integers("bound_"+string(name), a.SumUnit, "lower bound "+string(name),
			func(r result) int64 { return r.Bounds[name] }))
	}
	return append(all, column.Floats("ratio_to_bound", "", "objective / bound",
		func(r result) float64 { return r.RatioToBound }))
}

// workColumns say what the work on the step has taken.
func workColumns() []Column {
	nodes := column.Counts("nodes", "", "nodes of the search tree", func(r result) int64 { return *r.Nodes })
	count := nodes.Value
	nodes.Value = func(r result) string {
		if r.Nodes == nil {
			return ""
		}
		return count(r)
	}
	return []Column{
		column.Floats("solve_seconds", "s", "wall time of the method",
			func(r result) float64 { return r.SolveSeconds }).
			Shown(column.Show{Head: "comp. time", Digits: 3, Time: true}),
		column.Floats("cpu_seconds", "s",
			"CPU time of all threads: the method, the bounds beside it, and what hands over to a child process",
			func(r result) float64 { return r.CPUSeconds }).
			Shown(column.Show{Head: "CPU time", Digits: 3, Time: true}),
		column.Floats("wall_seconds", "s", "wall time of the same", func(r result) float64 { return r.WallSeconds }),
		nodes,
		column.Integers("columns", "", "columns of the program", func(r result) int { return r.Columns }),
		column.Integers("rows", "", "rows of the program", func(r result) int { return r.Rows }),
		column.Integers("nonzeros", "", "nonzeros of the program", func(r result) int { return r.Nonzeros }),
		column.Integers("peak_memory_bytes", "bytes", "the most memory that was resident",
			func(r result) int64 { return r.PeakMemoryBytes }).
			Shown(column.Show{Head: "memory", Unit: "MB", Digits: 1, Factor: 1e-6}),
	}
}

// effortColumns say what it took to prove the optimum.
func effortColumns() []Column {
	return []Column{
		column.Integers(
			"possible_starts",
			"",
			"starts at which a job fits by itself",
			func(r result) int64 { return r.PossibleStarts },
		),
		column.Integers("listed_starts", "", "starts that were left when the whole problem was looked at last",
			func(r result) int64 { return r.ListedStarts }),
		column.Integers("programs", "", "programs that HiGHS was given", func(r result) int64 { return r.Programs }),
		column.Integers("programs_ended", "", "programs that HiGHS solved", func(r result) int64 { return r.ProgramsEnded }),
		column.Words("proven_by", "what proved the optimum", func(r result) string { return r.ProvenBy }),
	}
}
