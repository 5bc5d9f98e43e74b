package batsim

import (
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

// TestPatience: a program that is called each second is hopeless once all jobs are there, one waits, and none runs. It
// is not while a job is still to come, and not while nothing waits.
func TestPatience(t *testing.T) {
	const ticking = `n=0; while read line; do echo "{\"now\":$n,\"events\":[{\"timestamp\":$n,` +
		`\"type\":\"CALL_ME_LATER\",\"data\":{\"timestamp\":$((n+1))}}]}"; n=$((n+1)); done`
	for _, c := range []struct {
		jobs, submitted int
		hopeless        bool
	}{{0, 0, false}, {2, 1, false}, {1, 1, true}} {
		replay := Replay{Machine: 4, Jobs: make([]optgap.TraceJob, c.jobs)}
		s := must.Get(New(must.Get(Parse("ticking="+ticking, 0)), replay, nil))
		s.patience = 10
		var events []heuristics.Event
		for i := range c.submitted {
			job := optgap.Job{ID: int64(i), Width: 1, Estimate: 5}
			events = append(events, heuristics.Event{Kind: heuristics.Submitted, Job: job})
		}
		_, err := s.Decide(0, events)
		now := int64(0)
		for range 50 {
			next, ok := s.NextEvent(now)
			if err != nil || !ok {
				break
			}
			now = next
			_, err = s.Decide(now, nil)
		}
		s.Close()
		want := "nothing but CALL_ME_LATER 10 times, while jobs wait and none runs"
		if c.hopeless != (err != nil) || c.hopeless && !strings.Contains(err.Error(), want) || now != 11 && c.hopeless ||
			now != 50 && !c.hopeless {
			t.Errorf("%+v: error %v after %d calls", c, err, now)
		}
	}
}
