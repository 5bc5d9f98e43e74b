package reservation

import (
	"fmt"

	"github.com/optgap/optgap"
)

// MaxSecond bounds the seconds and durations of requests. It is about 2 000 years.
// A step's objective adds up times as far away as its last reservation, and it has
// to stay within 64 bits.
const MaxSecond = 1 << 36

// Request asks for processors.
type Request struct {
	ID       int64
	Width    int64 // processors, at least 1; 0 where Parts has the widths
	Duration int64 // seconds, at least 1
	Submit   int64 // second of the trace at which the request is decided
	When     When
	// Parts are widths on several sites at one common time, no site twice. A request
	// without parts takes the site that can start it first.
	Parts []Part
}

// Part is a number of processors that a request wants of one site.
type Part struct {
	// under `simulate --sites`: processors at a site, counted from 0. All at one time
	Site  int   `json:"site"`
	Width int64 `json:"width"`
}

// Validate returns the first field that is out of its range, as an
// *optgap.FieldError. A width above the machine is no error. It is a reason to
// refuse the request.
func (r *Request) Validate() error {
	date, dated := r.When.Date()
	switch {
	case r.Duration < 1 || r.Duration > MaxSecond:
		return optgap.BadField(
			"duration",
			r.Duration,
			fmt.Sprintf("1 to %d seconds", int64(MaxSecond)),
		)
	case r.Submit < -MaxSecond || r.Submit > MaxSecond:
		return optgap.BadField(
			"submit",
			r.Submit,
			fmt.Sprintf("a second from %d to %d", int64(-MaxSecond), int64(MaxSecond)),
		)
	case dated && date < r.Submit:
		return optgap.BadField("start", date, fmt.Sprintf("at least %d, the submission", r.Submit))
	case dated && date > MaxSecond:
		return optgap.BadField("start", date, fmt.Sprintf("at most %d", int64(MaxSecond)))
	case len(r.Parts) == 0 && r.Width < 1:
		return optgap.BadField("width", r.Width, "at least 1")
	case len(r.Parts) > 0 && r.Width != 0:
		return optgap.BadField("width", r.Width, "none beside sites, which have their own")
	}
	seen := make(map[int]bool, len(r.Parts))
	for i, p := range r.Parts {
		switch {
		case p.Site < 0:
			return optgap.BadField(fmt.Sprintf("sites[%d].site", i), p.Site, "at least 0")
		case seen[p.Site]:
			return optgap.BadField(fmt.Sprintf("sites[%d].site", i), p.Site, "no site twice")
		case p.Width < 1:
			return optgap.BadField(fmt.Sprintf("sites[%d].width", i), p.Width, "at least 1")
		}
		seen[p.Site] = true
	}
	return nil
}

// Validate checks each of the requests, and that no two have the same id. The error
// says which request is wrong.
func Validate(requests []Request) error {
	seen := make(map[int64]bool, len(requests))
	for i := range requests {
		r := &requests[i]
		if err := r.Validate(); err != nil {
			return fmt.Errorf("reservation %d: %w", r.ID, err)
		}
		if seen[r.ID] {
			return fmt.Errorf(
				"reservation %d: %w",
				r.ID,
				optgap.BadField("id", r.ID, "no id twice"),
			)
		}
		seen[r.ID] = true
	}
	return nil
}
