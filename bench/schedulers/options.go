package schedulers

import (
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/queueing"
)

// Options are those of all schedulers; each takes its own. The zero value is the
// papers', or each scheduler's default.
type Options struct {
	DynP        dynp.Options       // of self-tuning dynP; the Decider is that of the name
	Basic       *dynp.BasicOptions // of basic dynP; nil: dynp.HiPC2001
	Aging       int64              // seconds, of first fit; 0: none
	IVS         queueing.IVSOptions
	SlackFactor float64 // of slack-based backfilling: the average waits that a job may be delayed by; 0: 1
}

func (o Options) basic() dynp.BasicOptions {
	if o.Basic == nil {
		return dynp.HiPC2001()
	}
	return *o.Basic
}

// made keeps a nil pointer from becoming a scheduler that is not nil.
func made[S replay.Scheduler](s S, err error) (replay.Scheduler, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}
