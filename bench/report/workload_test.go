package report_test

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// analysed analyses a trace.
func analysed(t *testing.T, name string, text []byte) *analysis.Analysis {
	t.Helper()
	r := swf.NewReader(bytes.NewReader(text), name)
	a := must.Get(analysis.Analyze(name, r.Header(), r.Records(), analysis.Options{}))
	return a
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
