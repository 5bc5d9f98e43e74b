package schedulers

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics"
)

// Words that stand for several schedulers where names are expected.
const (
	All  = "all"
	DynP = "dynp" // its three policies, whose best tables call dynP
)

// PaperPlans returns the names of the policies of dynP, as in the paper.
func PaperPlans() []string {
	return lists.Each(
		heuristics.DynP(),
		func(p heuristics.Policy) string { return strings.ToLower(p.Name) },
	)
}

// PlanKey returns the name that a scheduler has in results: that of the policy for those of dynP,
// FCFS, SJF and LJF, and its own name for any other.
func PlanKey(name string) string {
	if slices.Contains(PaperPlans(), name) {
		return strings.ToUpper(name)
	}
	return name
}

// ChoosePlans returns the schedulers with the names in their one spelling, in the order of [Names],
// then of others. These are policies too. Names may be in upper or lower case, and so may be DynP
// and the single name All. An *optgap.FieldError about the field policies refuses an empty list, an
// unknown name, and one that stands there twice.
func ChoosePlans(names []string, others ...string) ([]string, error) {
	known := append(Names(), others...)
	if len(names) == 1 && strings.EqualFold(names[0], All) {
		return known, nil
	}
	if len(names) == 0 {
		return nil, wrong("none", "one or more of "+strings.Join(known, ", "))
	}
	var chosen []string
	isDynP := func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), DynP) }
	if slices.ContainsFunc(names, isDynP) {
		chosen = PaperPlans()
		given := func(name string) bool { return isDynP(name) || slices.Contains(chosen, strings.ToLower(name)) }
		names = slices.DeleteFunc(slices.Clone(names), given)
	}
	for _, name := range names {
		lower, err := Canonical(name, slices.Concat(others, []string{All})...)
		var unknown *optgap.FieldError
		switch {
		case lower == All:
			return nil, wrong(
				fmt.Sprintf("%q among other names", name),
				"all by itself, or names",
			)
		case IsRecorded(lower) && !slices.Contains(others, lower):
			return nil, wrong(
				fmt.Sprintf("%q", name),
				"all, or some of "+strings.Join(known, ", "),
			)
		case errors.As(err, &unknown):
			return nil, wrong(unknown.Found, unknown.Expected)
		case slices.Contains(chosen, lower):
			return nil, wrong(fmt.Sprintf("%q twice", name), "each policy once")
		}
		chosen = append(chosen, lower)
	}
	place := func(name string) int { return slices.Index(known, Base(name)) }
	slices.SortFunc(
		chosen,
		func(a, b string) int { return cmp.Or(place(a)-place(b), strings.Compare(a, b)) },
	)
	return chosen, nil
}

// AboutPlans says what FCFS, SJF and LJF are, below the title of a table in which one of them meets
// EASY, which is no plan; "": none does.
func AboutPlans(names []string) string {
	plan := slices.ContainsFunc(names, func(name string) bool {
		return slices.Contains(PaperPlans(), strings.ToLower(name))
	})
	easy := slices.ContainsFunc(
		names,
		func(name string) bool { return strings.HasPrefix(strings.ToLower(name), "easy") },
	)
	if !plan || !easy {
		return ""
	}
	return "\nFCFS, SJF, LJF are plans whose later jobs fill gaps; the textbook's FCFS is strict-FCFS"
}

// wrong returns the error about a list of names.
func wrong(found, expected string) error {
	return optgap.BadField("policies", found, expected)
}
