package swf_test

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/trace/swf"
)

// TestSharedTraces loads the traces beside the repository, where there are any,
// and reports their counts.
func TestSharedTraces(t *testing.T) {
	paths, err := filepath.Glob("../../../../shared/traces/*.gz")
	if err != nil || len(paths) == 0 {
		t.Skip("no traces beside the repository")
	}
	lines := map[string]int{"KTH-SP2-1996-2.swf.gz": 28489} // one less than its header's MaxRecords
	for _, path := range paths {
		name := filepath.Base(path)
		in, err := stream.Open(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		trace, err := swf.Load(in, name, swf.Options{Rejects: io.Discard})
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		t.Logf("%s: %d processors, %d lines, %d jobs; SHA-256 %s",
			name, trace.Machine, trace.Lines, len(trace.Jobs), in.SHA256())
		for _, w := range trace.Warnings() {
			t.Logf("%s: %s", name, w)
		}
		if want, ok := lines[name]; ok && trace.Lines != want {
			t.Errorf("%s: %d lines, want %d", name, trace.Lines, want)
		}
		if trace.Lines != len(trace.Jobs)+trace.Skipped.Total() {
			t.Errorf("%s: %d lines, but %d jobs and %d skipped", name, trace.Lines, len(trace.Jobs), trace.Skipped.Total())
		}
	}
}
