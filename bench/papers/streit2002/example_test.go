package streit2002_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/workload"
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
	report, err := streit2002.Evaluation{}.Report([]streit2002.Measured{{
		Experiment: e, Name: s.Trace, About: "300 generated jobs", Planned: 1, Sets: []streit2002.Replays{{Runs: runs}},
	}}, nil, true)
	if err != nil {
		panic(err)
	}
	for _, t := range report.Tables {
		fmt.Println(t.Title)
	}
	fmt.Println(report.Lead)
	// Output:
	// What the text states, on kth-like
	// Table 2. The traces, from the fields as written
	// Table 3. The job sets drawn from the traces, means over the sets
	// Table 4. Deciders and quality metrics, shrinking factor 1: kth-like
	// Table 5. The advanced decider with ARTwW in detail
	// Table 6. Cases of the advanced decider with ARTwW, and their share
	// What the text leaves open
	// 2 of 84 statements hold, 24 undecided, 58 not judged
}
