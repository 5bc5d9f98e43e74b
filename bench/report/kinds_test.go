package report_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
)

// The times' averages: sqrt(5 * 3) - 1 = 2.873 s and sqrt(1.5 * 11) - 1 = 3.062 s.
// The program is 1 % above the best on one step of two, its gap 1.98 % there and 0
// on the other. The policy whose schedule stands in for the search on step 8 has no
// cell.
func TestMethodTables(t *testing.T) {
	c := summary.Collect(recordtest.Compared())
	steps, methods := report.MethodSteps(c, "a.swf", 0), report.Methods(c.Totals())
	golden.Tables(t, "methods.txt", steps, methods)
	golden.Text(t, "methods-wide.txt", []byte(write(t, steps, table.Wide)+"\n"+write(t, methods, table.Wide)))
	one := write(t, report.MethodSteps(c, "a.swf", 1), table.Text)
	must.Hold(t, strings.Contains(one, "(1 of 2 steps shown)") && !strings.Contains(one, "limit"),
		"found", one)
}

// Gaps are of schedules of the method's own, times of all that was timed. Of two steps, both
// programs have a gap of at most 1.98 %.
func TestEffortFigures(t *testing.T) {
	figures := report.EffortFigures(summary.Collect(recordtest.Compared()), "a.swf")
	for name, most := range map[string]float64{"gaps": 1, "times": 1} {
		lines := figures[name].Plots[0].Lines
		must.Need(t, len(lines) != 0, name, "found no line")
		for _, l := range lines {
			last := l.Points[len(l.Points)-1].Y
			must.Hold(t, last > 0 && last <= most, name, l.Name, "found a share of", last, "at the end")
		}
	}
	for _, l := range figures["gaps"].Plots[0].Lines {
		first, last := l.Points[0], l.Points[len(l.Points)-1]
		if l.Name == "ilp" && (last.Y != 1 || first != (figure.Point{X: 0, Y: 0.5})) {
			t.Errorf("found %+v, expected half of the steps at 0 and all at the end", l)
		}
	}
	must.Equal(t, len(report.EffortFigures(summary.Collect(nil), "")), 0, "figures of nothing")
}

// changeOf compares two sets of results.
func changeOf(t *testing.T, old, new []record.Result) *frame.Comparison {
	var sets []*frame.Input
	for _, results := range [][]record.Result{old, new} {
		var b strings.Builder
		for _, r := range results {
			must.Do(record.WriteLine(&b, r))
		}
		sets = append(sets, must.Get(frame.Open("-", strings.NewReader(b.String()))))
	}
	return must.Get(frame.Compare(sets[0], sets[1], frame.Options{Threshold: 0.05}))
}

// slower returns the results with times and objectives that are 10 % larger, and without
// one proof.
func slower(results []record.Result) []record.Result {
	worse := slices.Clone(results)
	for i := range worse {
		worse[i].SolveSeconds *= 1.1
		worse[i].Objective += worse[i].Objective / 10
	}
	worse[1].Status = "feasible"
	return worse
}

func TestChangeTables(t *testing.T) {
	old := large()
	c := changeOf(t, old, slower(old))
	tables := report.ChangeTables(c, "before", "after")
	var all string
	for _, rows := range tables {
		all += write(t, rows, table.Text)
	}
	for _, want := range []string{
		"results of studies: old before, new after\n",
		"\nilp           40         0         0      39      39       39       38       0       0\n", // one crashed in both
		"\nall          120         0         0     118     118       78       77       0       0\n",
		"\nexact     objective     40       0     40  1.2593e+12  1.3852e+12  1.1000  1.1000  1.1000\n",
		"\nexact        40       28,800       31,680  1.1000  1.1000  1.1000  <0.0001\n",
		// 120 objectives, 80 times, of policies none, and a proof
		"\n201 regressions, the largest 20; all with --format json\n",
		"\n123456  ilp     status         optimal  feasible\n", // lost proofs come first
	} {
		must.Contain(t, "\n"+all, want)
	}
	same := report.ChangeTables(changeOf(t, old, old), "a", "b")
	if len(same) != 3 || len(same[1].Rows) != 2 {
		t.Errorf("without a change there are %d tables, expected 3, the second with the values of all methods", len(same))
	}
}

func kth(n int) sweep.Sweep {
	jobs, machine := replaytest.KTHJobs(n)
	return sweep.Sweep{Trace: swf.Trace{Name: "kth-like", Machine: machine, Jobs: jobs}, Workers: 2}
}

func run(t *testing.T, s sweep.Sweep, settings []sweep.Setting) []sweep.Run {
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
		must.Hold(t, ok && f.Title == m.Title && len(f.Plots) == 1 && len(f.Plots[0].Lines) == 3 &&
			f.Plots[0].Lines[1].Points[1].X == 0.5,
			m.Key, f)
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

// analysed analyses a trace.
func analysed(t *testing.T, name string, text []byte) *analysis.Analysis {
	r := swf.NewReader(bytes.NewReader(text), name)
	return must.Get(analysis.Analyze(name, r.Header(), r.Records(), analysis.Options{}))
}

// undated is a trace without date, requested processors, estimates and users, whose jobs
// all come at once.
const undated = `; MaxProcs: 8
1 5 -1 60.5 4 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1
2 5 -1 0    2 -1 -1 -1 -1 -1 0 -1 -1 -1 -1 -1 -1 -1
`

// columns are two traces, and printed numbers behind the first.
func columns(t *testing.T) []report.WorkloadColumn {
	dated := append([]byte("; UnixStartTime: 843480031\n; TimeZoneString: Europe/Stockholm\n"), swf.Sample()...)
	printed := map[string]float64{
		"jobs": 28490, "width_mean": 7.68, "past_estimate_share": 0.0168, "estimate_mean": 13677,
		"interarrival_weibull_shape": 0.35, "interarrival_weibull_scale": 200,
	}
	return []report.WorkloadColumn{
		report.AnalysedWorkload(analysed(t, "kth-like.swf", dated)), {Name: "paper, KTH_trace", Values: printed},
		report.AnalysedWorkload(analysed(t, "an-undated-trace-of-1996.swf.gz", []byte(undated))),
	}
}

func TestWorkloadTables(t *testing.T) {
	golden.Tables(t, "workload.golden", report.WorkloadTable(columns(t), false),
		report.WorkloadTable(columns(t)[2:], true))
}

// TestWorkloadTableFits: three columns of large numbers and long names fit a line.
func TestWorkloadTableFits(t *testing.T) {
	large := map[string]float64{}
	for _, s := range analysis.Statistics() {
		large[s.Key] = map[analysis.Unit]float64{
			analysis.Count: 999_999_999, analysis.Processors: 999_999.9, analysis.Seconds: 999_999_999.9,
			analysis.Share: 0.99999, analysis.Weekday: 3, analysis.Hour: 23, analysis.Number: -9_999_999.9,
		}[s.Unit]
	}
	c := report.WorkloadColumn{Name: "LLNL-Thunder-2007-1.1-cln.swf.gz", Values: large}
	for _, all := range []bool{false, true} {
		fit(t, "workloads", report.WorkloadTable([]report.WorkloadColumn{c, c, c}, all))
	}
}

func TestRunTimeFigure(t *testing.T) {
	f := report.RunTimeFigure(columns(t))
	golden.Picture(t, "workload-run-times", f.Write)
	for _, p := range f.Plots {
		for _, l := range p.Lines {
			byX := func(a, b figure.Point) int { return cmp.Compare(a.X, b.X) }
			last := l.Points[len(l.Points)-1]
			must.Hold(t, slices.IsSortedFunc(l.Points, byX) && last.Y == 1, l.Name, "points", l.Points)
		}
	}
	must.Equal(t, len(f.Plots), 2, "plots of two traces")
	// Nothing but the submission is known of the job.
	one := analysed(t, "one.swf", []byte("1 5 -1 -1 -1 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n"))
	if f := report.RunTimeFigure([]report.WorkloadColumn{report.AnalysedWorkload(one)}); len(f.Plots) != 0 {
		t.Errorf("%d plots of a trace without run times", len(f.Plots))
	}
}

// large are results of three methods with values as large as those of the longest
// traces and the longest searches.
func large() []record.Result {
	var results []record.Result
	for i := range 40 {
		for k, method := range []string{"policies", "ilp", "exact"} {
			objective := 1_234_567_890_123 + int64(k)*12_345_678_901
			r := recordtest.Result(method, optgap.StatusOptimal, optgap.ScopeGrid, objective, 28_800.125)
			r.Index, r.Now, r.Jobs, r.TimeScale, r.GridObjective, r.GridBound = 123_456+i, 123_456_789, 9876, 36_000, 1, 1
			r.Bound, r.Gap = 1_234_567_890_123, new(0.1234)
			r.LossPercent = new(float64(i))
			r.CPUSeconds, r.WallSeconds, r.PeakMemoryBytes = 12_345_678.5, 12_345_678.5, 123_456_789_012
			switch {
			case method == "policies":
				r.Status, r.Scope, r.SolveSeconds = optgap.StatusFeasible, "", 2.5e-6
			case i == 7:
				r.Status = optgap.StatusCrashed
			}
			results = append(results, r)
		}
	}
	return results
}

func largeMetrics() *performance.Metrics {
	m := &performance.Metrics{Numbers: map[string]float64{}, SlowdownBounds: []int64{60}}
	for _, metric := range performance.Table(m.SlowdownBounds) {
		m.Numbers[metric.Key] = 999_999.9
		if metric.Share {
			m.Numbers[metric.Key] = 0.9999
		}
	}
	m.Numbers["makespan"], m.Numbers["window"] = 123_456_789, 123_456_789
	return m
}

// fit shows that tables are no wider than text may be.
func fit(t *testing.T, name string, tables ...table.Table) {
	t.Helper()
	for _, shown := range tables {
		text := write(t, shown, table.Text)
		for line := range strings.Lines(text) {
			n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n"))
			must.Hold(t, n <= table.Width, name, n, "characters wide", line)
		}
		if testing.Verbose() {
			fmt.Println(text)
		}
	}
}

// Each table fits its width with large values.
func TestTablesFit(t *testing.T) {
	trace := "KTH-SP2-1996-2.1-cln.swf, 123,456 processors"
	c := summary.Collect(large())
	steps := report.MethodSteps(c, trace+": self-tuning steps", 12)
	tables := map[string][]table.Table{"methods": {steps, report.Methods(c.Totals()), report.Averages(c.Totals(), 0)}}

	results := append(recordtest.Studied(), recordtest.Studied()[1])
	for i := range results {
		r := &results[i]
		r.Now, r.Jobs, r.Makespan, r.AccumulatedRunTime = 123_456_789, 987, 12_345_678, 12_345_678_901
		r.TimeScale, r.SolveSeconds = 36_000, 3600.125
		if r.Status == optgap.StatusOptimal {
			r.ARTwW, r.SLDwA, r.LossPercent, r.RatioToBound = 1_234_567, 12345.6789, new(-10.0), 1.2346
		}
	}
	results[0].Status, results[0].EndedBy = optgap.StatusFeasible, optgap.EndedMemoryLimit
	results[3].Status, results[4].Scope = optgap.StatusMemory, optgap.ScopeGrid
	s := summary.Of(results)
	tables["steps"] = []table.Table{
		report.StepsTable(trace, results, s), report.PowerTable("ilp", s), report.BoundsTable(s),
	}

	wide := confidence.Interval{Low: 12.34, High: 98.76}
	d := loss.Distribution{Average: wide, Median: wide, Q90: &wide, Q95: &wide, Largest: wide}
	d.Optimal = confidence.Interval{Low: 0.123, High: 0.987}
	d.Confidence, d.Middle, d.Tenths = &wide, &wide, &wide
	row := loss.Row{Class: loss.Classes()[5], Steps: 123_456, Proven: 61_728, Losses: []loss.Distribution{d, d, d, d}}
	row.Differences = slices.Repeat([]loss.Difference{{Average: wide, Tenths: &wide}}, 4)
	dynP := loss.Table{Against: "SJF", Schedulers: loss.Schedulers([]string{"FCFS", "SJF", "LJF"}),
		Rows: []loss.Row{row}, All: row}
	tables["losses"] = append(report.LossTables(trace, dynP), report.LossAverages(dynP))
	row.Losses = slices.Repeat([]loss.Distribution{d}, len(loss.Schedulers(schedulers.Names())))
	tables["losses of many"] = report.LossTables(trace,
		loss.Table{Schedulers: loss.Schedulers(schedulers.Names()), Rows: []loss.Row{row}, All: row})

	var runs []sweep.Run
	for _, name := range schedulers.Names() {
		run := sweep.Run{Setting: sweep.Setting{Scheduler: name, Factor: 0.65}, Metrics: largeMetrics()}
		for _, upTo := range []int64{300, 43200, 0} {
			class := performance.Class{UpTo: upTo, Jobs: 1_234_567, ARTwW: 999_999.9, ART: 999_999.9, Wait: 999_999.9}
			class.SLDwW60 = 99_999.999
			run.Classes = append(run.Classes, class)
		}
		run.Sites = []sweep.Site{{Machine: 123_456, Metrics: largeMetrics()}}
		runs = append(runs, run)
	}
	tables["simulate"] = append(report.RunTables(trace, runs[0]), report.CompareRuns(trace, runs))

	step := &optgap.Step{Jobs: []optgap.Job{{ID: 1_234_567, Width: 123_456, Estimate: 12_345_678, Submit: -12_345_678}}}
	r := large()[1]
	r.Starts, r.Bounds = []record.Start{{ID: 1_234_567, Start: 12_345_678}}, map[optgap.BoundName]int64{}
	for _, name := range optgap.BoundNames() {
		r.Bounds[name] = 1_234_567_890_123
	}
	tables["solve"] = []table.Table{report.StepTable(step, &r)}

	tables["compare"] = report.ChangeTables(changeOf(t, large(), slower(large())), "before/results.jsonl",
		"after/results.jsonl")

	for name, all := range tables {
		fit(t, name, all...)
	}
}
