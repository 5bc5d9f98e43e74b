package importing_test

import (
	"testing"

	"github.com/optgap/optgap/bench/trace/importing"
)

// TestPBS reads records as TORQUE and PBS write them. Second 0 is 1792882800.
func TestPBS(t *testing.T) {
	text := testdata(t, "accounting")
	trace := mustImport(t, "pbs", importing.Options{}, text)
	compare(t, trace, []job{
		{200, 0, 5, 3600, 8, 86400, 1},
		{201, 3200, 400, 600, 12, -1, 0},   // by total_execution_slots
		{202, 3400, 100, 1300, 8, 1800, 0}, // 30:00 is half an hour
		{204, 4800, 120, 90, 1, 86400, 5},  // deleted while it ran
		{205, 4900, 260, 240, 1, -1, 1},    // a task of an array, started twice
	})
	want := importing.Skips{
		importing.StillRunning: 1, importing.DeletedBeforeRun: 1, importing.Attempt: 1, importing.WholeArray: 1,
	}
	if trace.Skipped != want {
		t.Errorf("left out %v, expected %v", trace.Skipped, want)
	}
	warned(t, trace, "left out", "2 of 5 jobs have no time limit", "1 of 5 jobs have a new number",
		"the trace has no MaxProcs")

	trace = mustImport(t, "pbs", importing.Options{Count: importing.Nodes}, text)
	var nodes []int64
	for r := range trace.Records() {
		nodes = append(nodes, r.Width())
	}
	for i, want := range []int64{2, 2, 2, 1, 1} {
		if nodes[i] != want {
			t.Errorf("found nodes %v, expected 2 2 2 1 1", nodes)
			break
		}
	}
}

// TestPBSDays: a job may start in the file of one day and end in that of another.
func TestPBSDays(t *testing.T) {
	text := testdata(t, "accounting")
	cut := 0
	for i, c := range text {
		if c == '\n' && i > len(text)/2 {
			cut = i + 1
			break
		}
	}
	whole := mustImport(t, "pbs", importing.Options{}, text)
	days := mustImport(t, "pbs", importing.Options{}, text[:cut], text[cut:])
	compare(t, days, jobs(whole))
	if days.Skipped != whole.Skipped {
		t.Errorf("left out %v, expected %v", days.Skipped, whole.Skipped)
	}
}

func TestPBSWidths(t *testing.T) {
	for attributes, want := range map[string]int64{
		"exec_host=n1/0":                          1,
		"exec_host=n1/0-3,7+n2/1":                 6,
		"exec_host=n1/0*16+n2/0*16":               32,
		"exec_host=n1/0 Resource_List.ncpus=8":    8, // of one host, by TORQUE
		"exec_host=n1/0*8 Resource_List.ncpus=4":  8,
		"Resource_List.ncpus=4":                   4,
		"total_execution_slots=12 exec_host=n1/0": 12,
	} {
		trace := mustImport(t, "pbs", importing.Options{}, "10/25/2026 02:00:00;E;1.s;ctime=5 start=6 end=7 "+attributes)
		if got := widthOf(trace); got != want {
			t.Errorf("%s: found %d, expected %d", attributes, got, want)
		}
	}
}

func TestPBSRefuses(t *testing.T) {
	const date, rest = "10/25/2026 02:00:00;", "ctime=5 start=6 end=7 exec_host=n1/0"
	for text, parts := range map[string][]string{
		"1|COMPLETED":                                                {"file1:1: line", "date;type;id;message"},
		date + "E;1.s":                                               {"file1:1: line"},
		"25.10.2026 02:00;E;1.s;" + rest:                             {"file1:1: date", "25.10.2026"},
		"13/25/2026 02:00:00;E;1.s;" + rest:                          {"file1:1: date"},
		date + "End;1.s;" + rest:                                     {"file1:1: type", "End"},
		date + "E;one.s;" + rest:                                     {"file1:1: id", "one.s"},
		"\n" + date + "E;1.s;start=6 end=7":                          {"file1:2: ctime", "found none"},
		date + "E;1.s;ctime=5 start=6":                               {"file1:1: end", "found none"},
		date + "E;1.s;ctime=5 start=now end=7":                       {"file1:1: start", "now"},
		date + "E;1.s;ctime=5 start=9 end=7":                         {"file1:1: end", "at least start, 9"},
		date + "E;1.s;ctime=-5 start=6 end=7":                        {"file1:1: ctime", "-5"},
		date + "E;1.s;" + rest + "/x":                                {"file1:1: exec_host", "n1/0/x"},
		date + "E;1.s;" + rest + "+/2":                               {"file1:1: exec_host", "/2"},
		date + "E;1.s;" + rest + "-":                                 {"file1:1: exec_host", "n1/0-"},
		date + `E;1.s;project="big data ` + rest:                     {"file1:1: project", "quotation mark"},
		date + "E;1.s;ctime=5 start=6 en":                            {"file1:1: message", `"en"`}, // torn
		date + "E;1.s;" + rest + " Resource_List.walltime=1:2:3:4:5": {"file1:1: Resource_List.walltime"},
		date + "E;1.s;" + rest + " total_execution_slots=many":       {"file1:1: total_execution_slots", "many"},
	} {
		_, err := imported("pbs", importing.Options{}, text)
		refused(t, err, parts...)
	}
}
