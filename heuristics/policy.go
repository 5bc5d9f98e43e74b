package heuristics

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// Policy is an order of waiting jobs: by increasing Key, ties by submission,
// then by id.
type Policy struct {
	Name string
	Key  func(optgap.Job) int64
}

// The policies of dynP (Streit 2002, section 1).
var (
	FCFS = register(Policy{"FCFS", func(j optgap.Job) int64 { return j.Submit }})   // first come, first served
	SJF  = register(Policy{"SJF", func(j optgap.Job) int64 { return j.Estimate }})  // shortest job first
	LJF  = register(Policy{"LJF", func(j optgap.Job) int64 { return -j.Estimate }}) // longest job first
)

// DynP returns the three policies between which dynP switches, in the order in
// which ties between equally good ones are broken.
func DynP() []Policy { return []Policy{FCFS, SJF, LJF} }

var registered []Policy

// register makes a policy known by name.
func register(p Policy) Policy {
	registered = append(registered, p)
	return p
}

// Policies returns all policies: those of DynP, then the others by name.
func Policies() []Policy {
	all := slices.Clone(registered)
	rank := func(p Policy) int {
		for i, d := range DynP() {
			if p.Name == d.Name {
				return i
			}
		}
		return len(DynP())
	}
	slices.SortFunc(all, func(a, b Policy) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// PolicyByName returns the policy of that name, in upper or lower case.
func PolicyByName(name string) (Policy, error) {
	var names []string
	for _, p := range Policies() {
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Policy{}, fmt.Errorf("policy: found %q, expected one of %s", name, strings.Join(names, ", "))
}

// compare orders two jobs by the policy.
func (p Policy) compare(a, b optgap.Job) int {
	return compareKeyed(keyed{p.Key(a), a}, keyed{p.Key(b), b})
}

type keyed struct {
	key int64
	job optgap.Job
}

func compareKeyed(a, b keyed) int {
	if c := cmp.Compare(a.key, b.key); c != 0 {
		return c
	}
	if c := cmp.Compare(a.job.Submit, b.job.Submit); c != 0 {
		return c
	}
	return cmp.Compare(a.job.ID, b.job.ID)
}
