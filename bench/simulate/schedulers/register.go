package schedulers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
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

// OwnNames returns the names of the schedulers of RegisterDecider and RegisterPolicy, sorted.
func OwnNames() []string {
	var names []string
	for _, d := range deciders {
		names = append(names, d.scheduler())
	}
	for _, p := range heuristics.Own() {
		names = append(names, strings.ToLower(p.Name))
	}
	slices.Sort(names)
	return names
}

// reserved are words that stand for no scheduler where the name of one is expected.
var reserved = []string{"all", "optimum"}

// RegisterDecider makes a scheduler "dynp-NAME" known to all commands. Choose has to be a
// pure function. A main package registers before anything else. An *optgap.FieldError refuses
// a name that is taken or not allowed (see [optgap.CheckName]), and a missing About or Choose.
func RegisterDecider(d Decider) error {
	if err := optgap.CheckName("decider", d.Name); err != nil {
		return err
	}
	if d.About == "" || d.Choose == nil {
		return optgap.BadField("decider "+d.Name, "no About or no Choose", "both")
	}
	if err := unused(d.scheduler()); err != nil {
		return err
	}
	deciders = append(deciders, d)
	slices.SortFunc(deciders, func(a, b Decider) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// RegisterPolicy makes a policy known to all commands. It becomes a planning scheduler
// under its name in lower case, and a policy that dynP may choose. The errors are those of
// [heuristics.Register]. The name of another scheduler is one too.
func RegisterPolicy(p heuristics.Policy) error {
	if err := unused(strings.ToLower(p.Name)); err != nil {
		return err
	}
	return heuristics.Register(p)
}

// unused refuses a name that a scheduler has, or that is reserved.
func unused(name string) error {
	if Known(name) == nil || slices.Contains(reserved, name) {
		return optgap.BadField("scheduler", fmt.Sprintf("%q a second time", name), "a name that no other scheduler has")
	}
	return nil
}
