package importing_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/heuristics/must"
)

// TestBatsim: delays are run times, other profiles tell none. The first submission is second 5.
func TestBatsim(t *testing.T) {
	text := testdata("workload.json")
	trace := mustImport("batsim", importing.Options{}, text)
	compare(t, trace, []job{
		{3, 0, -1, 20, 1, -1, 1},
		{4, 5, -1, 20, 4, 100, 1},  // w0!1 is no number
		{2, 7, -1, 300, 16, -1, 0}, // its profile returns 1
	})
	records := slices.Collect(trace.Records())
	must.Equal(t, records[1].RunTime, 20.25, "run time")
	must.Equal(t, records[2].Submit, 7.5, "the submission")
	must.Equal(t, trace.Skipped, importing.Skips{importing.NoRunTime: 1})
	must.Equal(t, trace.Header.Get("MaxProcs")+trace.Header.Get("UnixStartTime"), "16", "header",
		trace.Header, "the processors of nb_res and no date")
	floats := strings.NewReplacer(`"res": 4`, `"res": 4.0`, `"id": 2`, `"id": 2.0`).Replace(text)
	compare(t, mustImport("batsim", importing.Options{}, floats), jobs(trace))
	trace = mustImport("batsim", importing.Options{Machine: 20}, text)
	must.Equal(t, trace.Header.Get("MaxProcs"), "20", "processors of the option")
}

func TestBatsimRefuses(t *testing.T) {
	const profiles = `"profiles":{"p":{"type":"delay","delay":1}}`
	with := func(job string) string { return "{\n" + profiles + ",\n\"jobs\":[\n" + job + "]}" }
	for text, parts := range map[string][]string{
		"":                     {"file1:1: JSON", "unexpected end"},
		"17":                   {"file1:1: JSON", "number", "an object"},
		"[]":                   {"file1:1: JSON", "array"},
		"{\n\"jobs\":7}":       {"file1:2: jobs", "7", "a list"},
		"{}":                   {"file1:1: jobs", "found none"},
		`{"jobs":[]} {}`:       {"file1:1: JSON", "after top-level value"},
		"{\n\n\"jobs\":[\n{]}": {"file1:4: JSON", "invalid character"},
		"{\n\n\"jobs\":[\n{":   {"file1:4: JSON", "unexpected end"},
		`{"nb_res":0}`:         {"file1:1: nb_res", "found 0"},
		`{"nb_res":"x"}`:       {"file1:1: nb_res", "string", "a whole number"},
		with(`{"id":1,"subtime":1,"res":1,"profile":"q"}`):     {"file1:4: profile", `"q"`},
		with(`{"subtime":1,"res":1,"profile":"p"}`):            {"file1:4: id", "found none"},
		with(`{"id":1,"res":1,"profile":"p"}`):                 {"file1:4: subtime", "found none"},
		with("{\"id\":1,\"subtime\":1},\n7"):                   {"file1:4: res", "found none"},
		with(`{"id":1,"subtime":-1,"res":1,"profile":"p"}`):    {"file1:4: subtime", "-1"},
		with(`{"id":1,"subtime":1e300,"res":1,"profile":"p"}`): {"file1:4: subtime", "1e+300"},
		with(`{"id":1,"subtime":1,"res":"two","profile":"p"}`): {"file1:4: res", "string", "a whole number"},
		with(`{"id":1,"subtime":1,"res":0,"profile":"p"}`):     {"file1:4: res", "found 0"},
		with("7"): {"file1:4: JSON", "number"},
	} {
		_, err := imported("batsim", importing.Options{}, text)
		refused(t, err, parts...)
	}
}

// TestBatsimSequences: a sequence takes the time of its profiles, as often as it is repeated. Short takes 20.25 s.
func TestBatsimSequences(t *testing.T) {
	for profile, want := range map[string]any{
		`{"type":"composed","seq":["short","short"]}`:                              40.5,
		`{"type":"SequentialCompositionProfile","repeat":4,"seq":["short","two"]}`: 4 * 3 * 20.25,
		`{"type":"sequential_composition","repeat":2,"seq":["none"]}`:              0.0,
		`{"type":"composed","seq":["short","parallel"]}`:                           importing.NoRunTime,
		`{"type":"composed","seq":["parallel","twoParallel"]}`:                     importing.NoRunTime,
		`{"type":"composed","repeat":0,"seq":["short"]}`:                           "seq: found 1 profiles, 0 times",
		`{"type":"composed"}`:                                              "seq: found 0 profiles",
		`{"type":"composed","seq":["p"]}`:                                  `seq: found "p" within itself`,
		`{"type":"composed","seq":["back"]}`:                               `seq: found "p" within itself`,
		`{"type":"composed","seq":["gone"]}`:                               `profile: found "gone"`,
		`{"type":"composed","seq":"short"}`:                                "seq: found string",
		`{"type":"composed","repeat":1e15,"seq":["short"]}`:                "repeat: found number 1e15",
		`{"type":"composed","repeat":1000000000000000000,"seq":["short"]}`: "seq: found 2.025e+19 s",
		`{"type":"delay"}`:                                                 "delay: found none",
		`{"type":"delay","delay":-1}`:                                      "delay: found -1",
	} {
		trace, err := imported("batsim", importing.Options{}, `{"jobs":[{"id":0,"subtime":0,"res":1,"profile":"p"},
			{"id":7,"subtime":0,"res":1,"profile":"short"}],"profiles":{"back":{"type":"composed","seq":["p"]},
			"short":{"type":"delay","delay":20.25},"none":{"type":"delay","delay":0},"parallel":{"type":"parallel"},
			"two":{"type":"composed","repeat":2,"seq":["short"]},"twoParallel":{"type":"composed","seq":["parallel"]},
			"p":`+profile+`}}`)
		if err != nil {
			t.Errorf("%s: %v", profile, err)
			continue
		}
		first := slices.Collect(trace.Records())[0]
		switch want := want.(type) {
		case float64:
			// 0 is a number as any other
			must.Equal(t, first.ID, 0, profile)
			must.Equal(t, first.RunTime, want, profile)
		case importing.Reason:
			must.Equal(t, first.ID, 7, profile)
			must.Equal(t, trace.Skipped[want], 1, profile)
		case string:
			warned(t, trace, "left out of the log: 1 unreadable record; the first fault: file1:1: "+want)
		}
	}
}

// TestBatsimDepth: a profile that others name often is added up once.
func TestBatsimDepth(t *testing.T) {
	profiles := `"p0":{"type":"delay","delay":0}`
	for i := range 64 {
		profiles += fmt.Sprintf(`,"p%d":{"type":"composed","seq":["p%d","p%d"]}`, i+1, i, i)
	}
	trace := mustImport("batsim", importing.Options{},
		`{"jobs":[{"id":0,"subtime":0,"res":1,"profile":"p64"}],"profiles":{`+profiles+`}}`)
	compare(t, trace, []job{{0, 0, -1, 0, 1, -1, 1}})
}

// TestReadFailures: failures to read are told with the file, and are no faults of the log. A line without an end is
// refused where there are lines.
func TestReadFailures(t *testing.T) {
	cause := errors.New("disk on fire")
	for _, f := range importing.Formats() {
		o := importing.Options{Map: mapped("submit=a", "wait=a", "runtime=a", "width=a")}
		im := must.Get(importing.New(f.Name, o))
		r := io.MultiReader(strings.NewReader("\n"), iotest.ErrReader(cause))
		if err := im.Read(r, "log"); !errors.Is(err, cause) || !strings.Contains(err.Error(), "log: after line") {
			t.Errorf("%s: error %v, expected %v after a line", f.Name, err, cause)
		}
		if f.Name != "batsim" {
			refused(t, must.Get(importing.New(f.Name, o)).Read(endless{}, "zero"), "zero", "expected a shorter line")
		}
	}
}
