package optgap

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
)

// StepFormat names the version of a step's JSON form.
const StepFormat = "optgap-step/1"

// Format is the format of a step.
type Format string

// MarshalText writes "" as StepFormat.
func (f Format) MarshalText() ([]byte, error) { return []byte(cmp.Or(f, StepFormat)), nil }

// Step is one self-tuning step: the quasi off-line problem of planning the
// waiting jobs on a machine with a history. Times are in seconds relative to
// the step's moment. The zero value is none: methods other than Validate may panic
// on a step that Validate refuses.
type Step struct {
	Format  Format `json:"format"`
	Trace   string `json:"trace,omitempty"`
	Index   int    `json:"index"`
	Now     int64  `json:"now"`
	Machine int64  `json:"machine"`
	Policy  string `json:"policy,omitempty"` // active before the step
	// where absent, `weighted` if a job has a weight, else `artww`
	ObjectiveName Objective `json:"objective_name,omitempty"`
	History       History   `json:"history"`
	Jobs          []Job     `json:"jobs"`
}

// Validate reports the first field that is out of its range, as a *FieldError. It also
// refuses two kinds of steps: those whose objective or area could exceed int64 in a
// schedule that ends within [Step.SafeEnd], and those with a job too wide for the
// processors that are free after the last change, for which no schedule exists.
func (s *Step) Validate() error {
	if s.Format != "" && s.Format != StepFormat {
		return &FieldError{"format", fmt.Sprintf("%q", s.Format), fmt.Sprintf("%q", StepFormat)}
	}
	if s.Index < 0 {
		return &FieldError{"index", fmt.Sprint(s.Index), "at least 0"}
	}
	if s.Machine < 1 {
		return &FieldError{"machine", fmt.Sprint(s.Machine), "at least 1"}
	}
	if err := s.History.validate(s.Machine); err != nil {
		return err
	}
	seen := make(map[int64]int, len(s.Jobs))
	for i, j := range s.Jobs {
		if err := s.validateJob(i, j); err != nil {
			return err
		}
		if k, dup := seen[j.ID]; dup {
			expected := fmt.Sprintf("an id other than that of jobs[%d]", k)
			return &FieldError{fmt.Sprintf("jobs[%d].id", i), fmt.Sprint(j.ID), expected}
		}
		seen[j.ID] = i
	}
	if err := s.validateSums(); err != nil {
		return err
	}
	return s.validateWeights()
}

func (s *Step) validateJob(i int, j Job) error {
	name := func(field string) string { return fmt.Sprintf("jobs[%d].%s", i, field) }
	last := s.History[len(s.History)-1].Free
	switch {
	case j.Width < 1 || j.Width > s.Machine:
		return &FieldError{
			name("width"),
			fmt.Sprint(j.Width),
			fmt.Sprintf("1 to %d, the machine", s.Machine),
		}
	case j.Width > last:
		expected := fmt.Sprintf(
			"at most %d, the processors free after the last change of the history",
			last,
		)
		return &FieldError{name("width"), fmt.Sprint(j.Width), expected}
	case j.Estimate < 1:
		return &FieldError{name("estimate"), fmt.Sprint(j.Estimate), "at least 1"}
	case j.Submit > 0:
		return &FieldError{name("submit"), fmt.Sprint(j.Submit), "at most 0, the step's moment"}
	case j.Weight < 0:
		return &FieldError{name("weight"), fmt.Sprint(j.Weight), "at least 1"}
	}
	return nil
}

// limit is the largest sum of a step. It leaves room for differences and sums of two objectives.
const limit = math.MaxInt64 / 4

// validateSums adds up, with overflow checks, the largest value that any
// objective, sum of width times response time or area of the step can take.
func (s *Step) validateSums() error {
	end := s.History.End()
	for _, j := range s.Jobs {
		if end > limit-j.Estimate {
			return &FieldError{
				"jobs",
				"a sum of estimates above the range of int64",
				"a smaller sum",
			}
		}
		end += j.Estimate
	}
	total := uint64(0)
	for i, j := range s.Jobs {
		if j.Submit < -limit {
			field := fmt.Sprintf("jobs[%d].submit", i)
			return &FieldError{
				field,
				fmt.Sprint(j.Submit),
				"a time within the range of the objective",
			}
		}
		hi, lo := bits.Mul64(uint64(max(j.Width, s.Weight(i))), uint64(end)+uint64(-j.Submit))
		if hi != 0 || lo > limit || total > limit-lo {
			found := "a sum of width times response time above the range of int64"
			if s.Weight(i) > j.Width {
				found = "a sum of weight times response time above the range of int64"
			}
			return &FieldError{"jobs", found, "a smaller sum"}
		}
		total += lo
	}
	return nil
}

// SafeEnd returns a second by which some optimal schedule has ended: the last change
// of the history plus the sum of all estimates. Every left-shifted schedule has ended
// by then, because after the last change at least one unfinished job runs at any time.
func (s *Step) SafeEnd() int64 {
	return s.History.End() + s.AccumulatedRunTime()
}

// EarliestStarts returns the start of each job if it were alone: the earliest that the
// history allows. No schedule starts a job earlier, so the objective of these starts
// is a lower bound, and the optimum where they are a feasible schedule.
func (s *Step) EarliestStarts() Schedule {
	starts := make(Schedule, len(s.Jobs))
	for i, j := range s.Jobs {
		starts[i] = s.History.Earliest(j.Width, j.Estimate)
	}
	return starts
}

// AccumulatedRunTime returns the sum of the estimates in seconds, the quantity
// of that name in Grothklags and Streit, Table 1.
func (s *Step) AccumulatedRunTime() int64 {
	sum := int64(0)
	for _, j := range s.Jobs {
		sum += j.Estimate
	}
	return sum
}

// Weight returns the weight of job i in the objective: its own, or its width.
func (s *Step) Weight(i int) int64 {
	if s.Jobs[i].Weight > 0 {
		return s.Jobs[i].Weight
	}
	return s.Jobs[i].Width
}

// TotalWeight returns the sum of the weights.
func (s *Step) TotalWeight() int64 {
	sum := int64(0)
	for i := range s.Jobs {
		sum += s.Weight(i)
	}
	return sum
}

// TotalWidth returns the sum of the widths, the divisor of ARTwW.
func (s *Step) TotalWidth() int64 {
	sum := int64(0)
	for _, j := range s.Jobs {
		sum += j.Width
	}
	return sum
}

// TotalArea returns the sum of width times estimate, the divisor of SLDwA.
func (s *Step) TotalArea() int64 {
	sum := int64(0)
	for _, j := range s.Jobs {
		sum += j.Area()
	}
	return sum
}
