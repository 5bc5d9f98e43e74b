package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// TestUsable compares every level with the largest total width of all sets of jobs.
func TestUsable(t *testing.T) {
	r := rand.New(rand.NewPCG(60, 1))
	for range 500 {
		s := steptest.Random(r, steptest.Options{MaxJobs: 7, MaxMachine: 90, Dips: true})
		usable := engine.Usable(&s, nil)
		for i, c := range s.History {
			want := int64(0)
			for set := range 1 << len(s.Jobs) {
				sum := int64(0)
				for k, j := range s.Jobs {
					if set>>k&1 != 0 {
						sum += j.Width
					}
				}
				if sum <= c.Free {
					want = max(want, sum)
				}
			}
			if got := usable[i]; got.Time != c.Time || got.Free != want {
				t.Fatalf("%v of %v, want %d of %+v", got, c, want, s)
			}
		}
	}
}

// Jobs of 3 and 4 processors can use 0, 3, 4 or 7.
func ExampleUsable() {
	step := &optgap.Step{
		Machine: 8,
		History: optgap.History{{Time: 0, Free: 2}, {Time: 60, Free: 6}, {Time: 90, Free: 8}},
		Jobs:    []optgap.Job{{ID: 1, Width: 3, Estimate: 10}, {ID: 2, Width: 4, Estimate: 10}},
	}
	fmt.Println(engine.Usable(step, nil))
	// Output: [{0 0} {60 4} {90 7}]
}
