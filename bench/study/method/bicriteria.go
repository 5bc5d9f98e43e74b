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
}

func batches(_ context.Context, p *Problem, o Options) (*Answer, error) {
	begin := time.Now()
	r := bicriteria.Plan(p.Step, o.BiCriteria)
	return &Answer{
		Schedule: r.Schedule, Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished,
		Seed: o.BiCriteria.Seed, Seconds: time.Since(begin).Seconds(),
	}, nil
}
