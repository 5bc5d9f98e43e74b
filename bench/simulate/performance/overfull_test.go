package performance_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

func ExampleOverfullOf() {
	job := func(width, submit int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{Width: width, Estimate: 60, Submit: submit}, RunTime: 50}
	}
	o := &replay.Outcome{Jobs: []optgap.TraceJob{job(3, 0), job(2, 0), job(2, 60)}, Starts: []int64{10, 40, 60}}
	fmt.Printf("%+v\n", performance.OverfullOf(o, 4)) // 5 processors from 40 to 60: the first job ends then
	// Output: {Moments:1 Seconds:20 Busiest:5}
}

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
