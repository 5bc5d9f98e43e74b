package timescale_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/timescale"
)

// TestRuleTable1 compares Eq. 6 with the twelve rows of the paper's Table 1.
// With x = 1 kB all rows but the fourth come out as printed; with the 0.1 kB of
// the text none does.
func TestRuleTable1(t *testing.T) {
	rows := []struct{ makespan, accumulated, minutes int64 }{
		{189559, 1798837, 7}, {189596, 1862437, 8}, {190899, 1395637, 7}, {191509, 1395937, 8},
		{194121, 1030782, 6}, {194161, 1095582, 6}, {259141, 715905, 6}, {256741, 723405, 6},
		{256741, 728505, 6}, {178232, 1617937, 7}, {201983, 906331, 6}, {239417, 519300, 5},
	}
	rule := timescale.PaperRule()
	kilobyte := timescale.Rule{Memory: rule.Memory, PerEntry: 1000}
	for i, r := range rows {
		want := r.minutes * 60
		if i == 3 {
			want = 7 * 60 // sqrt(191509 * 1395937 * 1000 / 2e9) = 365.6 s
		}
		must.Equal(t, kilobyte.Scale(r.makespan, r.accumulated), want, "row", i+1, "with x = 1 kB")
		if got := rule.Scale(r.makespan, r.accumulated); got >= r.minutes*60 {
			t.Errorf("row %d: scale %d s with x = 0.1 kB, expected below the printed %d min", i+1, got, r.minutes)
		}
	}
	// sqrt(189559 * 1798837 * 100 / 2e9) = 130.6 s, three minutes.
	must.Equal(t, rule.Scale(189559, 1798837), 180, "scale")
	must.Equal(t, rule.Scale(1, 1), 60, "a tiny step gets scale",
		"the full minute that the paper rounds up to")
}

func TestSlots(t *testing.T) {
	for _, c := range []struct {
		t, scale    int64
		floor, ceil timescale.Slot
	}{{0, 60, 0, 0}, {1, 60, 0, 1}, {59, 60, 0, 1}, {60, 60, 1, 1}, {61, 60, 1, 2}, {7, 1, 7, 7}} {
		if f, g := timescale.Floor(c.t, c.scale), timescale.Ceil(c.t, c.scale); f != c.floor || g != c.ceil {
			t.Errorf("%d s at scale %d: floor %d, ceil %d, want %d, %d", c.t, c.scale, f, g, c.floor, c.ceil)
		}
	}
}

// TestPerSlot compares the grid with the least of each slot's seconds. At scale 1 jobs stay as they are.
func TestPerSlot(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 500 {
		s := steptest.Random(r, steptest.Options{MaxJobs: 3})
		scale := 1 + r.Int64N(9)
		low := timescale.Restrict(&s, scale)
		must.Need(t, scale != 1 || slices.Equal(low.Jobs, s.Jobs), "jobs", s.Jobs, "became", low.Jobs)
		for k := range timescale.Ceil(s.History.End(), scale) + 2 {
			least := s.Machine
			for u := k.Start(scale); u < (k + 1).Start(scale); u++ {
				least = min(least, s.History.At(u))
			}
			if got := low.History.At(k.Start(scale)); got != least {
				t.Fatalf("%v at scale %d: slot %d restricted to %d, want %d", s.History, scale, k, got, least)
			}
		}
	}
}

// TestCompact: a plan on the restricting grid is feasible at one second, and
// compaction keeps it so and starts no job later.
func TestCompact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 1000 {
		s := steptest.Random(r, steptest.Options{MaxJobs: 12, Dips: true})
		scale := 1 + r.Int64N(12)
		grid := steptest.Serial(timescale.Restrict(&s, scale), r.Perm(len(s.Jobs)))
		for i, start := range grid {
			must.Need(t, start%scale == 0, "job", i, "starts at", start, "not on the grid of", scale, "s")
		}
		err := grid.Check(&s)
		must.Need(t, err == nil, "grid schedule at one second", err)
		compact := timescale.Compact(&s, grid)
		must.Do(compact.Check(&s))
		for i := range compact {
			must.Need(t, compact[i] <= grid[i], "job", i, "moved from", grid[i], "to", compact[i])
		}
	}
}

func ExampleCompact() {
	step := &optgap.Step{
		Machine: 4,
		History: optgap.History{{Time: 0, Free: 4}},
		Jobs:    []optgap.Job{{ID: 1, Width: 4, Estimate: 90}, {ID: 2, Width: 4, Estimate: 30}},
	}
	grid := optgap.Schedule{60, 0} // planned in slots of a minute
	fmt.Println(timescale.Compact(step, grid))
	// Output: [30 0]
}
