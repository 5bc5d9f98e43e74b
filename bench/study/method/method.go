// Package method holds the methods that solve self-tuning steps, one file each:
//
//	step -> Method.Find -> Answer: schedule, status, bounds with their proofs
//	Answer -> Solve -> record.Result: quality, loss and gap derived from it
//
// A method reports its best answer so far while it works. Where the method has to be ended,
// Failure.Answer has that answer, and Complete makes a result of it.
//
// A new method of this package is a file with a Method in it and an entry in All. A main package
// adds methods by [Register] and lower bounds by [RegisterBound].
package method

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp/grid"
)

// Method is a way of finding a schedule for a step and of proving how good it is.
type Method struct {
	Name  string // that results carry
	About string // in one line, for people
	// Find answers a problem of at least one job. An error says that the run itself failed. A panic
	// and a wrong answer say so too. A limit that ends the run is a status, not an error.
	Find    func(ctx context.Context, p *Problem, o Options) (*Answer, error)
	Instant bool // Find takes no time worth a limit
	// Grid returns the grid on which Find solves a step; false: Find solves the step at one second.
	// A nil function stands for a method that never has a grid.
	Grid func(o Options) (grid.Choice, bool)
}

// TimeScale returns the seconds per slot of the grid on which the method solves a problem; 0:
// there is no grid. Step, method and time scale identify a result.
func (m Method) TimeScale(p *grid.Problem, o Options) int64 {
	if m.Grid != nil {
		if c, ok := m.Grid(o); ok {
			return p.ScaleOf(c)
		}
	}
	return 0
}

// All returns all methods, in the order in which the results of a step stand. Those of Register
// come last, by name.
func All() []Method { return append([]Method{Policies, ILP, Exact}, registered...) }

// Names returns the names of All.
func Names() []string { return lists.Each(All(), func(m Method) string { return m.Name }) }

// ByName returns the method with the name, in upper or lower case. An *optgap.FieldError refuses an
// unknown name.
func ByName(name string) (Method, error) {
	all := All()
	if i := slices.IndexFunc(all, func(m Method) bool { return strings.EqualFold(m.Name, name) }); i >= 0 {
		return all[i], nil
	}
	return Method{}, optgap.BadText("method", name, "one of "+strings.Join(Names(), ", "))
}

// ByNames returns the methods with the names, in the order of All. An *optgap.FieldError refuses an
// unknown name, a repeated one, and an empty list.
func ByNames(names []string) ([]Method, error) {
	if len(names) == 0 {
		return nil, optgap.BadField("method", "none", fmt.Sprintf("one or more of %v", Names()))
	}
	var methods []Method
	for i, name := range names {
		m, err := ByName(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(
			names[:i],
			func(other string) bool { return strings.EqualFold(other, name) },
		) {
			found := fmt.Sprintf("%q twice in %s", name, strings.Join(names, ","))
			return nil, optgap.BadField("method", found, "each method once")
		}
		methods = append(methods, m)
	}
	slices.SortFunc(methods, func(a, b Method) int { return compareNames(a.Name, b.Name) })
	return methods, nil
}

// compareNames orders names as All does. Unknown names come last.
func compareNames(a, b string) int {
	names := Names()
	rank := func(name string) int {
		if i := slices.Index(names, name); i >= 0 {
			return i
		}
		return len(names)
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a, b))
}

// Key identifies a result within a study. The key of a step has an index alone.
type Key struct {
	Index     int // of the step
	Method    string
	TimeScale int64 // seconds per slot; 0: no grid
}

// KeyOf returns the key of a result.
func KeyOf(r record.Result) Key { return Key{r.Index, r.Method, r.TimeScale} }

// String is such as "step 12, ilp, slots of 60 s". It leaves out an empty method and a time scale
// of 0.
func (k Key) String() string {
	text := fmt.Sprintf("step %d", k.Index)
	if k.Method != "" {
		text += ", " + k.Method
	}
	if k.TimeScale != 0 {
		text += fmt.Sprintf(", slots of %d s", k.TimeScale)
	}
	return text
}

// Compare orders keys by step, then by method as All does, then by time scale.
func (k Key) Compare(other Key) int {
	return cmp.Or(
		cmp.Compare(
			k.Index,
			other.Index,
		),
		compareNames(k.Method, other.Method),
		cmp.Compare(k.TimeScale, other.TimeScale),
	)
}
