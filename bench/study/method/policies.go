package method

import (
	"context"
	"errors"
)

// Policies takes the schedule of the best of the listed policies: with those of dynP, as
// self-tuning dynP does. It proves nothing.
var Policies = Method{
	Name:  "policies",
	About: "the best policy's plan alone",
	Find:  bestPlan,

	Instant: true,
}

func bestPlan(_ context.Context, p *Problem, _ Options) (*Answer, error) {
	if len(p.Plans) == 0 {
		return nil, errors.New("no listed policy has a schedule of the step")
	}
	a := &Answer{Schedule: p.Best().Schedule}
	for _, plan := range p.Plans {
		a.Seconds += plan.Seconds
	}
	return a, nil
}
