package engine

import (
	"math/rand/v2"
	"testing"
)

// TestOrder: all schedules in the windows of jobs stay possible, by brute force. Some starts
// are left out.
func TestOrder(t *testing.T) {
	narrower, none := 0, 0
	each(t, 2000, func(t *testing.T, seed uint64, r *rand.Rand) {
		p := &Problem{Free: []Segment{{Free: 1 + r.Int64N(4)}, {Time: 1 + r.Int64N(8), Free: 4}}}
		for range 3 {
			k := Kind{Width: 1 + r.Int64N(4), Duration: 1 + r.Int64N(6), Count: 1, Earliest: r.Int64N(6)}
			k.Latest = k.Earliest + r.Int64N(8)
			if r.IntN(2) == 0 {
				k.Starts = []int64{k.Earliest}
				for s := k.Earliest + 1; s <= k.Latest; s += 1 + r.Int64N(2) {
					k.Starts = append(k.Starts, s)
				}
				k.Latest = k.Starts[len(k.Starts)-1]
			}
			p.Kinds = append(p.Kinds, k)
		}
		before := [3]Kind(p.Kinds)
		possible := p.Order()
		found := false
		var starts [3]int64
		fits := func() bool {
			for at := range p.Kinds {
				for s, end := starts[at], starts[at]+before[at].Duration; s < end; s++ {
					used := int64(0)
					for i, k := range before {
						if starts[i] <= s && s < starts[i]+k.Duration {
							used += k.Width
						}
					}
					if used > p.Free[Index(p.Free, s)].Free {
						return false
					}
				}
			}
			return true
		}
		for starts[0] = range int64(14) {
			for starts[1] = range int64(14) {
				for starts[2] = range int64(14) {
					if !before[0].in(starts[0]) || !before[1].in(starts[1]) || !before[2].in(starts[2]) || !fits() {
						continue
					}
					found = true
					for i := range p.Kinds {
						if !possible || !p.Kinds[i].in(starts[i]) {
							t.Fatalf("seed %d: %v is possible, not in %+v, of %+v", seed, starts, p, before)
						}
					}
				}
			}
		}
		for i := range p.Kinds {
			if found && (p.Kinds[i].Earliest > before[i].Earliest || p.Kinds[i].Latest < before[i].Latest) {
				narrower++
			}
		}
		if !found && !possible {
			none++
		}
	})
	if narrower == 0 || none == 0 {
		t.Errorf("%d windows narrower, %d without a schedule", narrower, none)
	}
}

// in tells that a start is in the window, and listed.
func (k *Kind) in(start int64) bool { return start <= k.Latest && k.Possible(start) }
