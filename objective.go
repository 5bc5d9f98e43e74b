package optgap

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// Objective names the average that a schedule of a step minimises. All of them are sums of
// weight times response time. A response time uses the estimate as the duration.
type Objective string

// The objectives. Averages says what each is.
const (
	ObjectiveARTwW    Objective = "artww"
	ObjectiveART      Objective = "art"
	ObjectiveSLD      Objective = "sld"
	ObjectiveWeighted Objective = "weighted" // by the jobs' own weights
)

// An Average is what an objective stands for.
type Average struct {
	Objective Objective
	Name      string // as tables and charts write it
	About     string // in words
	Unit      string // of the average; "": it is a number
	Sum       string // unit of sums of weight times response time
	// Cost words what a schedule costs more than another, and CostUnit is the unit of that.
	Cost, CostUnit string
	Metric         string // key of the metric of a replay that is this average, or at least it; "": there is none
	Slowdown       bool   // of slowdown, response time over duration: weights are integers proportional to 1/duration
	// Weight is the weight of a job: of its response time in the sum, and of the job in the
	// average. nil: that of the slowdown, or the job's own. The duration is an estimate on a step,
	// and a run time on a trace.
	Weight func(width, duration int64) int64
}

// averages is the one table of objectives, the default first. All else about them follows from it.
var averages = []Average{
	{
		Objective: ObjectiveARTwW, Name: "ARTwW", About: "average response time weighted by width",
		Unit: "s", Sum: "processor-s", Cost: "processor-seconds", CostUnit: "proc.-s", Metric: "artww",
		Weight: func(width, _ int64) int64 { return width },
	},
	{
		Objective: ObjectiveART, Name: "ART", About: "average response time",
		Unit: "s", Sum: "s", Cost: "seconds of response time", CostUnit: "s", Metric: "art",
		Weight: func(_, _ int64) int64 { return 1 },
	},
	{
		Objective: ObjectiveSLD, Name: "SLD", About: "average slowdown",
		Sum: "weight * s", Cost: "units of slowdown", CostUnit: "slowdown", Metric: "sld_60",
		Slowdown: true,
	},
	{
		Objective: ObjectiveWeighted, Name: "weighted ART",
		About: "average response time weighted by the weights of the jobs",
		Unit:  "s", Sum: "weight * s", Cost: "weighted seconds", CostUnit: "weight * s",
	},
}

// Averages returns what all objectives stand for, the default first.
func Averages() []Average { return slices.Clone(averages) }

// Average returns what the objective stands for; "" is the ARTwW. A name that is unknown stands for
// itself.
func (o Objective) Average() Average {
	for _, a := range averages {
		if a.Objective == cmp.Or(o, ObjectiveARTwW) {
			return a
		}
	}
	return Average{Objective: o, Name: string(o), About: string(o)}
}

// OfAnyStep tells that any step can have the objective, as the weights follow from it.
func (a Average) OfAnyStep() bool { return a.Weight != nil || a.Slowdown }

// Objectives returns the objectives that any step can have, the default first.
func Objectives() (all []Objective) {
	for _, a := range averages {
		if a.OfAnyStep() {
			all = append(all, a.Objective)
		}
	}
	return all
}

// ObjectiveByName returns the objective of that name, one of Objectives. "" is "": each step
// decides. An unknown name is a *FieldError.
func ObjectiveByName(name string) (Objective, error) {
	if o := Objective(name); name == "" || o.Average().OfAnyStep() {
		return o, nil
	}
	return "", unknownObjective("objective", Objective(name), Objectives())
}

func unknownObjective(field string, o Objective, known []Objective) error {
	expected := strings.ReplaceAll(strings.Trim(fmt.Sprint(known), "[]"), " ", ", ")
	last := strings.LastIndex(expected, ",")
	return &FieldError{field, fmt.Sprintf("%q", o), expected[:last] + " or" + expected[last+1:]}
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
		return nil, &FieldError{
			"objective",
			string(o),
			fmt.Sprintf("%s, the objective of step %d", own, step.Index),
		}
	}
	a := o.Average()
	if !a.OfAnyStep() {
		return nil, unknownObjective("objective", o, Objectives())
	}
	unit, err := a.unit(step)
	with := *step
	with.ObjectiveName = o
	with.Jobs = slices.Clone(step.Jobs)
	for i, j := range step.Jobs {
		with.Jobs[i].Weight = a.weight(j, unit)
	}
	return &with, err
}

// unit returns the weight of an estimate of one second under the slowdown; 0 under other
// objectives.
func (a Average) unit(s *Step) (int64, error) {
	if a.Slowdown {
		return s.slowdownUnit()
	}
	return 0, nil
}

// weight returns the weight that follows for a job from the objective.
func (a Average) weight(j Job, unit int64) int64 {
	if a.Slowdown {
		return slowdownWeight(unit, j.Estimate)
	}
	return a.Weight(j.Width, j.Estimate)
}

// MaxObjectiveError is the largest relative error of an average slowdown.
const MaxObjectiveError = 1e-3

const (
	finest        = 500_000   // the weight of the longest job; its rounding error is at most half
	slowdownLimit = limit / 4 // the largest sum of weight times response time under slowdown
)

// slowdownUnit returns the weight of an estimate of one second under the slowdown.
func (s *Step) slowdownUnit() (int64, error) {
	longest := int64(1)
	multiple := int64(1)
	for _, j := range s.Jobs {
		longest = max(longest, j.Estimate)
	}
	unit := int64(math.MaxInt64)
	if longest <= unit/finest {
		unit = finest * longest
	}
	for _, j := range s.Jobs {
		multiple = leastMultiple(multiple, j.Estimate, unit)
		if multiple == 0 {
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
			"objective",
			fmt.Sprintf(
				"sld with weights wrong by up to %.2g, as finer ones exceed the range of int64",
				found,
			),
			fmt.Sprintf(
				"at most %g, which takes estimates and response times that differ less",
				MaxObjectiveError,
			),
		}
	}
	return unit, nil
}

// leastMultiple returns the least common multiple of a and b; 0 where it is above most.
func leastMultiple(a, b, most int64) int64 {
	x := a
	y := b
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
	end := uint64(s.SafeEnd())
	total := uint64(0)
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

// ObjectiveValue returns the average that an objective stands for. The step is valid and has at
// least one job.
func (s *Step) ObjectiveValue(objective int64) float64 {
	if unit, _ := s.Objective().Average().unit(s); unit > 0 {
		return float64(objective) / float64(unit) / float64(len(s.Jobs))
	}
	return float64(objective) / float64(s.TotalWeight())
}

// ObjectiveError returns the largest relative error of ObjectiveValue: how far the true
// average slowdown of any schedule, and the least one, can be from it. It is 0 for the other
// objectives.
func (s *Step) ObjectiveError() float64 {
	if unit, _ := s.Objective().Average().unit(s); unit > 0 {
		return s.slowdownError(unit)
	}
	return 0
}

// validateWeights compares the weights with the name of the objective.
func (s *Step) validateWeights() error {
	a := s.ObjectiveName.Average()
	switch {
	case s.ObjectiveName == "" || s.ObjectiveName == ObjectiveWeighted:
		return nil
	case !a.OfAnyStep():
		return unknownObjective(
			"objective_name",
			s.ObjectiveName,
			append(Objectives(), ObjectiveWeighted),
		)
	}
	unit, err := a.unit(s)
	if err != nil {
		return err
	}
	for i, j := range s.Jobs {
		if expected := a.weight(j, unit); s.Weight(i) != expected {
			return &FieldError{
				fmt.Sprintf("jobs[%d].weight", i), fmt.Sprint(s.Weight(i)),
				fmt.Sprintf("%d, as objective_name is %s", expected, s.ObjectiveName),
			}
		}
	}
	return nil
}
