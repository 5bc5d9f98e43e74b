package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

func TestAssignReplayRefuses(t *testing.T) {
	job := func(id, width int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: width, Estimate: 9, Submit: 5}, RunTime: 9}
	}
	for name, o := range map[string]*replay.Outcome{
		"before its submission": {Jobs: []optgap.TraceJob{job(1, 1)}, Starts: []int64{4}},
		"more processors":       {Jobs: []optgap.TraceJob{job(1, 3), job(2, 2)}, Starts: []int64{5, 13}},
	} {
		_, _, err := replay.Place(o, 4)
		var v *optgap.Violation
		must.Hold(t, errors.As(err, &v) && strings.Contains(v.Reason, name),
			"error", err, "want a violation", name)
	}
}

// TestChosenProcessors: a job has the processors that its scheduler chose. Two jobs that hold one at once are refused,
// as are not those that follow each other.
func TestChosenProcessors(t *testing.T) {
	job := func(id, submit int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: 2, Estimate: 9, Submit: submit}, RunTime: 9}
	}
	o := &replay.Outcome{
		Jobs: []optgap.TraceJob{job(1, 0), job(2, 0), job(3, 9)}, Starts: []int64{0, 0, 9},
		Processors: [][]heuristics.Range{{{Low: 1, High: 2}, {Low: 3, High: 4}}, nil, {{Low: 2, High: 4}}},
	}
	got, _ := must.Two(replay.Place(o, 5))
	want := [][]replay.Block{
		{{Start: 0, End: 9, Low: 1, High: 2}, {Start: 0, End: 9, Low: 3, High: 4}},
		{{Start: 0, End: 9, Low: 0, High: 1}, {Start: 0, End: 9, Low: 2, High: 3}},
		{{Start: 9, End: 18, Low: 2, High: 4}},
	}
	must.DeepEqual(t, got, want, "blocks")
	o.Jobs[2].Submit, o.Starts[2] = 8, 8
	var v *optgap.Violation
	if _, _, err := replay.Place(o, 6); !errors.As(err, &v) || v.Job != 3 || v.Second != 8 {
		t.Errorf("error %v, expected a violation of job 3 at second 8", err)
	}
}

// TestAssignReplayOfAGrid: jobs stay within their site and off what is reserved.
func TestAssignReplayOfAGrid(t *testing.T) {
	got, _ := must.Two(replay.Place(replaytest.Reserved(), 6))
	want := [][]replay.Block{
		{{Start: 10, End: 20, Low: 1, High: 2}}, // processor 0 is reserved
		{{Start: 10, End: 20, Low: 4, High: 6}}, // of 2 to 5, 2 and 3 are reserved
		{{Start: 25, End: 35, Low: 2, High: 6}},
	}
	for i := range want {
		must.EqualSlices(t, got[i], want[i], "job", i+1, "blocks")
	}
	// A second earlier, job 3 and the reservation take 6 of the site's 4.
	o := replaytest.Reserved()
	o.Starts[2] = 24
	if _, _, err := replay.Place(o, 6); err == nil {
		t.Error("a job on reserved processors: no error")
	}
}
