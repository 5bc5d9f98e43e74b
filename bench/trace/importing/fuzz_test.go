package importing_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// fuzzFormat checks what holds of every text: it is refused with an error that names the file, or
// it becomes a trace in order of submission that is written and read back equal. first is put before each
// line of the file, as short texts vary more.
func fuzzFormat(f *testing.F, format, file, first string) {
	text := testdata(file)
	f.Add(text)
	for line := range strings.Lines(text) {
		f.Add(first + line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []importing.Options{{}, {Count: importing.Nodes, TimeZone: "Europe/Berlin", KeepNames: true}} {
			trace, err := imported(format, o, text, text)
			if err != nil {
				if !errors.Is(err, swf.ErrNoJobs) && (must.Field(err) == "" || !strings.HasPrefix(err.Error(), "file")) {
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
	i := 0
	for r := range trace.Records() {
		if i == 0 && r.Submit != 0 || r.Submit < previous || r.ID < 0 || ids[r.ID] || r.RequestedProcs < 1 ||
			r.Wait < 0 && r.Wait != swf.Unknown || r.RunTime < 0 && r.RunTime != swf.Unknown {
			t.Fatalf("record %d: %+v after submission %g", i, r, previous)
		}
		ids[r.ID], previous = true, r.Submit
		i++
	}
	var b bytes.Buffer
	must.Do(trace.Write(&b))
	again := swf.NewReader(&b, "again")
	var read []swf.Record
	for rec, err := range again.Records() {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, rec)
	}
	if want := slices.Collect(trace.Records()); !slices.Equal(read, want) || !slices.Equal(again.Header(), trace.Header) {
		t.Fatalf("read back %q and %v, expected %q and %v", again.Header(), read, trace.Header, want)
	}
}

func FuzzSlurm(f *testing.F) {
	columns, _, _ := strings.Cut(testdata("sacct.txt"), "\n")
	f.Add(head + "1|COMPLETED|99999999999|99999999999|9|9|1\n")
	f.Add("JobID|State|Submit|Start|Elapsed|NNodes|NCPUS|Timelimit|\n1+0|FAILED|0|9|9-00:00:00|9|1|UNLIMITED|\n")
	fuzzFormat(f, "slurm", "sacct.txt", columns+"\n")
}

func FuzzPBS(f *testing.F) { fuzzFormat(f, "pbs", "accounting", "") }

func FuzzBatsim(f *testing.F) {
	f.Add(`{"nb_res":4,"profiles":{"p":{"type":"delay","delay":1e15}},` +
		`"jobs":[{"id":"x","subtime":1e15,"res":1,"profile":"p"}]}`)
	fuzzFormat(f, "batsim", "workload.json", "")
}
