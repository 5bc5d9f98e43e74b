package importing_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// endOfSummer is 2026-10-25 01:00 UTC, at which the clocks of Berlin went from 03:00 back to 02:00.
var endOfSummer = time.Date(2026, 10, 25, 1, 0, 0, 0, time.UTC).Unix()

// twice reports whether the clock of Berlin showed the time of that second twice.
func twice(second int64) bool { return second >= endOfSummer-3600 && second < endOfSummer+3600 }

// randomJobs returns jobs of the night in which summer time ended, by submission. Their submissions
// and their starts or ends lie where the clock is sure. The first is submitted in the second first.
func randomJobs(r *rand.Rand) (all []job, first int64) {
	for id := int64(1); len(all) < 30; {
		submit := endOfSummer - 7200 + r.Int64N(4*3600)
		j := job{id, submit, r.Int64N(7200), r.Int64N(7200), 1 + r.Int64N(64), 60 * (1 + r.Int64N(5000)), r.Int64N(2)}
		if start := submit + j.wait; twice(submit) || twice(start) && twice(start+j.runTime) {
			continue
		}
		all = append(all, j)
		id++
	}
	slices.SortStableFunc(all, func(a, b job) int { return cmp.Compare(a.submit, b.submit) })
	return all, all[0].submit
}

// TestAnyForm: the same jobs come out of all forms in which logs may tell of them: in seconds, in a
// clock with its offset, in UTC, in the clock of a zone, and as records of PBS.
func TestAnyForm(t *testing.T) {
	berlin := must.Get(time.LoadLocation("Europe/Berlin"))
	clock := func(zone *time.Location, layout string) func(int64) string {
		return func(second int64) string { return time.Unix(second, 0).In(zone).Format(layout) }
	}
	forms := map[string]func(int64) string{
		"":              func(second int64) string { return fmt.Sprint(second) },
		"UTC":           clock(time.UTC, "2006-01-02T15:04:05"),
		"Europe/Berlin": clock(berlin, "2006-01-02T15:04:05"),
		"Asia/Tokyo":    clock(berlin, "2006-01-02T15:04:05-0700"), // which tells its offset
	}
	for seed, r := range steptest.Sources(25, 3) {
		want, first := randomJobs(r)
		shuffled := slices.Clone(want)
		r.Shuffle(len(want), func(i, k int) {
			shuffled[i], shuffled[k] = shuffled[k], shuffled[i]
		})
		for i := range want {
			want[i].submit -= first
		}
		sortTies(want)
		for zone, write := range forms {
			got := jobs(mustImport("slurm", importing.Options{TimeZone: zone}, sacctOf(shuffled, write)))
			if sortTies(got); !slices.Equal(got, want) {
				t.Fatalf("seed %d, zone %q: found\n%v, expected\n%v", seed, zone, got, want)
			}
		}
		got := jobs(mustImport("pbs", importing.Options{}, pbsOf(shuffled)))
		if sortTies(got); !slices.Equal(got, want) {
			t.Fatalf("seed %d, PBS: found\n%v, expected\n%v", seed, got, want)
		}
	}
}

// sortTies sorts jobs of one submission by their numbers.
func sortTies(all []job) {
	slices.SortFunc(all, func(a, b job) int { return cmp.Or(cmp.Compare(a.submit, b.submit), cmp.Compare(a.id, b.id)) })
}

// sacctOf writes the jobs as sacct does. write writes a time.
func sacctOf(all []job, write func(int64) string) string {
	var b strings.Builder
	b.WriteString("JobID|State|Submit|Start|End|ElapsedRaw|AllocCPUS|Timelimit\n")
	for _, j := range all {
		start, state := j.submit+j.wait, []string{"FAILED", "COMPLETED"}[j.status]
		limit := fmt.Sprintf("%d-%02d:%02d:00", j.limit/86400, j.limit/3600%24, j.limit/60%60)
		fmt.Fprintf(&b, "%d|%s|%s|%s|%s|%d|%d|%s\n", j.id, state, write(j.submit), write(start), write(start+j.runTime),
			j.runTime, j.width, limit)
	}
	return b.String()
}

// pbsOf writes the E records of the jobs.
func pbsOf(all []job) string {
	var b strings.Builder
	for _, j := range all {
		fmt.Fprintf(&b, "10/25/2026 00:00:00;E;%d.s;user=u ctime=%d start=%d end=%d exec_host=n/0*%d "+
			"Resource_List.walltime=%02d:%02d:00 Exit_status=%d\n", j.id, j.submit, j.submit+j.wait, j.submit+j.wait+j.runTime,
			j.width, j.limit/3600, j.limit/60%60, 1-j.status)
	}
	return b.String()
}

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
		must.Do(err)
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
