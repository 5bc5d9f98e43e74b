package verify

// rivals are the least value of a schedule, and the largest bound, of one problem. They are those of the results
// without a fault.
type rivals struct{ schedule, bound claim }

// claim is a value of the result on a line; line 0: there is none.
type claim struct {
	line  int
	value int64
}

// contest is a value and a bound of a result, with the names of their fields, and the rivals of the same problem.
type contest struct {
	rivals          *rivals
	name, boundName string
	value           *int64 // nil: the result has no schedule
	bound           int64
}

// against holds a result against earlier results for the same problem: no schedule is below a bound. Where the result
// has no fault, it is remembered for the later ones.
func (l *ledger) against(contests ...contest) {
	for _, c := range contests {
		if s := c.rivals.schedule; s.line > 0 {
			l.hold(c.bound <= s.value, c.boundName, c.bound, "at most the %s %d on line %d", c.name, s.value, s.line)
		}
		if b := c.rivals.bound; b.line > 0 && c.value != nil {
			l.hold(*c.value >= b.value, c.name, *c.value, "at least the %s %d on line %d", c.boundName, b.value, b.line)
		}
	}
	for _, c := range contests {
		if s := &c.rivals.schedule; l.sound() && c.value != nil && (s.line == 0 || *c.value < s.value) {
			*s = claim{l.about.Line, *c.value}
		}
		if b := &c.rivals.bound; l.sound() && c.bound > b.value {
			*b = claim{l.about.Line, c.bound}
		}
	}
}
