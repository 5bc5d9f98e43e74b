// Package schedulers makes the schedulers of package heuristics by name, for
// command lines and configurations:
//
//	name, Options -> New -> replay.Scheduler
//
// Every scheduler is one registration: see planning.go and queueing.go. [Describe] tells what a
// name stands for.
package schedulers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
)

// Default is the scheduler that commands take unless told otherwise.
const Default = "dynp-advanced"

// maker makes a scheduler for a machine and the jobs of a trace.
type maker func(machine int64, jobs []optgap.TraceJob, o Options) (replay.Scheduler, error)

type entry struct {
	about string
	make  maker
}

var (
	registry = map[string]entry{}
	inOrder  []string // names in the order of their registration
)

// register makes a scheduler known. It panics if the name is taken.
func register(name, about string, make maker) {
	if _, taken := registry[name]; taken {
		panic("schedulers: " + name + " is registered twice")
	}
	registry[name] = entry{about, make}
	inOrder = append(inOrder, name)
}

// Names returns the names of all schedulers, related ones side by side.
func Names() []string { return slices.Clone(inOrder) }

// Describe returns in a few words what the name stands for; "" for an unknown
// name.
func Describe(name string) string { return registry[lower(name)].about }

// Known returns an error that lists all names if there is no scheduler of that
// name, in upper or lower case.
func Known(name string) error {
	if _, ok := registry[lower(name)]; ok {
		return nil
	}
	return &optgap.FieldError{Field: "scheduler", Found: fmt.Sprintf("%q", name), Expected: "one of " + strings.Join(inOrder, ", ")}
}

// New returns a fresh scheduler for a replay of the jobs, which are known by
// their index and no wider than the machine. The name may be in upper or lower
// case; options that the scheduler does not know are ignored.
func New(name string, machine int64, jobs []optgap.TraceJob, o Options) (replay.Scheduler, error) {
	if err := Known(name); err != nil {
		return nil, err
	}
	return registry[lower(name)].make(machine, jobs, o)
}

func lower(name string) string { return strings.ToLower(name) }
