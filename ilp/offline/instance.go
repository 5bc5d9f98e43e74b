package offline

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// Job is a job whose run time is known.
type Job struct {
	Release  int64 // the first second in which it may start
	Width    int64 // processors, at least 1
	Duration int64 // seconds, at least 0
	Weight   int64 // of its response time in the sum, at least 1
}

// Instance is a machine and its jobs, in order of release.
type Instance struct {
	Machine int64 // processors
	Jobs    []Job
}

// mostTime is the largest release, and the largest sum of durations, in seconds.
const mostTime = math.MaxInt64 / 8

// Validate refuses an instance without jobs, and one with a value out of its range, by an
// *optgap.FieldError.
func (in *Instance) Validate() error {
	if len(in.Jobs) == 0 {
		return optgap.BadField("jobs", "none", "at least one")
	}
	if !slices.IsSortedFunc(
		in.Jobs,
		func(a, b Job) int { return cmp.Compare(a.Release, b.Release) },
	) {
		return optgap.BadField(
			"jobs",
			"a job before one that was released earlier",
			"jobs in order of release",
		)
	}
	total := int64(0)
	for i, j := range in.Jobs {
		bad := func(field string, found int64, expected string) error {
			return optgap.BadField(fmt.Sprintf("jobs[%d].%s", i, field), found, expected)
		}
		switch {
		case j.Width < 1 || j.Width > in.Machine:
			return bad("width", j.Width, fmt.Sprintf("1 to %d, the machine", in.Machine))
		case j.Weight < 1:
			return bad("weight", j.Weight, "at least 1")
		case j.Release > mostTime || j.Release < -mostTime:
			return bad(
				"release",
				j.Release,
				fmt.Sprintf("at most %d either way", int64(mostTime)),
			)
		case j.Duration < 0 || j.Duration > mostTime-total:
			return bad(
				"duration",
				j.Duration,
				fmt.Sprintf("at least 0, and at most %d of all jobs", int64(mostTime)),
			)
		}
		total += j.Duration
	}
	return nil
}

// sumLimit is the largest sum of weight times response time.
const sumLimit = math.MaxInt64 / 8

// Sum returns the sum of weight times response time of the starts. One that is too large for
// exact sums is an *optgap.FieldError.
func (in *Instance) Sum(starts []int64) (sum int64, err error) {
	for i, j := range in.Jobs {
		response := starts[i] + j.Duration - j.Release
		if response > (sumLimit-sum)/j.Weight {
			return 0, optgap.BadField(
				"objective",
				fmt.Sprintf("a sum of weight times response time above %d at job %d",
					int64(sumLimit), i+1),
				"a smaller one: fewer jobs, or shorter waits",
			)
		}
		sum += j.Weight * response
	}
	return sum, nil
}

// Alone returns the sum of weight times duration: a bound, as if each job had the machine for
// itself. It is below the sum of any starts, and so in range where that is.
func (in *Instance) Alone() (sum int64) {
	for _, j := range in.Jobs {
		sum += j.Weight * j.Duration
	}
	return sum
}
