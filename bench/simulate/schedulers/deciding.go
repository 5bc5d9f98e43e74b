package schedulers

import (
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Deciding states how self-tuning dynP decides, as plain data. The names of its fields in YAML are
// those of the flags of "optgap simulate" and "optgap reproduce streit2002".
type Deciding struct {
	Slack      float64       `yaml:"slack,omitempty"`       // the part by which a new policy must be better
	FutureJobs int           `yaml:"future-jobs,omitempty"` // only the first so many started jobs of a plan count; 0: all
	FutureTime time.Duration `yaml:"future-time,omitempty"` // only jobs that start within this time count; 0: all
	Replan     string        `yaml:"replan,omitempty"`      // when plans are made and compared
}

// Options returns the options of a decider. A time that is not of whole seconds is an
// *optgap.FieldError. Other values are not checked.
func (d Deciding) Options() (o dynp.Options, err error) {
	o.Slack, o.FutureJobs, o.Replan = d.Slack, d.FutureJobs, dynp.Replan(d.Replan)
	if d.FutureTime < 0 || d.FutureTime%time.Second != 0 {
		return o, optgap.BadField("future-time", d.FutureTime.String(), "whole seconds, at least 0")
	}
	o.FutureSeconds = int64(d.FutureTime / time.Second)
	return o, nil
}
