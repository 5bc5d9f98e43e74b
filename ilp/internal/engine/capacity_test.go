package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
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
			got := usable[i]
			must.Need(t, got.Time == c.Time && got.Free == want, got, "of", c, "want", want, "of", s)
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

// TestMove computes two steps by hand. The lengths are 1 and 4.
func TestMove(t *testing.T) {
	a := engine.NewAscent([]float64{1, 4}, 10)
	move := func(rise float64, excess ...float64) bool {
		copy(a.Excess, excess)
		return a.Move(rise)
	}
	// Direction (2, 1), norm 1*4 + 4*1 = 8: a rise of 8 moves by the direction.
	must.Hold(t, move(8, 2, 1) && slices.Equal(a.Price, []float64{2, 1}),
		"after the first step", a.Price)
	// Direction (-2 + 1.2, 0.6), norm 0.64 + 4*0.36 = 2.08: a rise of 2.08 moves by it.
	if !move(2.08, -2, 0) || math.Abs(a.Price[0]-1.2) > 1e-12 || math.Abs(a.Price[1]-1.6) > 1e-12 {
		t.Errorf("after the second step %v", a.Price)
	}
	a.Restart([]float64{0, 9})
	// At price 0 an excess below 0 counts as 0. Direction (0, 1), norm 4: 9 + 16/4, cut to 10.
	must.Hold(t, move(16, -3, 1) && slices.Equal(a.Price, []float64{0, 10}),
		"after a restart", a.Price)
	for _, stays := range []bool{move(1, -3, 0), move(0, 1, 1)} {
		must.Hold(t, !stays && slices.Equal(a.Price, []float64{0, 10}), "moved to", a.Price)
	}
}

// The function min(2p, 6 - p) has its largest value 4 at p = 2.
func ExampleAscent() {
	a := engine.NewAscent([]float64{1}, math.Inf(1))
	best := 0.0
	for range 30 {
		p := a.Price[0]
		value := min(2*p, 6-p)
		best = max(best, value)
		if a.Excess[0] = 2; 2*p > 6-p {
			a.Excess[0] = -1
		}
		if !a.Move(4 - value) {
			break
		}
	}
	fmt.Printf("%.3f\n", best)
	// Output: 4.000
}
