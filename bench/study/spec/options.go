package spec

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/timescale"
)

// Validate refuses values out of their range, with an *optgap.FieldError.
func (s Solving) Validate() error {
	_, options := s.Options(1)
	_, objective := s.ObjectiveOf()
	_, methods := s.Methods()
	return cmp.Or(options, objective, methods)
}

// ObjectiveOf returns what schedules minimise; "": each step says it.
func (s Solving) ObjectiveOf() (optgap.Objective, error) { return optgap.ObjectiveByName(s.Objective) }

// policies returns the policies in the order in which ties are broken.
func (s Solving) policies() ([]string, error) {
	commands, err := s.Commands()
	if err != nil {
		return nil, err
	}
	o := method.Options{Policies: slices.Clone(s.Policies), Commands: commands}
	o.Planned, err = s.planned(commands)
	if err != nil {
		return nil, err
	}
	if o.Policies == nil {
		o.Policies = schedulers.PaperPlans()
	}
	for _, p := range o.Planned {
		covers := func(name string) bool {
			return slices.Contains(
				[]string{schedulers.All, p.Name},
				strings.ToLower(strings.TrimSpace(name)),
			)
		}
		if !slices.ContainsFunc(o.Policies, covers) {
			o.Policies = append(o.Policies, p.Name)
		}
	}
	return o.Chosen()
}

// Schedulers returns the policies that can schedule whole traces: all but Plans.
func (s Solving) Schedulers() ([]string, error) {
	commands, err := s.Commands()
	if err != nil {
		return nil, err
	}
	all, err := s.policies()
	return slices.DeleteFunc(all, func(name string) bool { return schedulers.Known(name, commands...) != nil }), err
}

// InLosses returns the schedulers that losses are of, by their names in results.
func (s Solving) InLosses() ([]string, error) {
	policies, err := s.policies()
	return loss.Schedulers(lists.Each(policies, schedulers.PlanKey)), err
}

// Commands returns the schedulers that are other programs. An *optgap.FieldError refuses one that
// serves a single replay: there is one for each step.
func (s Solving) Commands() ([]batsim.Command, error) {
	all, err := schedulers.ParseCommands(s.SchedulerCommand, s.DecisionLimit)
	for _, c := range all {
		err = cmp.Or(err, c.CheckReplays(2))
	}
	return all, err
}

// Methods returns the methods in the order in which the results of a step stand.
func (s Solving) Methods() ([]method.Method, error) { return method.ByNames(s.Method) }

// Options returns how steps are solved. workers is the number of workers; below 1: 1. Where Memory
// is "auto", they share the memory of the machine.
func (s Solving) Options(workers int) (method.Options, error) {
	o := method.Options{
		Limits: exact.Limits{
			TimeLimit: s.TimeLimit,
			NodeLimit: s.NodeLimit,
			RelGap:    s.RelGap,
			Seed:      s.Seed,
		},
		Grid:           grid.Choice{Horizon: grid.Horizon(s.Horizon)},
		Scaled:         s.TimeScale != "",
		Statement:      ilp.Statement(s.Statement),
		NoBounds:       s.NoBounds,
		MinsumRatio:    s.MinsumRatio,
		NoCertificates: s.NoCertificates,
		Proofs:         s.Proofs,
		PolicyStarts:   s.PolicyStarts,
		Progress:       s.Progress,
	}
	if s.Formulation != Auto { // which is the default of the program
		o.Formulation = grid.Formulation(s.Formulation)
	}
	var errs [6]error // of which the first one counts
	o.Commands, errs[0] = s.Commands()
	o.Planned, errs[1] = s.planned(o.Commands)
	o.Policies, errs[2] = s.policies()
	if slices.Equal(o.Policies, schedulers.PaperPlans()) {
		o.Policies = nil // results name other lists only
	}
	o.Grid.Scale, errs[3] = s.scale()
	o.Grid.Rule, errs[4] = s.rule()
	o.Memory, errs[5] = MemoryLimit(s.Memory, workers)
	if err := cmp.Or(errs[:]...); err != nil {
		return o, err
	}
	return o, o.Validate()
}

// rule returns the rule of Eq. 6 for the time scale, in which only the ratio of memory and entry
// counts.
func (s Solving) rule() (timescale.Rule, error) {
	rule := timescale.PaperRule()
	entry, err := Size("scale-entry", s.ScaleEntry)
	rule.PerEntry = float64(entry)
	return rule, err
}

// maxScale is the longest slot in seconds, about 68 years. That is far above any useful slot, and
// far below the slots whose sums leave the range of int64.
const maxScale = math.MaxInt32

// scale reads TimeScale in whole seconds; 0 for "auto" and "".
func (s Solving) scale() (int64, error) {
	if s.TimeScale == "" || s.TimeScale == Auto {
		return 0, nil
	}
	d, err := time.ParseDuration(s.TimeScale)
	if err != nil || d%time.Second != 0 || d < time.Second || d > maxScale*time.Second {
		expected := fmt.Sprintf(
			"auto or a time in whole seconds with its unit, such as 60s, at most %ds",
			maxScale,
		)
		return 0, optgap.BadText("time-scale", s.TimeScale, expected)
	}
	return int64(d / time.Second), nil
}

// Size reads a size in bytes, such as "2GB". name is that of the field.
func Size(name, text string) (int64, error) {
	bytes, err := humanize.ParseBytes(text)
	if err != nil || bytes == 0 || bytes > 1<<60 {
		expected := "a size such as 2GB, more than 0"
		return 0, optgap.BadText(name, text, expected)
	}
	return int64(bytes), nil
}

// MemoryLimit reads the bytes that one worker may take, such as "2GB". workers is the number of all
// workers; below 1: 1. "auto" is 0.8 of the memory of the machine or of its control group, divided
// by the workers; 0, no limit, where the system does not tell its memory.
func MemoryLimit(text string, workers int) (int64, error) {
	if text != Auto {
		return Size("memory", text)
	}
	return child.LookAtHost("/").Memory.Usable() / 10 * 8 / int64(max(1, workers)), nil
}

// uses reports whether one of the methods is chosen. It is true where a chosen name does not exist,
// as other checks refuse the name.
func (s Solving) uses(methods ...method.Method) bool {
	chosen, err := s.Methods()
	wanted := methodNames(methods)
	is := func(m method.Method) bool { return slices.Contains(wanted, m.Name) }
	return err != nil || slices.ContainsFunc(chosen, is)
}

// ExactAtSecond reports whether method exact is chosen and proves its bounds at one second.
func (s Solving) ExactAtSecond() bool {
	if !s.uses(method.Exact) {
		return false
	}
	seconds, err := s.scale()
	choice := grid.Choice{Horizon: grid.Horizon(s.Horizon)}
	return s.TimeScale == "" || err != nil || choice.IsSecond(seconds)
}

// Limit is the longest time that the results of one step may take; 0: any time.
type Limit struct {
	All  time.Duration // the results by all methods together
	Each time.Duration // the result by the slowest method
}

// endless is a time limit that is as good as none.
const endless = 24 * time.Hour * 365

// Limit returns how long the results of one step may take.
func (s Solving) Limit() (l Limit) {
	if s.TimeLimit == 0 || s.TimeLimit > endless {
		return l
	}
	methods, _ := s.Methods()
	for _, m := range methods {
		own := time.Duration(0)
		if !s.NoBounds {
			own = s.TimeLimit // one limit for all bounds beside the method
		}
		if !m.Instant {
			own += s.TimeLimit
		}
		l.All += own
		l.Each = max(l.Each, own)
	}
	return l
}
