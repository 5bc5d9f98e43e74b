package bound

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// maxTightenWork is the most words that sums of widths shift. They take some milliseconds.
const maxTightenWork = 10_000_000

// tighten returns the history lowered to the processors that jobs can use; the history
// itself where this takes too long.
func tighten(step *optgap.Step) optgap.History {
	if step.Machine/64+1 > maxTightenWork/int64(len(step.Jobs)+1) {
		return step.History
	}
	return engine.Usable(step, nil)
}
