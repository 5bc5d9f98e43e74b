package workload_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/workload"
)

func TestByName(t *testing.T) {
	for _, m := range workload.Models() {
		got, err := workload.ByName(m.Name)
		if err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%s: %+v, %v", m.Name, got, err)
		}
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
	if _, err := workload.ByName("CTC-SP2"); !isFieldError(err, "model") {
		t.Errorf("unknown name: %v", err)
	}
}

func isFieldError(err error, field string) bool {
	var f *optgap.FieldError
	return errors.As(err, &f) && f.Field == field
}

func TestValidateNamesTheField(t *testing.T) {
	for field, spoil := range map[string]func(*workload.Model){
		"Machine":          func(m *workload.Model) { m.Machine = 0 },
		"Alpha":            func(m *workload.Model) { m.Alpha = math.NaN() },
		"Beta":             func(m *workload.Model) { m.MeanInterarrival, m.Beta = 0, -1 },
		"MaxInterarrival":  func(m *workload.Model) { m.MaxInterarrival = 1e18 },
		"MeanInterarrival": func(m *workload.Model) { m.MeanInterarrival = 0.27 * m.MaxInterarrival }, // limit 0.35/1.35 = 0.259
		"MaxWidth":         func(m *workload.Model) { m.MaxWidth = m.Machine + 1 },
		"Serial":           func(m *workload.Model) { m.Serial = 1 },
		"MeanWidth":        func(m *workload.Model) { m.MeanWidth = 1.2 }, // 0.35 * 1 + 0.65 * 2 = 1.65 at least
		"MaxEstimate":      func(m *workload.Model) { m.MaxEstimate = 59 },
		"MeanEstimate":     func(m *workload.Model) { m.MeanEstimate = float64(m.MaxEstimate) + 1 },
		"CommonShare":      func(m *workload.Model) { m.CommonShare = -0.1 },
		"Common":           func(m *workload.Model) { m.CommonShare, m.Common = 0.5, []int64{600, 600} },
		"MaxRunTime":       func(m *workload.Model) { m.MaxRunTime = 0 },
		"MeanRunTime":      func(m *workload.Model) { m.MeanRunTime = m.MeanEstimate * 1.2 },
		"PastEstimate":     func(m *workload.Model) { m.PastEstimate = 2 },
		"Overrun":          func(m *workload.Model) { m.Overrun = 1 },
		"Spread":           func(m *workload.Model) { m.Spread = 0 },
		"Correlation":      func(m *workload.Model) { m.Correlation = 1 },
	} {
		m := workload.Models()[0]
		spoil(&m)
		if err := m.Validate(); !isFieldError(err, field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestGeneratePanicsOnMisuse(t *testing.T) {
	panics := func(m workload.Model, n int) (did bool) {
		defer func() { did = recover() != nil }()
		m.Generate(n, 1)
		return false
	}
	if !panics(workload.Models()[0], -1) {
		t.Error("no panic for -1 jobs")
	}
	if !panics(workload.Model{}, 1) {
		t.Error("no panic for an empty model")
	}
}

// Submissions 100, 103, 110 at factor 0.5: 100, 100+1.5, 100+5, rounded down.
func TestShrink(t *testing.T) {
	at := func(submits ...int64) (jobs []optgap.TraceJob) {
		for i, s := range submits {
			jobs = append(jobs, optgap.TraceJob{Job: optgap.Job{ID: int64(i + 1), Width: 1, Estimate: 60, Submit: s}, RunTime: 30})
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
		if _, err := workload.Shrink(at(0, 10), factor); !isFieldError(err, "factor") {
			t.Errorf("factor %g: %v", factor, err)
		}
	}
}

// Shrinking keeps the order, and each gap is within a second of the factor
// times the old one.
func TestShrinkScalesEveryGap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(workload.Models()).Draw(t, "model")
		factor := rapid.Float64Range(0.01, 3).Draw(t, "factor")
		jobs := m.Generate(50, rapid.Uint64().Draw(t, "seed"))
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
