package summary

import (
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics"
)

// Rows returns one row per result with stable columns, the content of summary.csv. Nothing
// is rounded. A value that does not exist is blank.
func Rows(results []record.Result) table.Table {
	return table.Rows(Columns(NamesIn(results)), lists.Pointers(results))
}

// Names are the bounds and the policies that have columns.
type Names struct {
	Bounds   []optgap.BoundName
	Policies []string
	// Objectives are those that are minimised, in the order in which they appear; nil means the
	// ARTwW. Where it is another one, or one of several, there are columns of it.
	Objectives []optgap.Objective
}

// NamesIn returns the names of the bounds and policies that results have: [optgap.BoundNames] and
// FCFS, SJF and LJF in any case, and then the others.
func NamesIn(parts ...[]record.Result) Names {
	all := lists.Pointers(slices.Concat(parts...))
	policies := slices.Concat(
		new(record.Result).ListedPolicies(),
		record.Listed(parts...),
		record.PolicyNames(parts...),
	)
	return Names{
		Bounds:   boundNames(all),
		Policies: lists.Distinct(policies, func(name string) string { return name }),
		Objectives: lists.Distinct(
			all,
			func(r *record.Result) optgap.Objective { return optgap.Objective(r.Minimises()) },
		),
	}
}

// average returns the average that all results minimise. Where there are several, it has no name
// that is theirs.
func (n Names) average() optgap.Average {
	switch len(n.Objectives) {
	case 0:
		return optgap.ObjectiveARTwW.Average()
	case 1:
		return n.Objectives[0].Average()
	}
	return optgap.Average{
		Name:  "average",
		Unit:  "s, or a number",
		About: "average that is minimised",
	}
}

// OfARTwW tells that all results minimise the ARTwW.
func (n Names) OfARTwW() bool { return n.average().Objective == optgap.ObjectiveARTwW }

// boundNames returns the bounds that have columns: [optgap.BoundNames], and then the others
// of the results by name.
func boundNames(results []*record.Result) []optgap.BoundName {
	known := optgap.BoundNames()
	found := lists.Union(
		results,
		func(r *record.Result) []optgap.BoundName { return slices.Collect(maps.Keys(r.Bounds)) },
	)
	others := slices.DeleteFunc(
		found,
		func(name optgap.BoundName) bool { return slices.Contains(known, name) },
	)
	slices.Sort(others)
	return append(known, others...)
}

// A Column is a column of results.
type Column = table.Column[*record.Result]

var field = table.Field[record.Result]

// Columns returns all columns of results, in the order of summary.csv. Each of the names, which
// NamesIn returns, has one or more. 0 is the value of no column where that exists, but for those
// that count from 0.
func Columns(n Names) []Column {
	var objective []Column
	average := n.average()
	if !n.OfARTwW() {
		objective = objectiveColumns(average)
	}
	return slices.Concat(
		problemColumns(),
		outcomeColumns(average),
		objective,
		policyColumns(n.Policies, average),
		qualityColumns(n.Policies, average),
		boundColumns(n.Bounds, average),
		workColumns(),
	)
}

// The columns that people see of results, in their order, for [table.Named]: those of Table 1 of
// Grothklags and Streit (2004) with what is proven, in text and on the page, and those of a method
// beside others. Where another average is minimised than the ARTwW, it stands before that.
const (
	InText = "index now jobs makespan+ accumulated_run_time+ time_scale objective_value artww sldwa+ quality+ " +
		"loss_percent solve_seconds best_policy status ratio_to_bound"
	OnPage = "index method now+ jobs makespan+ accumulated_run_time+ time_scale+ status warnings ended_by scope+ " +
		"objective_value artww quality loss_percent best_policy gap solve_seconds cpu_seconds+ peak_memory_bytes " +
		"objective+ bound+"
	OfMethod = "objective+ bound+ gap+ solve_seconds"
)

// objectiveColumns say what is minimised.
func objectiveColumns(a optgap.Average) []Column {
	digits := 0
	if a.Unit != "s" {
		digits = 4
	}
	return []Column{
		table.Texts("objective_name", "what is minimised: "+
			format.Enumeration("or", append(optgap.Objectives(), optgap.ObjectiveWeighted)), (*record.Result).Minimises),
		field("objective_value", a.Unit, a.About+": what the objective stands for; blank for artww").
			Shown(table.Show{Head: a.Name, Digits: digits}),
		field(
			"objective_value_error",
			"share",
			"how far the true average slowdown can be from it",
		),
	}
}

// problemColumns say which step was solved, and by what.
func problemColumns() []Column {
	return []Column{
		field("trace", "", "name of the trace"),
		field("index", "", "number of the self-tuning step in its replay, from 0").
			Shown(table.Show{Head: "step", Plain: true}),
		field(
			"now",
			"s",
			"moment of the step, as a second of the trace",
		).Headed("submission time"),
		field("jobs", "jobs", "waiting jobs"),
		field("makespan", "s", "the largest makespan of the policies' plans"),
		field(
			"accumulated_run_time",
			"s",
			"sum of the estimates",
		).Headed("acc. run time"),
		field("method", "", "what solved the step"),
		field("formulation", "", "variables of the program"),
		field(
			"time_scale",
			"s",
			"length of a slot of the grid; blank: one second",
		).Headed("scale"),
	}
}

// outcomeColumns say how the work on the step ended.
func outcomeColumns(a optgap.Average) []Column {
	unit := a.Sum
	return []Column{
		field("status", "", "optimal, feasible: stopped at a limit with a schedule, "+
			"limit or memory: stopped without one, infeasible, crashed, error"),
		field("ended_by", "", "why the run ended"),
		field(
			"scope",
			"",
			"the problem that the status is about: at one second, or on the grid",
		).Headed("proven on"),
		field("objective", unit, "sum of weight times response time"),
		field(
			"artww",
			"s",
			"average response time weighted by width",
		).Headed("ARTwW"),
		field(
			"sldwa",
			"",
			"average slowdown weighted by area",
		).Shown(table.Show{Head: "SLDwA", Digits: 4}),
		field("grid_objective", unit, "objective of the schedule on the grid"),
		field("grid_bound", unit, "lower bound on the time-scaled problem"),
		field("bound", unit, "the largest lower bound on the one-second problem"),
		field(
			"gap",
			"share",
			"(objective - bound) / objective",
		).Shown(table.Show{Unit: "%", Digits: 2, Factor: 100}),
		field(
			"best_policy",
			"",
			"the policy with the smallest objective",
		).Headed("best policy"),
	}
}

// policyColumns are those of each policy's plan.
func policyColumns(policies []string, a optgap.Average) (all []Column) {
	for _, name := range policies {
		all = append(
			all,
			table.Integers(
				name+"_objective",
				a.Sum,
				"objective of the plan of "+name,
				func(r *record.Result) int64 { return r.Policies[name].Objective },
			),
			table.Floats(name+"_plan_seconds", "s", "wall time of planning by "+name,
				func(r *record.Result) float64 { return r.Policies[name].PlanSeconds }),
		)
	}
	return all
}

// LossHead stands behind the name of a policy above the column of its losses.
const LossHead = " loss"

// lossKey is the key of the column of what a policy loses.
func lossKey(policy string) string { return policy + "_loss_percent" }

// policyLoss returns what a policy loses against the schedule of a result; nil: there is none of
// either.
func policyLoss(r *record.Result, name string) *float64 {
	p, known := r.Policies[name]
	if !known || r.Method == record.Given || !Solved(r) {
		return p.LossPercent
	}
	return new((1 - float64(r.Objective)/float64(p.Objective)) * 100)
}

// OfDynP reports whether a policy is one of dynP.
func OfDynP(name string) bool {
	is := func(p heuristics.Policy) bool { return p.Name == name }
	return slices.ContainsFunc(heuristics.DynP(), is)
}

// WithLosses returns keys of columns, for [table.Named], with those of what the policies lose
// behind loss_percent. Those of dynP are shown on request where there are others, or where there is
// little room.
func (n Names) WithLosses(keys string, narrow bool) string {
	losses := ""
	own := len(n.Policies) > len(heuristics.DynP())
	for _, name := range n.Policies {
		losses += " " + lossKey(name)
		if (own || narrow) && OfDynP(name) {
			losses += "+"
		}
	}
	return strings.Replace(keys, " loss_percent", " loss_percent"+losses, 1)
}

// qualityColumns compare the schedule with the policies.
func qualityColumns(policies []string, a optgap.Average) []Column {
	quality := func(r *record.Result) string {
		return format.Existing(
			r.Quality,
			func(q record.Quality) string { return format.Exact(q.ARTwW) },
		)
	}
	all := []Column{
		{
			Key: "quality",
			About: a.Name + " of the schedule divided by that of the best policy (Eq. 7); " +
				"of a given schedule, the best known one divided by its own",
			Kind:  table.Real,
			Value: quality,
			Show:  table.Show{Digits: 4},
		},
		field(
			"loss_percent",
			"%",
			"(1 - quality) * 100 %: what the best policy loses against this schedule; "+
				"of a given schedule, what it loses against the best known one",
		).
			Shown(table.Show{Head: "perf. loss", Digits: 2}),
	}
	for _, name := range policies {
		all = append(all, Column{
			Key:  lossKey(name),
			Unit: "%",
			Kind: table.Real,
			About: "what the plan of " + name + " loses against this schedule, (1 - objective / its objective) * 100 %; " +
				"of a given schedule, against the best known one",
			Value: func(r *record.Result) string { return format.Existing(policyLoss(r, name), format.Exact) },
			Show:  table.Show{Head: name + LossHead},
		})
	}
	return append(all, field("power", "1/s", "1 / computation time"))
}

// boundColumns are the lower bounds by name.
func boundColumns(bounds []optgap.BoundName, a optgap.Average) (all []Column) {
	for _, name := range bounds {
		all = append(
			all,
			table.Integers(
				"bound_"+string(name),
				a.Sum,
				"lower bound "+string(name),
				func(r *record.Result) int64 { return r.Bounds[name] },
			),
		)
	}
	return append(
		all,
		field("ratio_to_bound", "", "objective / bound").Shown(table.Show{Digits: 4}),
	)
}

// workColumns say what the work on the step has taken, and what it took to prove the optimum.
func workColumns() []Column {
	return []Column{
		field("solve_seconds", "s", "wall time of the method").
			Shown(table.Show{Head: "comp. time", Digits: 3, Time: true}),
		field(
			"cpu_seconds",
			"s",
			"CPU time of all threads: the method, the bounds beside it, and what hands over to a child process",
		).
			Shown(table.Show{Head: "CPU time", Digits: 3, Time: true}),
		field("wall_seconds", "s", "wall time of the same"),
		field("nodes", "", "nodes of the search tree"),
		field("columns", "", "columns of the program"),
		field("rows", "", "rows of the program"),
		field("nonzeros", "", "nonzeros of the program"),
		field("peak_memory_bytes", "bytes", "the most memory that was resident").
			Shown(table.Show{Head: "memory", Unit: "MB", Digits: 1, Factor: 1e-6}),
		field("possible_starts", "", "starts at which a job fits by itself"),
		field(
			"listed_starts",
			"",
			"starts that were left when the whole problem was looked at last",
		),
		field("programs", "", "programs that HiGHS was given"),
		field("programs_ended", "", "programs that HiGHS solved"),
		field("proven_by", "", "what proved the optimum"),
		field(
			"primal_integral",
			"s",
			"integral of the primal gap over the time of the method, against its own objective",
		),
	}
}
