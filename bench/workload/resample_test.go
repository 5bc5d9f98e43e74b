package workload_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/workload"
)

// TestResample: drawn jobs are jobs of the trace, their means are the trace's,
// and the interarrival times have the mean of the Weibull distribution, beta
// Gamma(1 + 1/alpha): 200 Gamma(3) = 400 s for alpha 0.5 and beta 200.
func TestResample(t *testing.T) {
	trace := []optgap.TraceJob{
		{Job: optgap.Job{ID: 9, Width: 1, Estimate: 60, Submit: 5}, RunTime: 30},
		{Job: optgap.Job{ID: 8, Width: 64, Estimate: 3600, Submit: 6}, RunTime: 4000},
	}
	const n = 200_000
	drawn, err := workload.Resample(trace, n, 0.5, 200, 3)
	if err != nil {
		t.Fatal(err)
	}
	wide := 0
	for i, j := range drawn {
		if j.ID != int64(i+1) || i > 0 && j.Submit < drawn[i-1].Submit {
			t.Fatalf("job %d: %+v", i, j)
		}
		switch {
		case j.Width == 64 && j.Estimate == 3600 && j.RunTime == 4000:
			wide++
		case j.Width != 1 || j.Estimate != 60 || j.RunTime != 30:
			t.Fatalf("job %d is none of the trace: %+v", i, j)
		}
	}
	if share := float64(wide) / n; math.Abs(share-0.5) > 0.01 {
		t.Errorf("drew the wide job for %.3f of the jobs, want half", share)
	}
	if mean := float64(drawn[n-1].Submit) / (n - 1); math.Abs(mean/400-1) > 0.03 {
		t.Errorf("mean interarrival time %.1f s, want 400", mean)
	}
	again, _ := workload.Resample(trace, n, 0.5, 200, 3)
	if !reflect.DeepEqual(drawn, again) {
		t.Error("the same seed drew other jobs")
	}
	var fe *optgap.FieldError
	for _, bad := range []func() ([]optgap.TraceJob, error){
		func() ([]optgap.TraceJob, error) { return workload.Resample(nil, 1, 1, 1, 0) },
		func() ([]optgap.TraceJob, error) { return workload.Resample(trace, 0, 1, 1, 0) },
		func() ([]optgap.TraceJob, error) { return workload.Resample(trace, 1, 0, 1, 0) },
		func() ([]optgap.TraceJob, error) { return workload.Resample(trace, 1, 1, math.NaN(), 0) },
	} {
		if _, err := bad(); !errors.As(err, &fe) {
			t.Errorf("bad arguments: %v", err)
		}
	}
}
