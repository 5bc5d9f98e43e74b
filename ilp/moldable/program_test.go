package moldable

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
)

// On machines of up to a billion processors, of which HiGHS may take one too many, the program is
// optimal where it says so, and its bound is one. A quarter, a half and a quarter plus one do not fit
// together: the optimum is 1 for two jobs of weight 2, and 2 for that of weight 1.
func TestProgramOnLargeMachines(t *testing.T) {
	type fataler interface{ Fatalf(string, ...any) }
	check := func(t fataler, in *moldable.Instance) *ProgramResult {
		minsum, _ := moldabletest.Optimum(in)
		l := lagrange(in, moldable.Gang(in), pieces, 20)
		r, err := Solve(context.Background(), in, moldable.Gang(in), l, 0)
		if err != nil {
			t.Fatalf("%v", err)
		}
		v, optimal := r.Schedule.Minsum(in), r.Status == optgap.StatusOptimal
		if r.Schedule.Check(in) != nil || v < minsum || r.Bound > minsum || optimal && v != minsum ||
			!optimal && len(r.Warnings) == 0 {
			t.Fatalf("found %d, optimum %d: %+v %+v", v, minsum, r, in)
		}
		return r
	}
	for unit, status := range map[int64]optgap.Status{1: optgap.StatusFeasible, 1e6: optgap.StatusOptimal} {
		in := &moldable.Instance{Machine: 1e9, Tick: 1}
		for id, w := range []int64{250e6, 500e6, 250e6 + unit} {
			in.Jobs = append(in.Jobs, moldable.Job{ID: int64(id), Weight: min(2, int64(id)+1), MinWidth: w, Times: []int64{1}})
		}
		if r := check(t, in); r.Status != status {
			t.Errorf("widths of whole %d: %+v", unit, r)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]int64{1, 1 << 20}).Draw(t, "unit")
		m := max(2, rapid.Int64Range(2, 1e9).Draw(t, "machine")/unit)
		in := &moldable.Instance{Machine: m * unit, Tick: 1}
		for id := range rapid.Int64Range(2, 5).Draw(t, "jobs") {
			w := m/rapid.Int64Range(2, 4).Draw(t, "part") + rapid.Int64Range(-1, 1).Draw(t, "more")
			in.Jobs = append(in.Jobs, moldable.Job{
				ID: id, Weight: rapid.Int64Range(1, 5).Draw(t, "weight"), MinWidth: max(1, w) * unit,
				Times: []int64{rapid.Int64Range(1, 5).Draw(t, "time")},
			})
		}
		check(t, in)
	})
}

// Two of three jobs that need two of three processors can't run at once. The optimum is
// 5 + 10 + 15 = 30, and the Lagrangian bound is below, as it could use all processors. A
// cancelled solve leaves the known schedule and this bound.
func TestProgramCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := &moldable.Instance{Machine: 3, Tick: 1}
	for id := range int64(3) {
		in.Jobs = append(in.Jobs, moldable.Job{ID: id, Weight: 1, MinWidth: 2, Times: []int64{5}})
	}
	l := bound(t, in, pieces, iterations)
	if l.Bound >= 30 || l.Schedule.Minsum(in) != 30 {
		t.Fatalf("bound %d, schedule %d", l.Bound, l.Schedule.Minsum(in))
	}
	r, err := Solve(ctx, in, moldable.Gang(in), l, 0)
	if err != nil || r.EndedBy != optgap.EndedInterrupt || r.Bound != l.Bound || r.Schedule.Check(in) != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestProgramIsTooLarge(t *testing.T) {
	in := moldabletest.Drawn(3, 4)
	l := bound(t, in, pieces, 1)
	if _, err := Solve(context.Background(), in, l.Schedule, l, 0); !errors.Is(err, ErrTooLarge) {
		t.Errorf("found %v, expected ErrTooLarge", err)
	}
}
