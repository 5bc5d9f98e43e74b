package moldable

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/optgap/optgap"
)

// MaxMachine is the largest machine. Knapsacks have an entry for each processor.
const MaxMachine = 1 << 20

// MaxTimes is the largest number of times of an instance, over all of its jobs. They take 160 MB.
const MaxTimes = 20_000_000

// CheckTimes returns an *optgap.FieldError where the jobs up to the one with the index have more
// than MaxTimes times together. It is for those who are about to compute times.
func CheckTimes(index int, times int64) error {
	if times <= MaxTimes {
		return nil
	}
	return optgap.BadField(
		fmt.Sprintf("jobs[%d].times", index),
		fmt.Sprintf("%d times up to this job", times),
		fmt.Sprintf("at most %d in an instance", MaxTimes),
	)
}

// Validate reports the first field that is out of its range, as a *optgap.FieldError.
// It also refuses instances whose minsum, makespan or area could exceed int64. Vectors may
// be other than monotone: see Monotone.
func (in *Instance) Validate() error {
	if err := in.ValidateMachine(); err != nil {
		return err
	}
	if len(in.Jobs) == 0 {
		return optgap.BadField("jobs", "none", "at least one job")
	}
	seen := make(map[int64]int, len(in.Jobs))
	times := int64(0)
	for i, j := range in.Jobs {
		times += int64(len(j.Times))
		if err := CheckTimes(i, times); err != nil {
			return err
		}
		if err := in.validateJob(i, j); err != nil {
			return err
		}
		if k, dup := seen[j.ID]; dup {
			return optgap.BadField(fmt.Sprintf("jobs[%d].id", i), j.ID,
				fmt.Sprintf("an id other than that of jobs[%d]", k))
		}
		seen[j.ID] = i
	}
	return in.validateSums()
}

// ValidateMachine reports a machine or a tick that is out of its range, as a
// *optgap.FieldError. Jobs are not looked at.
func (in *Instance) ValidateMachine() error {
	if in.Machine < 1 || in.Machine > MaxMachine {
		return optgap.BadField("machine", in.Machine, fmt.Sprintf("1 to %d", MaxMachine))
	}
	if !(in.Tick > 0) || math.IsInf(in.Tick, 1) {
		return optgap.BadField("tick", in.Tick, "a number of seconds above 0")
	}
	return nil
}

func (in *Instance) validateJob(i int, j Job) error {
	bad := func(field string, found any, expected string) error {
		return optgap.BadField(fmt.Sprintf("jobs[%d].%s", i, field), found, expected)
	}
	switch last := j.Least() + int64(len(j.Times)) - 1; {
	case j.Weight < 1:
		return bad("weight", j.Weight, "at least 1")
	case j.MinWidth < 0 || j.MinWidth > in.Machine:
		return bad("min_width", j.MinWidth, fmt.Sprintf("1 to %d, the machine", in.Machine))
	case len(j.Times) == 0:
		return bad("times", "none", "the time on one processor and more")
	case last > in.Machine:
		expected := fmt.Sprintf("at most %d, the machine", in.Machine)
		return bad("times", fmt.Sprintf("times on up to %d processors", last), expected)
	}
	for k, t := range j.Times {
		if t < 1 {
			return bad(fmt.Sprintf("times[%d]", k), t, "at least 1 tick")
		}
	}
	return nil
}

// validateSums refuses instances with sums that could leave the range of int64. It adds up
// the longest time of each job. All schedules of this package end by this sum, and no guess
// of Dual is above twice the sum.
func (in *Instance) validateSums() error {
	const limit = math.MaxInt64 / 8
	end := int64(0)
	weight := int64(0)
	beyond := func(sum string) error {
		return optgap.BadField("jobs", "a sum of "+sum+" above the range of int64", "a smaller sum")
	}
	above := func(a, b int64) bool {
		high, low := bits.Mul64(uint64(a), uint64(b))
		return high != 0 || low > limit
	}
	for _, j := range in.Jobs {
		longest := slices.Max(j.Times)
		if longest > limit-end {
			return beyond("times")
		}
		end += longest
		if j.Weight > limit-weight {
			return beyond("weights")
		}
		weight += j.Weight
	}
	if above(weight, end) {
		return beyond("weight times end")
	}
	if above(in.Machine, end) {
		return beyond("times on the whole machine")
	}
	return nil
}

// Monotone returns a *optgap.FieldError for the first time at which one more processor makes
// the time rise or the work fall, or nil if all vectors are monotone. The instance is valid.
func (in *Instance) Monotone() error {
	for i, j := range in.Jobs {
		for k := 1; k < len(j.Times); k++ {
			before := j.Times[k-1]
			now := j.Times[k]
			width := j.Least() + int64(k)
			bad := func(found, expected string) error {
				return optgap.BadField(fmt.Sprintf("jobs[%d].times[%d]", i, k), found, expected)
			}
			if now > before {
				return bad(
					fmt.Sprintf("a time of %d", now),
					fmt.Sprintf("at most %d, the time on one processor less", before),
				)
			}
			if now*width < before*(width-1) {
				expected := fmt.Sprintf(
					"at least %d, the work on one processor less",
					before*(width-1),
				)
				return bad(fmt.Sprintf("a work of %d", now*width), expected)
			}
		}
	}
	return nil
}
