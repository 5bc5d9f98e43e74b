package method

import (
	"context"

	"github.com/optgap/optgap"
)

// Policies takes the plan of the best dynP policy, as self-tuning dynP does. It proves nothing.
var Policies = Method{
	Name:  "policies",
	About: "the best dynP policy's plan alone",
	Find:  bestPlan,

	Instant: true,
}

func bestPlan(_ context.Context, p *Problem, _ Options) (*Answer, error) {
	a := &Answer{Schedule: p.Best().Schedule, Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished}
	for _, plan := range p.Plans {
		a.Seconds += plan.Seconds
	}
	return a, nil
}
