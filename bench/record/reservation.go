package record

import (
	"fmt"
	"io"
	"iter"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/heuristics/reservation"
)

// ReservationFormat names the version of a reservation request's JSON form.
const ReservationFormat = "optgap-reservation/1"

// Reservation is the JSON form of a request for a reservation, one per line:
//
//	{"format":"optgap-reservation/1","id":7,"width":16,"duration":3600,"submit":86400,"start":"asap"}
//
// All of these fields are needed. start is "now", "asap" or a second of the
// trace, not before submit. A request to several sites of a multi-site machine
// has, in place of width, a width for each:
//
//	"sites":[{"site":0,"width":16},{"site":2,"width":8}]
//
// Sites count from 0. A field that is absent is nil.
type Reservation struct {
	Format   string `json:"format"`
	ID       *int64 `json:"id"`              // number of the request
	Width    *int64 `json:"width,omitempty"` // [processors] that it asks for
	Duration *int64 `json:"duration"`        // [s] for which it asks for them
	Submit   *int64 `json:"submit"`          // [s] second of the trace at which it is decided
	// `"now"`, `"asap"` (as soon as possible) or a second of the trace
	Start *reservation.When `json:"start"`
	Sites []SiteWidth       `json:"sites,omitempty"`
}

// SiteWidth is a number of processors that a request asks of one site.
type SiteWidth struct {
	// under `simulate --sites`: processors at a site, counted from 0. All at one time
	Site  *int64 `json:"site"`
	Width *int64 `json:"width"`
}

// ReservationOf returns the JSON form of a request.
func ReservationOf(r reservation.Request) Reservation {
	w := Reservation{Format: ReservationFormat, ID: &r.ID, Duration: &r.Duration, Submit: &r.Submit, Start: &r.When}
	for _, p := range r.Parts {
		site := int64(p.Site)
		w.Sites = append(w.Sites, SiteWidth{&site, &p.Width})
	}
	if len(r.Parts) == 0 {
		w.Width = &r.Width
	}
	return w
}

// Request checks all fields and returns the request. Errors are
// *optgap.FieldError values.
func (w *Reservation) Request() (reservation.Request, error) {
	if err := w.complete(); err != nil {
		return reservation.Request{}, err
	}
	r := reservation.Request{ID: *w.ID, Duration: *w.Duration, Submit: *w.Submit, When: *w.Start}
	if w.Width != nil {
		r.Width = *w.Width
	}
	for i, s := range w.Sites {
		const most = 1 << 20
		if *s.Site > most {
			return r, bad(fmt.Sprintf("sites[%d].site", i), fmt.Sprint(*s.Site), fmt.Sprintf("at most %d", most))
		}
		r.Parts = append(r.Parts, reservation.Part{Site: int(*s.Site), Width: *s.Width})
	}
	return r, r.Validate()
}

// complete returns the error about the first field that is missing or one too many.
func (w *Reservation) complete() error {
	if err := field.CheckFormat(w.Format, ReservationFormat); err != nil {
		return err
	}
	absent := func(field, expected string) error {
		return bad(field, "no value", expected)
	}
	switch {
	case w.ID == nil:
		return absent("id", "an integer")
	case w.Width == nil && len(w.Sites) == 0:
		return absent("width", "processors, or sites with a width each")
	case w.Width != nil && len(w.Sites) > 0:
		return bad("width", fmt.Sprint(*w.Width), "none beside sites, which have their own")
	case w.Duration == nil:
		return absent("duration", "seconds")
	case w.Submit == nil:
		return absent("submit", "a second of the trace")
	case w.Start == nil:
		return absent("start", `"now", "asap" or a second of the trace`)
	}
	for i, s := range w.Sites {
		switch {
		case s.Site == nil:
			return absent(fmt.Sprintf("sites[%d].site", i), "the number of a site, from 0")
		case s.Width == nil:
			return absent(fmt.Sprintf("sites[%d].width", i), "processors")
		}
	}
	return nil
}

// ReadReservations yields the requests of a file of JSON lines like [ReadSteps]. A request
// with the id of an earlier one is bad.
func ReadReservations(r io.Reader, file string) iter.Seq2[reservation.Request, error] {
	seen := map[int64]bool{}
	return readEach(r, file, converting(false, func(w *Reservation) (reservation.Request, error) {
		request, err := w.Request()
		if err != nil {
			return reservation.Request{}, err
		}
		if seen[request.ID] {
			return reservation.Request{}, bad("id", fmt.Sprint(request.ID), "an id that no earlier line has")
		}
		seen[request.ID] = true
		return request, nil
	}))
}
