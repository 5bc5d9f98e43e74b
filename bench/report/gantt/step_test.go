package gantt_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/golden"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/heuristics"
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

func picture(t *testing.T, format string, step *optgap.Step, panels []gantt.Panel, o gantt.StepOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gantt.WriteStep(&b, format, step, panels, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
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
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
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
	golden.Picture(t, "step", func(w io.Writer, format string) error {
		return gantt.WriteStep(w, format, step, panels, gantt.StepOptions{})
	})
}

// TestStepSays: the picture names the step, both schedules with their metrics,
// the axes, and the jobs that have room for a label.
func TestStepSays(t *testing.T) {
	step, panels := smallStep()
	all := strings.Join(texts(t, picture(t, canvas.SVG, step, panels, gantt.StepOptions{})), "\n") + "\n"
	m := optgap.Measure(step, panels[1].Schedule)
	for _, want := range []string{
		"Self-tuning step 1,234 of A&B.swf\n", "4 waiting jobs on 16 processors, now is second 86,400 of the trace\n",
		"FCFS <best policy>\n", "Another order\n", "objective " + format.Integer(m.Objective) + "\n",
		"ARTwW " + format.Decimal(m.ARTwW, 1) + " s",
		"makespan " + format.Duration(m.Makespan) + "\n", "now\n", "processors\n", "time after now\n", "0\n1 h\n", "101\n",
		"102\n", "103\n",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing from\n%s", want, all)
		}
	}
	if step, err := optgap.ObjectiveART.Of(step); err != nil ||
		!strings.Contains(string(picture(t, canvas.SVG, step, panels, gantt.StepOptions{})), ">ART ") {
		t.Errorf("ART is missing, error %v", err)
	}
	svg := picture(t, canvas.SVG, step, panels, gantt.StepOptions{})
	faces := bytes.Count(svg, []byte("Liberation Sans,Arial,Helvetica,sans-serif;"))
	if texts := bytes.Count(svg, []byte("<text")); faces != texts {
		t.Errorf("%d of %d texts name faces to fall back on", faces, texts)
	}
	titled := texts(t, picture(t, canvas.SVG, step, panels, gantt.StepOptions{Title: "Mine"}))
	if titled[0] != "Mine" {
		t.Errorf("the title is %q, want Mine", titled[0])
	}
}

// A panel without a schedule has no jobs and no makespan.
func TestStepWithoutSchedule(t *testing.T) {
	step, panels := smallStep()
	panels = []gantt.Panel{panels[0], {Title: "EXACT, unsolved: time limit"}}
	all := strings.Join(texts(t, picture(t, canvas.SVG, step, panels, gantt.StepOptions{})), "\n") + "\n"
	if !strings.Contains(all, "EXACT, unsolved: time limit\nno schedule\n") || strings.Count(all, "\n103\n") != 1 ||
		strings.Count(all, "makespan") != 1 {
		t.Errorf("found\n%s", all)
	}
	picture(t, canvas.SVG, step, panels[1:], gantt.StepOptions{})
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
		for _, o := range []gantt.StepOptions{{}, {Width: 240, PanelHeight: 20}} {
			panels := []gantt.Panel{{Title: "A title that is by far too long for a picture this narrow",
				Schedule: steptest.Plan(step, heuristics.FCFS)}}
			svg := picture(t, canvas.SVG, step, panels, o)
			texts(t, svg)
			if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
				t.Errorf("%s: a coordinate is not a number", name)
			}
			if !bytes.Equal(svg, picture(t, canvas.SVG, step, panels, o)) {
				t.Errorf("%s: the same input gave other bytes", name)
			}
		}
	}
}

// TestWriteStepFile: 300 points of width are 300 / 72 * 144 = 600 pixels.
func TestWriteStepFile(t *testing.T) {
	step, panels := smallStep()
	path := filepath.Join(t.TempDir(), "plan.PNG")
	if err := gantt.WriteStepFile(path, step, panels, gantt.StepOptions{Width: 300, DPI: 144}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil || img.Bounds().Dx() != 600 {
		t.Errorf("got %v and %v, want a PNG 600 pixels wide", img.Bounds(), err)
	}
}

func TestStepErrors(t *testing.T) {
	step, panels := smallStep()
	bad := []gantt.Panel{panels[0], {Title: "too early", Schedule: optgap.Schedule{0, 0, 0, 0}}}
	dir := t.TempDir()
	tests := []struct {
		name, file string
		panels     []gantt.Panel
		o          gantt.StepOptions
		want       string
	}{
		{"suffix", "a.gif", panels, gantt.StepOptions{}, `found suffix ".gif", expected .svg, .png or .pdf`},
		{"no panels", "a.svg", nil, gantt.StepOptions{}, "at least one schedule"},
		{"infeasible", "a.svg", bad, gantt.StepOptions{}, `panel "too early": job`},
		{"short schedule", "a.svg", []gantt.Panel{{Title: "p", Schedule: optgap.Schedule{}}}, gantt.StepOptions{},
			"0 starts"},
		{"width", "a.svg", panels, gantt.StepOptions{Width: -1}, "width: found -1"},
		{"width not a number", "a.svg", panels, gantt.StepOptions{Width: vg.Length(math.NaN())}, "width: found NaN"},
		{"height", "a.svg", panels, gantt.StepOptions{PanelHeight: 1}, "panel height: found 1"},
		{"dpi", "a.png", panels, gantt.StepOptions{DPI: 5000}, "dpi: found 5000"},
	}
	for _, tt := range tests {
		path := filepath.Join(dir, tt.file)
		err := gantt.WriteStepFile(path, step, tt.panels, tt.o)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want an error with the path and %q", tt.name, err, tt.want)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: a file was left behind", tt.name)
		}
	}
	if err := gantt.WriteStep(io.Discard, "gif", step, panels, gantt.StepOptions{}); err == nil ||
		!strings.Contains(err.Error(), `found "gif"`) {
		t.Errorf("format gif: got %v", err)
	}
	full := errors.New("disk full")
	r, w := io.Pipe()
	r.CloseWithError(full)
	if err := gantt.WriteStep(w, canvas.SVG, step, panels, gantt.StepOptions{}); !errors.Is(err, full) {
		t.Errorf("full disk: got %v", err)
	}
}
