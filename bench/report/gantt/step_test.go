package gantt_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// smallStep has a reservation from 3 h to 4 h on all but 6 of 16 processors, and
// two schedules.
func smallStep() (*optgap.Step, []gantt.Panel) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Trace: "A&B.swf", Index: 1234, Now: 86400, Machine: 16,
		History: optgap.History{{Time: 0, Free: 4}, {Time: 3600, Free: 10}, {Time: 2 * 3600, Free: 16},
			{Time: 3 * 3600, Free: 6}, {Time: 4 * 3600, Free: 16}},
		Jobs: []optgap.Job{
			{ID: 101, Width: 4, Estimate: 3600, Submit: -600},
			{ID: 102, Width: 6, Estimate: 7200, Submit: -500},
			{ID: 103, Width: 12, Estimate: 3600, Submit: -400},
			{ID: 104, Width: 2, Estimate: 60, Submit: 0},
		},
	}
	return step, []gantt.Panel{{Title: "FCFS <best policy>", Schedule: optgap.Schedule{0, 3600, 14400, 3600}},
		{Title: "Another order", Schedule: optgap.Schedule{60, 3600, 14400, 0}}}
}

// written returns a picture in a format.
func written(t *testing.T, format string, p figure.Picture, err error) []byte {
	var b bytes.Buffer
	if err == nil {
		err = p.Write(&b, format)
	}
	must.Do(err)
	return b.Bytes()
}

// svgOf returns the chart of a step.
func svgOf(t *testing.T, step *optgap.Step, panels []gantt.Panel, o gantt.Options) []byte {
	t.Helper()
	p, err := gantt.Step(step, panels, o)
	return written(t, figure.SVG, p, err)
}

// texts returns the text elements of an SVG, which must be well-formed XML.
func texts(t *testing.T, svg []byte) []string {
	t.Helper()
	var found []string
	d, inText := xml.NewDecoder(bytes.NewReader(svg)), false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return found
		}
		must.Need(t, err == nil, "not XML", err)
		switch x := token.(type) {
		case xml.StartElement:
			inText = x.Name.Local == "text"
		case xml.CharData:
			if inText {
				found = append(found, string(x))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

func TestStepGolden(t *testing.T) {
	step, panels := smallStep()
	p := must.Get(gantt.Step(step, panels, gantt.Options{}))
	golden.Picture(t, "step", p.Write)
}

// TestStepObjective: the picture names what the step minimises.
func TestStepObjective(t *testing.T) {
	step, panels := smallStep()
	step = must.Get(optgap.ObjectiveART.Of(step))
	must.Hold(t, strings.Contains(string(svgOf(t, step, panels, gantt.Options{})), "; ART "),
		"ART is missing")
}

// A panel without a schedule has no jobs and no makespan.
func TestStepWithoutSchedule(t *testing.T) {
	step, panels := smallStep()
	panels = []gantt.Panel{panels[0], {Title: "EXACT, unsolved: time limit"}}
	all := strings.Join(texts(t, svgOf(t, step, panels, gantt.Options{})), "\n") + "\n"
	must.Contain(t, all, "EXACT, unsolved: time limit; no schedule\n")
	must.Equal(t, strings.Count(all, "\n103\n"), 1)
	must.Equal(t, strings.Count(all, "makespan"), 1)
	svgOf(t, step, panels[1:], gantt.Options{})
}

// TestStepSizes draws extremes of jobs, processors and spans twice: equal
// bytes, no coordinate that is not a number, well-formed.
func TestStepSizes(t *testing.T) {
	many := &optgap.Step{Machine: 9216, History: optgap.History{{Time: 0, Free: 9216}}}
	for i := range int64(200) {
		many.Jobs = append(many.Jobs, optgap.Job{ID: i, Width: 1 + i*i*37%4000, Estimate: 1 + i*i*i*7919%(400*86400)})
	}
	tests := map[string]*optgap.Step{
		"200 jobs on 9,216 processors": many,
		"one short job": {Machine: 1, History: optgap.History{{Time: 0, Free: 1}},
			Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 1}}},
		"one job of 1 of 9,216": {Machine: 9216, History: optgap.History{{Time: 0, Free: 9216}},
			Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 5}}},
		"a span of 31,710 years": {Machine: 2, History: optgap.History{{Time: 0, Free: 2}},
			Jobs: []optgap.Job{{ID: 1, Width: 1, Estimate: 1e12}}},
		"no jobs":             {Machine: 4, History: optgap.History{{Time: 0, Free: 1}, {Time: 50, Free: 4}}},
		"no jobs, no changes": {Machine: 4, History: optgap.History{{Time: 0, Free: 1}}},
	}
	for name, step := range tests {
		for _, o := range []gantt.Options{{}, {Width: 240}} {
			panels := []gantt.Panel{{Title: "A title that is by far too long for a picture this narrow",
				Schedule: steptest.Plan(step, heuristics.FCFS)}}
			svg := svgOf(t, step, panels, o)
			texts(t, svg)
			must.Hold(t, !bytes.Contains(svg, []byte("NaN")) && !bytes.Contains(svg, []byte("Inf")),
				name, "a coordinate is not a number")
			must.Hold(t, o.Width <= 0 || bytes.Contains(svg, []byte(`<svg width="240pt"`)),
				name, "not as wide as asked for")
			must.Hold(t, bytes.Equal(svg, svgOf(t, step, panels, o)),
				name, "the same input gave other bytes")
		}
	}
}

func TestStepErrors(t *testing.T) {
	step, panels := smallStep()
	bad := []gantt.Panel{panels[0], {Title: "too early", Schedule: optgap.Schedule{0, 0, 0, 0}}}
	for _, tt := range []struct {
		name   string
		panels []gantt.Panel
		o      gantt.Options
		want   string
	}{
		{"no panels", nil, gantt.Options{}, "at least one schedule"},
		{"infeasible", bad, gantt.Options{}, `panel "too early": job`},
		{"short schedule", []gantt.Panel{{Title: "p", Schedule: optgap.Schedule{}}}, gantt.Options{}, "0 starts"},
		{"width", panels, gantt.Options{Width: -1}, "width: found -1"},
		{"width not a number", panels, gantt.Options{Width: vg.Length(math.NaN())}, "width: found NaN"},
	} {
		_, err := gantt.Step(step, tt.panels, tt.o)
		must.Refuse(t, err, tt.want, tt.name)
	}
}

// Both schedules stand above each other with their minsum, makespan and jobs. Job 7 is
// as wide as the machine in the second one. A tick is half a second.
func TestMoldable(t *testing.T) {
	in := &moldable.Instance{Name: "two jobs", Machine: 4, Tick: 0.5, Jobs: []moldable.Job{
		{ID: 7, Weight: 3, Times: []int64{80, 40, 30, 20}}, {ID: 8, Weight: 1, MinWidth: 2, Times: []int64{60}},
	}}
	panels := []gantt.MoldablePanel{
		// 3*40 + 60 = 180 ticks, 60
		{Title: "beside", Schedule: moldable.Schedule{{Start: 0, Width: 2}, {Start: 0, Width: 2}}},
		{Title: "one by one", Schedule: moldable.Schedule{{Start: 0, Width: 4}, {Start: 20, Width: 2}}},
		{Title: "nothing"},
	}
	p, err := gantt.Moldable(in, panels, gantt.Options{})
	found := texts(t, written(t, figure.SVG, p, err))
	for _, want := range []string{"two jobs", "2 moldable jobs on 4 processors",
		"beside; minsum 90.00 s, makespan 30.00 s", "one by one; minsum 70.00 s, makespan 40.00 s",
		"nothing; no schedule", "time [s]", "7", "8"} {
		must.Hold(t, slices.Contains(found, want), "no", want, "in", found)
	}
	overlapping := moldable.Schedule{{Start: 0, Width: 4}, {Start: 10, Width: 2}}
	broken := []gantt.MoldablePanel{{Title: "broken", Schedule: overlapping}}
	_, err = gantt.Moldable(in, broken, gantt.Options{})
	if err == nil || !strings.Contains(err.Error(), "broken") || !strings.Contains(err.Error(), "too many in use") {
		t.Errorf("found %v, expected an error about the panel", err)
	}
}

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
		must.AboutField(t, must.Err(gantt.Replay(opts, gantt.ReplayPanel{Outcome: o, Machine: 4})), "", opts)
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
