package matrix_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/study/matrix"
)

func ExampleRead() {
	f, err := matrix.Read(strings.NewReader(`
traces: [{sample: true}]
drives: [fcfs, sjf]
limits: [{time-limit: 5s}]
seeds: [1, 2]
`), "study.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	cells, err := f.Cells()
	for _, c := range cells {
		fmt.Println(c.Name)
	}
	fmt.Println(err)

	_, err = matrix.Read(strings.NewReader("traces:\n  - sample: true\nfactors: [1, fast]\n"), "study.yaml")
	fmt.Println(err)
	// Output:
	// sample_drive=fcfs_time=5s_seed=1
	// sample_drive=fcfs_time=5s_seed=2
	// sample_drive=sjf_time=5s_seed=1
	// sample_drive=sjf_time=5s_seed=2
	// <nil>
	// study.yaml:3:14: factors: found "fast", expected a list of numbers above 0, such as [1, 0.8]
}
