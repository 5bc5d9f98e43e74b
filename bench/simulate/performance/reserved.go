package performance

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap/bench/simulate/replay"
)

// held adds up the processors that reservations hold. It passes over them in order of time.
type held struct {
	changes []heldChange // still to come
	now     int64        // the second that the pass has reached
	width   int64        // processors held at now
}

// heldChange is the begin or the end of a reservation. The processors held change by width.
type heldChange struct{ time, width int64 }

// newHeld returns held before the first change.
func newHeld(o *replay.Outcome) *held {
	h := &held{}
	for _, d := range o.Reservations {
		for _, p := range d.Parts() {
			h.changes = append(h.changes, heldChange{d.Start, p.Width}, heldChange{d.End(), -p.Width})
		}
	}
	slices.SortFunc(h.changes, func(a, b heldChange) int { return cmp.Compare(a.time, b.time) })
	if len(h.changes) > 0 {
		h.now = h.changes[0].time
	}
	return h
}

// area returns the processor-seconds in [from, to). from is not before to of an earlier
// call.
func (h *held) area(from, to int64) int64 {
	h.pass(from)
	return h.pass(to)
}

// pass goes on to a second, and returns the processor-seconds that it passes.
func (h *held) pass(to int64) int64 {
	area := int64(0)
	for len(h.changes) > 0 && h.changes[0].time <= to {
		c := h.changes[0]
		area += h.width * (c.time - h.now)
		h.changes, h.now, h.width = h.changes[1:], c.time, h.width+c.width
	}
	if to > h.now {
		area += h.width * (to - h.now)
		h.now = to
	}
	return area
}
