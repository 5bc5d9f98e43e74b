package optgap

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// Objective names the average that a schedule of a step minimises. All of them are sums of
// weight times response time. A response time uses the estimate as the duration.
type Objective string

const (
	// ObjectiveARTwW is the average response time weighted by width, in seconds.
	ObjectiveARTwW Objective = "artww"
	// ObjectiveART is the plain average response time, in seconds. All weights are 1.
	ObjectiveART Objective = "art"
	// ObjectiveSLD is the average slowdown, response time over estimate. The weights are
	// integers proportional to 1/estimate: see Objective.Of.
	ObjectiveSLD Objective = "sld"
	// ObjectiveWeighted is the average response time weighted by the jobs' own weights, in
	// seconds.
	ObjectiveWeighted Objective = "weighted"
)

// Objectives returns the objectives that any step can have, the default first.
func Objectives() []Objective {
	return []Objective{ObjectiveARTwW, ObjectiveART, ObjectiveSLD}
}

// ObjectiveByName returns the objective of that name, one of Objectives. "" is "": each step
// decides. An unknown name is a *FieldError.
func ObjectiveByName(name string) (Objective, error) {
	o := Objective(name)
	if name == "" || slices.Contains(Objectives(), o) {
		return o, nil
	}
	return "", &FieldError{"objective", fmt.Sprintf("%q", name), "artww, art or sld"}
}

// Objective returns what the step minimises. Without a name it is the ARTwW, or Weighted
// where a job has a weight.
func (s *Step) Objective() Objective {
	if s.ObjectiveName != "" {
		return s.ObjectiveName
	}
	if slices.ContainsFunc(s.Jobs, func(j Job) bool { return j.Weight != 0 }) {
		return ObjectiveWeighted
	}
	return ObjectiveARTwW
}

// Of returns the step with this objective, one of Objectives, and with the weights that this
// takes. "" returns the step itself. A step whose name or weights say another objective is
// refused with a *FieldError. The step is valid and not changed.
//
// The weights of ObjectiveSLD are unit/estimate, rounded to integers. The unit is the least
// common multiple of the estimates, which makes them exact, or 500000 times the longest
// estimate where that is less. Then no weight is wrong by more than one in a million. While
// sums of such weights would not fit, the unit is halved. Where a weight would be wrong by
// more than MaxObjectiveError, Of returns a *FieldError.
func (o Objective) Of(step *Step) (*Step, error) {
	if o == "" || o == step.Objective() {
		return step, nil
	}
	if own := step.Objective(); own != ObjectiveARTwW || step.ObjectiveName != "" {
		return nil, &FieldError{"objective", string(o), fmt.Sprintf("%s, the objective of step %d", own, step.Index)}
	}
	with := *step
	with.ObjectiveName, with.Jobs = o, slices.Clone(step.Jobs)
	if o == ObjectiveART {
		for i := range with.Jobs {
			with.Jobs[i].Weight = 1
		}
		return &with, nil
	}
	unit, err := with.slowdownUnit()
	for i := range with.Jobs {
		with.Jobs[i].Weight = slowdownWeight(unit, with.Jobs[i].Estimate)
	}
	return &with, err
}

// MaxObjectiveError is the largest relative error of an average slowdown.
const MaxObjectiveError = 1e-3

const (
	finest        = 500_000   // the weight of the longest job; its rounding error is at most half
	slowdownLimit = limit / 4 // the largest sum of weight times response time under slowdown
)

// slowdownUnit returns the weight of an estimate of one second under the slowdown.
func (s *Step) slowdownUnit() (int64, error) {
	longest, multiple := int64(1), int64(1)
	for _, j := range s.Jobs {
		longest = max(longest, j.Estimate)
	}
	unit := int64(math.MaxInt64)
	if longest <= unit/finest {
		unit = finest * longest
	}
	for _, j := range s.Jobs {
		if multiple = leastMultiple(multiple, j.Estimate, unit); multiple == 0 {
			break
		}
	}
	if multiple > 0 {
		unit = multiple
	}
	for unit > 0 && !s.fits(unit) {
		unit /= 2
	}
	if found := s.slowdownError(unit); found > MaxObjectiveError {
		return 0, &FieldError{
			"objective", fmt.Sprintf("sld with weights wrong by up to %.2g, as finer ones exceed the range of int64", found),
			fmt.Sprintf("at most %g, which takes estimates and response times that differ less", MaxObjectiveError),
		}
	}
	return unit, nil
}

// leastMultiple returns the least common multiple of a and b; 0 where it is above most.
func leastMultiple(a, b, most int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	if a/x > most/b {
		return 0
	}
	return a / x * b
}

// slowdownWeight returns unit/estimate, rounded to the nearest integer.
func slowdownWeight(unit, estimate int64) int64 {
	weight := unit / estimate
	if rest := unit % estimate; rest >= estimate-rest {
		weight++
	}
	return weight
}

// fits tells that sums of weight times response time stay in range with this unit.
func (s *Step) fits(unit int64) bool {
	end, total := uint64(s.SafeEnd()), uint64(0)
	for _, j := range s.Jobs {
		hi, lo := bits.Mul64(uint64(slowdownWeight(unit, j.Estimate)), end+uint64(-j.Submit))
		if hi != 0 || lo > slowdownLimit || total > slowdownLimit-lo {
			return false
		}
		total += lo
	}
	return true
}

// slowdownError returns the largest relative difference of an average slowdown to the one by
// the weights of a unit. For a job it is the difference of unit to weight times estimate, over
// the latter.
func (s *Step) slowdownError(unit int64) float64 {
	most := 0.0
	for _, j := range s.Jobs {
		weight := slowdownWeight(unit, j.Estimate)
		if weight == 0 {
			return math.Inf(1)
		}
		near := weight * j.Estimate // within half an estimate of the unit
		if off := max(near-unit, unit-near); off > 0 {
			most = max(most, math.Nextafter(float64(off)/float64(near), 1))
		}
	}
	return most
}

// ObjectiveValue returns the average that an objective stands for: seconds, or a number for
// the slowdown. The step is valid and has at least one job.
func (s *Step) ObjectiveValue(objective int64) float64 {
	if s.Objective() == ObjectiveSLD {
		unit, _ := s.slowdownUnit()
		return float64(objective) / float64(unit) / float64(len(s.Jobs))
	}
	return float64(objective) / float64(s.TotalWeight())
}

// ObjectiveError returns the largest relative error of ObjectiveValue: how far the true
// average slowdown of any schedule, and the least one, can be from it. It is 0 for the other
// objectives.
func (s *Step) ObjectiveError() float64 {
	if s.Objective() != ObjectiveSLD {
		return 0
	}
	unit, _ := s.slowdownUnit()
	return s.slowdownError(unit)
}

// validateWeights compares the weights with the name of the objective.
func (s *Step) validateWeights() error {
	unit := int64(0)
	switch s.ObjectiveName {
	case "", ObjectiveWeighted, ObjectiveARTwW, ObjectiveART:
	case ObjectiveSLD:
		var err error
		if unit, err = s.slowdownUnit(); err != nil {
			return err
		}
	default:
		names := []string{string(ObjectiveWeighted)}
		for _, o := range Objectives() {
			names = append(names, string(o))
		}
		return &FieldError{"objective_name", fmt.Sprintf("%q", s.ObjectiveName), "one of " + strings.Join(names, ", ")}
	}
	for i, j := range s.Jobs {
		expected := s.Weight(i)
		switch s.ObjectiveName {
		case ObjectiveARTwW:
			expected = j.Width
		case ObjectiveART:
			expected = 1
		case ObjectiveSLD:
			expected = slowdownWeight(unit, j.Estimate)
		}
		if s.Weight(i) != expected {
			return &FieldError{
				fmt.Sprintf("jobs[%d].weight", i), fmt.Sprint(s.Weight(i)),
				fmt.Sprintf("%d, as objective_name is %s", expected, s.ObjectiveName),
			}
		}
	}
	return nil
}
