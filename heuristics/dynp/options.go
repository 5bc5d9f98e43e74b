package dynp

import (
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Options say how a self-tuning dynP scheduler decides. The zero value is the setting of
// the paper: the advanced decider, ARTwW, the policies FCFS, SJF and LJF, and FCFS at
// first.
type Options struct {
	Decider  Decider             // nil: Advanced
	Quality  Quality             // nil: ARTwW
	Policies []heuristics.Policy // to choose from, ties in this order, the first active at first; nil: heuristics.DynP
	Replan   Replan              // when plans are made and compared; "": ReplanFull

	// Slack is a share, at least 0 and below 1, rounded to a millionth. A new policy must
	// be better than the current one by this share. With 0.05 a policy takes over only if
	// its value is below 95 % of the current policy's.
	Slack float64

	// FutureJobs and FutureSeconds reduce the future. Only the first FutureJobs
	// jobs of each plan by start, and only those that start within FutureSeconds,
	// count for its quality. 0: all. The job that starts first always counts.
	FutureJobs    int
	FutureSeconds int64
}

// Validate returns a *optgap.FieldError for the first option out of range.
func (o Options) Validate() error {
	if err := o.Quality.Validate(); err != nil {
		return err
	}
	if !(o.Slack >= 0 && o.Slack < 1) {
		return optgap.BadField("slack", o.Slack, "at least 0 and below 1")
	}
	if o.FutureJobs < 0 {
		return optgap.BadField("future-jobs", o.FutureJobs, "at least 0, where 0 is all")
	}
	if o.FutureSeconds < 0 {
		return optgap.BadField("future-time", o.FutureSeconds, "at least 0, where 0 is all")
	}
	if _, err := o.Replan.rules(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, p := range o.policies() {
		if seen[p.Name] {
			return optgap.BadField("policies", p.Name+" twice", "each policy once")
		}
		seen[p.Name] = true
	}
	return nil
}

func (o Options) policies() []heuristics.Policy {
	if len(o.Policies) == 0 {
		return heuristics.DynP()
	}
	return o.Policies
}

// New returns a self-tuning dynP scheduler (Streit 2002, section 3.2). Its
// errors are those of Options.Validate.
func New(machine int64, jobs []optgap.TraceJob, o Options) (*Scheduler, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := newScheduler(machine, jobs, o.policies())
	s.rules, _ = o.Replan.rules()
	s.decider = o.Decider
	if s.decider == nil {
		s.decider = Advanced
	}
	s.quality = o.Quality
	s.slack = int64(math.Round(o.Slack * slackUnit))
	s.futureJobs = o.FutureJobs
	s.futureSeconds = o.FutureSeconds
	if isDynP(s.policies) {
		s.stats.Cases = map[Case]int{}
	}
	if s.rules.insert {
		s.planned = slices.Repeat([]int64{optgap.Never}, len(jobs))
	}
	return s, nil
}

// isDynP reports whether the policies are those of Table 1, in its order.
func isDynP(policies []heuristics.Policy) bool {
	return slices.EqualFunc(
		policies,
		heuristics.DynP(),
		func(a, b heuristics.Policy) bool { return a.Name == b.Name },
	)
}
