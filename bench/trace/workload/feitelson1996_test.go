package workload_test

import (
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
)

func once(ticks int64) workload.Options {
	return workload.Options{Ticks: ticks, Values: map[string]float64{"repeat_max": 1}}
}

// Sizes are harmonic of order 1.5, small ones, powers of two, squares and multiples of
// ten emphasized.
func TestFeitelsonSizes(t *testing.T) {
	p := weighed(128, func(n int) float64 {
		w := math.Pow(float64(n), -1.5)
		if n <= 4 {
			w *= 1.5
		}
		switch n {
		case 2, 4, 8, 16, 32, 64, 128:
			w *= 4
		case 9, 25, 36, 49, 81, 100, 121, 10, 20, 30, 40, 50, 60, 70, 80, 90, 110, 120:
			w *= 2
		}
		return w
	})
	checkCounts(t, "sizes", widths(generate(t, "feitelson1996", 200_000, once(1))), p)
}

// Run times have three stages whose shares are linear in the size: 0.55, 0.35 and 0.1
// at one processor, 0.35, 0.35 and 0.3 at 128.
func TestFeitelsonRunTimes(t *testing.T) {
	const ticks, most = 1000, 43200
	jobs := generate(t, "feitelson1996", 400_000, once(ticks))
	for _, width := range []int64{1, 2, 16, 64, 128} {
		some := ofWidth(jobs, width)
		x := 0.2 * float64(width-1) / 127
		s := stages{[]float64{0.55 - x, 0.35, 0.1 + x}, []float64{60, 900, 14400}}
		checkShare(t, "longest", some, func(j optgap.TraceJob) bool { return j.RunTime == most*ticks }, s.above(most))
		checkDistribution(t, "run times", runTimes(some), most*ticks, func(x float64) float64 {
			return (1 - s.above(x/ticks)) / (1 - s.above(most))
		})
	}
}

// k executions are as frequent as 1/k^2.5. An execution is submitted when the one before
// would end. Executions of a job are found by their run time, in nanoseconds.
func TestFeitelsonRepetitions(t *testing.T) {
	const n, ticks, most = 400_000, 1e9, 600
	o := workload.Options{Ticks: ticks, Values: map[string]float64{"max": most, "redraw": 1}}
	jobs := generate(t, "feitelson1996", n, o)
	last := make(map[int64]optgap.TraceJob)
	count := make(map[int64]int)
	for _, j := range jobs {
		if before, again := last[j.RunTime]; again {
			if gap := j.Submit - before.Submit - j.RunTime; gap < -2 || gap > 2 || j.Width != before.Width {
				t.Fatalf("job %+v follows %+v, %d ns after its end", j, before, gap)
			}
		}
		last[j.RunTime] = j
		count[j.RunTime]++
	}
	p := weighed(100, func(k int) float64 { return math.Pow(float64(k), -2.5) })
	var executions []float64
	end := jobs[n-1].Submit - 100*most*ticks // of those that started before, all executions are there
	for runTime, k := range count {
		if last[runTime].Submit-int64(k-1)*runTime < end {
			executions = append(executions, float64(k))
		}
	}
	if len(executions) < n/4 {
		t.Fatalf("%d jobs to count the executions of", len(executions))
	}
	checkCounts(t, "executions", executions, p)
}
