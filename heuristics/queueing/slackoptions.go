package queueing

import (
	"math"

	"github.com/optgap/optgap"
)

// DefaultTries is the number of positions that Slack tries where SlackOptions
// names none.
const DefaultTries = 8

// SlackOptions say how much Slack lets a job be delayed. The zero value is
// conservative backfilling with compression.
type SlackOptions struct {
	// Factor times the average wait of the jobs started so far is the slack of
	// a new job; 0: no slack.
	Factor float64
	// Tries is the largest number of positions of the plan at which a new job is tried
	// before it gets its conservative start. 0: DefaultTries; negative: no limit.
	Tries int
}

func (o SlackOptions) validate() error {
	if !(o.Factor >= 0) || math.IsInf(o.Factor, 1) {
		return optgap.BadField("slack-factor", o.Factor, "a finite number of at least 0")
	}
	return nil
}

// slack returns how many seconds a job may be delayed, where started jobs have waited for
// waited seconds in all. The slack is rounded down. It is at most a quarter of the range
// of int64, which is as good as no limit.
func (o SlackOptions) slack(waited, started int64) int64 {
	if started == 0 || o.Factor == 0 {
		return 0
	}
	s := o.Factor * float64(waited) / float64(started)
	if s > math.MaxInt64/4 {
		return math.MaxInt64 / 4
	}
	return int64(s)
}
