package queueing_test

import (
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// waking wakes a scheduler at the end of a block.
type waking struct {
	*queueing.Slack
	end int64
}

func (w waking) NextEvent(now int64) (int64, bool) { return w.end, now < w.end }

func (waking) Reserve(int64, reservation.Request) reservation.Decision { panic("no request is made") }

// TestBlock: no job has the processors of a block, also where jobs end early and the plan is compressed.
func TestBlock(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 4))
	for range 300 {
		machine := 2 + r.Int64N(8)
		jobs := slowreplay.Trace(r, 30, machine)
		start, end, width := r.Int64N(100), int64(0), 1+r.Int64N(machine)
		end = start + 1 + r.Int64N(60)
		for _, factor := range []float64{0, 1} {
			s := must.Get(queueing.NewSlack(machine, jobs, queueing.SlackOptions{Factor: factor}))
			s.Block(start, end, width)
			starts := must.Get(slowreplay.Run(jobs, waking{s, end}))
			block := reservation.Decision{Request: reservation.Request{Width: width, Duration: end - start}, Start: start}
			held := []reservation.Decision{block}
			if err := slowreplay.Check([]int64{machine}, jobs, starts, nil, held); err != nil {
				t.Fatalf("factor %g: %v, with the block [%d, %d) of %d", factor, err, start, end, width)
			}
		}
	}
}
