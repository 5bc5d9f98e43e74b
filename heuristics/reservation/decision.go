package reservation

import (
	"fmt"
	"strings"
)

// Reason is the reason for which a request is refused; "": it is admitted.
type Reason string

// The reasons for a refusal.
const (
	Admitted Reason = ""
	TooWide  Reason = "too wide"     // wider than the machine, or than a site
	NoSite   Reason = "no such site" // a part names a site that does not exist
	BusyNow  Reason = "busy now"     // wanted now, but not free for its whole time
	BusyThen Reason = "busy then"    // wanted at a date, but not free for its whole time
)

// Reasons returns the reasons for refusals in a fixed order.
func Reasons() []Reason { return []Reason{TooWide, NoSite, BusyNow, BusyThen} }

// Decision is the answer to a request.
type Decision struct {
	Request Request
	Refused Reason // Admitted: the request got its processors
	Start   int64  // the promised second of the trace; 0 where refused
	Site    int    // the site of an admitted request without parts; else 0
}

// End returns the second at which an admitted reservation has ended.
func (d *Decision) End() int64 { return d.Start + d.Request.Duration }

// Parts returns the processors that an admitted reservation holds of each site: the parts
// of the request, or one part where the request has none. It returns nil for a refused
// request.
func (d *Decision) Parts() []Part {
	switch {
	case d.Refused != Admitted:
		return nil
	case len(d.Request.Parts) > 0:
		return d.Request.Parts
	}
	return []Part{{d.Site, d.Request.Width}}
}

// String returns the answer in words.
func (d *Decision) String() string {
	if d.Refused != Admitted {
		return fmt.Sprintf(
			"reservation %d (%v) refused: %s",
			d.Request.ID,
			d.Request.When,
			d.Refused,
		)
	}
	return fmt.Sprintf(
		"reservation %d (%v) from second %d to %d",
		d.Request.ID,
		d.Request.When,
		d.Start,
		d.End(),
	)
}

// Counts are numbers of requests by how they were decided.
type Counts struct {
	Admitted int
	Refused  map[Reason]int
}

// Count counts decisions.
func Count(decisions []Decision) Counts {
	c := Counts{Refused: map[Reason]int{}}
	for _, d := range decisions {
		if d.Refused == Admitted {
			c.Admitted++
		} else {
			c.Refused[d.Refused]++
		}
	}
	return c
}

// Total returns the number of requests.
func (c Counts) Total() int {
	n := c.Admitted
	for _, k := range c.Refused {
		n += k
	}
	return n
}

// String returns a sentence such as "2 of 5 reservations admitted, refused: 3
// busy now".
func (c Counts) String() string {
	var refused []string
	for _, r := range Reasons() {
		if n := c.Refused[r]; n > 0 {
			refused = append(refused, fmt.Sprintf("%d %s", n, r))
		}
	}
	text := fmt.Sprintf("%d of %d reservations admitted", c.Admitted, c.Total())
	if len(refused) > 0 {
		text += ", refused: " + strings.Join(refused, ", ")
	}
	return text
}
