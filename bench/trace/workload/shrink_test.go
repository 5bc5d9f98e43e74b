package workload_test

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
)

// Submissions 100, 103, 110 at factor 0.5: 100, 100+1.5, 100+5, rounded down.
func TestShrink(t *testing.T) {
	at := func(submits ...int64) (jobs []optgap.TraceJob) {
		for i, s := range submits {
			job := optgap.Job{ID: int64(i + 1), Width: 1, Estimate: 60, Submit: s}
			jobs = append(jobs, optgap.TraceJob{Job: job, RunTime: 30})
		}
		return jobs
	}
	for _, c := range []struct {
		name         string
		factor       float64
		submit, want []int64
	}{
		{"half", 0.5, []int64{100, 103, 110}, []int64{100, 101, 105}},
		{"one changes nothing", 1, []int64{100, 103, 110}, []int64{100, 103, 110}},
		{"above one lengthens", 2, []int64{100, 103, 110}, []int64{100, 106, 120}},
		{"out of order counts from the earliest", 0.5, []int64{110, 100, 104}, []int64{105, 100, 102}},
		{"none", 0.5, nil, nil},
	} {
		jobs := at(c.submit...)
		got, err := workload.Shrink(jobs, c.factor)
		if err != nil || len(got) != len(c.want) {
			t.Fatalf("%s: %v, %v", c.name, got, err)
		}
		if want := at(c.want...); len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, expected %v", c.name, got, want)
		}
		if !reflect.DeepEqual(jobs, at(c.submit...)) {
			t.Errorf("%s: the given jobs were changed", c.name)
		}
	}
	for _, factor := range []float64{0, -1, math.NaN(), math.Inf(1), 1e300} {
		if _, err := workload.Shrink(at(0, 10), factor); !isFieldError(err, "shrink") {
			t.Errorf("factor %g: %v", factor, err)
		}
	}
}

// Shrinking keeps the order, and each gap is within a second of the factor
// times the old one.
func TestShrinkScalesEveryGap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(workload.Published()).Draw(t, "model")
		factor := rapid.Float64Range(0.01, 3).Draw(t, "factor")
		jobs := preset(t, m.Name, 50, rapid.Uint64().Draw(t, "seed"), nil)
		got, err := workload.Shrink(jobs, factor)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(got); i++ {
			gap, old := got[i].Submit-got[i-1].Submit, jobs[i].Submit-jobs[i-1].Submit
			if gap < 0 || math.Abs(float64(gap)-factor*float64(old)) > 1 {
				t.Fatalf("gap %d became %d, factor %g", old, gap, factor)
			}
		}
	})
}
