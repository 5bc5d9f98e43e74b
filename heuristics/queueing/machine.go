package queueing

import (
	"fmt"
	"math"

	"github.com/optgap/optgap"
)

// machine holds the jobs of a trace and counts the free processors. It is part of every
// scheduler of this package.
type machine struct {
	jobs []optgap.TraceJob
	free int64 // processors
}

// newMachine returns an idle machine. It returns an *optgap.FieldError for a machine
// without processors, for more jobs than an int32 counts, and for a job whose width or
// estimate is out of range.
func newMachine(processors int64, jobs []optgap.TraceJob) (machine, error) {
	if processors < 1 {
		return machine{}, optgap.BadField("machine", processors, "at least 1 processor")
	}
	if int64(len(jobs)) > math.MaxInt32 {
		return machine{}, optgap.BadField("jobs", len(jobs), fmt.Sprintf("at most %d", math.MaxInt32))
	}
	for i, j := range jobs {
		if j.Width < 1 || j.Width > processors {
			return machine{}, optgap.BadField(fmt.Sprintf("jobs[%d].width", i), j.Width,
				fmt.Sprintf("1 to %d, the machine", processors))
		}
		if j.Estimate < 1 || j.Estimate > math.MaxInt64/4 {
			return machine{}, optgap.BadField(fmt.Sprintf("jobs[%d].estimate", i), j.Estimate,
				fmt.Sprintf("1 to %d", int64(math.MaxInt64/4)))
		}
	}
	return machine{jobs, processors}, nil
}

func (m *machine) width(job int32) int64 { return m.jobs[job].Width }
