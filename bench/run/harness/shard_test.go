package harness

import (
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{
		"1/1": {1, 1, 0}, "2/8": {2, 8, 0}, "8/8": {8, 8, 0}, "100000/100000": {MostShards, MostShards, 0},
	} {
		s := must.Get(ParseShard(text))
		must.Equal(t, s, want, text)
		must.Equal(t, s.String(), text)
	}
	for _, text := range []string{
		"", "1", "/", "1/", "/2", "0/2", "3/2", "-1/2", "1/-2", "1/0", "0/0", "1/2/3", "+1/2", "01/2", "1 / 2",
		"1/100001", "a/b", "1.0/2", "1/99999999999999999999",
	} {
		s, err := ParseShard(text)
		must.Hold(t, must.Field(err) != "" && s == (Shard{}),
			text, "found", s, "error", err, "expected a FieldError")
	}
	if s := (Shard{}); !s.IsWhole() || s.String() != "" {
		t.Errorf("the zero value: found %q, expected the whole run", s)
	}
}

// The deal of seven problems to three shards, by hand: sorted by cost they are
// 9 (at 3), 7 (at 0), 7 (at 5), 4 (at 1), 2 (at 6), 1 (at 2), 0 (at 4). Shards 1, 2, 3 get
// the first three, shards 3, 2, 1 the next three, and shard 1 the last. With a turn of 1,
// shards 2, 3, 1 stand for these.
func TestTake(t *testing.T) {
	costs := []int{7, 4, 1, 9, 0, 7, 2}
	for s, want := range map[Shard][]int{
		{}: {0, 1, 2, 3, 4, 5, 6}, {1, 1, 5}: {0, 1, 2, 3, 4, 5, 6},
		{1, 3, 0}: {2, 3, 4}, {2, 3, 0}: {0, 6}, {3, 3, 0}: {1, 5},
		{2, 3, 1}: {2, 3, 4}, {3, 3, 4}: {0, 6}, {1, 3, 7}: {1, 5},
		{7, 7, 0}: {4}, {8, 9, 0}: nil, {8, 9, 1}: {4},
	} {
		must.EqualSlices(t, s.Take(costs), want, s)
	}
}
