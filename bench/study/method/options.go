package method

import (
	"fmt"
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/forward"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// Options say how steps are solved and bounded. Each method takes the options that concern it. JSON
// carries them to child processes. The zero value sets no limit and takes the defaults of each
// method.
type Options struct {
	// TimeLimit is the longest time that a method may take for a step; 0: any time. All bounds beside
	// it together may take as long again.
	TimeLimit time.Duration
	Memory    int64  // bytes that solving a step may take; 0: any number
	NodeLimit int64  // nodes of a method's search tree; 0: any number
	Seed      uint64 // of every random choice
	// Workers is the number of goroutines that methods Exact and ILP search with for a step; 0: 1. No
	// result depends on it, unless a limit of time or memory ends the search.
	Workers int

	Grid        grid.Choice     // of the time-scaled problem; zero: Eq. 6 with the paper's rule
	Scaled      bool            // method Exact searches on Grid; otherwise at one second
	Formulation ilp.Formulation // of the program; "": ilp.FormulationStep
	Statement   ilp.Statement   // of the program of method ILP; "": ilp.StatementEngine
	// RelGap and AbsGap are the gaps at which HiGHS may call a solution optimal; 0: it has to prove
	// it.
	RelGap, AbsGap float64

	// Policies are the schedulers whose schedules the method's is compared with, by the names of
	// forward.Names; nil: forward.Default.
	Policies     []string
	PolicyStarts bool // results hold the schedules of the policies too

	Shuffles int                 // of method BiCriteria; 0: moldable.DefaultShuffles; below 0: none
	Capacity bicriteria.Capacity // of a batch of method BiCriteria; "": bicriteria.Whole

	NoBounds    bool    // leave out the lower bounds that are computed beside the method
	MinsumRatio float64 // of consecutive interval ends of the minsum bound; 0: bound.DefaultRatio
	LPScale     int64   // seconds per slot of the linear program; 0: by the size of the step
	// NoCertificates leaves out the data with which bounds can be checked again, some kilobytes for
	// each result.
	NoCertificates bool
}

// Validate refuses values out of their range, with an *optgap.FieldError.
func (o Options) Validate() error {
	if math.IsInf(o.RelGap, 1) || math.IsInf(o.AbsGap, 1) {
		found := fmt.Sprintf("%g and %g", o.RelGap, o.AbsGap)
		return &optgap.FieldError{Field: "gap", Found: found, Expected: "finite numbers, as results record them"}
	}
	if _, err := o.policies(); err != nil {
		return err
	}
	for _, part := range []interface{ Validate() error }{o.Program(), o.search(), o.batches(), o.bounds()} {
		if err := part.Validate(); err != nil {
			return err
		}
	}
	return nil
}

// policies returns the names of the policies, in the order in which ties are broken.
func (o Options) policies() ([]string, error) {
	if o.Policies == nil {
		return forward.Default(), nil
	}
	return forward.Choose(o.Policies)
}

// Program returns the options of the integer program.
func (o Options) Program() ilp.Options {
	return ilp.Options{
		Formulation: o.Formulation, Statement: o.Statement, RelGap: o.RelGap, AbsGap: o.AbsGap,
		Scale: o.Grid.Scale, Rule: o.Grid.Rule, Horizon: o.Grid.Horizon,
		TimeLimit: o.TimeLimit, Memory: o.Memory, NodeLimit: o.NodeLimit, Seed: o.Seed,
		Workers: o.Workers,
	}
}

// search returns the options of the exact search.
func (o Options) search() exact.Options {
	return exact.Options{
		TimeLimit: o.TimeLimit, Memory: o.Memory, NodeLimit: o.NodeLimit, Seed: o.Seed, Workers: o.Workers,
	}
}

// batches returns the options of the bi-criteria batches.
func (o Options) batches() bicriteria.Options {
	return bicriteria.Options{Shuffles: o.Shuffles, Seed: o.Seed, Capacity: o.Capacity}
}

// bounds returns the options of the bounds beside a method.
func (o Options) bounds() bound.Options {
	return bound.Options{Ratio: o.MinsumRatio, Scale: o.LPScale, TimeLimit: o.TimeLimit}
}
