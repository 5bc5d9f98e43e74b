package record_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/reservation"
)

// A bad line is an error in its place; the caller goes on or stops.
func ExampleReadSteps() {
	const file = `{"format":"optgap-step/1","index":4,"now":100,"machine":8,"history":[{"time":0,"free":8}],` +
		`"jobs":[{"id":1,"width":2,"estimate":60,"submit":0}]}
{"format":"optgap-step/1","index":5,"now":120,"machine":8,"history":[{"time":0,"free":9}],"jobs":[]}
`
	for step, err := range record.ReadSteps(strings.NewReader(file), "steps.jsonl") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("step %d: %d waiting jobs\n", step.Index, len(step.Jobs))
	}
	// Output:
	// step 4: 1 waiting jobs
	// steps.jsonl:2: history[0].free: found 9, expected 0 to 8, the machine
}

// The line of an answer begins with the fields of the request, which are left out here.
func ExampleAnswerOf() {
	request := reservation.Request{ID: 7, Width: 16, Duration: 3600, Submit: 86400, When: reservation.ASAP}
	for _, a := range []record.Answer{
		record.AnswerOf(reservation.Decision{Request: request, Start: 90000}, false),
		record.AnswerOf(reservation.Decision{Request: request, Start: 90000, Site: 0}, true),
		record.AnswerOf(reservation.Decision{Request: request, Refused: reservation.TooWide}, true),
	} {
		var line strings.Builder
		if err := record.WriteLine(&line, a); err != nil {
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
