package importing_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/bench/trace/swf"
)

// fuzzFormat checks what holds of every text: it is refused with an error that names the file, or
// it becomes a trace in order of submission that is written and read back.
func fuzzFormat(f *testing.F, format, file string) {
	f.Add(testdata(f, file))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []importing.Options{{}, {Count: importing.Nodes, TimeZone: "Europe/Berlin", KeepNames: true}} {
			trace, err := imported(format, o, text, text)
			if err != nil {
				var field *optgap.FieldError
				if !errors.Is(err, swf.ErrNoJobs) && (!errors.As(err, &field) || !strings.HasPrefix(err.Error(), "file")) {
					t.Fatal(err)
				}
				continue
			}
			checkTrace(t, trace)
		}
	})
}

func checkTrace(t *testing.T, trace *importing.Trace) {
	t.Helper()
	ids, previous := map[int64]bool{}, 0.0
	for i, r := range trace.Records {
		if i == 0 && r.Submit != 0 || r.Submit < previous || r.ID < 1 || ids[r.ID] || r.RequestedProcs < 1 ||
			r.Wait < 0 && r.Wait != swf.Unknown || r.RunTime < 0 && r.RunTime != swf.Unknown {
			t.Fatalf("record %d: %+v after submission %g", i, r, previous)
		}
		ids[r.ID], previous = true, r.Submit
	}
	var b bytes.Buffer
	if err := trace.Write(&b); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range swf.NewReader(&b, "again").Records() {
		if n++; err != nil {
			t.Fatal(err)
		}
	}
	if n != len(trace.Records) {
		t.Fatalf("read back %d records, expected %d", n, len(trace.Records))
	}
}

func FuzzSlurm(f *testing.F) { fuzzFormat(f, "slurm", "sacct.txt") }

func FuzzPBS(f *testing.F) { fuzzFormat(f, "pbs", "accounting") }

func FuzzBatsim(f *testing.F) { fuzzFormat(f, "batsim", "workload.json") }
