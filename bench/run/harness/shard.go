package harness

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
)

// Shard is one of several equal shares of a run, for as many machines. The zero value is the whole
// run. Every machine computes the same deal from the same costs, so that none has to ask another.
type Shard struct {
	Number int // from 1
	Of     int // number of shards; 0: the shard is the whole run
	// Turn is the number of shards by which the deal begins later, at least 0. Each study
	// has a turn of its own. So the most expensive problems of all studies do not go to one shard.
	Turn int
}

// MostShards is the largest number of shards.
const MostShards = 100_000

// ParseShard reads a shard such as "2/8", the second of eight. An error is an *optgap.FieldError.
func ParseShard(text string) (Shard, error) {
	number, of, _ := strings.Cut(text, "/")
	s := Shard{Number: count(number), Of: count(of)}
	if s.Number < 1 || s.Of > MostShards || s.Number > s.Of {
		expected := fmt.Sprintf("i/n with i from 1 to n, such as 2/8; n at most %d", MostShards)
		return Shard{}, optgap.BadText("shard", text, expected)
	}
	return s, nil
}

// count reads a whole number in its shortest form; -1: the text is no such number.
func count(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return -1
	}
	return n
}

// IsWhole reports whether the shard is the whole run.
func (s Shard) IsWhole() bool { return s.Of == 0 }

// String is such as "2/8", or "" for the whole run. It leaves out the turn.
func (s Shard) String() string {
	if s.IsWhole() {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Number, s.Of)
}

// Take returns the positions, ascending, of the problems that the shard gets. costs are the
// predicted costs of all problems, in the problems' order. Only the order of the costs by size
// matters.
//
// The problems are sorted by cost, the most expensive first, and dealt out: to shards 1 to n, then
// back from n to 1, and so on. With a turn of k, the shards k+1 to n and 1 to k stand for these.
// Shards then differ by one problem at most.
//
// Let the true cost of a problem be any function that never falls with the predicted cost. Then the
// sums of two shards differ by at most the cost of the most expensive problem. So the deal needs no
// guess of how fast costs grow, nor of where a time limit cuts them off.
func (s Shard) Take(costs []int) []int {
	order := lists.Places[int](len(costs))
	if s.IsWhole() {
		return order
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	first := (s.Number - 1 + s.Of - s.Turn%s.Of) % s.Of // the position in the first round
	var own []int
	for begin := 0; begin < len(order); begin += s.Of {
		position := first
		if begin/s.Of%2 == 1 { // on the way back
			position = s.Of - 1 - first
		}
		if begin+position < len(order) {
			own = append(own, order[begin+position])
		}
	}
	slices.Sort(own)
	return own
}
