package replay_test

import (
	"reflect"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/performance"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics/reservation"
)

// twoSites has jobs 1 and 3 on site 0, job 2 on site 2, and site 1 empty.
func twoSites() (*replay.Outcome, func(int32) int) {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 2, Estimate: 10, Submit: 0}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 3, Estimate: 10, Submit: 5}, RunTime: 10},
		{Job: optgap.Job{ID: 3, Width: 1, Estimate: 20, Submit: 6}, RunTime: 20},
	}
	parts := []reservation.Part{{Site: 0, Width: 1}, {Site: 2, Width: 4}}
	return &replay.Outcome{Jobs: jobs, Starts: []int64{0, 15, 10}, Reservations: []reservation.Decision{
		{Request: reservation.Request{ID: 1, Width: 2, Duration: 10, Submit: 1}, Start: 30, Site: 1},
		{Request: reservation.Request{ID: 2, Width: 9, Duration: 10, Submit: 2}, Refused: reservation.TooWide},
		{Request: reservation.Request{ID: 3, Duration: 8, Submit: 3, Parts: parts}, Start: 31},
	}}, func(job int32) int { return []int{0, 2, 0}[job] }
}

func TestBySite(t *testing.T) {
	o, siteOf := twoSites()
	split := replay.BySite(o, 3, siteOf)
	own := func(d reservation.Decision, site int, width int64) reservation.Decision {
		d.Site, d.Request.Width, d.Request.Parts = site, width, nil
		return d
	}
	r := o.Reservations
	for i, want := range []*replay.Outcome{
		{Jobs: []optgap.TraceJob{o.Jobs[0], o.Jobs[2]}, Starts: []int64{0, 10}, Reservations: []reservation.Decision{own(r[2], 0, 1)}},
		{Reservations: []reservation.Decision{r[0]}},
		{Jobs: []optgap.TraceJob{o.Jobs[1]}, Starts: []int64{15}, Reservations: []reservation.Decision{own(r[2], 2, 4)}},
	} {
		if !reflect.DeepEqual(split[i], want) {
			t.Errorf("site %d: %+v, want %+v", i, split[i], want)
		}
	}
}

// TestMeasureSites carries its arithmetic: jobs 1 and 3 wait 0 and 4 s, job 2
// waits 10 s.
func TestMeasureSites(t *testing.T) {
	o, siteOf := twoSites()
	m, err := performance.MeasureSites(o, []int64{4, 2, 8}, siteOf)
	if err != nil {
		t.Fatal(err)
	}
	if m.Overall.Jobs != 3 || m.Overall.Makespan != 30 || !near(m.Overall.Util, (2*10+3*10+1*20)/(14*30.0)) {
		t.Errorf("overall %+v", m.Overall)
	}
	if s := m.Sites[0]; s.Jobs != 2 || !near(s.Wait, (0+4)/2.0) || !near(s.Util, (2*10+1*20)/(4*30.0)) {
		t.Errorf("site 0 %+v", s)
	}
	if m.Sites[1] != nil {
		t.Errorf("site 1 has metrics without jobs: %+v", m.Sites[1])
	}
	if s := m.Sites[2]; s.Jobs != 1 || s.Makespan != 20 || !near(s.Util, 3*10/(8*20.0)) {
		t.Errorf("site 2 %+v", s)
	}
	if _, err := performance.MeasureSites(&replay.Outcome{}, []int64{4}, siteOf); err == nil {
		t.Error("a replay without jobs has metrics")
	}
}

// TestReservedArea: reservation 1 holds 2 processors in [30, 40), reservation 3
// holds 1 + 4 in [31, 39).
func TestReservedArea(t *testing.T) {
	o, _ := twoSites()
	for _, c := range []struct{ from, to, want int64 }{
		{0, 100, 2*10 + 5*8}, {0, 30, 0}, {0, 32, 2*2 + 5*1}, {38, 100, 2*2 + 5*1}, {40, 90, 0},
	} {
		if got := replay.ReservedArea(o, c.from, c.to); got != c.want {
			t.Errorf("[%d, %d): %d, want %d", c.from, c.to, got, c.want)
		}
	}
}
