package record

import "github.com/optgap/optgap/heuristics/reservation"

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
	a := Answer{Reservation: ReservationOf(d.Request), Admitted: d.Refused == reservation.Admitted, Refused: d.Refused}
	a.Format = AnswerFormat
	if !a.Admitted {
		return a
	}
	end := d.End()
	a.From, a.To = &d.Start, &end
	if grid && len(d.Request.Parts) == 0 {
		a.Site = &d.Site
	}
	return a
}
