package importing_test

import (
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// TestSlurm reads a log made by hand from the manual, of the night in which summer time ends in
// Berlin. Times are seconds after 00:00 CEST, so that 03:00 CET is 4 h = 14400 s.
func TestSlurm(t *testing.T) {
	o := importing.Options{TimeZone: "Europe/Berlin"}
	trace := mustImport("slurm", o, testdata("sacct.txt"))
	compare(t, trace, []job{
		{100, 0, 600, 3600, 64, 172800, 1},
		{101, 1800, 2*3600 + 20*60, 1800, 32, 1800, 0}, // from 02:50 CEST to 02:20 CET
		{102, 2400, 110 * 60, 4200, 8, -1, 1},          // from 02:30 CEST to 02:40 CET
		{103, 14400, 5, 0, 4, -1, 0},                   // ran, and failed at once
		{104, 15000, 600, -1, 128, 600, 5},             // cancelled after 10 min
		{105, 15030, 60, -1, 16, 600, 5},               // the same as newer versions of Slurm print it
		{106, 15120, 30, 60, 16, 600, 5},               // cancelled while it ran
		{107, 18000, 60, 600, 32, 3600, 0},             // requeued
		{116, 18660, 240, 2700, 32, 3600, 1},           // its second run, with the number after 115
		{108, 21600, 0, 3000, 32, 7200, 1},             // suspended for 600 s
		{109, 25200, 10, 300, 1, 900, 0},
		{110, 25200, 10, 600, 1, 900, 1},
		{112, 28800, 300, 1802, 97, 3600, 1}, // 1 + 96 processors up to the later end
		{115, 32460, 60, 60, 32, 3600, 0},
	})
	must.Equal(t, trace.Skipped, importing.Skips{
		importing.Step: 4, importing.StillWaiting: 1, importing.StillRunning: 1, importing.ElsewhereRun: 1,
		importing.StartsBeforeSubmit: 1,
	})
	// 2026-10-25 00:00 CEST is 22:00 UTC of the day before.
	must.Equal(t, trace.Header.Get("UnixStartTime"), "1792879200", "the trace begins at")
	must.Equal(t, trace.Header.Get("TimeZoneString"), "Europe/Berlin", "zone")
	warned(t, trace,
		"left out of the log: 4 steps of jobs, 1 still waiting, 1 still running, 1 run on another cluster, "+
			"1 start before the submission",
		"2 of 14 jobs have no time limit", "1 of 14 jobs were suspended",
		"2 of 14 jobs could not start at their submission",
		"1 of 14 jobs are heterogeneous", "1 of 14 jobs have a new number")
}

// warned looks for the beginnings of warnings.
func warned(t *testing.T, trace *importing.Trace, beginnings ...string) {
	t.Helper()
	all := trace.Warnings()
	for i, b := range beginnings {
		if i >= len(all) || !strings.HasPrefix(all[i], b) {
			t.Errorf("warnings %q, expected number %d to begin with %q", all, i+1, b)
			return
		}
	}
}

// TestSummerTimeUntold: without its zone, the times of that night contradict the run times, and
// the trace says so.
func TestSummerTimeUntold(t *testing.T) {
	trace := mustImport("slurm", importing.Options{}, testdata("sacct.txt"))
	must.Contain(t, strings.Join(trace.Warnings(), "\n"), "2 of 14 jobs end before their start plus",
		"warnings")
}

// TestRealSlurm reads what Slurm 22.05 printed of jobs that were run for it, see
// testdata/README.md: once as the documentation says, once with the steps, and once in local times.
// The first jobs, with the seconds that the machine took for them:
func TestRealSlurm(t *testing.T) {
	whole := mustImport("slurm", importing.Options{}, testdata("sacct-22.05.txt"))
	steps := mustImport("slurm", importing.Options{}, testdata("sacct-22.05-steps.txt"))
	local := mustImport("slurm", importing.Options{TimeZone: "America/New_York"}, testdata("sacct-22.05-local.txt"))
	compare(t, steps, jobs(whole))
	compare(t, local, jobs(whole))
	must.Equal(t, whole.Skipped, importing.Skips{importing.StillWaiting: 1, importing.StillRunning: 1})
	must.Equal(t, local.Skipped, whole.Skipped)
	must.Equal(t, steps.Skipped, importing.Skips{importing.StillWaiting: 1, importing.StillRunning: 1, importing.Step: 32})
	must.EqualSlices(t, jobs(whole)[:17], []job{
		{1, 0, 2, 5, 2, 600, 1},
		{2, 0, 8, 3, 8, 172800, 1},
		{3, 0, 12, 2, 1, 300, 1}, // the last task of the array, which keeps the number of the array
		{4, 0, 12, 3, 4, -1, 1},  // UNLIMITED
		{5, 0, 15, 2, 3, 300, 1},
		{6, 0, 18, 0, 2, 300, 0},  // exit 3
		{7, 0, 0, -1, 8, 300, 5},  // cancelled before its start
		{8, 0, 18, 1, 2, 300, 0},  // requeued
		{9, 0, 18, 2, 2, 300, 1},  // suspended for 4 s
		{10, 0, 18, 7, 1, 300, 5}, // cancelled while it ran
		{11, 0, 18, 71, 1, 60, 0}, // killed at its limit of a minute, a little late
		{12, 0, 19, 1, 2, 420, 1}, // not to begin before 15 s
		{13, 0, 12, 2, 1, 300, 1},
		{14, 0, 12, 2, 1, 300, 1},
		{15, 0, 12, 2, 1, 300, 1},
		{34, 19, 131, 6, 2, 300, 1}, // 8 once more: its submission is the second of the requeueing
		{16, 25, 2, -1, 4, 180, 5},  // two components of 1 and 3 processors, cancelled before their start
	})
}

// head is the first line of a log without ends.
const head = "JobID|State|Submit|Start|ElapsedRaw|AllocCPUS|TimelimitRaw\n"

// TestCounts: nodes or processors, by the columns that are there.
func TestCounts(t *testing.T) {
	const line = "1|COMPLETED|0|0|50|1|96|4|2\n"
	for columns, want := range map[string][2]int64{
		"JobIDRaw|State|Submit|Start|ElapsedRaw|TimelimitRaw|AllocCPUS|NCPUS|NNodes\n":   {96, 2},
		"JobID|State|Submit|Start|ElapsedRaw|TimelimitRaw|NCPUS|AllocNodes|NNodes\n":     {96, 4},
		"jobid|state|submit|start|elapsedraw|timelimitraw|ncpus|allocnodes|ALLOCCPUS\n":  {2, 4},
		"JobID|State|Submit|Start|Elapsed|TimelimitRaw|AllocCPUS|AllocNodes|ReqNodes\n":  {96, 4},
		"JobID|State|Submit|Start|ElapsedRaw|Timelimit|AllocCPUS|AllocNodes|Anything\n":  {96, 4},
		"JobID|State|Submit|Start|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|\r\n":         {96, 4}, // of sacct --parsable
		"\ufeffJobID|State|Submit|Start|ElapsedRaw|Timelimit|NCPUS|AllocNodes|Comment\n": {96, 4},
	} {
		for i, count := range []string{importing.Processors, importing.Nodes} {
			trace := mustImport("slurm", importing.Options{Count: count}, columns+line)
			must.Equal(t, widthOf(trace), want[i], columns, count)
		}
	}
}

func TestSlurmRefuses(t *testing.T) {
	const good = "1|COMPLETED|0|0|50|64|1\n"
	json := []string{"file1:1: line", "JSON, as sacct --json and squeue --json", "sacct --allusers", "--format JobID,"}
	const other = "TimelimitRaw|AllocCPUS|ElapsedRaw|Start|Submit|State|JobID\n" // in another order
	for text, parts := range map[string][]string{
		"":                          {"file1: ", "found no line"},
		good:                        {"file1:1: header", "1|COMPLETED", "JobID or JobIDRaw"},
		"\n" + "x":                  {"file1:2: header"},
		`{"jobs": [{"job_id": 1}]}`: json, // as squeue --json prints it, in one line
		"\ufeff\n[\n":               json,
		`{"jobs": [` + strings.Repeat(" ", swf.MaxLine) + "]}":     json,
		strings.Replace(head, "|Start", "", 1):                     {"file1:1: header", "a column Start"},
		strings.Replace(head, "AllocCPUS", "x", 1):                 {"a column AllocCPUS or NCPUS"},
		strings.Replace(head, "TimelimitRaw", "x", 1):              {"a column TimelimitRaw or Timelimit"},
		strings.Replace(head, "\n", "|State\n", 1):                 {"column \"State\" twice"},
		head + "1|COMPLETED|0|0|50|1.5K|1\n":                       {"file1:2: AllocCPUS", "1.5K"},
		head + "1|COMPLETED|0|0|50|K|1\n":                          {"file1:2: AllocCPUS", `"K"`},
		head + good + head:                                         {"file1:3: line", "the header a second time"},
		head + good + other:                                        {"file1:3: line", "the header a second time"},
		head + "2|COMPLETED|0|0\n":                                 {"file1:2: line", "found 4 fields, expected 7"},
		head + "1|COMPLETED|9|8|50|64|1\n":                         {"file1:2: Start", "not before Submit, \"9\""},
		head + "1|COMPLETED|0|0|50|0|1\n":                          {"file1:2: AllocCPUS", "at least 1"},
		head + "2|COMPLETED|0|0|50|64|1|7\n":                       {"file1:2: line", "found 8 fields"},
		head + "x|COMPLETED|0|0|50|64|1\n":                         {"file1:2: JobID", `"x"`},
		head + "1x|COMPLETED|0|0|50|64|1\n":                        {"file1:2: JobID", `"1x"`},
		head + "1|COMPLETED|yesterday|0|50|64|1\n":                 {"file1:2: Submit", "yesterday"},
		head + "1|COMPLETED|2026-13-01T00:00:00|0|50|64|1\n":       {"file1:2: Submit", "2026-13-01"},
		head + "1|COMPLETED|0|-5|50|64|1\n":                        {"file1:2: Start", `"-5"`},
		head + "1|COMPLETED|0|0|50.5|64|1\n":                       {"file1:2: ElapsedRaw", "50.5"},
		head + "1|COMPLETED|0|0||64|1\n":                           {"file1:2: ElapsedRaw", `""`},
		head + "1|COMPLETED|0|0|50|64G|1\n":                        {"file1:2: AllocCPUS", "64G"},
		head + good + strings.Repeat("9", 2<<20):                   {"file1:3: line", "more than 1048576 bytes"},
		"JobID|JobIDRaw|" + head[6:] + "1|x|COMPLETED|0|0|5|6|1\n": {"file1:2: JobIDRaw", `"x"`},
	} {
		_, err := imported("slurm", importing.Options{}, text)
		refused(t, err, parts...)
	}
	// A time that the clock jumped over.
	_, err := imported("slurm", importing.Options{TimeZone: "Europe/Berlin"},
		head+"1|COMPLETED|2026-03-29T02:30:00|2026-03-29T03:30:00|50|64|1\n")
	refused(t, err, "file1:2: Submit", "2026-03-29T02:30:00", "Europe/Berlin")
}

// TestSlurmUnits: without --noconvert sacct writes multiples of 1024 with a letter, of a heterogeneous job too.
func TestSlurmUnits(t *testing.T) {
	trace := mustImport("slurm", importing.Options{Count: importing.Nodes},
		"JobID|State|Submit|Start|ElapsedRaw|AllocNodes|ReqNodes|TimelimitRaw\n1|COMPLETED|0|7|50|1K|1K|1\n"+
			"2|COMPLETED|1|7|50|1023|1K|1\n3|CANCELLED|2|None|0|0|2M|1\n"+
			"4+0|COMPLETED|3|7|50|3K|3K|1\n4+1|COMPLETED|3|7|50|1|1|1\n")
	compare(t, trace, []job{{1, 0, 7, 50, 1024, 60, 1}, {2, 1, 6, 50, 1023, 60, 1}, {3, 2, -1, -1, 2 << 20, 60, 5},
		{4, 3, 4, 50, 3073, 60, 1}})
}

// TestGPUs: the number of all, else the sum of the types. A component without GPUs adds none to its job.
func TestGPUs(t *testing.T) {
	o := importing.Options{Count: importing.GPUs, Strict: true}
	const columns = "JobID|State|Submit|Start|ElapsedRaw|AllocTRES|ReqTRES|TimelimitRaw\n"
	trace := mustImport("slurm", o, columns+
		"1|COMPLETED|0|7|50|billing=8,cpu=8,gres/gpu=8,node=1||1\n"+
		"2|COMPLETED|1|7|50|cpu=8,gres/gpu:a100=4,gres/gpu:v100=2,gres/gpumem=80G||1\n"+
		"3|COMPLETED|2|7|50|gres/gpu:a100=4,gres/gpu=4||1\n"+
		"4|COMPLETED|3|7|50|cpu=64,mem=4G||1\n5|COMPLETED|4|7|50|||1\n"+
		"6|CANCELLED|5|None|0||gres/gpu=3|1\n"+
		"7+0|COMPLETED|6|7|50|cpu=4||1\n7+1|COMPLETED|6|7|50|gres/gpu=1K||1\n"+
		"8+0|COMPLETED|7|7|50|cpu=4||1\n8+1|COMPLETED|7|7|50|cpu=2||1\n")
	compare(t, trace, []job{
		{1, 0, 7, 50, 8, 60, 1}, {2, 1, 6, 50, 6, 60, 1}, {3, 2, 5, 50, 4, 60, 1}, {6, 5, -1, -1, 3, 60, 5},
		{7, 6, 1, 50, 1024, 60, 1},
	})
	must.Equal(t, trace.Skipped, importing.Skips{importing.NoGPU: 3})
	warned(t, trace, "left out of the log: 3 without GPUs")
	_, err := imported("slurm", o, columns+"1|COMPLETED|0|7|50|gres/gpu=x||1\n")
	refused(t, err, "file1:2: AllocTRES", "a whole number")
	_, err = imported("slurm", o, head)
	refused(t, err, "a column AllocTRES")
	_, err = importing.New("pbs", o)
	refused(t, err, `count: found "gpus", expected processors or nodes`)
}

// TestSlurmClusters: equal ids and times on two clusters are two jobs, of which one cluster is chosen. A file that does
// not name its cluster is of any.
func TestSlurmClusters(t *testing.T) {
	const columns = "JobID|Cluster|State|Submit|Start|ElapsedRaw|AllocCPUS|TimelimitRaw\n"
	const alpha = "1|alpha|COMPLETED|0|7|50|4|1\n2+0|alpha|COMPLETED|5|7|50|1|1\n2+1|alpha|COMPLETED|5|7|50|2|1\n"
	const beta = "1|beta|COMPLETED|0|7|50|4|1\n2+0|beta|COMPLETED|5|7|50|8|1\n2+1|beta|FAILED|5|7|50|16|1\n" +
		"9.batch|beta|x|5|7|50|16|1\n"
	only := []job{{1, 0, 7, 50, 4, 60, 1}, {2, 5, 2, 50, 3, 60, 1}}
	chosen := importing.Options{Cluster: "alpha", Strict: true}
	for text, o := range map[string]importing.Options{columns + alpha: {}, columns + beta + alpha: chosen} {
		compare(t, mustImport("slurm", o, text), only)
	}
	other := mustImport("slurm", importing.Options{Cluster: "beta"}, columns+alpha+beta)
	compare(t, other, []job{{1, 0, 7, 50, 4, 60, 1}, {2, 5, 2, 50, 24, 60, 0}})
	must.Equal(t, other.Skipped, importing.Skips{importing.OtherCluster: 3, importing.Step: 1})
	compare(t, mustImport("slurm", importing.Options{}, columns+alpha, head+"3|COMPLETED|9|9|50|64|1\n"),
		[]job{only[0], {4, 5, 2, 50, 3, 60, 1}, {3, 9, 0, 50, 64, 60, 1}})
	for _, files := range [][]string{{columns + alpha + beta}, {columns + alpha, columns + beta}} {
		_, err := imported("slurm", importing.Options{}, files...)
		refused(t, err, `cluster: found none, expected one of "alpha" (3 lines), "beta" (4 lines)`)
	}
	_, err := imported("slurm", importing.Options{Cluster: "gamma"}, columns+alpha)
	refused(t, err, `cluster: found "gamma", expected one of "alpha" (3 lines)`)
	_, err = imported("slurm", importing.Options{Cluster: "alpha"}, head)
	refused(t, err, "file1:1: header", "a column Cluster")
}

// TestSlurmStates: a job has ended if it has an end, whatever its state. Without a column End the state tells it.
func TestSlurmStates(t *testing.T) {
	withEnd := strings.Replace(head, "Start|", "Start|End|", 1)
	ran := func(status int64) []job { return []job{{1, 0, 10, 3600, 48, 60, status}} }
	for line, want := range map[string]struct {
		jobs    []job
		skipped importing.Reason
		warning string
	}{
		"RESIZING|0|10|3610|3600":         {jobs: ran(1), warning: "1 of 2 jobs ended as their size changed"},
		"RESIZING|0|10|Unknown|3600":      {skipped: importing.StillRunning},
		"COMPLETED|0|10|Unknown|3600":     {skipped: importing.StillRunning},
		"TIMEOUT|0|10||3600":              {skipped: importing.StillRunning},
		"RUNNING|0|10|3610|3600":          {skipped: importing.StillRunning}, // as sacct --truncate prints it
		"SUSPENDED|0|10|Unknown|3600":     {skipped: importing.StillRunning},
		"POWER_UP_NODE|0|10|Unknown|0":    {skipped: importing.StillRunning},
		"CONFIGURING|0|10|Unknown|0":      {skipped: importing.StillRunning},
		"EXPEDITING|0|Unknown|Unknown|0":  {skipped: importing.StillWaiting},
		"REQUEUE_HOLD|0|None|None|0":      {skipped: importing.StillWaiting},
		"REQUEUE_HOLD|0|10|3610|3600":     {jobs: ran(0)},
		"SPECIAL_EXIT|0|10|3610|3600":     {jobs: ran(0)},
		"COMPLETING|0|10|3610|3600":       {jobs: ran(-1)},
		"REVOKED|0|Unknown|20|0":          {skipped: importing.ElsewhereRun},
		"PREEMPTED|0|10|3610|3600":        {jobs: ran(0)},
		"CANCELLED by 7|0|None|Unknown|0": {jobs: []job{{1, 0, -1, -1, 48, 60, 5}}},
		"HIBERNATED|0|10|3610|3600":       {ran(-1), 0, `1 line with an unknown state ("HIBERNATED")`},
		"HIBERNATED|0|10|Unknown|3600":    {nil, importing.StillRunning, `1 line with an unknown state`},
		"HIBERNATED|0|Unknown|Unknown|0":  {nil, importing.StillWaiting, `1 line with an unknown state`},
		"|0|10|3610|3600":                 {ran(-1), 0, `1 line with an unknown state ("")`},
	} {
		// A second job, so that the log has one.
		trace := mustImport("slurm", importing.Options{}, withEnd+"1|"+line+"|48|1\n2|COMPLETED|0|1|2|1|1|1\n")
		got := jobs(trace)
		must.EqualSlices(t, got[:len(got)-1], want.jobs, line)
		must.Hold(t, want.jobs != nil || trace.Skipped[want.skipped] == 1,
			line, "left out", trace.Skipped, "expected 1", want.skipped)
		w := strings.Join(trace.Warnings(), "\n")
		if !strings.Contains(w, want.warning) || strings.Contains(w, "unknown state") && want.warning == "" {
			t.Errorf("%s: warnings %s, expected %q", line, w, want.warning)
		}
	}
	trace := mustImport("slurm", importing.Options{}, head+"1|RESIZING|0|10|50|48|1\n2|COMPLETING|0|10|50|48|1\n"+
		"3|HIBERNATED|0|10|50|48|1\n4|REQUEUE_FED|0|Unknown|0|48|1\n5|TIMEOUT|60|60|50|24|1\n")
	compare(t, trace, []job{{1, 0, 10, 50, 48, 60, 1}, {5, 60, 0, 50, 24, 60, 0}})
	must.Equal(t, trace.Skipped, importing.Skips{importing.StillRunning: 2, importing.StillWaiting: 1})
	var many strings.Builder
	for _, state := range strings.Split("F E D C B A G", " ") {
		many.WriteString("1|" + state + "|0|10|20|10|48|1\n")
	}
	warned(t, mustImport("slurm", importing.Options{}, withEnd+many.String()),
		"left out of the log: 6 repeated records",
		`7 lines with an unknown state ("A", "B", "C", "D", "E", 2 more): the status of`)
}

// TestHeterogeneous: a job of several components fails if one of them does, has no limit if one has
// none, and waits until all have started.
func TestHeterogeneous(t *testing.T) {
	trace := mustImport("slurm", importing.Options{}, head+
		"7+0|COMPLETED|0|5|50|4|1\n7+1|OUT_OF_MEMORY|0|6|20|3|UNLIMITED\n7+2|COMPLETED|0|5|30|2|9\n"+
		"8+0|COMPLETED|0|5|50|4|1\n8+1|COMPLETED|0|5|50|4|3\n")
	compare(t, trace, []job{{1, 0, 6, 50, 9, -1, 0}, {2, 0, 5, 50, 8, 180, 1}})

	// A component that is left out would make the job too narrow. The other run of the job is whole.
	trace = mustImport("slurm", importing.Options{}, "JobID|State|Submit|Start|End|ElapsedRaw|AllocCPUS|TimelimitRaw\n"+
		"7+0|REQUEUED|0|5|55|50|4|1\n7+1|REQUEUED|0|5|55|50|3|1\n7+0|FAILED|90|95|145|50|4|1\n7+1|FAILED|90|95|145|50|?|1\n"+
		"8+0|COMPLETED|0|5|55|50|4|1\n8+1|COMPLETED|0|5|Unknown|50|4|1\n9+0|PENDING|0|Unknown|Unknown|0|4|1\n"+
		"6+1|RUNNING|0|5|Unknown|9|4|1\n6+0|COMPLETED|0|5|55|50|8|1\n6+1|COMPLETED|0|5|55|50|4|1\n"+
		"6+0|RUNNING|0|5|Unknown|9|8|1\n") // files may be in any order
	compare(t, trace, []job{{1, 0, 5, 50, 7, 60, 0}, {2, 0, 5, 50, 12, 60, 1}})
	must.Equal(t, trace.Skipped, importing.Skips{
		importing.Partial: 2, importing.Unreadable: 1, importing.StillRunning: 3, importing.StillWaiting: 1,
	})
}
