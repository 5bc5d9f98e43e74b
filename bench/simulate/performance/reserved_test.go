package performance_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/replay/replaytest"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/reservation"
)

// TestReservedShare compares the shares of time with a count per second: what
// reservations hold is neither used nor idle.
func TestReservedShare(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 23))
		machine := 1 + r.Int64N(16)
		jobs := replaytest.RandomTrace(r, 40, machine)
		out, err := replay.RunReserved(context.Background(), jobs, replaytest.RandomRequests(r, 20, jobs, machine),
			dynp.NewSinglePolicy(machine, jobs, heuristics.FCFS))
		if err != nil {
			t.Fatal(err)
		}
		options := performance.Options{CutDrain: seed%2 == 1, WarmUp: int64(seed % 30)}
		p, err := performance.Evaluate(out, machine, options)
		if err != nil {
			t.Fatal(err)
		}
		from := jobs[0].Submit + options.WarmUp
		length := cmp.Or(p.Window, p.Makespan)
		to := from + length
		util, loc, idle, _, _ := perSecond(out, machine, from, to)
		area, waited := int64(0), int64(0)
		for now := from; now < to; now++ {
			waits := slices.ContainsFunc(upTo(len(jobs)), func(i int) bool {
				return jobs[i].Submit <= now && now < out.Starts[i]
			})
			for _, d := range out.Reservations {
				if d.Refused == reservation.Admitted && d.Start <= now && now < d.End() {
					area += d.Request.Width
					if waits {
						waited += d.Request.Width
					}
				}
			}
		}
		all := float64(machine * length)
		loc, idle = loc-float64(waited)/all, idle-float64(area-waited)/all
		if !near(p.Reserved, float64(area)/all) || !near(p.Util, util) || !near(p.LOC, loc) || !near(p.Idle, idle) {
			t.Fatalf("seed %d: %+v, want reserved %v, util %v", seed, p, float64(area)/all, util)
		}
		if got := performance.ReservedArea(out, from, to); got != area {
			t.Fatalf("seed %d: area %d, want %d", seed, got, area)
		}
	}
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// TestReservedArea: reservation 1 holds 2 processors in [30, 40), reservation 3
// holds 1 + 4 in [31, 39).
func TestReservedArea(t *testing.T) {
	o, _ := replaytest.TwoSites()
	for _, c := range []struct{ from, to, want int64 }{
		{0, 100, 2*10 + 5*8}, {0, 30, 0}, {0, 32, 2*2 + 5*1}, {38, 100, 2*2 + 5*1}, {40, 90, 0},
	} {
		if got := performance.ReservedArea(o, c.from, c.to); got != c.want {
			t.Errorf("[%d, %d): %d, want %d", c.from, c.to, got, c.want)
		}
	}
}
