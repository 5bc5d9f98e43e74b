package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
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
	must.Hold(t, narrower != 0 && none != 0, narrower, "windows narrower", none, "without a schedule")
}

// in tells that a start is in the window, and listed.
func (k *Kind) in(start int64) bool { return start <= k.Latest && k.Possible(start) }

// TestRestrict lists starts at which no job could have started a second earlier.
func TestRestrict(t *testing.T) {
	type jobs struct{ width, duration, count int64 }
	room := func(free int64) []Segment { return []Segment{{Free: free}} }
	for _, c := range []struct {
		name string
		free []Segment
		jobs []jobs
		sums int64
		most int64 // that the chains to a start cost
		want [][]int64
	}{
		{"one after the other", room(2), []jobs{{2, 3, 1}, {2, 5, 1}}, 0, 15, [][]int64{{0, 5}, {0, 3}}},
		{"with room for both", room(3), []jobs{{2, 3, 1}, {1, 5, 1}}, 0, 100, [][]int64{{0}, {0}}},
		{"equal jobs", room(1), []jobs{{1, 2, 2}}, 0, 6, [][]int64{{0, 2, 4}}},
		{
			"as processors become free", []Segment{{Time: 0, Free: 1}, {Time: 4, Free: 2}, {Time: 9, Free: 3}},
			[]jobs{{2, 3, 1}, {1, 20, 1}},
			0, 100, [][]int64{{4, 9}, {0, 7}},
		},
		{"equal jobs, each once", room(1), []jobs{{1, 2, 2}}, 64, 100, [][]int64{{0, 2}}},
		{
			"around a dip", []Segment{{Time: 0, Free: 2}, {Time: 4, Free: 0}, {Time: 6, Free: 2}},
			[]jobs{{1, 5, 1}, {2, 4, 1}}, 0, 25, [][]int64{{6, 10}, {0, 6}},
		},
	} {
		p := &Problem{Free: c.free}
		for _, j := range c.jobs {
			p.Kinds = append(
				p.Kinds,
				Kind{Width: j.width, Weight: j.width, Duration: j.duration, Count: j.count, Latest: always},
			)
		}
		p.Sum(c.sums)
		ok := p.Restrict(func(kind int, start int64) int64 { return p.Kinds[kind].Width * start }, c.most)
		for i, k := range p.Kinds {
			if !ok || !slices.Equal(k.Starts, c.want[i]) || k.Earliest != c.want[i][0] ||
				k.Latest != c.want[i][len(k.Starts)-1] {
				t.Errorf("%s: kind %d starts at %v from %d to %d, want %v", c.name, i, k.Starts, k.Earliest, k.Latest, c.want[i])
			}
		}
	}
}
