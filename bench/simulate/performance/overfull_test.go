package performance_test

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// TestOverfull: the same as counted second by second.
func TestOverfull(t *testing.T) {
	seen := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		o, busy := &replay.Outcome{Jobs: slowreplay.Trace(r, 20, 4)}, make([]int64, 300)
		for _, j := range o.Jobs {
			start := j.Submit + r.Int64N(20)
			o.Starts = append(o.Starts, start)
			for s := start; s < start+j.Duration(); s++ {
				busy[s] += j.Width
			}
		}
		want, before := performance.Overfull{}, false
		for _, b := range busy {
			if b > 6 {
				want.Seconds++
				want.Busiest = max(want.Busiest, b)
				if !before {
					want.Moments++
				}
			}
			before = b > 6
		}
		if got := performance.OverfullOf(o, 6); got != want {
			t.Fatalf("seed %d: found %+v, expected %+v", seed, got, want)
		}
		seen += want.Moments
	}
	if seen == 0 {
		t.Error("no moment is overfull")
	}
}
