package method

import (
	"context"

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
	return &Answer{Schedule: bicriteria.Plan(p.Step, o.batches()).Schedule, Seed: o.Seed}, nil
}
