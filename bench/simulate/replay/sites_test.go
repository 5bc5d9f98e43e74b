package replay_test

import (
	"reflect"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/replay/replaytest"
	"github.com/optgap/optgap/heuristics/reservation"
)

func TestBySite(t *testing.T) {
	o := replaytest.TwoSites()
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
