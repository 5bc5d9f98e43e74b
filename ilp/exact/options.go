package exact

import (
	"fmt"
	"time"

	"github.com/optgap/optgap"
)

// Options steer Solve. Zero values get defaults. Where a stage ends without a proof,
// the next stage spends more of everything.
type Options struct {
	TimeLimit   time.Duration // 0: none
	NodeLimit   int64         // of all searches and diagrams; 0: none
	Evaluations int           // plans that the first stage tries; 0: by the number of jobs; below 0: no stage tries any, the policies' plans serve
	Buckets     int           // in each of which the first stage's prices are constant; 0: by the number of jobs
	Steps       int           // that the first stage takes towards better prices; 0: by the number of jobs; below 0: no stage takes any, all prices stay 0
	Search      int64         // nodes that the first stage's search may take; 0: by the number of jobs
	Seed        uint64
	Report      func(Solution) `json:"-"` // gets what is known so far, now and then; nil: nobody asks

	ReportOnGrid func(GridSolution) `json:"-"` // is Report for SolveOnGrid
}

// Validate refuses values out of their range with a *optgap.FieldError.
func (o Options) Validate() error {
	for _, f := range []struct {
		name  string
		value int64
	}{{"time-limit", int64(o.TimeLimit)}, {"node-limit", o.NodeLimit}, {"buckets", int64(o.Buckets)}, {"search", o.Search}} {
		if f.value < 0 {
			return &optgap.FieldError{Field: f.name, Found: fmt.Sprint(f.value), Expected: "at least 0"}
		}
	}
	return nil
}

// withDefaults fills in the efforts of the first stage. Up to shortQueue jobs the
// search mostly ends within a millisecond, beyond longQueue jobs it rarely ends.
func (o Options) withDefaults(jobs int) Options {
	evaluations, buckets, steps, search := 2000, 64, 300, int64(3000)
	switch {
	case jobs <= shortQueue:
		evaluations, buckets, steps, search = 300, 32, 40, 30
	case jobs > longQueue:
		buckets = 128
	}
	o.Evaluations = orDefault(o.Evaluations, evaluations)
	o.Buckets = orDefault(o.Buckets, buckets)
	o.Steps = orDefault(o.Steps, steps)
	o.Search = orDefault(o.Search, search)
	return o
}

func orDefault[T int | int64](v, value T) T {
	if v == 0 {
		return value
	}
	return max(v, 0)
}

const (
	shortQueue   = 12
	longQueue    = 20
	longestQueue = 40
)
