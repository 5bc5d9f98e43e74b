package workload_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
)

// stretched returns the factor by which a load of 0.5 stretches the submissions, and the
// areas of the jobs.
func stretched(t *testing.T, model string) (factor float64, areas []float64) {
	t.Helper()
	const n = 500_000
	own, at := generate(t, model, n, workload.Options{}), generate(t, model, n, workload.Options{Load: 0.5})
	areas = column(own, func(j optgap.TraceJob) float64 { return float64(j.Width) * float64(j.Duration()) })
	return float64(at[n-1].Submit) / float64(own[n-1].Submit), areas
}

// The load of a model with its own arrivals is lambda E[area]/machine. The factor that
// stretches it to 0.5 tells E[area], which is the mean area of the jobs.
func TestOwnLoads(t *testing.T) {
	for _, m := range workload.Published() {
		factor, areas := stretched(t, m.Name)
		checkMean(t, m.Name, areas, factor*0.5*float64(m.Machine)*m.MeanInterarrival)
	}
	g := distuv.Gamma{Alpha: 10.2303 * 1.0225, Beta: 1 / 0.4871}
	sum, share := 0.0, 0.0
	for i := range 100_000 {
		x := 13 * (float64(i) + 0.5) / 100_000
		sum += math.Exp(x) * g.Prob(x)
		share += g.Prob(x)
	}
	factor, areas := stretched(t, "lublin2003")
	checkMean(t, "lublin2003", areas, factor*0.5*128*sum/share)
}

// A trace of a day and a half with submissions at even intensity gives even intensity:
// hours that it has twice do not count twice.
func TestDailyCycleCountsTime(t *testing.T) {
	var trace []optgap.TraceJob
	for i := range int64(36 * 60) {
		trace = append(trace, optgap.TraceJob{Job: optgap.Job{ID: i, Width: 1, Estimate: 60, Submit: 60 * i}, RunTime: 60})
	}
	jobs := drawn(t, trace, workload.Resampling{Machine: 4, Shape: 1, Scale: 6000, DailyCycle: true}, 50_000)
	even := make(map[float64]float64)
	for h := range 24 {
		even[float64(h)] = 1.0 / 24
	}
	checkCounts(t, "hours", column(jobs, func(j optgap.TraceJob) float64 { return float64(j.Submit / 3600 % 24) }), even)
}

// Interarrival times of 0, which the fit leaves out, count for the load.
func TestFittedLoad(t *testing.T) {
	trace := drawn(t, twoKinds, workload.Resampling{Machine: 64, Shape: 0.7, Scale: 2000}, 20_000)
	for i := range trace {
		if i%3 == 1 {
			trace[i].Submit = trace[i-1].Submit
		}
	}
	checkLoad(t, "fitted", 64, drawn(t, trace, workload.Resampling{Machine: 64, Load: 0.7}, 200_001), 0.7)
}
