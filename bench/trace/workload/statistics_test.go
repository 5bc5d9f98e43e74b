package workload_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
)

func TestPublishedOf(t *testing.T) {
	for _, m := range workload.Published() {
		got, err := workload.PublishedOf(m.Name)
		if err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%s: %+v, %v", m.Name, got, err)
		}
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
	if _, err := workload.PublishedOf("CTC-SP2"); !isFieldError(err, "trace") {
		t.Errorf("unknown name: %v", err)
	}
}

func isFieldError(err error, field string) bool {
	var f *optgap.FieldError
	return errors.As(err, &f) && f.Field == field
}

func TestValidateNamesTheField(t *testing.T) {
	for field, spoil := range map[string]func(*workload.Statistics){
		"Machine":         func(m *workload.Statistics) { m.Machine = 0 },
		"Alpha":           func(m *workload.Statistics) { m.Alpha = math.NaN() },
		"Beta":            func(m *workload.Statistics) { m.MeanInterarrival, m.Beta = 0, -1 },
		"MaxInterarrival": func(m *workload.Statistics) { m.MaxInterarrival = 1e18 },
		// The limit is 0.35/1.35 = 0.259.
		"MeanInterarrival": func(m *workload.Statistics) { m.MeanInterarrival = 0.27 * m.MaxInterarrival },
		"MaxWidth":         func(m *workload.Statistics) { m.MaxWidth = m.Machine + 1 },
		"Serial":           func(m *workload.Statistics) { m.Serial = 1 },
		"MeanWidth":        func(m *workload.Statistics) { m.MeanWidth = 1.2 }, // 0.35 * 1 + 0.65 * 2 = 1.65 at least
		"MaxEstimate":      func(m *workload.Statistics) { m.MaxEstimate = 59 },
		"MeanEstimate":     func(m *workload.Statistics) { m.MeanEstimate = float64(m.MaxEstimate) + 1 },
		"CommonShare":      func(m *workload.Statistics) { m.CommonShare = -0.1 },
		"Common":           func(m *workload.Statistics) { m.CommonShare, m.Common = 0.5, []int64{600, 600} },
		"MaxRunTime":       func(m *workload.Statistics) { m.MaxRunTime = 0 },
		"MeanRunTime":      func(m *workload.Statistics) { m.MeanRunTime = m.MeanEstimate * 1.2 },
		"PastEstimate":     func(m *workload.Statistics) { m.PastEstimate = 2 },
		"Overrun":          func(m *workload.Statistics) { m.Overrun = 1 },
		"Spread":           func(m *workload.Statistics) { m.Spread = 0 },
		"Correlation":      func(m *workload.Statistics) { m.Correlation = 1 },
	} {
		m := workload.Published()[0]
		spoil(&m)
		if err := m.Validate(); !isFieldError(err, field) {
			t.Errorf("%s: %v", field, err)
		}
		if _, err := m.Generator(); !isFieldError(err, field) {
			t.Errorf("%s: generator: %v", field, err)
		}
	}
}

func isAnyFieldError(err error) bool {
	var f *optgap.FieldError
	return errors.As(err, &f)
}
