package record

import (
	"maps"
	"slices"

	"github.com/optgap/optgap/heuristics"
)

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

// HasPolicies tells whether the result has values of all the policies.
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
