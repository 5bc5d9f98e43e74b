// Package schedulers makes the schedulers of package heuristics by name, for
// command lines and configurations:
//
//	name, Options -> New         -> heuristics.Scheduler
//	              -> NewPlanning -> *dynp.Scheduler, which shows its steps
//	              -> NewGrid     -> *dynp.Grid
//	names         -> ChoosePlans -> the schedulers to compare on steps, in one order
//	step, name    -> Schedule    -> a start for each waiting job, or *LeftOut: why there is none
//
// Commands, sweeps, studies and the program's own policies call it.
//
// A name may have parameters, such as "first-fit:aging=1h": see parameters.go. [Canonical] returns its one spelling.
// Each scheduler is one entry of the tables in tables.go. A main package
// adds schedulers of its own by [Register], [RegisterPolicy] and [RegisterDecider]. Those of Options.Commands
// are other programs, see package batsim.
// [Names] lists the names, and [Describe] describes the scheduler of a name.
package schedulers

import (
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Default is the scheduler that commands take unless told otherwise.
const Default = "dynp-advanced"

// making is what a scheduler is made of, for the jobs of a trace.
type making struct {
	machine int64
	jobs    []optgap.TraceJob
	Options
	settings
}

// maker makes a scheduler. With an error the scheduler is of no use.
type maker func(m making) (heuristics.Scheduler, error)

// entry is a scheduler.
type entry struct {
	name, about string
	make        maker
	parameters  parameters
}

// entries are all schedulers, related ones side by side.
func entries() []entry {
	return slices.Concat(
		planningSchedulers(),
		queueSchedulers(),
		scoredEASY(),
		lists.Each(onLine, OnLine.entry),
		[]entry{{Recorded, "starts each job when the log says", ofLog, nil}},
	)
}

// Recorded is the scheduler that does what the log of the trace says. It decides nothing, so that
// Names leaves it out.
const Recorded = "recorded"

// IsRecorded reports whether a name, in upper or lower case, is that of Recorded.
func IsRecorded(name string) bool { return strings.EqualFold(name, Recorded) }

func ofLog(m making) (heuristics.Scheduler, error) {
	return dynp.NewRecorded(m.machine, m.jobs, m.Starts)
}

// find returns the index of the entry of a name, which may be in upper or lower case; -1:
// there is none.
func find(entries []entry, name string) int {
	lower := strings.ToLower(name)
	return slices.IndexFunc(entries, func(e entry) bool { return e.name == lower })
}

// namesOf returns the names of entries.
func namesOf(entries []entry) []string {
	return lists.Each(entries, func(e entry) string { return e.name })
}

// Names returns the names of all schedulers that decide something, related ones side by side.
func Names() []string { return slices.DeleteFunc(namesOf(entries()), IsRecorded) }

// PlanningNames returns the names of the schedulers that NewPlanning makes.
func PlanningNames() []string { return namesOf(planningSchedulers()) }

// SelfTuningNames returns the names of the schedulers that take Options.Policies.
func SelfTuningNames() []string { return namesOf(selfTuningSchedulers()) }

// Describe describes the scheduler of a name without parameters in a few words; "": the name is
// unknown.
func Describe(name string) string {
	all := entries()
	if i := find(all, name); i >= 0 {
		return all[i].about
	}
	return ""
}

// Known returns nil if there is a scheduler of that name, in upper or lower case and perhaps with
// parameters, or one of the commands has it. Else it returns the error of [Canonical].
func Known(name string, commands ...batsim.Command) error {
	_, err := Canonical(name, batsim.Names(commands)...)
	return err
}

// unknown returns the error about a name that is none of names.
func unknown(name, expected string, names []string) error {
	expected += " " + strings.Join(names, ", ")
	return optgap.BadText("scheduler", name, expected)
}

// New returns a fresh scheduler for a replay of the jobs. Jobs are known by their index, and no
// wider than the machine. The name may be in upper or lower case, and have parameters. Options of
// other schedulers are ignored. An unknown name and an option out of its range are errors of type
// *optgap.FieldError.
func New(
	name string,
	machine int64,
	jobs []optgap.TraceJob,
	o Options,
) (heuristics.Scheduler, error) {
	lower := strings.ToLower(name)
	if i := slices.IndexFunc(o.Commands, func(c batsim.Command) bool { return c.Name == lower }); i >= 0 {
		return asked(o.Commands[i], machine, jobs, o)
	}
	c, err := call(name, batsim.Names(o.Commands))
	if err != nil {
		return nil, err
	}
	s, err := c.make(making{machine, jobs, o, c.settings})
	if err != nil {
		return nil, err // and no scheduler, rather than a nil pointer
	}
	return s, nil
}

// NewPlanning is [New] for the planning schedulers, which are those of [PlanningNames].
// The name of another scheduler is an *optgap.FieldError too.
func NewPlanning(
	name string,
	machine int64,
	jobs []optgap.TraceJob,
	o Options,
) (*dynp.Scheduler, error) {
	if err := Known(name); err != nil {
		return nil, err
	}
	if !slices.Contains(PlanningNames(), Base(name)) {
		return nil, unknown(name, "a planning scheduler:", PlanningNames())
	}
	s, err := New(name, machine, jobs, o)
	if err != nil {
		return nil, err
	}
	return s.(*dynp.Scheduler), nil
}

// Options are those of schedulers that no name has. A scheduler reads its own and ignores the
// others.
type Options struct {
	Policies     []heuristics.Policy // of the schedulers of SelfTuningNames; nil: heuristics.DynP
	WaitingVotes bool                // of ivs: see queueing.NewIVS
	Starts       []int64             // of recorded: when each job started by the log, see swf.Trace

	Commands []batsim.Command     // schedulers that are other programs, by names that no scheduler has
	Pool     *batsim.Pool         // has their programs ready; with nil each starts with its replay
	Labels   map[int64]swf.Labels // what they are told of jobs beside their size, by id
	Running  int                  // of the jobs of a step, the first, that run already
	Epoch    int64                // second of the trace from which the times of the jobs count; not 0 for a step
}

// NewGrid returns a multi-site scheduler. machines are the processors of the sites. Each
// site has a planning scheduler of that name, as a job goes to the site that plans it
// earliest. The errors are those of [NewPlanning] and [dynp.NewGrid].
func NewGrid(
	name string,
	machines []int64,
	jobs []optgap.TraceJob,
	o Options,
) (*dynp.Grid, error) {
	// An error of name or options belongs to no site.
	if _, err := NewPlanning(name, 1, nil, o); err != nil {
		return nil, err
	}
	return dynp.NewGrid(machines, jobs, func(machine int64) (*dynp.Scheduler, error) {
		return NewPlanning(name, machine, jobs, o)
	})
}
