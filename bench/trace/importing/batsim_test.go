package importing_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap/bench/trace/importing"
)

// TestBatsim: delays are run times, other profiles tell none. The first submission is second 5.
func TestBatsim(t *testing.T) {
	text := testdata(t, "workload.json")
	trace := mustImport(t, "batsim", importing.Options{}, text)
	compare(t, trace, []job{
		{3, 0, -1, 20, 1, -1, 1},
		{4, 5, -1, 20, 4, 100, 1}, // w0!1 is no number
		{2, 7, -1, 300, 16, -1, 1},
	})
	records := slices.Collect(trace.Records())
	if r := records[1]; r.RunTime != 20.25 {
		t.Errorf("found a run time of %g s, expected 20.25", r.RunTime)
	}
	if r := records[2]; r.Submit != 7.5 {
		t.Errorf("found the submission %g, expected 7.5", r.Submit)
	}
	if trace.Skipped[importing.NoRunTime] != 1 || trace.Skipped.Total() != 1 {
		t.Errorf("left out %v, expected one without a run time", trace.Skipped)
	}
	if got := trace.Header.Get("MaxProcs") + trace.Header.Get("UnixStartTime"); got != "16" {
		t.Errorf("found header %q, expected the processors of nb_res and no date", trace.Header)
	}
	trace = mustImport(t, "batsim", importing.Options{Machine: 20}, text)
	if got := trace.Header.Get("MaxProcs"); got != "20" {
		t.Errorf("found %s processors, expected those of the option", got)
	}
}

func TestBatsimRefuses(t *testing.T) {
	const profiles = `"profiles":{"p":{"type":"delay","delay":1}}`
	with := func(job string) string { return "{\n" + profiles + ",\n\"jobs\":[\n" + job + "]}" }
	for text, parts := range map[string][]string{
		"":                     {"file1:1: JSON", "the end of the file"},
		"17":                   {"file1:1: JSON", "17", "an object"},
		"[]":                   {"file1:1: JSON", "["},
		"{\n\"jobs\":7}":       {"file1:2: JSON", "7", "a list of jobs"},
		"{}":                   {"file1:1: jobs", "found none"},
		`{"jobs":[]} {}`:       {"file1:1: JSON", "more after the workload"},
		"{\n\n\"jobs\":[\n{]}": {"file1:4: JSON", "invalid character"},
		"{\n\n\"jobs\":[\n{":   {"file1:4: JSON", "the end of the file"},
		`{"nb_res":0}`:         {"file1:1: nb_res", "found 0"},
		`{"nb_res":"x"}`:       {"file1:1: "},
		with(`{"id":1,"subtime":1,"res":1,"profile":"q"}`):         {"file1: job 1: profile", `"q"`},
		with(`{"subtime":1,"res":1,"profile":"p"}`):                {"file1:4: id", "found none"},
		with(`{"id":1,"res":1,"profile":"p"}`):                     {"file1:4: subtime", "found none"},
		with("{\"id\":1,\"subtime\":1},\n7"):                       {"file1:4: res", "found none"},
		with(`{"id":1,"subtime":-1,"res":1,"profile":"p"}`):        {"file1:4: subtime", "-1"},
		with(`{"id":1,"subtime":1e300,"res":1,"profile":"p"}`):     {"file1:4: subtime", "1e+300"},
		with(`{"id":1,"subtime":1,"res":1,"walltime":1e300}`):      {"file1:4: walltime"},
		with(`{"id":1,"subtime":1,"res":"two","profile":"p"}`):     {"file1:4: res", "string"},
		`{"profiles":{"p":{"type":"delay","delay":-1}},"jobs":[]}`: {"file1:1: delay", "-1"},
	} {
		_, err := imported("batsim", importing.Options{}, text)
		refused(t, err, parts...)
	}
}

// TestReadFailures: failures to read are told with the file, and are no faults of the log.
func TestReadFailures(t *testing.T) {
	cause := errors.New("disk on fire")
	for _, f := range importing.Formats() {
		im, err := importing.New(f.Name, importing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := io.MultiReader(strings.NewReader("\n"), iotest.ErrReader(cause))
		if err := im.Read(r, "log"); !errors.Is(err, cause) || !strings.Contains(err.Error(), "log: after line") {
			t.Errorf("%s: error %v, expected %v after a line", f.Name, err, cause)
		}
	}
}
