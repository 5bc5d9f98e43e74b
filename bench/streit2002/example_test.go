package streit2002_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/streit2002"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/workload"
)

// The tables of 300 jobs like those of KTH.
func ExampleExperiment() {
	m, err := workload.ByName("kth")
	if err != nil {
		panic(err)
	}
	g, err := m.New(workload.Options{})
	if err != nil {
		panic(err)
	}
	jobs, err := workload.Take(g, 300, 1)
	if err != nil {
		panic(err)
	}
	e := streit2002.Experiment{}
	s := sweep.Sweep{Trace: "kth-like", Machine: m.Machine, Jobs: jobs}
	runs, err := s.Run(context.Background(), e.Settings())
	if err != nil {
		panic(err)
	}
	report, err := e.Report(s.Trace, runs)
	if err != nil {
		panic(err)
	}
	for _, t := range report.Tables {
		fmt.Println(t.Title)
	}
	// Output:
	// Table 4. Deciders and quality metrics, shrinking factor 1
	// Table 5. The advanced decider with ARTwW in detail
	// Table 6. Cases of the advanced decider with ARTwW
}
