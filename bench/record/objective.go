package record

import (
	"cmp"
	"maps"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/heuristics"
)

// Minimises returns the name of the objective of the result.
func (r *Result) Minimises() string { return cmp.Or(r.ObjectiveName, string(optgap.ObjectiveARTwW)) }

// SameObjective returns an *optgap.FieldError unless two results minimise the same. name is that of the
// file or folder with the second.
func SameObjective(name, first, second string) error {
	a, b := cmp.Or(first, string(optgap.ObjectiveARTwW)), cmp.Or(second, string(optgap.ObjectiveARTwW))
	if a == b {
		return nil
	}
	return bad(name+": objective_name", b, a+", as all results that are looked at together")
}

// An Average says how tables and charts write the average that an objective stands for.
type Average struct {
	Name    string // such as ARTwW
	Unit    string // of the average; "": it is a number
	SumUnit string // of the objective, which is the sum of weight times response time
	About   string // the average in words
}

// AverageOf returns the average of an objective; "" stands for the ARTwW.
func AverageOf(o optgap.Objective) Average {
	switch o {
	case optgap.ObjectiveART:
		return Average{"ART", "s", "s", "average response time"}
	case optgap.ObjectiveSLD:
		return Average{"SLD", "", "weight * s", "average slowdown"}
	case optgap.ObjectiveWeighted:
		return Average{"weighted ART", "s", "weight * s", "average response time weighted by the weights of the jobs"}
	}
	return Average{"ARTwW", "s", "processor-s", "average response time weighted by width"}
}

// AverageIn returns the average that results minimise, all of them the same. Without results
// it is the ARTwW.
func AverageIn(results []Result) Average {
	if len(results) == 0 {
		return AverageOf("")
	}
	return results[0].Average()
}

// Average returns the average that the result minimises.
func (r *Result) Average() Average { return AverageOf(optgap.Objective(r.ObjectiveName)) }

// Head is the name with the unit, such as "ARTwW [s]".
func (a Average) Head() string {
	if a.Unit == "" {
		return a.Name
	}
	return a.Name + " [" + a.Unit + "]"
}

// Text writes a value of the average, such as "ARTwW 900.2 s" and "SLD 1.1250".
func (a Average) Text(value float64) string {
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
	var names []string
	for _, p := range heuristics.DynP() {
		names = append(names, p.Name)
	}
	return names
}

// PolicyNames returns the names of the policies that some of the results have values of: in the order
// of the lists of the results, then any others by name.
func PolicyNames(parts ...[]Result) []string {
	found := make(map[string]bool)
	var listed []string
	for _, results := range parts {
		for i := range results {
			for name := range results[i].Policies {
				found[name] = true
			}
			for _, name := range results[i].ListedPolicies() {
				if !slices.Contains(listed, name) {
					listed = append(listed, name)
				}
			}
		}
	}
	names := slices.DeleteFunc(listed, func(name string) bool { return !found[name] })
	for _, name := range names {
		delete(found, name)
	}
	return append(names, slices.Sorted(maps.Keys(found))...)
}

// HasPolicies reports whether the result has values of all the policies.
func (r *Result) HasPolicies(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		_, ok := r.Policies[name]
		return !ok
	})
}

// dropPlans drops the starts of the policies.
func (r *Result) dropPlans() {
	for name, p := range r.Policies {
		if p.Starts != nil {
			p.Starts = nil
			r.Policies[name] = p
		}
	}
}
