package summary

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

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
		Policies: lists.Unique(policies),
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

// columnsFile has the columns that are fields of results. In its texts {name} and {sum} stand for
// the average that is minimised, and for the unit of its sum.
//
//go:embed columns.yaml
var columnsFile []byte

// A fieldColumn is a column of columnsFile.
type fieldColumn struct {
	Key, Unit, About string
	Of               string // the field; "": that of the key
	Show             table.Show
}

// fieldColumns holds the columns of columnsFile by their parts.
var fieldColumns = sync.OnceValue(func() (parts map[string][]fieldColumn) {
	if err := yaml.UnmarshalWithOptions(columnsFile, &parts, yaml.Strict()); err != nil {
		panic(err)
	}
	return parts
})

// fields returns the columns of a part of columnsFile.
func fields(part string, a optgap.Average) []Column {
	words := strings.NewReplacer("{name}", a.Name, "{sum}", a.Sum)
	return lists.Each(fieldColumns()[part], func(f fieldColumn) Column {
		c := table.Field[record.Result](cmp.Or(f.Of, f.Key), words.Replace(f.Unit), words.Replace(f.About))
		c.Key = f.Key
		return c.Shown(f.Show)
	})
}

// Columns returns all columns of results, in the order of summary.csv. Each of the names, which
// NamesIn returns, has one or more. 0 is the value of no column where that exists, but for those
// that count from 0.
func Columns(n Names) []Column {
	average := n.average()
	return slices.Concat(
		fields("problem", average),
		fields("outcome", average),
		n.objectiveColumns(),
		policyColumns(n.Policies, average),
		fields("quality", average),
		lossColumns(n.Policies),
		fields("power", average),
		boundColumns(n.Bounds, average),
		fields("work", average),
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

// objectiveColumns say what is minimised, unless that is the ARTwW alone.
func (n Names) objectiveColumns() []Column {
	if n.OfARTwW() {
		return nil
	}
	a := n.average()
	digits := 0
	if a.Unit != "s" {
		digits = 4
	}
	names := append(optgap.Objectives(), optgap.ObjectiveWeighted)
	field := table.Field[record.Result]
	return []Column{
		{
			Key:   "objective_name",
			About: "what is minimised: " + format.Enumeration("or", names),
			Value: (*record.Result).Minimises,
		},
		field("objective_value", a.Unit, a.About+": what the objective stands for; blank for artww").
			Shown(table.Show{Head: a.Name, Digits: digits}),
		field("objective_value_error", "share", "how far the true average slowdown can be from it"),
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

// lossColumns compare the schedule with each policy.
func lossColumns(policies []string) []Column {
	return lists.Each(policies, func(name string) Column {
		return Column{
			Key:  lossKey(name),
			Unit: "%",
			Kind: table.Real,
			About: "what the plan of " + name + " loses against this schedule, (1 - objective / its objective) * 100 %; " +
				"of a given schedule, against the best known one",
			Value: func(r *record.Result) string { return format.Existing(policyLoss(r, name), format.Exact) },
			Show:  table.Show{Head: name + LossHead},
		}
	})
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
	return append(all, fields("ratio", a)...)
}
