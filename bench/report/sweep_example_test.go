package report_test

import (
	"context"
	"os"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// Three jobs on one machine: SJF takes the short one before the long one.
func ExampleSweepTables() {
	s := sweep.Sweep{Trace: "three jobs", Machine: 2, Jobs: []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 2, Estimate: 10, Submit: 0}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 2, Estimate: 90, Submit: 1}, RunTime: 90},
		{Job: optgap.Job{ID: 3, Width: 2, Estimate: 20, Submit: 2}, RunTime: 20},
	}}
	settings := []sweep.Setting{{Scheduler: "fcfs"}, {Scheduler: "sjf"}}
	runs, err := s.Run(context.Background(), settings)
	if err != nil {
		panic(err)
	}
	for _, t := range report.SweepTables(s, settings, runs) {
		if err := t.Write(os.Stdout, table.Text); err != nil {
			panic(err)
		}
	}
	// Output:
	// three jobs: 3 jobs on 2 processors
	//
	//                    ARTwW   ART  wait                              max wait
	// scheduler  factor    [s]   [s]   [s]  SLDwW_60      UTIL     LOC       [s]
	// --------------------------------------------------------------------------
	// fcfs            1   75.7  75.7  35.7     1.356  100.00 %  0.00 %        98
	// sjf             1   52.3  52.3  12.3     1.107  100.00 %  0.00 %        29
}
