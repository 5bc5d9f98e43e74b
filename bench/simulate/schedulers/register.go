package schedulers

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Decider is a decider of self-tuning dynP under a name.
type Decider struct {
	Name   string
	About  string // how it decides, in a few words
	Choose dynp.Decider
}

// scheduler returns the name of the scheduler with this decider.
func (d Decider) scheduler() string { return "dynp-" + d.Name }

// deciders are the deciders of RegisterDecider, sorted by name.
var deciders []Decider

// OnLine is a scheduler that knows neither run times nor the future.
type OnLine struct {
	Name  string
	About string // how it decides, in a few words
	// New returns the Decider of a replay on an idle machine of so many processors.
	New func(machine int64) heuristics.Decider
}

// onLine are the schedulers of Register, sorted by name.
var onLine []OnLine

// Register makes a scheduler known to all commands. On a step it is run forward, as EASY is. The errors are those of
// [RegisterDecider].
// No other goroutine may use a registry meanwhile.
func Register(o OnLine) error {
	if err := checkOwn("scheduler", o.Name, o.Name, o.About, "New", o.New != nil); err != nil {
		return err
	}
	onLine = append(onLine, o)
	slices.SortFunc(onLine, func(a, b OnLine) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// checkOwn refuses one of Register or RegisterDecider with a wrong name, without About, or without
// its function.
func checkOwn(kind, name, scheduler, about, function string, has bool) error {
	if err := optgap.CheckName(kind, name); err != nil {
		return err
	}
	if about == "" || !has {
		return optgap.BadField(kind+" "+name, "no About or no "+function, "both")
	}
	return CheckNew("scheduler", scheduler)
}

// entry returns the entry of the scheduler.
func (o OnLine) entry() entry {
	online := func(m making) (heuristics.Scheduler, error) {
		return heuristics.NewOnline(o.Name, m.machine, m.jobs, o.New(m.machine)), nil
	}
	return entry{o.Name, o.About, online, nil}
}

// ParseCommands reads schedulers that are other programs, each from text such as "mine=python3
// mine.py". limit is the time for each decision. An *optgap.FieldError refuses any other text, and
// a name that is taken.
func ParseCommands(texts []string, limit time.Duration) (all []batsim.Command, err error) {
	for _, text := range texts {
		c, err := batsim.Parse(text, limit)
		if err != nil {
			return nil, err
		}
		if err := CheckNew("scheduler-command", c.Name, batsim.Names(all)...); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// CheckNew refuses a name that a scheduler has, that is reserved, or that is among the taken ones,
// with an *optgap.FieldError about the field.
func CheckNew(field, name string, taken ...string) error {
	if slices.Contains(reserved, strings.ToLower(name)) {
		return optgap.BadText(field, name, "a name other than "+strings.Join(reserved, ", "))
	}
	if Known(name) == nil || slices.Contains(taken, name) {
		return optgap.BadField(
			field,
			fmt.Sprintf("%q a second time", name),
			"a name that no other scheduler has",
		)
	}
	return nil
}

// asked returns the scheduler of a command. Its program starts with the replay.
func asked(
	c batsim.Command,
	machine int64,
	jobs []optgap.TraceJob,
	o Options,
) (heuristics.Scheduler, error) {
	s, err := batsim.New(
		c,
		batsim.Replay{Machine: machine, Jobs: jobs, Running: o.Running, Labels: o.Labels},
		o.Pool,
	)
	if err != nil {
		return nil, err
	}
	return heuristics.NewOnline(c.Name, machine, jobs, s), nil
}

// reserved are words with a meaning of their own where the name of a scheduler is expected, or
// beside one in tables.
var reserved = []string{"all", "optimum", "best", "given", "dynp", "policies", "ilp", "exact"}

// RegisterDecider makes a scheduler "dynp-NAME" known to all commands. Choose has to be a
// pure function. A main package registers before anything else. An *optgap.FieldError refuses
// a name that is taken or not allowed (see [optgap.CheckName]), and a missing About or Choose.
// No other goroutine may use a registry meanwhile.
func RegisterDecider(d Decider) error {
	if err := checkOwn("decider", d.Name, d.scheduler(), d.About, "Choose", d.Choose != nil); err != nil {
		return err
	}
	deciders = append(deciders, d)
	slices.SortFunc(deciders, func(a, b Decider) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// RegisterPolicy makes a policy known to all commands. It becomes a planning scheduler
// under its name in lower case, and a policy that dynP may choose. The errors are those of
// [heuristics.Register]. The name of another scheduler is one too.
// No other goroutine may use a registry meanwhile.
func RegisterPolicy(p heuristics.Policy) error {
	if err := CheckNew("scheduler", strings.ToLower(p.Name)); err != nil {
		return err
	}
	return heuristics.Register(p)
}
