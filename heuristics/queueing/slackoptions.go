package queueing

import (
	"fmt"
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
	// a new job of priority 1; 0: no slack.
	Factor float64
	// Priority returns the number, positive and finite, by which a job's slack is
	// divided. So an important job may be delayed by little. nil: 1 for all jobs.
	Priority func(optgap.Job) float64
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

// validatePriorities checks the priorities of all jobs.
func (o SlackOptions) validatePriorities(jobs []optgap.TraceJob) error {
	if o.Priority == nil {
		return nil
	}
	for i, j := range jobs {
		if p := o.Priority(j.Job); !(p > 0) || math.IsInf(p, 1) {
			return optgap.BadField(fmt.Sprintf("priority of jobs[%d]", i), p, "a positive finite number")
		}
	}
	return nil
}

// slack returns how many seconds a job may be delayed, where started jobs have waited for
// waited seconds in all. The slack is rounded down. It is at most a quarter of the range
// of int64, which is as good as no limit.
func (o SlackOptions) slack(j optgap.Job, waited int64, started int64) int64 {
	if started == 0 || o.Factor == 0 {
		return 0
	}
	s := o.Factor * float64(waited) / float64(started)
	if o.Priority != nil {
		s /= o.Priority(j)
	}
	if s > math.MaxInt64/4 {
		return math.MaxInt64 / 4
	}
	return int64(s)
}
