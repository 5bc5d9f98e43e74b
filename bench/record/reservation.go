package record

import (
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
// Sites count from 0.
type Reservation struct {
	Format   string `json:"format"`
	ID       int64  `json:"id"`              // number of the request
	Width    *int64 `json:"width,omitempty"` // [processors] that it asks for
	Duration int64  `json:"duration"`        // [s] for which it asks for them
	Submit   int64  `json:"submit"`          // [s] second of the trace at which it is decided
	// `"now"`, `"asap"` (as soon as possible) or a second of the trace
	Start *reservation.When  `json:"start,omitempty"`
	Sites []reservation.Part `json:"sites,omitempty"`
}

// ReservationOf returns the JSON form of a request.
func ReservationOf(r reservation.Request) Reservation {
	w := Reservation{ReservationFormat, r.ID, nil, r.Duration, r.Submit, &r.When, r.Parts}
	if len(r.Parts) == 0 {
		w.Width = &r.Width
	}
	return w
}

// Request checks all fields and returns the request. Errors are
// *optgap.FieldError values.
func (w *Reservation) Request() (reservation.Request, error) {
	r := reservation.Request{ID: w.ID, Duration: w.Duration, Submit: w.Submit, Parts: w.Sites}
	if err := field.CheckFormat(w.Format, ReservationFormat); err != nil {
		return r, err
	}
	switch {
	case w.Start == nil:
		return r, bad("start", "no value", `"now", "asap" or a second of the trace`)
	case w.Width != nil && len(w.Sites) > 0:
		return r, bad("width", *w.Width, "none beside sites, which have their own")
	case w.Width != nil:
		r.Width = *w.Width
	case len(w.Sites) == 0:
		return r, bad("width", "no value", "processors, or sites with a width each")
	}
	r.When = *w.Start
	return r, r.Validate()
}

// ReadReservations yields the requests of a file of JSON lines like [ReadSteps]. A request
// with the id of an earlier one is bad.
func ReadReservations(r io.Reader, file string) iter.Seq2[reservation.Request, error] {
	seen := map[int64]bool{}
	return reading(converting(func(w *Reservation) (reservation.Request, error) {
		request, err := w.Request()
		if err != nil {
			return reservation.Request{}, err
		}
		if seen[request.ID] {
			return reservation.Request{}, bad(
				"id",
				request.ID,
				"an id that no earlier line has",
			)
		}
		seen[request.ID] = true
		return request, nil
	}))(r, file)
}

// AnswerFormat names the version of the JSON form of an answer to a request for
// a reservation.
const AnswerFormat = "optgap-reservation-answer/1"

// Answer is the JSON form of the answer to a request for a reservation, one per
// line: the fields of the request (see [Reservation]) and
//
//	"admitted":true,"from":90000,"to":93600
//	"admitted":false,"refused":"busy now"
//
// The reservation is promised for the seconds of the trace [from, to).
type Answer struct {
	Reservation
	Admitted bool `json:"admitted"` // true or false
	// `too wide`, `no such site`, `busy now` or `busy then`; absent if admitted
	Refused reservation.Reason `json:"refused,omitempty"`
	// [s] first second of the trace, and the one after its last; absent if refused
	From *int64 `json:"from,omitempty"`
	To   *int64 `json:"to,omitempty"`
	Site *int   `json:"site,omitempty"` // under `--sites`, unless the request names sites
}

// AnswerOf returns the JSON form of a decision. grid tells that the decision was made for
// several sites.
func AnswerOf(d reservation.Decision, grid bool) Answer {
	a := Answer{
		Reservation: ReservationOf(d.Request),
		Admitted:    d.Refused == reservation.Admitted,
		Refused:     d.Refused,
	}
	a.Format = AnswerFormat
	if !a.Admitted {
		return a
	}
	end := d.End()
	a.From = &d.Start
	a.To = &end
	if grid && len(d.Request.Parts) == 0 {
		a.Site = &d.Site
	}
	return a
}
