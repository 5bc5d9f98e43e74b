package engine

import (
	"slices"
	"testing"
)

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
