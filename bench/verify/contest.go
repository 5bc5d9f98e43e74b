package verify

import "fmt"

// contest is a problem of which a result has bounds, and a value where it has a schedule. All
// values and bounds of one problem are held against each other: no bound is above a value.
type contest struct {
	name, boundName string   // of the fields of the value and of the bounds
	value           *int64   // of the schedule of the result, nil if there is none
	bounds          []stated // the bounds of the result by their fields
	values          []stated // those of other schedules
	limits          []stated // what no value is below
	optimum         *int64   // by enumeration, nil if not known
	optimal         bool     // the status says that the value is the optimum
	gap             float64  // by which the largest bound may then be below the value
	rivals          *rivals  // of earlier results
}

// stated is a number, and the field or the words for it.
type stated struct {
	what  string
	value int64
}

// rivals are the least value of a schedule, and the largest bound, of one problem. They are those
// of the results without a fault.
type rivals struct{ schedule, bound held }

// held is a value of the result on a line; line 0: there is none.
type held struct {
	line  int
	value int64
}

// hold holds the values and bounds of a contest against each other.
func (c *contest) hold(l *ledger) {
	values := c.values
	limits := c.limits
	if c.value != nil {
		values = append(values, stated{"the " + c.name, *c.value})
	}
	if c.optimum != nil {
		known := stated{"the optimum by enumeration", *c.optimum}
		values = append(values, known)
		limits = append(limits, known)
	}
	if s := c.rivals.schedule; s.line > 0 {
		values = append(
			values,
			stated{fmt.Sprintf("the %s on line %d", c.name, s.line), s.value},
		)
	}
	if b := c.rivals.bound; b.line > 0 {
		limits = append(
			limits,
			stated{fmt.Sprintf("the %s on line %d", c.boundName, b.line), b.value},
		)
	}
	largest := int64(0)
	for _, b := range c.bounds {
		largest = max(largest, b.value)
		l.hold(b.value >= 0, b.what, b.value, "at least 0")
		for _, v := range values {
			l.hold(b.value <= v.value, b.what, b.value, "at most %d, %s", v.value, v.what)
		}
	}
	if c.value == nil {
		return
	}
	for _, limit := range limits {
		l.hold(
			*c.value >= limit.value,
			c.name,
			*c.value,
			"at least %d, %s",
			limit.value,
			limit.what,
		)
	}
	if c.optimal {
		l.hold(
			float64(*c.value-largest) <= c.gap,
			c.boundName,
			largest,
			"the %s %d, up to the gap, as the status is optimal",
			c.name,
			*c.value,
		)
	}
	if best := c.optimum; c.optimal && best != nil && c.gap <= 0 {
		l.hold(*c.value <= *best, c.name, *c.value, "%d, the optimum by enumeration", *best)
	}
}

// contend holds the values and bounds of contests against each other. Those of a result without a
// fault are remembered for the later ones.
func (l *ledger) contend(contests ...contest) {
	for _, c := range contests {
		c.hold(l)
	}
	if !l.sound() {
		return
	}
	for _, c := range contests {
		if s := &c.rivals.schedule; c.value != nil && (s.line == 0 || *c.value < s.value) {
			*s = held{l.about.Line, *c.value}
		}
		for _, b := range c.bounds {
			if b.value > c.rivals.bound.value {
				c.rivals.bound = held{l.about.Line, b.value}
			}
		}
	}
}

// statedIn returns bounds by their fields. prefix comes before their names.
func statedIn[K ~string](prefix string, bounds map[K]int64) (all []stated) {
	for name, bound := range sorted(bounds) {
		all = append(all, stated{prefix + string(name), bound})
	}
	return all
}
