package swf_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// TestWriteReadBack writes extreme records and reads them back equal.
func TestWriteReadBack(t *testing.T) {
	extreme := goodRecord
	extreme.ID, extreme.User = math.MaxInt64, math.MinInt64
	extreme.Submit, extreme.Wait, extreme.CPUTime = swf.MaxNumber, -swf.MaxNumber, math.SmallestNonzeroFloat64
	extreme.Memory, extreme.ThinkTime = 1.0/3, 1e15+0.125
	records := []swf.Record{goodRecord, extreme, {}}
	header := swf.NewHeader(64, "a note", "").WithNotes("another")
	var b bytes.Buffer
	if err := swf.Write(&b, header, slices.Values(records)); err != nil {
		t.Fatal(err)
	}
	gotHeader, got, errs := readAll(&b)
	if len(errs) > 0 || !slices.Equal(got, records) || !slices.Equal(gotHeader, header) {
		t.Errorf("read back %q, %+v, errors %v", gotHeader, got, errs)
	}
}

// TestJobsReadBack writes jobs and loads the same ones.
func TestJobsReadBack(t *testing.T) {
	jobs := []optgap.TraceJob{tracejob(4, 0, 0, 64, 1), tracejob(2, 0, 90, 1, 60), tracejob(3, 7, 1<<40, 5, 1<<41)}
	var b bytes.Buffer
	if err := swf.Write(&b, swf.NewHeader(64), swf.FromJobs(jobs)); err != nil {
		t.Fatal(err)
	}
	trace, err := swf.Load(&b, "t.swf", swf.Options{Strict: true})
	if err != nil || trace.Machine != 64 || !slices.Equal(trace.Jobs, jobs) {
		t.Errorf("got %+v, %v, want %v", trace, err, jobs)
	}
}

// TestWriteRefuses what a Reader would not read back equal.
func TestWriteRefuses(t *testing.T) {
	check := func(h swf.Header, damage func(*swf.Record)) {
		t.Helper()
		rec := goodRecord
		damage(&rec)
		var field *optgap.FieldError
		err := swf.Write(&bytes.Buffer{}, h, slices.Values([]swf.Record{rec}))
		if !errors.As(err, &field) {
			t.Errorf("header %.20q, record %+v: error %v", h, rec, err)
		}
	}
	nothing := func(*swf.Record) {}
	check(swf.Header{"no semicolon"}, nothing)
	check(swf.Header{""}, nothing)
	check(swf.Header{"; two\n; lines"}, nothing)
	check(swf.Header{"; return\r"}, nothing)
	check(swf.Header{";" + strings.Repeat("x", 1<<20)}, nothing)
	check(nil, func(r *swf.Record) { r.Submit = math.NaN() })
	check(nil, func(r *swf.Record) { r.RequestedTime = math.Inf(1) })
	check(nil, func(r *swf.Record) { r.ThinkTime = -2 * swf.MaxNumber })
}

func TestWriteFails(t *testing.T) {
	cause := errors.New("disk full")
	for _, n := range []int{1, 5000} {
		records := slices.Repeat([]swf.Record{goodRecord}, n)
		if err := swf.Write(failingWriter{cause}, nil, slices.Values(records)); !errors.Is(err, cause) {
			t.Errorf("%d records: error %v, want %v", n, err, cause)
		}
	}
}
