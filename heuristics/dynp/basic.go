package dynp

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// leastWaiting is the least number of waiting jobs for which basic dynP
// looks at the queue (Streit 2002, section 3.1).
const leastWaiting = 5

// BasicOptions are the parameters of basic dynP.
type BasicOptions struct {
	// Lower and Upper bound the average estimate, in seconds: up to Lower the policy is
	// SJF, up to Upper FCFS, above Upper LJF.
	Lower, Upper float64
}

// HiPC2001 returns the bounds that did best on the job sets of the PC2 (Streit
// 2002, section 5.2).
func HiPC2001() BasicOptions { return BasicOptions{Lower: 7200, Upper: 9000} }

// Validate returns a *optgap.FieldError for the first option out of range.
func (o BasicOptions) Validate() error {
	switch {
	case !(o.Lower >= 0):
		return optgap.BadField("lower", o.Lower, "at least 0 seconds")
	case !(o.Upper >= o.Lower):
		return optgap.BadField(
			"upper",
			o.Upper,
			fmt.Sprintf("at least the lower bound, %g", o.Lower),
		)
	}
	return nil
}

// NewBasic returns the basic dynP scheduler (Streit 2002, section 3.1). At every
// submission that leaves at least leastWaiting jobs waiting, the average estimate of
// the waiting jobs chooses the policy. The first policy is FCFS. Errors are those
// of BasicOptions.Validate.
func NewBasic(machine int64, jobs []optgap.TraceJob, o BasicOptions) (*Scheduler, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := newScheduler(machine, jobs, heuristics.DynP())
	s.basic = &o
	return s, nil
}

// tuneBasic chooses the policy by the average estimate of the waiting jobs.
func (s *Scheduler) tuneBasic() {
	items := s.queues[0].Jobs
	if len(items) < leastWaiting {
		return
	}
	sum := int64(0)
	for i := range items {
		sum += items[i].Estimate
	}
	s.follow(s.basic.policy(float64(sum) / float64(len(items))))
}

// policy returns the index in DynP of the policy for an average estimate, in seconds.
func (o *BasicOptions) policy(average float64) int {
	switch {
	case average <= o.Lower:
		return sjf
	case average <= o.Upper:
		return fcfs
	}
	return ljf
}
