package bound

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/capacity"
)

// maxTightenWork bounds the words that sums of widths shift, to some milliseconds.
const maxTightenWork = 10_000_000

// tighten returns what jobs can use of the history, or the history itself where that
// takes too long to find.
func tighten(step *optgap.Step) optgap.History {
	if step.Machine/64+1 > maxTightenWork/int64(len(step.Jobs)+1) {
		return step.History
	}
	return capacity.Usable(step, nil)
}
