package queueing

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// planChecker checks the whole plan after every event.
type planChecker struct {
	*Slack
	t      *testing.T
	latest map[int32]int64
}

func (c *planChecker) Start(now int64, dst []int32) []int32 {
	dst = c.Slack.Start(now, dst)
	ends := make(map[int64]bool)
	for _, r := range c.running {
		ends[r.End] = true
	}
	for _, p := range c.plan {
		ends[p.start+p.estimate] = true
	}
	for _, p := range c.plan {
		if !ends[p.start] {
			c.t.Fatalf("second %d: job %d is planned for %d, when no other ends, so it could start a second earlier",
				now, p.job, p.start)
		}
		if latest, seen := c.latest[p.job]; seen && latest != p.latest || p.start > p.latest {
			c.t.Fatalf("second %d: job %d is planned for %d; its latest start is %d and was %d",
				now, p.job, p.start, p.latest, latest)
		}
		c.latest[p.job] = p.latest
	}
	for change := range c.profile.Changes() {
		free := c.size
		for _, r := range c.running {
			if r.End > change.Time {
				free -= r.Width
			}
		}
		for _, p := range c.plan {
			if p.start <= change.Time && change.Time < p.start+p.estimate {
				free -= p.width
			}
		}
		if change.Time >= now && free != change.Free {
			c.t.Fatalf("second %d: the profile has %v, want %d free", now, change, free)
		}
	}
	return dst
}

// TestSlackPlans: with hundreds of waiting jobs the plan stays left-shifted,
// within every job's latest start, and the profile is that of the running and
// planned jobs.
func TestSlackPlans(t *testing.T) {
	for seed, factor := range []float64{0, 0, 0, 0.2, 1} {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		jobs := make([]optgap.TraceJob, 250)
		for i := range jobs {
			jobs[i] = optgap.TraceJob{
				Job:     optgap.Job{ID: int64(i), Width: 1 + r.Int64N(20), Estimate: 1 + r.Int64N(100), Submit: int64(i / 2)},
				RunTime: r.Int64N(100),
			}
		}
		s := must.Get(NewSlack(20, jobs, SlackOptions{Factor: factor}))
		must.Get(slowreplay.Run(jobs, &planChecker{s, t, map[int32]int64{}}))
	}
}
