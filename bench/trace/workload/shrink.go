package workload

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// Shrink returns the jobs with their interarrival times multiplied by the shrinking factor
// (Streit 2002, section 5). A factor below 1 raises the load. The first submission does not
// change. Every other submission is rounded down to a second by itself, so that no error
// adds up and the order stays. A factor that is not above 0, or that moves a job beyond
// second 2^53, is a *optgap.FieldError.
func Shrink(jobs []optgap.TraceJob, factor float64) ([]optgap.TraceJob, error) {
	if !(factor > 0) || math.IsInf(factor, 1) {
		return nil, invalid("shrink", factor, "a number above 0")
	}
	shrunk := slices.Clone(jobs)
	if len(jobs) == 0 {
		return shrunk, nil
	}
	first := jobs[0].Submit
	for _, j := range jobs {
		first = min(first, j.Submit)
	}
	const exact = 1 << 53
	for i, j := range jobs {
		after := math.Floor(float64(j.Submit-first) * factor)
		if !(float64(first)+after < exact) {
			return nil, invalid("shrink", factor, fmt.Sprintf("one that keeps job %d below second 2^53", j.ID))
		}
		shrunk[i].Submit = first + int64(after)
	}
	return shrunk, nil
}
