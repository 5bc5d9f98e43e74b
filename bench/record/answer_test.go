package record_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/reservation"
)

// The line of an answer begins with the fields of the request, which are left out here.
func ExampleAnswerOf() {
	request := reservation.Request{ID: 7, Width: 16, Duration: 3600, Submit: 86400, When: reservation.ASAP}
	for _, a := range []record.Answer{
		record.AnswerOf(reservation.Decision{Request: request, Start: 90000}, false),
		record.AnswerOf(reservation.Decision{Request: request, Start: 90000, Site: 0}, true),
		record.AnswerOf(reservation.Decision{Request: request, Refused: reservation.TooWide}, true),
	} {
		var line strings.Builder
		if err := record.NewWriter(&line).Write(a); err != nil {
			fmt.Println(err)
		}
		_, answer, _ := strings.Cut(line.String(), `"start":"asap",`)
		fmt.Print(answer)
	}
	// Output:
	// "admitted":true,"from":90000,"to":93600}
	// "admitted":true,"from":90000,"to":93600,"site":0}
	// "admitted":false,"refused":"too wide"}
}
