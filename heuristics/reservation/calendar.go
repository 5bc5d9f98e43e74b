package reservation

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
)

// Calendar holds the admitted reservations of one machine. Its zero value is not
// ready: call NewCalendar. Time never runs backwards. A method that is called with a
// second may forget reservations that have ended before it.
//
// With m changes of the reserved processors still to come, every method takes
// time linear in m, and in the running jobs where it is given their history.
type Calendar struct {
	machine int64
	// used are the reserved processors as a step function: none before the
	// first level, none from the last one on.
	used    []level
	entered int            // reservations so far
	carved  optgap.History // the last answer of Carve
	profile optgap.Profile // of Site.profile
}

// level is a number of processors that are reserved from a second on.
type level struct{ time, used int64 }

// NewCalendar returns an empty calendar of a machine.
func NewCalendar(machine int64) *Calendar { return &Calendar{machine: machine} }

// add enters a reservation. Its processors are free.
func (c *Calendar) add(start, duration, width int64) {
	c.entered++
	first := c.cut(start)
	last := c.cut(start + duration)
	for i := first; i < last; i++ {
		c.used[i].used += width
	}
}

// Admitted returns how many reservations have been admitted so far.
func (c *Calendar) Admitted() int { return c.entered }

// cut makes a level begin at second t and returns its index.
func (c *Calendar) cut(t int64) int {
	at, found := slices.BinarySearchFunc(
		c.used,
		t,
		func(l level, t int64) int { return cmp.Compare(l.time, t) },
	)
	if !found {
		c.used = slices.Insert(c.used, at, level{t, c.before(at)})
	}
	return at
}

// before returns the processors reserved up to level i.
func (c *Calendar) before(i int) int64 {
	if i == 0 {
		return 0
	}
	return c.used[i-1].used
}

// Carve returns the history less the reservations. It dips where they start and
// rises where they end. A history that no reservation touches is returned as it is.
// Any other answer is valid until the next call.
func (c *Calendar) Carve(running optgap.History) optgap.History {
	c.forget(running[0].Time)
	if len(c.used) == 0 {
		return running
	}
	c.carved = c.carved[:0]
	free := int64(0)
	used := int64(0)
	for h, u := 0, 0; h < len(running) || u < len(c.used); {
		var now int64
		switch {
		case u == len(c.used) || h < len(running) && running[h].Time <= c.used[u].time:
			now = running[h].Time
		default:
			now = c.used[u].time
		}
		if h < len(running) && running[h].Time == now {
			free = running[h].Free
			h++
		}
		for u < len(c.used) && c.used[u].time <= now {
			used = c.used[u].used
			u++
		}
		if h == 0 {
			continue // a reservation that began before
		}
		if n := len(c.carved); n == 0 || c.carved[n-1].Free != free-used {
			c.carved = append(c.carved, optgap.Change{Time: now, Free: free - used})
		}
	}
	return c.carved
}

// forget drops the levels that have ended by a second.
func (c *Calendar) forget(now int64) {
	passed := 0
	for passed+1 < len(c.used) && c.used[passed+1].time <= now {
		passed++
	}
	if passed+1 == len(c.used) && c.used[passed].time <= now {
		passed++ // nothing is reserved from here on
	}
	c.used = c.used[passed:]
}

// NextEnd returns the first second after now at which reserved processors are
// freed; ok is false where none will be.
func (c *Calendar) NextEnd(now int64) (second int64, ok bool) {
	for i, l := range c.used {
		if l.time > now && l.used < c.before(i) {
			return l.time, true
		}
	}
	return 0, false
}
