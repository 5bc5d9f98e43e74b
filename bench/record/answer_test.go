package record_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/reservation"
)

func ExampleAnswerOf() {
	request := reservation.Request{ID: 7, Width: 16, Duration: 3600, Submit: 86400, When: reservation.ASAP}
	w := record.NewWriter(os.Stdout)
	for _, a := range []record.Answer{
		record.AnswerOf(reservation.Decision{Request: request, Start: 90000}, false),
		record.AnswerOf(reservation.Decision{Request: request, Start: 90000, Site: 0}, true),
		record.AnswerOf(reservation.Decision{Request: request, Refused: reservation.TooWide}, true),
	} {
		if err := w.Write(a); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// {"format":"optgap-reservation-answer/1","id":7,"width":16,"duration":3600,"submit":86400,"start":"asap","admitted":true,"from":90000,"to":93600}
	// {"format":"optgap-reservation-answer/1","id":7,"width":16,"duration":3600,"submit":86400,"start":"asap","admitted":true,"from":90000,"to":93600,"site":0}
	// {"format":"optgap-reservation-answer/1","id":7,"width":16,"duration":3600,"submit":86400,"start":"asap","admitted":false,"refused":"too wide"}
}
