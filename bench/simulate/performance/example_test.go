package performance_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/simulate/performance"
)

func ExampleLevels() {
	for l := range performance.Levels(three()) {
		fmt.Printf("second %d: %d processors busy, %d jobs wait\n", l.Time, l.Busy, l.Waiting)
	}
	// Output:
	// second 0: 2 processors busy, 0 jobs wait
	// second 100: 2 processors busy, 1 jobs wait
	// second 200: 4 processors busy, 0 jobs wait
	// second 300: 4 processors busy, 1 jobs wait
	// second 400: 0 processors busy, 0 jobs wait
}

// The table names the metrics of a replay.
func ExampleKnown() {
	p, err := performance.Evaluate(three(), 4, performance.Options{})
	if err != nil {
		panic(err)
	}
	for _, m := range performance.Known(p)[:3] {
		fmt.Printf("%s: %s %s, %s\n", m.Key, m.Text(p), m.Unit, m.Meaning)
	}
	// Output:
	// jobs: 3 jobs, jobs measured
	// artww: 242.9 s, average response time weighted by width
	// art: 200.0 s, average response time
}
