package replay_test

import (
	"reflect"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/reservation"
)

func TestBySite(t *testing.T) {
	o := twoSites()
	split := replay.BySite(o)
	own := func(d reservation.Decision, site int, width int64) reservation.Decision {
		d.Site, d.Request.Width, d.Request.Parts = site, width, nil
		return d
	}
	r := o.Reservations
	for i, want := range []*replay.Outcome{
		{Jobs: []optgap.TraceJob{o.Jobs[0], o.Jobs[2]}, Starts: []int64{0, 10},
			Reservations: []reservation.Decision{own(r[2], 0, 1)}},
		{Reservations: []reservation.Decision{r[0]}},
		{Jobs: []optgap.TraceJob{o.Jobs[1]}, Starts: []int64{15}, Reservations: []reservation.Decision{own(r[2], 2, 4)}},
	} {
		if !reflect.DeepEqual(split[i], want) {
			t.Errorf("site %d: %+v, want %+v", i, split[i], want)
		}
	}
}

// twoSites returns a replay on three sites of 4, 2 and 8 processors. Jobs 1 and 3 are on
// site 0, job 2 is on site 2, and site 1 is empty.
func twoSites() *replay.Outcome {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 2, Estimate: 10, Submit: 0}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 3, Estimate: 10, Submit: 5}, RunTime: 10},
		{Job: optgap.Job{ID: 3, Width: 1, Estimate: 20, Submit: 6}, RunTime: 20},
	}
	parts := []reservation.Part{{Site: 0, Width: 1}, {Site: 2, Width: 4}}
	o := &replay.Outcome{Jobs: jobs, Starts: []int64{0, 15, 10}, Sites: []int64{4, 2, 8}, SiteOf: []int32{0, 2, 0}}
	o.Reservations = []reservation.Decision{
		{Request: reservation.Request{ID: 1, Width: 2, Duration: 10, Submit: 1}, Start: 30, Site: 1},
		{Request: reservation.Request{ID: 2, Width: 9, Duration: 10, Submit: 2}, Refused: reservation.TooWide},
		{Request: reservation.Request{ID: 3, Duration: 8, Submit: 3, Parts: parts}, Start: 31},
	}
	return o
}
