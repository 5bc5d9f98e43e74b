package ilp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
)

func bracket(t *testing.T, s *optgap.Step, o ilp.Options) *ilp.Bracketed {
	t.Helper()
	b, err := ilp.Bracket(context.Background(), s, o)
	if err != nil {
		t.Fatalf("%v: %+v", err, s)
	}
	return b
}

// holds checks what every bracket says of itself.
func holds(t *testing.T, s *optgap.Step, b *ilp.Bracketed) {
	t.Helper()
	if err := b.Schedule.Check(s); err != nil {
		t.Fatal(err)
	}
	if b.Schedule.Objective(s) != b.Upper || b.Lower > b.Upper || len(b.Grids) == 0 {
		t.Fatalf("schedule of %d: %+v", b.Schedule.Objective(s), b)
	}
	last := ilp.Ends{Upper: b.Grids[0].Upper}
	for i, g := range b.Grids {
		if g.Lower < last.Lower || g.Upper > last.Upper || g.Lower > g.Upper || g.Seconds < last.Seconds || i > 0 && g.Scale != ilp.Finer(last.Scale) {
			t.Fatalf("%+v follows on %+v", g, last)
		}
		last = g
	}
	if last.Lower != b.Lower || last.Upper != b.Upper {
		t.Fatalf("the last ends %+v are not those of %+v", last, b)
	}
	if (b.Lower == b.Upper) != (b.Status == optgap.StatusOptimal) {
		t.Fatalf("%+v", b)
	}
}

// TestBracketHoldsOptimum: on every grid the ends enclose the optimum of brute
// force, whatever the formulation and with and without what is left out, and
// refining ends at it.
func TestBracketHoldsOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	open := 0
	steps := 60
	if testing.Short() {
		steps = 15
	}
	for i := range steps {
		s := steptest.Random(r, steptest.Options{MaxJobs: 6, MaxEstimate: 4 + 20*int64(i%3), Dips: i%2 == 0})
		_, want := steptest.Best(&s)
		for _, o := range []ilp.Options{
			{},
			{Formulation: ilp.FormulationPulse, Evaluations: -1},
			{Plain: true, Evaluations: -1},
			{Formulation: ilp.FormulationPulse, Plain: true},
		} {
			o.Scale = 1 + r.Int64N(30)
			b := bracket(t, &s, o)
			holds(t, &s, b)
			for _, g := range b.Grids {
				if g.Lower > want || g.Upper < want {
					t.Fatalf("step %d, %+v: [%d, %d] at scale %d, the optimum is %d of %+v", i, o, g.Lower, g.Upper, g.Scale, want, s)
				}
				if g.Lower < g.Upper {
					open++
				}
			}
			if b.Status != optgap.StatusOptimal || b.EndedBy != optgap.EndedFinished || b.Lower != want || b.Upper != want {
				t.Fatalf("step %d, %+v: %+v, the optimum is %d of %+v", i, o, b, want, s)
			}
		}
	}
	if open < steps {
		t.Errorf("only %d brackets were open: too few to show that they hold", open)
	}
}

// TestRestrictingBoundIsNone: the bound of the Eq. 4 grid, taken for a lower end,
// would often miss the optimum.
func TestRestrictingBoundIsNone(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	above := 0
	for range 40 {
		s := steptest.Random(r, steptest.Options{MaxJobs: 5})
		_, want := steptest.Best(&s)
		if solve(t, &s, ilp.Options{Scale: 7}).GridBound > want {
			above++
		}
	}
	if above < 20 {
		t.Errorf("above the optimum on %d of 40 steps", above)
	}
}

// TestBracketAtLimits: what is cut short still encloses the optimum, or at least
// has ends in order, says why it ended, and stays at the first grid where no time
// is left.
func TestBracketAtLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 1))
	for i := range 30 {
		s := steptest.Random(r, steptest.Options{MinJobs: 4, MaxJobs: 6, MaxEstimate: 40, Dips: i%2 == 0})
		_, want := steptest.Best(&s)
		b := bracket(t, &s, ilp.Options{Scale: 8, NodeLimit: 1, Evaluations: -1})
		holds(t, &s, b)
		if b.Lower > want || b.Upper < want {
			t.Fatalf("node limit: %+v, the optimum is %d", b, want)
		}
	}
	s := hard()
	b := bracket(t, s, ilp.Options{Scale: 600, TimeLimit: time.Nanosecond}) // no machine meets it
	holds(t, s, b)
	if b.Status != optgap.StatusFeasible || b.EndedBy != optgap.EndedTimeLimit || len(b.Grids) != 1 {
		t.Errorf("time limit: %+v", b)
	}
	// The first nodes on the first grid bring the ends as close as this gap.
	b = bracket(t, s, ilp.Options{Scale: 600, NodeLimit: 1, RelGap: 0.2})
	holds(t, s, b)
	if b.Status != optgap.StatusFeasible || b.Lower < b.Upper*8/10 || len(b.Grids) != 1 {
		t.Errorf("gap: %+v", b)
	}
	b = bracket(t, s, ilp.Options{Scale: 600, Memory: 1})
	holds(t, s, b)
	if b.Status != optgap.StatusFeasible || b.EndedBy != optgap.EndedMemoryLimit || b.Columns != 0 || len(b.Grids) != 1 {
		t.Errorf("memory limit: %+v", b)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b, err := ilp.Bracket(ctx, s, ilp.Options{Scale: 600})
	if err != nil || b.EndedBy != optgap.EndedInterrupt || len(b.Grids) != 1 {
		t.Errorf("interrupt: %+v, %v", b, err)
	}
	holds(t, s, b)
}

// TestBracketStopsAtGap: a bracket as narrow as the gap asked for ends the
// refinement and is not called optimal unless closed.
func TestBracketStopsAtGap(t *testing.T) {
	r := rand.New(rand.NewPCG(34, 1))
	early := 0
	for range 40 {
		s := steptest.Random(r, steptest.Options{MinJobs: 3, MaxJobs: 6, MaxEstimate: 40})
		b := bracket(t, &s, ilp.Options{Scale: 16, RelGap: 0.1})
		holds(t, &s, b)
		if b.EndedBy != optgap.EndedFinished || float64(b.Upper-b.Lower) > 0.1*float64(b.Upper) {
			t.Fatalf("%+v", b)
		}
		if b.Status == optgap.StatusFeasible {
			early++
		}
	}
	if early == 0 {
		t.Error("none ended early")
	}
}

func TestFiner(t *testing.T) {
	for scale, want := range map[int64][]int64{
		60: {30, 15, 5, 1}, 420: {210, 105, 35, 7, 3, 1}, 97: {48, 24, 12, 6, 3, 1}, 2: {1}, 1: nil,
	} {
		var found []int64
		for s := scale; s > 1; {
			s = ilp.Finer(s)
			found = append(found, s)
		}
		if !slices.Equal(found, want) {
			t.Errorf("%d: found %v, expected %v", scale, found, want)
		}
	}
}

func TestBracketRefuses(t *testing.T) {
	s := steptest.Random(rand.New(rand.NewPCG(1, 1)), steptest.Options{})
	for _, o := range []ilp.Options{{Horizon: ilp.HorizonPolicies}, {Scale: -1}} {
		var bad *optgap.FieldError
		if _, err := ilp.Bracket(context.Background(), &s, o); !errors.As(err, &bad) {
			t.Errorf("%+v: error %v", o, err)
		}
	}
}

// The same jobs and history on ever finer grids, from slots of five minutes.
func ExampleBracket() {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 8,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 620, Free: 8}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 8, Estimate: 3600, Submit: -90},
			{ID: 2, Width: 4, Estimate: 700, Submit: -30},
			{ID: 3, Width: 2, Estimate: 7200, Submit: 0},
		},
	}
	b, err := ilp.Bracket(context.Background(), step, ilp.Options{Scale: 300})
	if err != nil {
		panic(err)
	}
	for _, g := range b.Grids {
		fmt.Printf("slots of %d s: %d to %d\n", g.Scale, g.Lower, g.Upper)
	}
	fmt.Println(b.Status, b.Schedule)
	// Output:
	// slots of 300 s: 60200 to 61040
	// slots of 150 s: 60200 to 61040
	// slots of 75 s: 60790 to 61040
	// slots of 25 s: 61040 to 61040
	// optimal [700 0 4300]
}
