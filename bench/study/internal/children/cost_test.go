package children

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/record"
)

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
