package verify_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/verify"
)

// A result claims that a job of 2 processors starts at once on a machine that
// has only 1 free until second 60.
func ExampleFiles() {
	steps := `{"format":"optgap-step/1","index":0,"now":900,"machine":4,
		"history":[{"time":0,"free":1},{"time":60,"free":4}],
		"jobs":[{"id":17,"width":2,"estimate":30,"submit":-10}]}`
	results := `{"format":"optgap-result/1","index":0,"now":900,"jobs":1,"makespan":90,"accumulated_run_time":30,
		"method":"exact","status":"feasible","ended_by":"time_limit","objective":80,"artww":40,"sldwa":1.3333333333333333,
		"starts":[{"id":17,"start":0}],
		"policies":{"FCFS":{"objective":200,"artww":100,"sldwa":3.3333333333333335,"makespan":90},
			"SJF":{"objective":200,"artww":100,"sldwa":3.3333333333333335,"makespan":90},
			"LJF":{"objective":200,"artww":100,"sldwa":3.3333333333333335,"makespan":90}},
		"best_policy":"FCFS","quality":{"artww":0.4,"sldwa":0.4},"loss_percent":60,"solve_seconds":0}`
	oneLine := strings.NewReplacer("\n", "", "\t", "")
	report, err := verify.Files(
		verify.Input{Name: "results.jsonl", Reader: strings.NewReader(oneLine.Replace(results))},
		verify.Input{Name: "steps.jsonl", Reader: strings.NewReader(oneLine.Replace(steps))},
		verify.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Results, "result,", len(report.Faults), "faults")
	for _, f := range report.Faults {
		fmt.Printf("line %d, %s: found %s\n  expected %s\n", f.Line, f.Field, f.Found, f.Expected)
	}
	// Output:
	// 1 result, 2 faults
	// line 1, starts: found 2 processors used at second 0
	//   expected at most the 1 that the history leaves free
	// line 1, objective: found 80
	//   expected at least 200, the optimum by enumeration
}
