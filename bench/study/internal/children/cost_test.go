package children

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// A result has the cost of its step, however the child ends. The results before and after do not
// have it.
func TestCost(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	const eaten = 200 << 20
	for _, c := range []struct {
		behaviour string
		cpu       time.Duration // at least
		memory    int64
	}{{"works", worked, 0}, {"works and exits", worked, 0}, {"work then hangs", worked, 0}, {"eats memory", 0, eaten}} {
		t.Run(strings.ReplaceAll(c.behaviour, " ", "-"), func(t *testing.T) {
			p := pool(t, c.behaviour)
			p.Memory = eaten
			spent := make([]float64, 3)
			for index := range 3 { // before, the misbehaviour, and after
				p.Limits = nil
				if index == 1 && c.behaviour == "work then hangs" {
					p.Limits = []time.Duration{time.Minute, 100 * time.Millisecond} // from the end of the work on
				}
				cost := p.Solve(t.Context(), step(index)).Cost
				if cost.WallSeconds <= 0 || cost.CPUSeconds <= 0 || cost.PeakMemoryBytes < 1<<20 {
					t.Errorf("step %d: found %+v, expected all of it", index, cost)
				}
				spent[index] = cost.CPUSeconds
				if index == 1 {
					least := 0.8 * c.cpu.Seconds()
					if cost.CPUSeconds < least || cost.WallSeconds < least || cost.PeakMemoryBytes < c.memory {
						t.Errorf("found %+v, expected at least %v and %d bytes", cost, c.cpu, c.memory)
					}
				} else if cost.PeakMemoryBytes > eaten/2 {
					t.Errorf("step %d: found %+v, expected little", index, cost)
				}
			}
			// The start of a child may cost something, but not what it has spent on the step before.
			if c.cpu > 0 && spent[2] >= spent[1] {
				t.Errorf("found %v s of CPU on the step after one of %v s, expected less", spent[2], spent[1])
			}
		})
	}
}
