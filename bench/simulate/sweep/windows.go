package sweep

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/performance"
)

// Windows are parts of a trace, each of which is replayed from an empty machine. Runs have averages
// over them.
type Windows struct {
	// consecutive jobs of each, how many, and the seed by which they are drawn; they may overlap
	Jobs  int    `json:"jobs"`
	Count int    `json:"count"`
	Seed  uint64 `json:"seed"`
}

// String is such as "10 windows of 256 jobs".
func (w Windows) String() string {
	return format.Count(w.Count, "window") + " of " + format.Count(w.Jobs, "job")
}

// Check refuses windows that a trace of so many jobs does not have, by an *optgap.FieldError.
func (w Windows) Check(jobs int) error {
	if w.Jobs < 1 || w.Count < 1 || w.Jobs > jobs {
		return optgap.BadField("windows", fmt.Sprintf("%dx%d", w.Jobs, w.Count),
			fmt.Sprintf("at least one window of 1 to %d jobs, as the trace has", jobs))
	}
	return nil
}

// firsts returns the first job of each window of a trace.
func (w Windows) firsts(jobs int) (firsts []int) {
	random := rand.New(rand.NewPCG(w.Seed, 0x71d05))
	for range w.Count {
		firsts = append(firsts, random.IntN(jobs-w.Jobs+1))
	}
	return firsts
}

// overWindows replays all windows under a setting. The run has no decisions of policies.
func (s Sweep) overWindows(ctx context.Context, set Setting) (run Run, err error) {
	w := s.Windows
	whole := s
	s.Windows = nil
	s.Watch = nil
	for _, first := range w.firsts(len(whole.Jobs)) {
		s.Jobs = whole.Jobs[first : first+w.Jobs]
		one, err := s.replayMeasured(ctx, set)
		if err != nil {
			return run, err
		}
		run.windowed = append(run.windowed, one.Metrics)
	}
	run.Setting = set
	run.Trace = s.Name
	run.Machine = s.Machine
	run.Metrics = performance.Averaged(run.windowed)
	run.Windows = w
	return run, nil
}
