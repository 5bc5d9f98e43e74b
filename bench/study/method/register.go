package method

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/ilp/bound"
)

// registered are the registered methods, by name.
var registered []Method

// ResultNames returns the names of methods that results may have: Names, and record.Given.
func ResultNames() []string { return append(Names(), record.Given) }

// Own returns the registered methods, by name.
func Own() []Method { return registered }

// Register makes a method known to all commands. The method gets all options.
//
// A main package registers before anything else, as child processes run the same main package.
// An *optgap.FieldError refuses a name that is taken or is no name (see optgap.CheckName), and a
// missing About or Find.
// No other goroutine may use a registry meanwhile.
func Register(m Method) error {
	if m.About == "" || m.Find == nil {
		return optgap.BadField("method "+m.Name, "no About or no Find", "both")
	}
	if err := unused("method", m.Name); err != nil {
		return err
	}
	registered = append(registered, m)
	slices.SortFunc(registered, func(a, b Method) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// unused refuses a text that is no name, and the name of a method or a bound. A bound with the name
// of a method is the bound that the method itself proves.
func unused(field, name string) error {
	if err := optgap.CheckName(field, name); err != nil {
		return err
	}
	named := func(b LowerBound) bool { return string(b.Name) == name }
	if slices.Contains(ResultNames(), name) ||
		slices.Contains(optgap.BoundNames(), optgap.BoundName(name)) ||
		slices.ContainsFunc(registeredBounds, named) {
		return optgap.BadField(
			field,
			fmt.Sprintf("%q a second time", name),
			"a name that no other method and no bound has",
		)
	}
	return nil
}

// OfPolicy returns the method that plans a step by a single policy. Its name is that of the policy
// in lower case. It proves nothing.
func OfPolicy(p heuristics.Policy) Method {
	return Method{
		Name: strings.ToLower(p.Name), About: "the plan of " + p.Name,
		Find: func(_ context.Context, problem *Problem, _ Options) (*Answer, error) {
			plan := make(optgap.Schedule, len(problem.Step.Jobs))
			new(heuristics.Planner).Plan(problem.Step, p, plan)
			return &Answer{Schedule: plan}, nil
		},
	}
}

// LowerBound is a way of computing a lower bound on the one-second problem beside any method.
type LowerBound struct {
	Name  optgap.BoundName
	About string // in one line, for people
	// Find returns the bound on a step of at least one job. The caller sets its name. With a
	// certificate, "optgap verify" checks the bound by itself. Otherwise RestsOn says how the bound
	// can be checked; "": not at all. An error, a panic and a bound above the objective of a known
	// schedule make a warning, and the bound is absent.
	Find func(ctx context.Context, step *optgap.Step) (Bound, error)
}

// registeredBounds are the bounds of this package, a line each, and those of RegisterBound, by
// name.
var registeredBounds = []LowerBound{}

// OwnBounds returns the names of the bounds of this package and of RegisterBound, sorted.
func OwnBounds() []optgap.BoundName {
	return lists.Each(registeredBounds, func(b LowerBound) optgap.BoundName { return b.Name })
}

// BesideNames returns the names of the bounds that are computed beside a method: those of package
// bound, and then the registered ones, by name.
func BesideNames() []optgap.BoundName { return append(bound.Names(), OwnBounds()...) }

// RegisterBound makes a lower bound known to all commands. The bound is computed beside every
// method, after the bounds of package bound and in the rest of their time limit.
//
// A main package registers before anything else. The errors are those of Register.
// No other goroutine may use a registry meanwhile.
func RegisterBound(b LowerBound) error {
	if b.About == "" || b.Find == nil {
		return optgap.BadField("bound "+string(b.Name), "no About or no Find", "both")
	}
	if err := unused("bound", string(b.Name)); err != nil {
		return err
	}
	registeredBounds = append(registeredBounds, b)
	slices.SortFunc(
		registeredBounds,
		func(a, b LowerBound) int { return strings.Compare(string(a.Name), string(b.Name)) },
	)
	return nil
}
