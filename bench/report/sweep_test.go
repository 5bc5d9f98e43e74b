package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

func kth(n int) sweep.Sweep {
	jobs, machine := replaytest.KTHJobs(n)
	return sweep.Sweep{Trace: "kth-like", Machine: machine, Jobs: jobs, Workers: 2}
}

func run(t *testing.T, s sweep.Sweep, settings []sweep.Setting) []sweep.Run {
	t.Helper()
	return must.Get(s.Run(t.Context(), settings))
}

// TestSweepTables compares the tables of one and of several runs, and of a grid
// with reservations, with a golden file.
func TestSweepTables(t *testing.T) {
	grid := kth(60)
	grid.Sites = []int64{grid.Machine, 4, 1}
	grid.Machine += 4 + 1
	grid.Reservations = []reservation.Request{
		{ID: 1, Width: 8, Duration: 600, When: reservation.ASAP}, {ID: 2, Width: grid.Machine, Duration: 600},
	}
	var out bytes.Buffer
	for _, c := range []struct {
		sweep    sweep.Sweep
		settings []sweep.Setting
	}{
		{kth(300), []sweep.Setting{{Scheduler: "dynp-advanced"}, {Scheduler: "easy", Factor: 0.5},
			{Name: "basic dynP", Scheduler: "basic-dynp"}}},
		{kth(300), []sweep.Setting{{Scheduler: "dynp-advanced", Factor: 0.5}}},
		{kth(300), []sweep.Setting{{Scheduler: "basic-dynp", Estimates: sweep.Perfect}}},
		{grid, []sweep.Setting{{Scheduler: "fcfs"}}},
	} {
		for _, shown := range report.SweepTables(c.sweep, c.settings, run(t, c.sweep, c.settings)) {
			must.Do(shown.Write(&out, table.Text))
			out.WriteByte('\n')
		}
	}
	golden.Text(t, "sweep.golden", out.Bytes())
}

// TestInterruptedSweep: several settings are compared even if only one run is
// finished, and without a run there is no table.
func TestInterruptedSweep(t *testing.T) {
	s, settings := kth(50), []sweep.Setting{{Scheduler: "fcfs"}, {Scheduler: "sjf"}}
	if tables := report.SweepTables(s, settings, run(t, s, settings[:1])); len(tables) != 1 || len(tables[0].Rows) != 1 ||
		!strings.HasSuffix(tables[0].Title, ", 1 of 2 replays") {
		t.Errorf("%+v, want a comparison of one", tables)
	}
	if tables := report.SweepTables(s, settings, nil); tables != nil {
		t.Errorf("%+v, want none", tables)
	}
}

// TestSweepFigures: a figure for each metric with a title and one of all, each with
// a line per scheduler and a point per factor.
func TestSweepFigures(t *testing.T) {
	var settings []sweep.Setting
	for _, name := range []string{"fcfs", "dynp-advanced", "easy"} {
		for _, f := range []float64{1, 0.5} {
			settings = append(settings, sweep.Setting{Scheduler: name, Factor: f})
		}
	}
	runs := run(t, kth(200), settings)
	figures := report.SweepFigures("title", runs)
	var keys []string
	for _, m := range performance.Table(performance.DefaultBounds()) {
		if m.Title == "" {
			continue
		}
		keys = append(keys, m.Key)
		f, ok := figures[m.Key]
		if !ok || f.Title != m.Title || len(f.Plots) != 1 || len(f.Plots[0].Lines) != 3 ||
			f.Plots[0].Lines[1].Points[1].X != 0.5 {
			t.Errorf("%s: %+v", m.Key, f)
		}
		l := f.Plots[0].Lines[1] // its whiskers are the intervals of the averages over jobs
		for i, r := range runs[2:4] {
			want, known := r.Confidence[m.Key]
			if at := l.Points[i].Interval; known != (at != nil) || known && *at != want {
				t.Errorf("%s: found %v, expected %v", m.Key, at, want)
			}
		}
	}
	if all := figures["metrics"]; len(all.Plots) != len(keys) || len(figures) != len(keys)+1 {
		t.Errorf("%d plots in %d figures, want those of %q", len(all.Plots), len(figures), keys)
	}
}
