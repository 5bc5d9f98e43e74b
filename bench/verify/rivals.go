package verify

import "math/big"

// rivals are the least objective, of schedule, and the largest bound of one problem. They
// are those of the results without a fault.
type rivals struct{ schedule, bound claim }

// claim is a value of the result on a line; line 0: there is none.
type claim struct {
	line  int
	value int64
}

// remember keeps the objective and the bound of a result; a nil objective: the result has
// no schedule.
func (s *rivals) remember(line int, objective *big.Int, bound int64) {
	if objective != nil && objective.IsInt64() && (s.schedule.line == 0 || objective.Int64() < s.schedule.value) {
		s.schedule = claim{line, objective.Int64()}
	}
	if bound > s.bound.value {
		s.bound = claim{line, bound}
	}
}

// against holds a result against earlier results for the same problem: no schedule is
// below a bound. prefix begins the names of the fields.
func (j *judge) against(s *rivals, prefix string, objective *big.Int, bound int64) {
	if s.schedule.line > 0 {
		j.hold(bound <= s.schedule.value, prefix+"bound", bound,
			"at most the %sobjective %d on line %d, of the same step", prefix, s.schedule.value, s.schedule.line)
	}
	if s.bound.line > 0 && objective != nil {
		j.hold(objective.Cmp(integer(s.bound.value)) >= 0, prefix+"objective", objective,
			"at least the %sbound %d on line %d, of the same step", prefix, s.bound.value, s.bound.line)
	}
}
