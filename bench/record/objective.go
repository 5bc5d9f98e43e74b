package record

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics"
)

// Minimises returns the name of the objective of the result.
func (r *Result) Minimises() string { return cmp.Or(r.ObjectiveName, string(optgap.ObjectiveARTwW)) }

// SameObjective returns an *optgap.FieldError unless two results minimise the same. name is that of
// the file or folder with the second.
func SameObjective(name, first, second string) error {
	a := cmp.Or(first, string(optgap.ObjectiveARTwW))
	b := cmp.Or(second, string(optgap.ObjectiveARTwW))
	if a == b {
		return nil
	}
	return bad(name+": objective_name", b, a+", as all results that are looked at together")
}

// AverageIn returns the average that results minimise, all of them the same. Without results
// it is the ARTwW.
func AverageIn(results []Result) optgap.Average {
	if len(results) == 0 {
		return optgap.ObjectiveARTwW.Average()
	}
	return results[0].Average()
}

// Average returns the average that the result minimises.
func (r *Result) Average() optgap.Average { return optgap.Objective(r.ObjectiveName).Average() }

// AboutObjectives lists the objectives in words, such as "art (response time)".
func AboutObjectives() string {
	return format.Enumeration(
		"or",
		lists.Each(optgap.Objectives(), func(o optgap.Objective) string {
			return string(o) + " (" + strings.TrimPrefix(o.Average().About, "average ") + ")"
		}),
	)
}

// Minimised writes the average that an objective of the step stands for, such as "ARTwW 900.2 s"
// and "SLD 1.1250".
func Minimised(step *optgap.Step, objective int64) string {
	a := step.Objective().Average()
	value := step.ObjectiveValue(objective)
	if a.Unit == "" {
		return a.Name + " " + format.Decimal(value, 4)
	}
	return a.Name + " " + format.Decimal(value, 1) + " " + a.Unit
}

// ListedPolicies returns the names of the policies that were asked for, in the order in which ties
// are broken.
func (r *Result) ListedPolicies() []string {
	if r.PolicyList != nil {
		return r.PolicyList
	}
	return lists.Each(heuristics.DynP(), func(p heuristics.Policy) string { return p.Name })
}

// PolicyNames returns the names of the policies that some of the results have values of: in the
// order of the lists of the results, then any others by name.
func PolicyNames(parts ...[]Result) []string {
	found := make(map[string]bool)
	listed := Listed(parts...)
	for _, results := range parts {
		for i := range results {
			for name := range results[i].Policies {
				found[name] = true
			}
		}
	}
	names := slices.DeleteFunc(listed, func(name string) bool { return !found[name] })
	for _, name := range names {
		delete(found, name)
	}
	return append(names, slices.Sorted(maps.Keys(found))...)
}

// Listed returns the names of the policies that the results were asked for, in the order of their
// lists.
func Listed(parts ...[]Result) (names []string) {
	for _, results := range parts {
		for i := range results {
			for _, name := range results[i].ListedPolicies() {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// HasPolicies reports whether the result has values of all the policies.
func (r *Result) HasPolicies(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		_, ok := r.Policies[name]
		return !ok
	})
}
