package study

import (
	"math"
	"time"

	"github.com/optgap/optgap/bench/study/spec"
)

// Plan is the work of a study.
type Plan struct {
	Steps   int // 0: unknown
	Methods int
	Workers int
	Limit   spec.Limit // of one step
}

// Worst returns the longest time that the study may take; 0: any time. known is the number of
// results that need no solving.
func (p Plan) Worst(known int) time.Duration {
	left := p.Steps*p.Methods - known
	all := float64(p.Steps) * float64(p.Limit.All)
	missing := float64(left) * float64(p.Limit.Each)
	return time.Duration(min(min(all, missing)/float64(min(p.Workers, max(left, 1))), math.MaxInt64/2))
}

// Shared returns the plan of the largest of the shards. shards is their number.
func (p Plan) Shared(shards int) Plan {
	p.Steps = (p.Steps + shards - 1) / shards
	return p
}
