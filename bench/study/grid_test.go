package study

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/grid"
)

// A result has the time scale that it is known by even where the child told nothing.
func TestTimeScaleOfNothing(t *testing.T) {
	for _, c := range []struct {
		method method.Method
		scaled bool
		want   bool
	}{
		{method.Exact, true, true}, {method.Exact, false, false}, {method.ILP, false, true}, {method.Policies, true, false},
	} {
		o := method.Options{Scaled: c.scaled}
		p := newPool(pool(t, "nothing then hangs").Command, c.method, o)
		t.Cleanup(p.Close)
		p.Memory = 1 // ended before it is asked
		s := crowded()
		r := p.Solve(t.Context(), s)
		want := int64(0)
		if c.want {
			want = c.method.TimeScale(must.Get(grid.Open(s)), o)
		}
		if r.Status != optgap.StatusMemory || r.TimeScale != want || c.want != (want >= 60) ||
			r.GridObjective != 0 || r.Scope != "" {
			t.Errorf("%s: found %s, slots of %d s, expected %d", c.method.Name, r.Status, r.TimeScale, want)
		}
		verified(t, s, r)
	}
}

// A result has the cost of its step, however the child ends. The results before and after do not
// have it.
func TestCost(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	const eaten = 200 << 20
	for _, behaviour := range []string{"works", "works and exits", "work then hangs", "eats memory"} {
		t.Run(strings.ReplaceAll(behaviour, " ", "-"), func(t *testing.T) {
			p := pool(t, behaviour)
			p.Memory = eaten
			var all [3]record.Cost // before, the misbehaviour, and after
			for index := range all {
				p.Limits = nil
				if index == 1 && behaviour == "work then hangs" {
					p.Limits = []time.Duration{time.Minute, 100 * time.Millisecond} // from the end of the work on
				}
				all[index] = p.Solve(t.Context(), step(index)).Cost
				if c := all[index]; c.WallSeconds <= 0 || c.CPUSeconds <= 0 || c.PeakMemoryBytes < 1<<20 {
					t.Errorf("step %d: found %+v, expected all of it", index, c)
				}
			}
			before, it, after := all[0], all[1], all[2]
			if behaviour == "eats memory" {
				if it.PeakMemoryBytes < eaten || max(before.PeakMemoryBytes, after.PeakMemoryBytes) > eaten/2 {
					t.Errorf("found %+v, expected much memory in the second alone", all)
				}
				return
			}
			// work takes thrice what a child takes to start. No other thread works.
			if it.CPUSeconds < 2*before.CPUSeconds || it.CPUSeconds <= after.CPUSeconds ||
				it.WallSeconds < it.CPUSeconds/2 {
				t.Errorf("found %+v, expected much time in the second alone", all)
			}
		})
	}
}

// BenchmarkHandOver measures the time that a child process adds to a step: to pass the step and its
// result as JSON lines through two pipes, to watch the child, and to measure its cost. The child's
// own work, the policies' plan, takes microseconds. A step should take less than 2 ms.
//
//	go test -run '^$' -bench HandOver -count 10 ./bench/study
func BenchmarkHandOver(b *testing.B) {
	p, s := pool(b, "answers"), step(0)
	p.Memory = 1 << 30
	for b.Loop() {
		if r := p.Solve(b.Context(), s); r.Error != "" {
			b.Fatal(r.Error)
		}
	}
}
