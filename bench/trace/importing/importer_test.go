package importing_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// imported reads texts as the files of a log.
func imported(format string, o importing.Options, texts ...string) (*importing.Trace, error) {
	im, err := importing.New(format, o)
	if err != nil {
		return nil, err
	}
	for i, text := range texts {
		if err := im.Read(strings.NewReader(text), fmt.Sprintf("file%d", i+1)); err != nil {
			return nil, err
		}
	}
	return im.Trace("a test")
}

// mustImport is imported for texts without a fault.
func mustImport(format string, o importing.Options, texts ...string) *importing.Trace {
	return must.Get(imported(format, o, texts...))
}

// testdata returns the text of a file.
func testdata(name string) string {
	text := must.Get(os.ReadFile(filepath.Join("testdata", name)))
	return string(text)
}

// job is what matters of a record.
type job struct {
	id, submit, wait, runTime, width, limit, status int64
}

func jobs(trace *importing.Trace) (all []job) {
	for r := range trace.Records() {
		all = append(all, job{
			r.ID, int64(r.Submit), int64(r.Wait), int64(r.RunTime), r.Width(), int64(r.RequestedTime), r.Status,
		})
	}
	return all
}

// widthOf returns the width of the first job of a trace.
func widthOf(trace *importing.Trace) int64 { return jobs(trace)[0].width }

// compare holds the jobs of a trace against those expected.
func compare(t *testing.T, trace *importing.Trace, want []job) {
	t.Helper()
	compareJobs(t, jobs(trace), want)
}

func compareJobs(t *testing.T, got, want []job) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("found no job %d, expected %+v", i, want[i])
		case i >= len(want):
			t.Errorf("found job %+v, expected none", got[i])
		case got[i] != want[i]:
			t.Errorf("found job %+v, expected %+v", got[i], want[i])
		}
	}
}

// leftOut holds what was left out of a log against what was expected.
func leftOut(t *testing.T, trace *importing.Trace, want importing.Skips) {
	t.Helper()
	must.Equal(t, trace.Skipped, want, "left out")
}

// refused holds an error about a field against what it has to name.
func refused(t *testing.T, err error, parts ...string) {
	t.Helper()
	if must.Field(err) == "" {
		t.Errorf("error %v, expected one about a field that names %q", err, parts)
		return
	}
	for _, part := range parts {
		must.Contain(t, err.Error(), part)
	}
}

func TestOptions(t *testing.T) {
	_, err := importing.New("loadleveler", importing.Options{})
	refused(t, err, "from", "loadleveler", "slurm, pbs, batsim")
	for _, o := range []importing.Options{
		{Machine: -1}, {Count: "cores"}, {TimeZone: "Europe/Atlantis"}, {TimeZone: "Local"},
	} {
		_, err := importing.New("slurm", o)
		refused(t, err)
	}
	if _, err := importing.New("SLURM", importing.Options{Count: importing.Nodes, TimeZone: "Asia/Tokyo"}); err != nil {
		t.Error(err)
	}
}

func TestNoJobs(t *testing.T) {
	for format, text := range map[string]string{
		"slurm": head, "pbs": "10/25/2026 01:00:00;Q;200.head;queue=batch\n", "batsim": `{"jobs":[],"profiles":{}}`,
	} {
		must.Is(t, must.Err(imported(format, importing.Options{}, text)), swf.ErrNoJobs, format)
	}
}

// TestSeveralFiles: the records of a log may be in files whose times overlap, and in any order. What is said of jobs
// counts each once, also where two files tell of it.
func TestSeveralFiles(t *testing.T) {
	text, o := testdata("sacct.txt"), importing.Options{TimeZone: "Europe/Berlin"}
	columns, rest, _ := strings.Cut(text, "\n")
	lines := strings.SplitAfter(strings.TrimSpace(rest)+"\n", "\n")
	first, second := columns+"\n"+strings.Join(lines[:17], ""), columns+"\n"+strings.Join(lines[9:], "")
	whole := mustImport("slurm", o, text)
	parts := mustImport("slurm", o, second, first)
	compare(t, parts, jobs(whole))
	// Eight lines are in both files. One of them is of an array task that waits.
	must.Equal(t, parts.Skipped[importing.Repeated], 7, "repeated records")
	once, again := whole.Warnings(), mustImport("slurm", o, text, text).Warnings()
	// the first counts what was left out
	must.EqualSlices(t, again[1:], once[1:], "warnings", again, once)
}

// TestFaults: records with a fault are left out and counted, and the first is named. Strict refuses
// them. A file that has nothing else is refused too.
func TestFaults(t *testing.T) {
	const batsim = `{"profiles":{"p":{"type":"delay","delay":1}},"jobs":[` + "\n%s\n]}"
	for format, log := range map[string]struct{ whole, sound, faults string }{
		"slurm": {head + "%s\n", "1|COMPLETED|0|0|50|1|1\n",
			"2|COMPLETED|0|0\n3|COMPLETED|9|8|50|64|1\n4|COMPLETED|0|soon|50|64|1\n5|COMPLETED|0|0|50|0|1"},
		"pbs": {"%s", "10/25/2026 02:00:00;E;1.s;ctime=0 start=0 end=50 exec_host=n/0\n",
			"torn\n10/25/2026 02:00:00;E;2.s;ctime=9 start=8 end=50 exec_host=n/0\n" +
				"10/25/2026 02:00:00;E;3.s;ctime=0 start=6 end=5 exec_host=n/0\n10/25/2026 02:00:00;E;4.s;ctime=0 start=6 end=7\n"},
		"batsim": {batsim, `{"id":1,"subtime":0,"res":1,"profile":"p"},`,
			"7,\n" + `{"id":2,"subtime":0,"res":0,"profile":"p"},{"id":3,"subtime":-1,"res":1,"profile":"p"}`},
	} {
		text := fmt.Sprintf(log.whole, log.sound+log.faults)
		trace := mustImport(format, importing.Options{}, text)
		got := jobs(trace)
		must.Hold(t, len(got) == 1 && got[0].id == 1, format, "found", got, "expected job 1")
		want := map[string]importing.Skips{
			"slurm": {importing.Unreadable: 2, importing.StartsBeforeSubmit: 1, importing.NoWidth: 1},
			"pbs": {
				importing.Unreadable: 1, importing.StartsBeforeSubmit: 1, importing.EndsBeforeStart: 1, importing.NoWidth: 1,
			},
			"batsim": {importing.Unreadable: 2, importing.NoWidth: 1},
		}[format]
		leftOut(t, trace, want)
		first := map[string]string{
			"slurm": "file1:3: line: found 4 fields", "pbs": "file1:2: line: found \"torn\"",
			"batsim": "file1:2: JSON: found number",
		}[format]
		warned(t, trace, "left out of the log: "+want.String()+"; the first fault: "+first)

		_, err := imported(format, importing.Options{Strict: true}, text)
		refused(t, err, first)
		sound := fmt.Sprintf(log.whole, strings.TrimSuffix(log.sound, ","))
		_, err = imported(format, importing.Options{}, sound, fmt.Sprintf(log.whole, log.faults))
		refused(t, err, "file2:")
	}
	// What is no job is no fault.
	trace := mustImport("slurm", importing.Options{Strict: true, TimeZone: "Europe/Berlin"},
		strings.Replace(testdata("sacct.txt"), "T08:20:00", "T08:35:00", 1))
	must.Equal(t, trace.Skipped.Total(), 7, "left out", trace.Skipped)
}

// TestBusiest: 64 processors end as 97 others start; 32 run beside both.
func TestBusiest(t *testing.T) {
	trace := mustImport("slurm", importing.Options{}, head+
		"1|COMPLETED|100|100|50|64|1\n2|COMPLETED|100|150|50|97|1\n3|COMPLETED|100|120|100|32|1\n")
	must.Equal(t, trace.Busiest, 97+32, "busy processors")
	if w := strings.Join(trace.Warnings(), "\n"); !strings.Contains(w, "no MaxProcs line") || !strings.Contains(w, "129") {
		t.Errorf("warnings %s, expected one about MaxProcs", w)
	}
	trace = mustImport("slurm", importing.Options{Machine: 200}, head+"1|COMPLETED|100|100|50|64|1\n")
	if w := trace.Warnings(); len(w) != 0 || trace.Header.Get("MaxProcs") != "200" {
		t.Errorf("warnings %q of %q, expected none, as the machine is known", w, trace.Header)
	}
}

// TestNames: names are numbered in the order of the log, and told only where asked for.
func TestNames(t *testing.T) {
	text := testdata("sacct.txt")
	trace := mustImport("slurm", importing.Options{TimeZone: "Europe/Berlin", KeepNames: true}, text)
	must.EqualSlices(t, trace.Header.All("Partition"), []string{"1 batch", "2 short"}, "partitions")
	must.EqualSlices(t, trace.Header.All("Queue"), []string{"1 normal", "2 high"}, "queues")
	notes := trace.Header.All("Note")
	must.Hold(t, slices.Contains(notes, "user 2 is bob") && slices.Contains(notes, "group 3 is math"),
		"notes", notes)
	second := slices.Collect(trace.Records())[1] // that of bob
	if second.User != 2 || second.Group != 2 || second.Queue != 2 || second.Partition != 1 {
		t.Errorf("found %+v, expected user, group and queue 2 in partition 1", second)
	}
	odd := mustImport("slurm", importing.Options{TimeZone: "Europe/Berlin", KeepNames: true},
		strings.ReplaceAll(text, "bob", "b\x1b[31m\u202e\xff\tb"))
	if notes := odd.Header.All("Note"); !slices.Contains(notes, `user 2 is b\x1b[31m\u202e\xff\tb`) {
		t.Errorf("notes %q", notes)
	}
	trace = mustImport("slurm", importing.Options{TimeZone: "Europe/Berlin"}, text)
	if all := strings.Join(trace.Header, "\n"); strings.Contains(all, "bob") || strings.Contains(all, "batch") {
		t.Errorf("the header has names: %s", all)
	}
}
