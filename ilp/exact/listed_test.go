package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRestrict lists starts at which no job could have started a second earlier.
func TestRestrict(t *testing.T) {
	type jobs struct{ width, duration, count int64 }
	for _, c := range []struct {
		name string
		free []segment
		jobs []jobs
		sums int64
		most int64 // that the chains to a start cost
		want [][]int64
	}{
		{"one after the other", []segment{{0, 2}}, []jobs{{2, 3, 1}, {2, 5, 1}}, 0, 15, [][]int64{{0, 5}, {0, 3}}},
		{"with room for both", []segment{{0, 3}}, []jobs{{2, 3, 1}, {1, 5, 1}}, 0, 100, [][]int64{{0}, {0}}},
		{"equal jobs", []segment{{0, 1}}, []jobs{{1, 2, 2}}, 0, 6, [][]int64{{0, 2, 4}}},
		{
			"as processors become free", []segment{{0, 1}, {4, 2}, {9, 3}}, []jobs{{2, 3, 1}, {1, 20, 1}},
			0, 100, [][]int64{{4, 9}, {0, 7}},
		},
		{"equal jobs, each once", []segment{{0, 1}}, []jobs{{1, 2, 2}}, 64, 100, [][]int64{{0, 2}}},
		{"around a dip", []segment{{0, 2}, {4, 0}, {6, 2}}, []jobs{{1, 5, 1}, {2, 4, 1}}, 0, 25, [][]int64{{6, 10}, {0, 6}}},
	} {
		p := &problem{free: c.free}
		for _, j := range c.jobs {
			p.kinds = append(p.kinds, kind{width: j.width, duration: j.duration, count: j.count, latest: always})
		}
		p.sum(c.sums)
		ok := p.restrict(func(kind int, start int64) int64 { return p.kinds[kind].width * start }, c.most)
		for i, k := range p.kinds {
			if !ok || !slices.Equal(k.starts, c.want[i]) || k.earliest != c.want[i][0] ||
				k.latest != c.want[i][len(k.starts)-1] {
				t.Errorf("%s: kind %d starts at %v from %d to %d, want %v", c.name, i, k.starts, k.earliest, k.latest, c.want[i])
			}
		}
	}
}

// TestListedTail compares the least costs of listed starts with a scan of them.
func TestListedTail(t *testing.T) {
	each2(t, 2000, func(t *testing.T, seed uint64, r *rand.Rand) {
		c := newCurve(someTimeline2(r, 1+r.Int64N(60), 1+r.IntN(30)))
		for b := range c.price {
			c.price[b] = max(0, r.Int64N(60)-20)
		}
		c.sum()
		k := &kind{duration: 1 + r.Int64N(40)}
		for s := range c.timeline.end() + 10 {
			if r.IntN(3) == 0 {
				k.starts = append(k.starts, s)
			}
		}
		if k.starts == nil {
			k.starts = []int64{r.Int64N(c.timeline.end())}
		}
		k.earliest, k.latest = k.starts[0], k.starts[len(k.starts)-1]
		tl := newTail(c, 1+r.Int64N(20), k)
		least, where := tl.cheapest(k.earliest)
		tl.fill(k)
		for s := int64(0); s <= k.latest+1; s++ {
			want := never
			for _, l := range k.starts {
				if l >= s {
					want = min(want, tl.cost(l))
				}
			}
			if got := tl.from(s); got != want || s == k.earliest && (least != want || tl.cost(where) != want) {
				t.Fatalf("seed %d: from %d on %d, the cheapest %d at %d, want %d of %v", seed, s, got, least, where, want, k.starts)
			}
			if tl.possible(s) != slices.Contains(k.starts, s) {
				t.Fatalf("seed %d: a start at %d is possible: %v of %v", seed, s, tl.possible(s), k.starts)
			}
		}
	})
}
