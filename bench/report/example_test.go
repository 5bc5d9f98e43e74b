package report_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
)

// The average losses at two steps of 12 waiting jobs, one of which is not proven.
func ExampleStudy() {
	policies := map[string]record.Policy{"FCFS": {Objective: 1250}, "SJF": {Objective: 1000}, "LJF": {Objective: 2000}}
	report, err := report.Study([]record.Result{
		{Index: 1, Jobs: 12, Objective: 950, Bound: 940, Policies: policies},
		{Index: 2, Jobs: 12, Objective: 900, Bound: 900, Policies: policies},
	}, report.StudyOptions{Title: "two steps", Losses: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := report.Tables()[0].Write(os.Stdout, table.Text); err != nil {
		fmt.Println(err)
	}
	// Output:
	// two steps: 2 self-tuning steps
	// Average performance loss in ARTwW against the optimum, (1 - optimum / policy) * 100 %
	// The optimum at one second is proven on 1 of 2 steps.
	//
	// waiting
	// jobs     steps  proven              FCFS             SJF               LJF            dynP
	// ------------------------------------------------------------------------------------------
	// 9-12         2  50.0 %  26.00 to 26.40 %  7.50 to 8.00 %  53.75 to 54.00 %  7.50 to 8.00 %
	// ------------------------------------------------------------------------------------------
	// all          2  50.0 %  26.00 to 26.40 %  7.50 to 8.00 %  53.75 to 54.00 %  7.50 to 8.00 %
}
