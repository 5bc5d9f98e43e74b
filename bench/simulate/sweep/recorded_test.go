package sweep_test

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

// TestRecorded: where the log is what a scheduler did, recorded has all metrics of that scheduler,
// also with other estimates; and its run is read back equal.
func TestRecorded(t *testing.T) {
	for _, name := range []string{"easy", "strict-fcfs", "dynp-advanced", "first-fit-ljf"} {
		s := kth(400)
		s.Outcome = func(_ int, o *replay.Outcome) error {
			s.Starts = o.Starts
			return nil
		}
		want := ran(t, s, sweep.Setting{Scheduler: name})
		s.Outcome = nil
		got := ran(t, s, sweep.Setting{Scheduler: "Recorded"}, sweep.Setting{Scheduler: "recorded", Estimates: sweep.Perfect})
		if !reflect.DeepEqual(got[0].Metrics, want[0].Metrics) || got[1].Numbers["artww"] != want[0].Numbers["artww"] {
			t.Errorf("%s: found %+v, expected %+v", name, got[0].Metrics, want[0].Metrics)
		}
		if o := got[0].Overfull; o == nil || *o != (performance.Overfull{}) || want[0].Overfull != nil {
			t.Errorf("%s: overfull %v and %v, expected never and none", name, o, want[0].Overfull)
		}
		text, err := json.Marshal(got[0])
		var again sweep.Run
		if err != nil || json.Unmarshal(text, &again) != nil || !reflect.DeepEqual(again.Overfull, got[0].Overfull) {
			t.Errorf("%s was read back as %+v, %v", text, again, err)
		}
	}
}

// TestRecordedRefused: the log tells of one machine, one load and no reservations.
func TestRecordedRefused(t *testing.T) {
	whole := kth(400)
	whole.Starts = make([]int64, len(whole.Jobs))
	for i, j := range whole.Jobs {
		whole.Starts[i] = j.Submit
	}
	set := sweep.Setting{Scheduler: schedulers.Recorded}
	shrunk, sites, requests, unknown := set, whole, whole, whole
	shrunk.Factor = 0.9
	sites.Sites = []int64{50, 50}
	requests.Reservations = []reservation.Request{{ID: 1, Width: 1, Duration: 1}}
	unknown.Starts = nil
	for _, c := range []struct {
		sweep sweep.Sweep
		set   sweep.Setting
	}{{whole, shrunk}, {sites, set}, {requests, set}, {unknown, set}} {
		if _, err := c.sweep.Run(context.Background(), []sweep.Setting{c.set}); must.Field(err) == "" {
			t.Errorf("%+v: error %v", c.set, err)
		}
	}
	if o := ran(t, whole, set)[0].Overfull; o.Moments == 0 || o.Busiest <= whole.Machine {
		t.Errorf("without any wait: %+v, expected an overfull machine", o)
	}
}
