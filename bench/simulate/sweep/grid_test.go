package sweep

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

// TestShrinkRequests: times from second 100 on are halved and rounded down, but
// dates stay as long after their submissions, and durations as they are.
func TestShrinkRequests(t *testing.T) {
	before := []reservation.Request{
		{ID: 1, Duration: 7, Submit: 100, When: reservation.Now},
		{ID: 2, Duration: 7, Submit: 151, When: reservation.At(171)},
		{ID: 3, Duration: 7, Submit: 95, When: reservation.ASAP},
	}
	after := shrinkRequests(before, 100, 0.5)
	for i, want := range []struct {
		submit int64
		when   reservation.When
	}{{100, reservation.Now}, {125, reservation.At(145)}, {97, reservation.ASAP}} {
		if r := after[i]; r.Submit != want.submit || r.When != want.when || r.Duration != 7 {
			t.Errorf("request %d: %+v, want %+v", r.ID, r, want)
		}
	}
	if before[1].Submit != 151 {
		t.Error("the given requests were changed")
	}
}

// TestGrid runs three jobs on three sites beside a reservation: job 1 takes site 0,
// job 2 site 1, and job 3 fits site 1 only. Site 2 has no job.
func TestGrid(t *testing.T) {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 100, Submit: 0}, RunTime: 100},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 50, Submit: 0}, RunTime: 50},
		{Job: optgap.Job{ID: 3, Width: 8, Estimate: 50, Submit: 0}, RunTime: 50},
	}
	s := Sweep{
		Machine: 13, Jobs: jobs, Sites: []int64{4, 8, 1}, Measure: performance.Options{Bounds: []int64{60}},
		Reservations: []reservation.Request{
			{ID: 1, Width: 8, Duration: 10, When: reservation.At(60)}, // before any job: site 1 is free
			{ID: 2, Width: 9, Duration: 10},
		},
	}
	runs := must.Get(s.Run(t.Context(), []Setting{{Scheduler: "fcfs"}}))
	r := runs[0]
	if c := r.Reservations; c.Admitted != 1 || c.Refused["too_wide"] != 1 {
		t.Errorf("reservations %+v", c)
	}
	// Job 3 starts at 70, when job 2 and the reservation have ended: it ends at 120.
	if r.Sites[2].Metrics != nil || r.Sites[0].Numbers["jobs"] != 1 || r.Sites[1].Numbers["jobs"] != 2 ||
		r.Sites[1].Numbers["makespan"] != 120 || r.Numbers["makespan"] != 120 {
		t.Errorf("sites %+v, %+v", r.Sites[0].Metrics, r.Sites[1].Metrics)
	}
	text := must.Get(json.Marshal(r))
	want := `"reservations":{"admitted":1,"refused":{"too_wide":1}},"sites":[{"machine":4,"jobs":1,`
	if !strings.Contains(string(text), want) {
		t.Errorf("%s", text)
	}
}
