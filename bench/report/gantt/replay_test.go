package gantt_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/must"
)

// TestReplayLook draws a whole replay and an excerpt, as SVG twice.
func TestReplayLook(t *testing.T) {
	o, machine := replaytest.KTHLike(1000)
	for _, options := range []gantt.ReplayOptions{
		{Title: "1,000 jobs under SJF"},
		{Title: "An excerpt", From: 400_000, To: 400_000 + 4*86400},
	} {
		for _, format := range figure.Formats() {
			draw := func() []byte {
				p, err := gantt.Replay(options, gantt.ReplayPanel{Outcome: o, Machine: machine})
				return written(t, format, p, err)
			}
			a := draw()
			must.Hold(t, format != figure.SVG || bytes.Equal(a, draw()),
				options.Title, "the same replay gives other bytes")
			n := len(a)
			must.Hold(t, n <= 1<<20, options.Title, format, "has", n, "bytes, want at most 1 MB")
		}
	}
}

func TestReplayGolden(t *testing.T) {
	p, err := gantt.Replay(gantt.ReplayOptions{Title: "Two sites"},
		gantt.ReplayPanel{Outcome: replaytest.Reserved(), Machine: 6})
	must.Do(err)
	golden.Picture(t, "replay", p.Write)
}

// TestReplaySays: job ids where they fit, averages of the curves. One job of 2
// processors on a machine of 4 runs half of the window.
func TestReplaySays(t *testing.T) {
	o := &replay.Outcome{
		Jobs: []optgap.TraceJob{
			{Job: optgap.Job{ID: 4711, Width: 2, Estimate: 100, Submit: 0}, RunTime: 100},
			{Job: optgap.Job{ID: 4712, Width: 3, Estimate: 100, Submit: 50}, RunTime: 100},
		},
		Starts: []int64{0, 100},
	}
	p, err := gantt.Replay(gantt.ReplayOptions{Title: "Two jobs"}, gantt.ReplayPanel{Outcome: o, Machine: 4})
	svg := string(written(t, figure.SVG, p, err))
	// (2*100 + 3*100) / 200 busy, (1*50) / 200 waiting
	for _, text := range []string{">Two jobs<", ">4711<", ">4712<", ">job 4711<",
		">busy processors: mean 2.5 of 4, at most 3<", ">waiting jobs: mean 0.2, at most 1<", ">100 %<"} {
		must.Contain(t, svg, text, "the SVG")
	}
	for _, opts := range []gantt.ReplayOptions{{From: 300}, {From: 20, To: 10}, {To: -1}, {Width: 3}} {
		var field *optgap.FieldError
		if _, err := gantt.Replay(opts, gantt.ReplayPanel{Outcome: o, Machine: 4}); !errors.As(err, &field) {
			t.Errorf("%+v: error %v, want a field error", opts, err)
		}
	}
}

// Two replays of the same jobs stand above each other on the axis from the first submission to the last end, each with
// its name and averages. The strip of the active policy has an image, and the legend its names.
func TestReplaysAboveEachOther(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 4, Estimate: 100}, RunTime: 100}}
	early := &replay.Outcome{Jobs: jobs, Starts: []int64{0}}
	late := &replay.Outcome{Jobs: jobs, Starts: []int64{200}, Active: []replay.Activation{
		{Time: 0, Policy: "FCFS"}, {Time: 150, Policy: "SJF"},
	}}
	draw := func(panels ...gantt.ReplayPanel) string {
		p, err := gantt.Replay(gantt.ReplayOptions{Title: "Both"}, panels...)
		return string(written(t, figure.SVG, p, err))
	}
	one := gantt.ReplayPanel{Title: "easy", Outcome: early, Machine: 4}
	both := draw(one, gantt.ReplayPanel{Title: "dynP", Outcome: late, Machine: 4})
	for _, text := range []string{">EASY: busy: mean 1.3 of 4, at most 4; waiting: mean 0.0, at most 0<", // 100 of 300 s
		">dynP<", ">busy: mean 1.3 of 4, at most 4; waiting: mean 0.7, at most 1<", ">seconds 0 to 300 of the trace<",
		">FCFS active<", ">SJF active<"} {
		must.Contain(t, both, text, "the SVG")
	}
	alone := draw(one)
	strips := strings.Count(both, "<image") - strings.Count(alone, "<image")
	must.Hold(t, !strings.Contains(alone, "active") && strips == 1,
		"expected one strip of policies, with the scheduler that changes them")
}

// BenchmarkReplay measures the picture of a replay.
//
//	go test -run '^$' -bench Replay -count 10 ./bench/report/gantt
func BenchmarkReplay(b *testing.B) {
	sizes := []int{5000, 28490}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, jobs := range sizes {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			o, machine := replaytest.KTHLike(jobs)
			for b.Loop() {
				p, err := gantt.Replay(gantt.ReplayOptions{}, gantt.ReplayPanel{Outcome: o, Machine: machine})
				if err == nil {
					err = p.Write(io.Discard, figure.PNG)
				}
				must.Do(err)
			}
		})
	}
}
