package method

import (
	"context"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/bicriteria"
)

// BiCriteria schedules by the batches of Dutot et al. (2004). It proves nothing.
var BiCriteria = Method{
	Name:  "bicriteria",
	About: "batches of doubling length, compacted",
	Find:  batches,

	Instant: true,
}

func batches(_ context.Context, p *Problem, o Options) (*Answer, error) {
	begin := time.Now()
	r := bicriteria.Plan(p.Step, o.batches())
	return &Answer{
		Schedule: r.Schedule, Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished,
		Seed: o.Seed, Seconds: time.Since(begin).Seconds(),
	}, nil
}
