package verify

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
func (s *rivals) remember(line int, objective *int64, bound int64) {
	if objective != nil && (s.schedule.line == 0 || *objective < s.schedule.value) {
		s.schedule = claim{line, *objective}
	}
	if bound > s.bound.value {
		s.bound = claim{line, bound}
	}
}

// against holds a result against earlier results for the same problem: no schedule is
// below a bound. prefix begins the names of the fields.
func (j *judge) against(s *rivals, prefix string, objective *int64, bound int64) {
	if s.schedule.line > 0 {
		j.hold(bound <= s.schedule.value, prefix+"bound", bound,
			"at most the %sobjective %d on line %d, of the same step", prefix, s.schedule.value, s.schedule.line)
	}
	if s.bound.line > 0 && objective != nil {
		j.hold(*objective >= s.bound.value, prefix+"objective", *objective,
			"at least the %sbound %d on line %d, of the same step", prefix, s.bound.value, s.bound.line)
	}
}
