package swf_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

func seeds(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("; Version: 2.2\r\n; MaxProcs: 10\r\n" + good + "\r\n; Note: late\n\n" + good))
	f.Add([]byte("\ufeff;\n" + strings.ReplaceAll(good, " ", "\t") + "\n1 2 3\nNaN\n"))
	f.Add([]byte(machine10 + line(2, 1.5, 0, 2, -1, 60, 5) + line(1, "9007199254740992", "1e3", -1, 4, "-0.0", 1)))
	f.Add([]byte(machine10 + line(2, 1, 7, 2, -1, 60, 2) + line("9223372036854775807", 0, 7, 1, 1, -1, 1) +
		line(2, 0, 7, 1, 1, -1, 1)))
	f.Add([]byte(machine10 + line("-9223372036854775808", "0.3333333333333333", "5e-324", 2, 1, "1e15", 1)))
	f.Add([]byte(machine10 + line(4, 0, 0, 64, 64, 1, 1) + line(2, 0, 90, 1, 1, 60, 1) +
		line(3, 7, 1<<40, 5, 5, 1<<41, 1)))
}

// FuzzReader writes what is accepted and reads it back equal.
func FuzzReader(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		header, records, _ := readAll(bytes.NewReader(data))
		var b bytes.Buffer
		if err := swf.Write(&b, header, slices.Values(records)); err != nil {
			t.Fatalf("what was read is not written: %v", err)
		}
		gotHeader, got, errs := readAll(&b)
		if len(errs) > 0 || !slices.Equal(got, records) || !slices.Equal(gotHeader, header) {
			t.Fatalf("read back %q, %+v, errors %v, want %q, %+v", gotHeader, got, errs, header, records)
		}
	})
}

// FuzzLoad checks what Load promises of every trace it accepts.
func FuzzLoad(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		trace, err := swf.Load(bytes.NewReader(data), "t.swf", swf.Options{Machine: 100, Rejects: io.Discard})
		if err != nil {
			return
		}
		if trace.Lines != len(trace.Jobs)+trace.Skipped.Total() {
			t.Fatalf("%d lines, %d jobs, skipped %v", trace.Lines, len(trace.Jobs), trace.Skipped)
		}
		ids, previous := map[int64]bool{}, int64(0)
		for _, j := range trace.Jobs {
			if j.Width < 1 || j.Width > 100 || j.Estimate < 1 || j.RunTime < 0 || j.Submit < previous || ids[j.ID] ||
				j.Submit+max(j.Estimate, j.RunTime) > swf.MaxNumber || j.Area() > swf.MaxNumber {
				t.Fatalf("job %+v after submission %d", j, previous)
			}
			ids[j.ID], previous = true, j.Submit
		}
		var b bytes.Buffer
		must.Do(swf.Write(&b, swf.NewHeader(100), slices.Values(lists.Each(trace.Jobs, swf.FromJob))))
		again, err := swf.Load(&b, "t.swf", swf.Options{Strict: true})
		if err != nil || !slices.Equal(again.Jobs, trace.Jobs) {
			t.Fatalf("loaded again %v, %v, want %v", again, err, trace.Jobs)
		}
	})
}
