package report_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/workload"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// replayed returns a replay of the first n jobs that the KTH model generates.
func replayed(t testing.TB, n int) (*replay.Outcome, int64) {
	m, err := workload.ByName("kth")
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := workload.Shrink(m.Generate(n, 1), 0.8)
	if err != nil {
		t.Fatal(err)
	}
	o, err := replay.Run(context.Background(), jobs, dynp.NewSinglePolicy(m.Machine, jobs, heuristics.SJF))
	if err != nil {
		t.Fatal(err)
	}
	return o, m.Machine
}

// TestAssignReplay: the blocks of every job add up to its width and its time,
// and no processor belongs to two jobs in one second.
func TestAssignReplay(t *testing.T) {
	o, machine := replayed(t, 400)
	blocks, err := report.AssignReplay(o, machine)
	if err != nil {
		t.Fatal(err)
	}
	var all []report.Block
	for i, j := range o.Jobs {
		width := int64(0)
		for _, b := range blocks[i] {
			if b.Start != o.Starts[i] || b.End != o.End(i) || b.Low < 0 || b.High > machine || b.Low >= b.High {
				t.Fatalf("job %d: block %+v, want seconds %d to %d on processors below %d", j.ID, b, o.Starts[i], o.End(i), machine)
			}
			width += b.High - b.Low
		}
		if width != j.Width {
			t.Fatalf("job %d: blocks of %d processors, want %d", j.ID, width, j.Width)
		}
		all = append(all, blocks[i]...)
	}
	for i, a := range all {
		for _, b := range all[:i] {
			if a.Start < b.End && b.Start < a.End && a.Low < b.High && b.Low < a.High {
				t.Fatalf("blocks %+v and %+v overlap", a, b)
			}
		}
	}
}

func TestAssignReplayRefuses(t *testing.T) {
	job := func(id, width int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: width, Estimate: 9, Submit: 5}, RunTime: 9}
	}
	for name, o := range map[string]*replay.Outcome{
		"before its submission": {Jobs: []optgap.TraceJob{job(1, 1)}, Starts: []int64{4}},
		"more processors":       {Jobs: []optgap.TraceJob{job(1, 3), job(2, 2)}, Starts: []int64{5, 13}},
	} {
		_, err := report.AssignReplay(o, 4)
		var v *optgap.Violation
		if !errors.As(err, &v) || !strings.Contains(v.Reason, name) {
			t.Errorf("error %v, want a violation: %s", err, name)
		}
	}
}

// TestReplayLook draws whole replays and excerpts; the environment may name a
// folder for the pictures, to look at them.
func TestReplayLook(t *testing.T) {
	few, machine := replayed(t, 40)
	many, _ := replayed(t, 5000)
	for name, c := range map[string]struct {
		o    *replay.Outcome
		opts report.ReplayOptions
	}{
		"replay-few":     {few, report.ReplayOptions{Title: "40 jobs under SJF"}},
		"replay-many":    {many, report.ReplayOptions{Title: "5,000 jobs under SJF"}},
		"replay-excerpt": {many, report.ReplayOptions{Title: "An excerpt", From: 1_000_000, To: 1_000_000 + 4*86400}},
		"replay-curves":  {many, report.ReplayOptions{Title: "Curves", NoGantt: true}},
	} {
		for _, format := range []string{report.SVG, report.PNG} {
			var a, b bytes.Buffer
			if err := report.Replay(&a, format, c.o, machine, c.opts); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := report.Replay(&b, format, c.o, machine, c.opts); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s.%s: the same replay gives other bytes, error %v", name, format, err)
			}
			if n := a.Len(); n > 3<<20 {
				t.Errorf("%s.%s has %d bytes, want at most 3 MB", name, format, n)
			}
			if dir := os.Getenv("OPTGAP_PICTURES"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, name+"."+format), a.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
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
	var svg bytes.Buffer
	if err := report.Replay(&svg, report.SVG, o, 4, report.ReplayOptions{Title: "Two jobs"}); err != nil {
		t.Fatal(err)
	}
	// (2*100 + 3*100) / 200 busy, (1*50) / 200 waiting
	for _, text := range []string{">Two jobs<", ">4711<", ">4712<", ">2.5 of 4 on average, at most 3<", ">0.2 on average, at most 1<", ">waiting jobs<", ">100 %<"} {
		if !strings.Contains(svg.String(), text) {
			t.Errorf("the SVG lacks %s", text)
		}
	}
	for _, opts := range []report.ReplayOptions{{From: 300}, {From: 20, To: 10}, {To: -1}, {Width: 3}} {
		var field *optgap.FieldError
		if err := report.Replay(&svg, report.SVG, o, 4, opts); !errors.As(err, &field) {
			t.Errorf("%+v: error %v, want a field error", opts, err)
		}
	}
}

// Run with: go test -run '^$' -bench Replay ./bench/report
func BenchmarkReplay(b *testing.B) {
	o, machine := replayed(b, 28490)
	for b.Loop() {
		var out bytes.Buffer
		if err := report.Replay(&out, report.PNG, o, machine, report.ReplayOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
