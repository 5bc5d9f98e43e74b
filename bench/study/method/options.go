package method

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// Options say how steps are solved and bounded. Each method takes the options that concern it. JSON
// carries them to child processes. The zero value sets no limit and takes the defaults of each
// method.
type Options struct {
	// Limits are those of a method for a step. All bounds beside it together may take the time
	// limit again. The gaps are for method ILP alone.
	exact.Limits

	Grid        grid.Choice      // of the time-scaled problem; zero: Eq. 6 with the paper's rule
	Scaled      bool             // method Exact searches on Grid; otherwise at one second
	Formulation grid.Formulation // of the program; "": grid.FormulationStep
	Statement   ilp.Statement    // of the program of method ILP; "": ilp.StatementEngine

	// Policies are the schedulers whose schedules the method's is compared with, by the names of
	// schedulers.Names; nil means schedulers.PaperPlans.
	Policies []string
	// Commands are schedulers that are other programs, and Planned those whose schedules are known.
	// Policies may name both. Told has their schedules of the step, nil if they are asked.
	Commands []batsim.Command
	Planned  []Planned
	Told     map[string]Told

	PolicyStarts bool // results hold the schedules of the policies too
	Progress     bool // results hold what was known as it changed

	NoBounds    bool    // leave out the lower bounds that are computed beside the method
	MinsumRatio float64 // of consecutive interval ends of the minsum bound; 0: bound.DefaultRatio
	// NoCertificates leaves out the data with which bounds can be checked again, some kilobytes for
	// each result.
	NoCertificates bool
	// Report is called with each progress, one call at a time, nil if nothing is reported.
	Report func(Progress) `json:"-"`
	// Proofs adds a derivation of the largest bound, up to a megabyte for each result.
	Proofs bool
}

// Validate refuses values out of their range, with an *optgap.FieldError.
func (o Options) Validate() error {
	if _, err := o.Chosen(); err != nil {
		return err
	}
	for _, part := range []interface{ Validate() error }{o.Program(), o.Grid, o.search(), o.bounds()} {
		if err := part.Validate(); err != nil {
			return err
		}
	}
	return nil
}

// Chosen returns the names of the policies, in the order in which ties are broken.
func (o Options) Chosen() ([]string, error) {
	if o.Policies == nil {
		return schedulers.PaperPlans(), nil
	}
	planned := lists.Each(o.Planned, func(p Planned) string { return p.Name })
	return schedulers.ChoosePlans(o.Policies, append(batsim.Names(o.Commands), planned...)...)
}

// Planned is a policy whose schedules were made before. Of returns the one of a valid step, which
// must fit it. Child processes are told what it returns.
type Planned struct {
	Name string
	Of   func(*optgap.Step) Told `json:"-"`
}

// Told is what another program has made of a step: a schedule, or the reason why there is none.
type Told struct {
	Schedule optgap.Schedule `json:"schedule,omitempty"`
	Seconds  float64         `json:"seconds,omitempty"` // wall time
	LeftOut  string          `json:"left_out,omitempty"`
	Failed   optgap.Status   `json:"failed,omitempty"` // of a program that failed, as of schedulers.LeftOut
}

// Ask asks the programs among the policies for their schedules of a valid step, and takes those
// that were made before. pool may have the programs ready. nil: there are no such policies.
func (o Options) Ask(
	ctx context.Context,
	step *optgap.Step,
	pool *batsim.Pool,
) (all map[string]Told) {
	add := func(name string, told Told) {
		if all == nil {
			all = make(map[string]Told)
		}
		all[name] = told
	}
	for _, p := range o.Planned {
		if p.Of != nil && slices.Contains(o.Policies, p.Name) {
			add(p.Name, p.Of(step))
		}
	}
	for _, c := range o.Commands {
		if !slices.Contains(o.Policies, c.Name) {
			continue
		}
		begin := time.Now()
		plan, err := schedulers.Ask(ctx, step, c, pool)
		add(c.Name, toldBy(plan, time.Since(begin), err))
	}
	return all
}

// toldBy returns a schedule that took a time, or why there is none.
func toldBy(plan optgap.Schedule, took time.Duration, err error) Told {
	if left, ok := errors.AsType[*schedulers.LeftOut](err); ok {
		return Told{LeftOut: left.Reason, Failed: left.Failed}
	}
	if err != nil {
		return Told{LeftOut: err.Error(), Failed: optgap.StatusError}
	}
	return Told{Schedule: plan, Seconds: took.Seconds()}
}

// Program returns the options of the integer program.
func (o Options) Program() ilp.Options {
	return ilp.Options{Formulation: o.Formulation, Statement: o.Statement, Limits: o.Limits}
}

// search returns the options of the exact search.
func (o Options) search() exact.Options {
	limits := o.Limits
	limits.RelGap = 0
	return exact.Options{Limits: limits}
}

// bounds returns the options of the bounds beside a method.
func (o Options) bounds() bound.Options {
	return bound.Options{Ratio: o.MinsumRatio, TimeLimit: o.TimeLimit}
}
