package schedulers

import (
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/queueing"
)

// Options are the options of all schedulers. A scheduler reads its own and ignores the
// others. A zero value stands for the value of the paper, or for the default of the
// scheduler where no paper has a value.
type Options struct {
	DynP        dynp.Options       // of the schedulers of SelfTuningNames; the name sets the Decider
	Basic       *dynp.BasicOptions // of basic-dynp; nil: dynp.HiPC2001
	Aging       int64              // of first-fit, in seconds: see queueing.FirstFitOptions; 0: none
	IVS         queueing.IVSOptions
	SlackFactor float64            // of slack: the delay that a job may suffer, in average waits; 0: 1
	BiCriteria  bicriteria.Options // of batch-bicriteria
	Starts      []int64            // of recorded: when each job started by the log, see swf.Trace

	Commands []batsim.Command // schedulers that are other programs, by names that no scheduler has
	Pool     *batsim.Pool     // has their programs ready; nil: each starts with its replay
}
