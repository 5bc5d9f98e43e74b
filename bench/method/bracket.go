package method

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/ilp"
)

// solveBracket encloses the one-second optimum. The lower end joins the bounds,
// the upper one is the objective of the schedule.
func solveBracket(ctx context.Context, step *optgap.Step, o ilp.Options, best optgap.Schedule, r *record.Result) (optgap.Schedule, error) {
	b, err := ilp.Bracket(ctx, step, o)
	if err != nil {
		return best, err
	}
	fillProgram(o, &b.Solution, r)
	if b.Schedule == nil {
		return best, nil
	}
	r.Scope = optgap.ScopeSecond
	r.Bounds = map[string]int64{ILP: b.Lower}
	for _, g := range b.Grids {
		r.Bracket = append(r.Bracket, record.Ends{TimeScale: g.Scale, Lower: g.Lower, Upper: g.Upper, SolveSeconds: g.Seconds})
	}
	return b.Schedule, nil
}
