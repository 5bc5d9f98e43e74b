package bound

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/optgap/optgap"
)

// Options steer Minsum and LP; the zero value gets defaults. Every setting gives a valid bound.
type Options struct {
	// Ratio is that of consecutive interval ends in Minsum, above 1; 0: 2, as in the
	// paper. A partition that refines another one is at least as tight: 2
	// refines 4, and 4 refines 16.
	Ratio float64
	// Cutoff is the objective of a known schedule of the step; 0: none. The prices of LP bound
	// schedules that are at least as good. The objective of the best dynP policy counts where it
	// is smaller.
	Cutoff int64
	// TimeLimit is for all that Minsum or LP does, and for both together in All; 0:
	// none. The context's deadline counts as well. At a limit the bounds are those
	// proven by then.
	TimeLimit time.Duration
	// Found is called by All with each bound as soon as it is known; it may be nil.
	Found func(optgap.BoundName, Value) `json:"-"`
}

// DefaultRatio is the ratio of the paper: each interval end is twice the one before.
const DefaultRatio = 2

// Validate reports the first option that is out of its range, as a
// *optgap.FieldError.
func (o Options) Validate() error {
	switch {
	case o.Ratio != 0 && !(o.Ratio > 1) || math.IsInf(o.Ratio, 1):
		return optgap.BadField("minsum-ratio", o.Ratio, "a number above 1, or 0 for the default")
	case o.Cutoff < 0:
		return optgap.BadField("cutoff", o.Cutoff, "the objective of a schedule, or 0")
	case o.TimeLimit < 0:
		return optgap.BadField("time-limit", o.TimeLimit, "a duration, or 0 for none")
	}
	return nil
}

// Value is a proven lower bound and how it was found.
type Value struct {
	Bound int64 // at most the objective of every schedule of the step
	// Warnings says what was not done, such as a linear program that was not solved. The bound was
	// proven without it.
	Warnings []string
	// Certificate proves the bound, or one below it, nil if there is none.
	Certificate *optgap.Certificate
}

// warn appends a warning.
func (v *Value) warn(format string, args ...any) {
	v.Warnings = append(v.Warnings, fmt.Sprintf(format, args...))
}

// limited returns the context with a time limit; 0: none.
func limited(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}

// affordable tells that the time left is enough to write and to presolve a linear program.
// size is its number of columns and entries. HiGHS looks at no limit during presolve.
func affordable(ctx context.Context, size int) bool {
	deadline, limited := ctx.Deadline()
	return ctx.Err() == nil && (!limited || time.Until(deadline) > time.Duration(size)*perEntry)
}

// perEntry is the most time that a column or an entry takes.
const perEntry = 2 * time.Microsecond
