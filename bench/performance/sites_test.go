package performance_test

import (
	"testing"

	"github.com/optgap/optgap/bench/performance"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/replay/replaytest"
)

// TestMeasureSites carries its arithmetic: jobs 1 and 3 wait 0 and 4 s, job 2
// waits 10 s.
func TestMeasureSites(t *testing.T) {
	o, siteOf := replaytest.TwoSites()
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
	o, _ := replaytest.TwoSites()
	for _, c := range []struct{ from, to, want int64 }{
		{0, 100, 2*10 + 5*8}, {0, 30, 0}, {0, 32, 2*2 + 5*1}, {38, 100, 2*2 + 5*1}, {40, 90, 0},
	} {
		if got := performance.ReservedArea(o, c.from, c.to); got != c.want {
			t.Errorf("[%d, %d): %d, want %d", c.from, c.to, got, c.want)
		}
	}
}
