package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/heuristics/reservation"
)

// reserved is a replay on a grid of 2 and 4 processors. The reservation holds
// processor 0 of the first site and two of the second in the seconds [5, 25).
func reserved() *replay.Outcome {
	job := func(id, width int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: width, Estimate: 10}, RunTime: 10}
	}
	parts := []reservation.Part{{Site: 0, Width: 1}, {Site: 1, Width: 2}}
	return &replay.Outcome{
		Jobs:   []optgap.TraceJob{job(1, 1), job(2, 2), job(3, 4)},
		Starts: []int64{10, 10, 25},
		Sites:  []int64{2, 4},
		SiteOf: []int32{0, 1, 1},
		Reservations: []reservation.Decision{
			{Request: reservation.Request{ID: 9, Duration: 20, When: reservation.At(5), Parts: parts}, Start: 5},
			{Request: reservation.Request{ID: 8, Width: 4, Duration: 20, When: reservation.Now}, Refused: reservation.BusyNow},
		},
	}
}

// TestAssignReplayOfAGrid: jobs stay within their site and off what is reserved.
func TestAssignReplayOfAGrid(t *testing.T) {
	got, err := report.AssignReplay(reserved(), 6)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]report.Block{
		{{Start: 10, End: 20, Low: 1, High: 2}}, // processor 0 is reserved
		{{Start: 10, End: 20, Low: 4, High: 6}}, // of 2 to 5, 2 and 3 are reserved
		{{Start: 25, End: 35, Low: 2, High: 6}},
	}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("job %d: blocks %v, want %v", i+1, got[i], want[i])
		}
	}
	// A second earlier, job 3 and the reservation take 6 of the site's 4.
	o := reserved()
	o.Starts[2] = 24
	if _, err := report.AssignReplay(o, 6); err == nil {
		t.Error("a job on reserved processors: no error")
	}
}

// TestReplayDrawsReservations: an admitted one has its label, a refused one not.
func TestReplayDrawsReservations(t *testing.T) {
	var out bytes.Buffer
	if err := report.Replay(&out, report.SVG, reserved(), 6, report.ReplayOptions{}); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.Contains(text, ">R9<") || strings.Contains(text, ">R8<") || !strings.Contains(text, "3 jobs and 1 reservation running") {
		t.Error("want R9, not R8, and a summary that counts 1 reservation")
	}
}

// TestWriteJobsOfAGrid: the site is the last column.
func TestWriteJobsOfAGrid(t *testing.T) {
	var out bytes.Buffer
	if err := report.WriteJobs(&out, reserved(), 6, "grid"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(out.String())
	for i, end := range []string{",allocated_resources,site", ",1,0", ",4-5,1", ",2-5,1"} {
		if !strings.HasSuffix(lines[i], end) {
			t.Errorf("line %q, want it to end with %q", lines[i], end)
		}
	}
}
