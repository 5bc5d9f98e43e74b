package reservation

import (
	"slices"

	"github.com/optgap/optgap"
)

// Calendar holds the admitted reservations of one machine. Its zero value has none. Time never
// runs backwards. A method that is called with a history may forget reservations that have ended
// before it.
//
// With m reservations still to end, every method takes time linear in m, and in the running jobs
// where it is given their history.
type Calendar struct {
	held    []held
	entered int            // reservations so far
	carved  optgap.History // the last answer of Carve
	profile optgap.Profile
}

// held are processors that no job may have in the seconds [start, end).
type held struct{ start, end, width int64 }

// Hold enters a reservation. Its processors are free.
func (c *Calendar) Hold(start, duration, width int64) {
	c.entered++
	c.held = append(c.held, held{start, start + duration, width})
}

// Admitted returns how many reservations have been admitted so far.
func (c *Calendar) Admitted() int { return c.entered }

// free returns the processors that running jobs and reservations leave free.
func (c *Calendar) free(running optgap.History) *optgap.Profile {
	now := running[0].Time
	c.held = slices.DeleteFunc(c.held, func(h held) bool { return h.end <= now })
	c.profile.Reset(running)
	for _, h := range c.held {
		start := max(h.start, now)
		c.profile.Reserve(start, h.end-start, h.width)
	}
	return &c.profile
}

// Carve returns the history less the reservations. It dips where they start and
// rises where they end. A history that no reservation touches is returned as it is.
// Any other answer is valid until the next call.
func (c *Calendar) Carve(running optgap.History) optgap.History {
	free := c.free(running)
	if len(c.held) == 0 {
		return running
	}
	c.carved = c.carved[:0]
	for change := range free.Changes() {
		if n := len(c.carved); n == 0 || c.carved[n-1].Free != change.Free {
			c.carved = append(c.carved, change)
		}
	}
	return c.carved
}

// NextEnd returns the first second after now at which a reservation ends; ok is false where none
// will.
func (c *Calendar) NextEnd(now int64) (second int64, ok bool) {
	second = optgap.Never
	for _, h := range c.held {
		if h.end > now {
			second = min(second, h.end)
		}
	}
	return second, second != optgap.Never
}
