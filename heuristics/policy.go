package heuristics

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// Policy is an order of waiting jobs: by increasing Key, ties by submission,
// then by id.
type Policy struct {
	Name  string
	About string // the order in a few words
	Key   func(optgap.Job) int64
}

// The policies of dynP (Streit 2002, section 1).
var (
	FCFS = Policy{"FCFS", "first come first served", func(j optgap.Job) int64 { return j.Submit }}
	SJF  = Policy{"SJF", "shortest estimate first", func(j optgap.Job) int64 { return j.Estimate }}
	LJF  = Policy{"LJF", "longest estimate first", func(j optgap.Job) int64 { return -j.Estimate }}
)

// Orders by width. Aida (2000) calls them SJF and LJF, smallest and largest job
// first.
var (
	NJF = Policy{"NJF", "smallest width first", func(j optgap.Job) int64 { return j.Width }}
	WJF = Policy{"WJF", "largest width first", func(j optgap.Job) int64 { return -j.Width }}
)

// DynP returns the three policies between which dynP switches, in the order in
// which ties between equally good ones are broken.
func DynP() []Policy { return []Policy{FCFS, SJF, LJF} }

// Policies returns all policies: those of DynP, the others, and then those of Register by
// name. A new policy of this package is one more line here.
func Policies() []Policy {
	return append(builtIn(), registered...)
}

// InOrder returns names of policies without repetition in one order for all tables: that of
// Policies, and other names after them by name.
func InOrder(names iter.Seq[string]) []string {
	place := map[string]int{}
	for i, p := range Policies() {
		place[p.Name] = i - len(Policies()) // below 0, the place of all others
	}
	return slices.Compact(slices.SortedFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(place[a], place[b]), cmp.Compare(a, b))
	}))
}

func builtIn() []Policy {
	return append(DynP(),
		// "First fit, increasing area" (Streit 2002, section 6).
		Policy{"FFIA", "smallest area first", func(j optgap.Job) int64 { return j.Area() }},
		Policy{"LAF", "largest area first", func(j optgap.Job) int64 { return -j.Area() }},
		NJF,
		WJF,
		Policy{"WSPT", "smallest estimate over weight first", wspt},
	)
}

// registered are the policies of Register by name.
var registered []Policy

// Own returns the policies of Register by name.
func Own() []Policy { return slices.Clone(registered) }

// Register adds a policy to Policies. The policy's key has to be a pure function. A main
// package calls schedulers.RegisterPolicy instead, before anything else: this registers
// the policy and a scheduler of it. An *optgap.FieldError refuses a name that is taken, in
// upper or lower case, or not allowed (see optgap.CheckName), and a missing About or Key.
func Register(p Policy) error {
	if err := p.registrable(); err != nil {
		return err
	}
	registered = append(registered, p)
	slices.SortFunc(registered, func(a, b Policy) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return nil
}

// registrable returns the error of Register.
func (p Policy) registrable() error {
	if err := optgap.CheckName("policy", strings.ToLower(p.Name)); err != nil {
		return err
	}
	if _, err := PolicyByName(p.Name); err == nil {
		return optgap.BadField("policy", fmt.Sprintf("%q a second time", p.Name), "a name that no other policy has")
	}
	if p.About == "" || p.Key == nil {
		return optgap.BadField("policy "+p.Name, "no About or no Key", "both")
	}
	return nil
}

// wspt is the key of weighted shortest processing time, Smith's rule, with the weight that
// the job has in the objective. It is the bits of estimate over weight, which have the order
// of these positive numbers. The order is exact where products of an estimate and a weight
// stay below 2^52: two different ratios then differ by more than the rounding of float64.
func wspt(j optgap.Job) int64 {
	weight := cmp.Or(j.Weight, j.Width)
	return int64(math.Float64bits(float64(j.Estimate) / float64(weight)))
}

// PolicyByName returns the policy of that name, in upper or lower case. An
// unknown name is an *optgap.FieldError.
func PolicyByName(name string) (Policy, error) {
	all := Policies()
	if i := slices.IndexFunc(all, func(p Policy) bool { return strings.EqualFold(p.Name, name) }); i >= 0 {
		return all[i], nil
	}
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	return Policy{}, optgap.BadField("policy", fmt.Sprintf("%q", name), "one of "+strings.Join(names, ", "))
}

// Compare orders two jobs by the policy.
func (p Policy) Compare(a, b optgap.Job) int {
	return cmp.Or(cmp.Compare(p.Key(a), p.Key(b)), cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.ID, b.ID))
}
