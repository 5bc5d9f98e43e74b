package importing_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

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
	return string(must.Get(os.ReadFile(filepath.Join("testdata", name))))
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
	must.EqualSlices(t, jobs(trace), want, "jobs")
}

// refused holds an error about a field against what it has to name.
func refused(t *testing.T, err error, parts ...string) {
	t.Helper()
	must.AboutField(t, err, "", parts)
	for _, part := range parts {
		must.Refuse(t, err, part)
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
		must.Equal(t, trace.Skipped, want)
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
	must.Hold(t, second.User == 2 && second.Group == 2 && second.Queue == 2 && second.Partition == 1,
		"found", second, "expected user, group and queue 2 in partition 1")
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

// sacct returns the output of sacct for so many jobs, a line each, by the clock of a zone with summer time.
func sacct(jobs int) []byte {
	zone := must.Get(time.LoadLocation("Europe/Berlin"))
	var text bytes.Buffer
	text.WriteString("JobID|JobIDRaw|User|Group|Partition|QOS|State|Submit|Eligible|Start|End|ElapsedRaw|Suspended|" +
		"TimelimitRaw|Timelimit|ReqCPUS|AllocCPUS|ReqNodes|AllocNodes|NNodes\n")
	clock := func(second int) string {
		return time.Unix(1_700_000_000+int64(second), 0).In(zone).Format("2006-01-02T15:04:05")
	}
	for i := range jobs {
		submit, wait, ran, width := 37*i, i%5000, 1+i%9000, 1+i%1024
		fmt.Fprintf(&text, "%d|%d|u%d|g%d|batch|normal|COMPLETED|%s|%s|%s|%s|%d|00:00:00|2880|2-00:00:00|%d|%d|1|%d|%d\n",
			i+1, i+1, i%300, i%20, clock(submit), clock(submit), clock(submit+wait), clock(submit+wait+ran), ran,
			width, width, 1+width/64, 1+width/64)
	}
	return text.Bytes()
}

// BenchmarkSlurm measures the import of what sacct prints, up to the written trace. It reports how much memory a line
// of the read log takes.
//
//	go test -run '^$' -bench Slurm -count 10 ./bench/trace/importing
func BenchmarkSlurm(b *testing.B) {
	sizes := []int{10_000, 1_000_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, lines := range sizes {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			data := sacct(lines)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			before := must.Heap()
			var trace *importing.Trace
			for b.Loop() {
				im, err := importing.New("slurm", importing.Options{TimeZone: "Europe/Berlin"})
				if err == nil {
					err = im.Read(bytes.NewReader(data), "sacct.txt")
				}
				if err == nil {
					trace, err = im.Trace()
				}
				if err == nil {
					err = trace.Write(io.Discard)
				}
				must.Do(err)
				if trace.Jobs() != lines {
					b.Fatalf("found %d jobs, expected %d", trace.Jobs(), lines)
				}
			}
			b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
			b.ReportMetric((must.Heap()-before)/float64(lines), "held-B/line")
			runtime.KeepAlive(trace)
			runtime.KeepAlive(data)
		})
	}
}
