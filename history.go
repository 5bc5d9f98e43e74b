package optgap

import (
	"fmt"
	"iter"
)

// Change is one tuple of a machine history: from Time on, until the next
// change, Free processors are free.
type Change struct {
	Time int64 `json:"time"` // [s] from which on so many processors are free. The first is 0
	// [processors] free until the next time, the last forever. Running jobs free theirs at their
	// estimated ends. Reservations make it fall
	Free int64 `json:"free"`
}

// History is a machine history (Grothklags and Streit, Figure 1): the free
// processors as a step function of time, changes in increasing order of time.
// Running jobs make it rise at their estimated ends; reservations make it dip.
// The last change holds forever. The zero value has no change: At and End panic.
type History []Change

// At returns the processors free at second t, which is not before the first
// change.
func (h History) At(t int64) int64 {
	free := h[0].Free
	for _, c := range h[1:] {
		if c.Time > t {
			break
		}
		free = c.Free
	}
	return free
}

// Taken is a number of processors that a history takes in the seconds [Start, End).
type Taken struct{ Start, End, Width int64 }

// Taken returns what the history takes from a machine. A rise ends what the last falls before it
// have taken, and then what was taken at first. What is never given back ends at the second end.
func (h History) Taken(machine, end int64) (all []Taken) {
	open := []Taken{{Start: h[0].Time, Width: machine - h[0].Free}} // the last one last
	for i, c := range h[1:] {
		rise := c.Free - h[i].Free
		if rise < 0 {
			open = append(open, Taken{Start: c.Time, Width: -rise})
		}
		for rise > 0 && len(open) > 0 {
			last := &open[len(open)-1]
			width := min(rise, last.Width)
			if width > 0 {
				all = append(all, Taken{last.Start, c.Time, width})
			}
			rise -= width
			last.Width -= width
			if last.Width == 0 {
				open = open[:len(open)-1]
			}
		}
	}
	for _, t := range open {
		t.End = end
		if t.Width > 0 && t.Start < end {
			all = append(all, t)
		}
	}
	return all
}

// Openings yields the first and the last second of each stretch of starts that the
// history alone allows a job of width >= 1 and duration >= 1, in order of time. The
// last second is Never where the stretch has no end.
func (h History) Openings(width, duration int64) iter.Seq2[int64, int64] {
	return func(yield func(first, last int64) bool) {
		for i := 0; i < len(h); i++ {
			if h[i].Free < width {
				continue
			}
			first := h[i].Time
			last := int64(Never)
			for i < len(h) && h[i].Free >= width {
				i++
			}
			if i < len(h) {
				last = h[i].Time - duration
			}
			if first <= last && !yield(first, last) {
				return
			}
		}
	}
}

// Earliest returns the earliest start that the history alone allows a job of width
// >= 1 and duration >= 1; Never where there is none.
func (h History) Earliest(width, duration int64) int64 {
	for first := range h.Openings(width, duration) {
		return first
	}
	return Never
}

// End returns the second of the last change.
func (h History) End() int64 { return h[len(h)-1].Time }

// validate checks that the history starts at 0, that its changes are in order
// of time and that no change is below 0 or above the machine.
func (h History) validate(machine int64) error {
	if len(h) == 0 {
		return &FieldError{"history", "no change", "at least one, at time 0"}
	}
	for i, c := range h {
		name := func(field string) string { return fmt.Sprintf("history[%d].%s", i, field) }
		switch {
		case i == 0 && c.Time != 0:
			return &FieldError{name("time"), fmt.Sprint(c.Time), "0, the step's moment"}
		case i > 0 && c.Time <= h[i-1].Time:
			return &FieldError{
				name("time"),
				fmt.Sprint(c.Time),
				fmt.Sprintf("more than the preceding %d", h[i-1].Time),
			}
		case c.Free < 0 || c.Free > machine:
			return &FieldError{
				name("free"),
				fmt.Sprint(c.Free),
				fmt.Sprintf("0 to %d, the machine", machine),
			}
		}
	}
	return nil
}
