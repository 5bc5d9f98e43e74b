package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/study/method"
)

// Effect states the condition under which fields have an effect.
type Effect struct {
	Names string             // of the fields, with blanks between
	Only  string             // the condition, as it follows "only" in messages and help
	Met   func(Solving) bool // tells whether the condition holds
}

// Effects returns the conditions of the fields of Solving. A field without a condition always has
// an effect.
func Effects() []Effect {
	bounds := func(s Solving) bool { return !s.NoBounds }
	program := anyOf(method.ILP)
	return []Effect{
		{"formulation statement gap", onlyWith(method.ILP), program},
		{"horizon", onlyWith(method.ILP) + ", or exact and --time-scale", func(s Solving) bool {
			return program(s) || s.uses(method.Exact) && s.TimeScale != ""
		}},
		{
			"scale-memory scale-entry", "with --time-scale auto, or without --time-scale and " + onlyWith(method.ILP),
			func(s Solving) bool { return s.TimeScale == Auto || s.TimeScale == "" && program(s) },
		},
		{"time-scale memory node-limit", onlyWith(method.ILP, method.Exact), anyOf(method.ILP, method.Exact)},
		{"seed", onlyWith(method.BiCriteria, method.ILP, method.Exact), Solving.Seeded},
		{"shuffles capacity", onlyWith(method.BiCriteria), anyOf(method.BiCriteria)},
		{"time-limit", onlyWith(method.ILP, method.Exact) + ", or lower bounds (--no-bounds=false)", func(s Solving) bool {
			return anyOf(method.ILP, method.Exact)(s) || bounds(s)
		}},
		{"minsum-ratio lp-scale", "with lower bounds (--no-bounds=false)", bounds},
		{
			"no-certificates", onlyWith(method.Exact) + " at one second or lower bounds (--no-bounds=false)",
			func(s Solving) bool { return s.ExactAtSecond() || s.uses(method.Own()...) || bounds(s) },
		},
	}
}

// Searching is the condition that a method searches for long: ilp, exact or a registered one.
func Searching() Effect {
	return Effect{Only: onlyWith(method.ILP, method.Exact), Met: anyOf(method.ILP, method.Exact)}
}

// Seeded tells whether one of the methods makes random choices.
func (s Solving) Seeded() bool { return anyOf(method.BiCriteria, method.ILP, method.Exact)(s) }

// Searches tells whether the time to solve a step is worth a limit.
func (s Solving) Searches() bool { return s.Seeded() || !s.NoBounds }

// anyOf is the condition that one of the methods is chosen. A registered method meets it too, as it
// gets all options.
func anyOf(methods ...method.Method) func(Solving) bool {
	return func(s Solving) bool { return s.uses(append(methods, method.Own()...)...) }
}

// onlyWith is such as "with --method ilp or exact", and names registered methods too.
func onlyWith(methods ...method.Method) string {
	names := methodNames(append(methods, method.Own()...))
	if last := len(names) - 1; last > 0 {
		names = []string{strings.Join(names[:last], ", "), names[last]}
	}
	return "with --method " + strings.Join(names, " or ")
}

// Unused is the error about a field that is given and has no effect.
type Unused struct{ Field, Only string }

func (u *Unused) Error() string {
	return fmt.Sprintf("found --%s, which has an effect only %s", u.Field, u.Only)
}

// CheckEffects returns an *Unused error for the first of the given fields that has no effect.
func (s Solving) CheckEffects(given []string) error {
	for _, e := range Effects() {
		for name := range strings.FieldsSeq(e.Names) {
			if slices.Contains(given, name) && !e.Met(s) {
				return &Unused{name, e.Only}
			}
		}
	}
	return nil
}
