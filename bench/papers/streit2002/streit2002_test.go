package streit2002_test

import (
	"bytes"
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct{ name, trace, want string }{
		{"", "KTH-SP2-1996-2.swf.gz", "kth"}, {"", "CTC-SP2-1996-3.1-cln.swf", "ctc"}, {"", "SDSC-SP2.swf", "sdsc"},
		{"", "LLNL-Atlas.swf", ""}, {"", "HPC2N-2002-2.2-cln.swf", ""}, {"", "kth-like.swf", "kth"},
		{"", "PC2_trace", "pc2"}, {"none", "SDSC-SP2.swf", ""}, {"PC2", "SDSC-SP2.swf", "pc2"},
	} {
		p, err := streit2002.Choose(c.name, c.trace)
		if err != nil || (p == nil) != (c.want == "") || p != nil && p.Key != c.want {
			t.Errorf("%q for %s: %+v, error %v, want %q", c.name, c.trace, p, err, c.want)
		}
	}
	must.Refuse(t, must.Err(streit2002.Choose("llnl", "SDSC-SP2.swf")), "", "a set llnl")
}

// TestPaperNumbersFitTogether: relations between the printed numbers, and with those of package workload, which a slip
// in copying would break. The ledger has more of them.
func TestPaperNumbersFitTogether(t *testing.T) {
	near := func(what string, got, want, most float64) {
		t.Helper()
		must.Hold(t, math.Abs(got-want) <= most, what, got, "want", want)
	}
	zeros := map[string]float64{"ctc": 507, "kth": 333, "pc2": 2316, "sdsc": 710}
	for i, name := range streit2002.Names() {
		p := must.Get(streit2002.Choose(name, ""))
		must.Equal(t, p.Key, name, p)
		detail := func(name string) float64 { return p.Data().Numbers(name)[0] }
		near(p.Name+": ART", detail("run_time")+detail("wait"), detail("art"), 1.1)
		near(p.Name+": tries", detail("tries"), detail("total"), 0)
		near(p.Name+": cases 1, 6b, 8c and 10c",
			detail("case_1")+detail("case_6b")+detail("case_8c")+detail("case_10c"), detail("differences"), 0)
		trace, set := p.Trace, drawn(p)
		for _, w := range []map[string]float64{trace, set} {
			near(p.Name+": share past the estimate", w["past_estimate"]/w["jobs"], w["past_estimate_share"], 0.000051)
			for _, v := range []string{"estimate", "run_time", "interarrival"} {
				must.Hold(t, w[v+"_min"] <= w[v+"_mean"] && w[v+"_mean"] <= w[v+"_max"],
					name, "mean, min and max of the", v, "are", w)
			}
			must.Hold(t, w["width_max"] <= w["machine"] && w["width_mean"] <= w["width_max"],
				name, "widths up to", w["width_max"], "on", w["machine"])
		}
		// The likelihood of interarrival time is the share of zeros: the last digit printed
		// is good for 0.008 of a job or less.
		near(p.Name+": interarrival times of 0", trace["zero_interarrival_share"]*trace["jobs"], zeros[name], 0.01)
		// A set is drawn from its trace.
		if set["jobs"] != 10_000 || set["width_max"] > trace["width_max"] || set["machine"] != trace["machine"] ||
			set["run_time_max"] > trace["run_time_max"] || set["estimate_max"] > trace["estimate_max"] ||
			set["estimate_min"] != trace["estimate_min"] {
			t.Errorf("%s: the set %+v does not fit the trace %+v", p.Name, set, trace)
		}
		near(p.Name+": average width", set["width_mean"], trace["width_mean"], 0.2)
		near(p.Name+": average estimate", set["estimate_mean"]/trace["estimate_mean"], 1, 0.02)
		near(p.Name+": average run time", set["run_time_mean"]/trace["run_time_mean"], 1, 0.03)
		near(p.Name+": run time of Table 5", detail("run_time"), set["run_time_mean"], 3)
		m := workload.Published()[i]
		for key, want := range map[string]float64{
			"machine": float64(m.Machine), "width_mean": m.MeanWidth, "width_max": float64(m.MaxWidth),
			"estimate_mean": m.MeanEstimate, "estimate_max": float64(m.MaxEstimate),
			"run_time_mean": m.MeanRunTime, "run_time_max": float64(m.MaxRunTime), "past_estimate_share": m.PastEstimate,
			"interarrival_mean": m.MeanInterarrival, "interarrival_max": m.MaxInterarrival,
			"interarrival_weibull_shape": m.Alpha, "interarrival_weibull_scale": m.Beta,
		} {
			near(p.Name+": "+key, trace[key], want, 1e-9)
		}
	}
}

// drawn returns the printed numbers of Table 3 by their keys.
func drawn(p *streit2002.Published) map[string]float64 {
	all := map[string]float64{}
	for key := range p.Trace {
		if of := p.Data().Numbers("set", key); len(of) > 0 {
			all[key] = of[0]
		}
	}
	return all
}

// analysed returns the analysis of jobs.
func analysed(name string, jobs []optgap.TraceJob) *analysis.Analysis {
	records := harness.Each(lists.Each(jobs, swf.FromJob))
	return must.Get(analysis.Analyze(name, nil, records, analysis.Options{Machine: 100}))
}

// TestReportGolden compares tables and statements of a generated trace, as that of KTH
// and as one of no set, with a golden file, and counts the figures' plots and lines.
func TestReportGolden(t *testing.T) {
	jobs := sampleJobs()
	g := must.Get(workload.Resample(jobs, workload.Resampling{Machine: 100, Shape: 0.35, Scale: 200}))
	set := must.Get(workload.Take(g, 400, 1))
	s := sweep.Sweep{Trace: swf.Trace{Name: "kth-like", Machine: 100, Jobs: set}, Workers: 3}
	e := streit2002.Settings{Factors: []float64{0.9, 0.7}}
	runs := must.Get(s.Run(context.Background(), e.Replays()))
	m := streit2002.Measured{
		Settings: e, Name: "kth-like.swf", About: "400 drawn jobs", Trace: analysed(s.Name, jobs), Planned: 2,
		Sets: []streit2002.Replays{{Set: analysed(s.Name, set), Runs: runs}, {Set: analysed(s.Name, set),
			Runs: runs}},
	}
	m.Published = must.Get(streit2002.Choose("kth", ""))
	other := m
	other.Published, other.Name = nil, "another-trace-2.1-cln.swf.gz"
	other.Sets, other.Planned = []streit2002.Replays{{Runs: runs}}, 1
	var out bytes.Buffer
	var figures map[string]figure.Figure
	for _, measured := range [][]streit2002.Measured{{m}, {m, other}} {
		for _, wide := range []bool{false, true} {
			report := streit2002.Evaluation{}.Report(measured, wide)
			must.Do(table.WriteAll(&out, report.Tables, table.Text))
			figures = report.Figures
		}
	}
	golden.Text(t, "report.golden", out.Bytes())
	for name, lines := range map[string]int{
		"figure-1": 2, "figure-2": 6, "figure-3": 6, "figure-4": 5,
		"figure-5": 5, "figure-6": 4, "figure-7": 5, "figure-8": 5,
	} {
		plots := figures[name].Plots
		must.Need(t, len(plots) == 2 && len(plots[0].Lines) == lines,
			name, "has", len(plots), "plots, want 2, with", lines, "lines")
		for _, l := range plots[0].Lines {
			at := lists.Each(l.Points, func(p figure.Point) float64 { return p.X })
			must.Hold(t, name == "figure-1" || slices.Equal(at, e.Factors),
				name, l.Name, "factors", at, "want", e.Factors)
		}
	}
}

// TestMeasuresAreKnown: of each set, all claims with measures are judged by replays that have all that they name: two
// traces, one of them CTC's, at factors from 1 to 0.7.
func TestMeasuresAreKnown(t *testing.T) {
	s := sweep.Sweep{Trace: swf.Trace{Machine: 100, Jobs: sampleJobs()}, Workers: 2}
	e := streit2002.Settings{Factors: []float64{1, 0.7}}
	runs := must.Get(s.Run(t.Context(), e.Replays()))
	a := analysed("jobs", s.Jobs)
	var all []streit2002.Measured
	for _, name := range streit2002.Names() {
		m := streit2002.Measured{Settings: e, Name: name, Trace: a, Sets: []streit2002.Replays{{Set: a, Runs: runs}}}
		m.Published = must.Get(streit2002.Choose(name, ""))
		all = append(all, m)
	}
	report := streit2002.Evaluation{}.Report(all, false)
	for _, line := range report.Lines {
		other := []string{"4-1", "5-2"} // the traces are others, and no step was timed
		if st, ok := line.(statement.Statement); ok && st.Verdict == statement.NotJudged && st.Rule != "" &&
			!slices.Contains(other, st.ID) {
			t.Errorf("%+v", st)
		}
	}
}

// TestFigureIntervals: a point of a figure is the mean over the sets. Of the values a, 2a and 3a it is 2a,
// with the interval 2a +- 9.925 a / sqrt(3), cut at 0. Two sets have no interval.
func TestFigureIntervals(t *testing.T) {
	s := sweep.Sweep{Trace: swf.Trace{Machine: 100, Jobs: sampleJobs()[:60]}}
	e := streit2002.Settings{Factors: []float64{0.9}}
	runs := must.Get(s.Run(t.Context(), e.Replays()))
	m := streit2002.Measured{Settings: e, Name: "three", Trace: &analysis.Analysis{}}
	for k := range 3 {
		own := slices.Clone(runs)
		for i := range own {
			metrics := *own[i].Metrics
			metrics.Numbers = maps.Clone(metrics.Numbers)
			metrics.Numbers["artww"] *= float64(k + 1)
			own[i].Metrics = &metrics
		}
		m.Sets = append(m.Sets, streit2002.Replays{Runs: own})
	}
	two := m
	two.Sets = m.Sets[:2]
	report := streit2002.Evaluation{}.Report([]streit2002.Measured{m, two}, false)
	plots := report.Figures["figure-4"].Plots
	for i, l := range plots[0].Lines {
		a := plots[1].Lines[i].Points[0].Y / 1.5
		at := l.Points[0]
		about := func(v, want float64) bool { return math.Abs(v-want) < 1e-4*want }
		must.Hold(t, about(at.Y, 2*a) && at.Range.Low == 0 && about(at.Range.High, (2+9.92484/math.Sqrt(3))*a),
			l.Name, "found", at.Y, at.Range.Low, "to", at.Range.High, "of", a, "and its double and triple")
		must.Hold(t, plots[1].Lines[i].Points[0].Range == nil,
			l.Name, "two sets have the interval", plots[1].Lines[i])
	}
}

// sampleJobs returns the jobs of the embedded trace.
func sampleJobs() []optgap.TraceJob {
	return must.Get(swf.Load(bytes.NewReader(swf.Sample()), swf.SampleName, swf.Options{})).Jobs
}
