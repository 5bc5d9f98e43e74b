package sweep

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/dynp"
)

// tune searches for the bounds of basic dynP with the least ARTwW of the jobs. The search begins
// with the setting's bounds and takes at most set.Tune replays.
func tune(ctx context.Context, machine int64, jobs []optgap.TraceJob, set Setting) (*dynp.BasicOptions, error) {
	o := dynp.TuneOptions{Evaluations: set.Tune, Seed: set.Seed}
	if set.Options.Basic != nil {
		o.Start = *set.Options.Basic
	}
	best, _, err := dynp.TuneBasic(func(b dynp.BasicOptions) (float64, error) {
		s, err := dynp.NewBasic(machine, jobs, b)
		if err != nil {
			return 0, err
		}
		out, err := replay.Run(ctx, jobs, s)
		if err != nil {
			return 0, err
		}
		m, err := performance.Evaluate(out, machine, performance.Options{})
		if err != nil {
			return 0, err
		}
		return m.ARTwW, nil
	}, o)
	return &best, err
}
