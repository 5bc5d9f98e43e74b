package sweep_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	panicking "github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/reservation"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

func kth(n int) sweep.Sweep {
	jobs, machine := replaytest.KTHJobs(n)
	return sweep.Sweep{Trace: swf.Trace{Name: "kth-like", Machine: machine, Jobs: jobs}, Workers: 3}
}

// ran returns the runs of a sweep without a fault.
func ran(t *testing.T, s sweep.Sweep, settings ...sweep.Setting) []sweep.Run {
	return must.Get(s.Run(t.Context(), settings))
}

func settings() []sweep.Setting {
	var all []sweep.Setting
	for _, name := range []string{"fcfs", "dynp-advanced", "easy", "basic-dynp"} {
		for _, f := range []float64{1, 0.5} {
			all = append(all, sweep.Setting{Scheduler: name, Factor: f})
		}
	}
	return all
}

// TestAgainst: the difference of an average is that of the averages of both runs, whose jobs have the same durations.
// A run is not compared with itself. A replay that starts each job some seconds later than another differs by
// these seconds in each tenth of the jobs. Runs pass the independent checks.
func TestAgainst(t *testing.T) {
	s := kth(300)
	s.Against = "easy"
	runs := ran(t, s, settings()...)
	for _, r := range runs {
		i := slices.IndexFunc(runs, func(o sweep.Run) bool { return o.Scheduler == "easy" && o.Factor == r.Factor })
		if r.Scheduler == "easy" {
			must.Hold(t, r.Difference == nil && r.Against == "",
				"easy is compared with", r.Against, r.Difference)
			continue
		}
		for _, key := range []string{"artww", "art", "wait", "sldwa", "sldww_60"} {
			a, b := r.Numbers[key], runs[i].Numbers[key]
			d, ok := r.Difference[key]
			if !ok || math.Abs(d.Value-(a-b)) > 1e-9*a || *d.TenthsLow > d.Value || *d.TenthsHigh < d.Value {
				t.Errorf("%s at %g: %s differs by %+v, want %v", r.Label(), r.Factor, key, d, a-b)
			}
		}
	}
	own, set := files(t, s, settings())
	rep := verified(own, set)
	must.Hold(t, len(rep.Faults) == 0, "faults", rep.Faults)
	must.Refuse(t, must.Err(s.Run(t.Context(), settings()[:2])), "", "without a run to compare with")
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		jobs, late := slowreplay.Trace(r, 1+r.IntN(40), 8), r.Int64N(19)-9
		o, later := &replay.Outcome{Jobs: jobs}, &replay.Outcome{Jobs: jobs}
		for _, j := range jobs {
			start := j.Submit + 9 + r.Int64N(90)
			o.Starts, later.Starts = append(o.Starts, start), append(later.Starts, start+late)
		}
		for _, key := range []string{"wait", "art", "artww"} {
			d := performance.Differences(later, o, performance.Options{})[key]
			equal := d.TenthsLow == nil || *d.TenthsLow == d.Value && *d.TenthsHigh == d.Value
			must.Need(t, d.Value == float64(late) && equal,
				key, "of", len(jobs), "jobs that start", late, "s later", d)
		}
	})
}

func TestSweepErrors(t *testing.T) {
	s := kth(50)
	must.AboutField(t, must.Err(s.Run(context.Background(), []sweep.Setting{{Scheduler: "no"}})), "",
		"unknown scheduler")
	if _, err := s.Run(context.Background(), []sweep.Setting{{Scheduler: "fcfs", Factor: -1}}); must.Field(err) == "" {
		t.Errorf("bad factor: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.Workers = 1
	s.Result = func(sweep.Run) error { cancel(); return nil }
	runs, err := s.Run(ctx, settings())
	must.Hold(t, errors.Is(err, context.Canceled) && len(runs) != 0 && len(runs) != len(settings()),
		"cancelled", len(runs), "runs, error", err, "want those before the cancellation")
}

// TestLost: a scheduler that panics loses its own run. Where the others are compared with it, they are measured without
// the comparison, and not kept.
func TestLost(t *testing.T) {
	panics := func(optgap.Job) int64 { panic("bad") }
	bad := sweep.Setting{Scheduler: "dynp-simple"}
	bad.Options.Policies = []heuristics.Policy{{Name: "bad", Key: panics}}
	all := []sweep.Setting{{Scheduler: "fcfs"}, bad, {Scheduler: "easy"}}
	label := func(set sweep.Setting) string { return set.Label() }
	for against, want := range map[string]string{
		"": "dynp-simple", "easy": "dynp-simple", "dynp-simple": "fcfs dynp-simple easy",
	} {
		s := kth(50)
		s.Against = against
		s.Folder = must.Get(sweep.OpenFolder(t.TempDir(), all, folder.Identity{}, swf.Skips{}))
		ended := 0
		s.Watch = watching{step: func() { ended++ }}
		s.Workers = 1
		runs, err := s.Run(t.Context(), all)
		var lost *sweep.Lost
		var panicked *panicking.Panic
		if !errors.As(err, &lost) || !errors.As(err, &panicked) || strings.Count(err.Error(), "panic") != 1 {
			t.Fatalf("against %q: error %v", against, err)
		}
		if got := strings.Join(lists.Each(lost.Settings, label), " "); got != want || ended != len(all) {
			t.Errorf("against %q: lost %s, %d ended, expected %s and all", against, got, ended, want)
		}
		found := lists.Each(runs, func(r sweep.Run) string { return r.Label() })
		if !slices.Equal(found, []string{"fcfs", "easy"}) || (runs[0].Difference != nil) != (against == "easy") {
			t.Errorf("against %q: runs %v, %+v", against, found, runs[0].Difference)
		}
	}
}

// TestEnded: a replay tells of each job that ends, from none to all.
func TestEnded(t *testing.T) {
	for _, name := range []string{"fcfs", "dynp-advanced", "easy", "slack"} {
		s, told := kth(40), []int(nil)
		s.Watch = watching{within: func(of string, jobs, all int) {
			if of == name && all == 40 {
				told = append(told, jobs)
			}
		}}
		plain := kth(40)
		runs, want := ran(t, s, sweep.Setting{Scheduler: name}), ran(t, plain, sweep.Setting{Scheduler: name})
		must.Hold(t, told[0] == 0 && told[len(told)-1] == 40 && slices.IsSorted(told) && len(told) == 42,
			name, "told", told)
		must.DeepEqual(t, runs, want, name)
	}
}

// TestErrorsKeepWhatIsFinished: the second of three settings fails once the first and the third are replayed. Those
// whose results the sweep has by then are returned, in their order: mostly both.
func TestErrorsKeepWhatIsFinished(t *testing.T) {
	s := kth(50)
	all := []sweep.Setting{{Scheduler: "fcfs"}, {Scheduler: "sjf"}, {Scheduler: "ljf"}}
	failed, most := errors.New("disk full"), 0
	for try := 0; most < 2 && try < 1000; try++ {
		done := make(chan struct{}, len(all))
		s.Watch = watching{step: func() { done <- struct{}{} }}
		s.Outcome = func(index int, _ *replay.Outcome) error {
			if index != 1 {
				return nil
			}
			<-done // the first and the last setting are finished
			<-done
			return failed
		}
		runs, err := s.Run(context.Background(), all)
		found := lists.Each(runs, func(r sweep.Run) string { return r.Scheduler })
		must.Need(t, errors.Is(err, failed) && strings.Contains("fcfs ljf", strings.Join(found, " ")),
			"runs", found, "error", err, "expected the first and the third")
		most = max(most, len(runs))
	}
	must.Hold(t, most >= 2, "never more than", most, "runs, expected the first and the third")
}

// TestOutcomeIsWaitedFor: when a sweep is given up, no call of Outcome is under way
// when Run returns, and none begins later.
func TestOutcomeIsWaitedFor(t *testing.T) {
	s := kth(50)
	ctx, cancel := context.WithCancel(context.Background())
	var under, began atomic.Int32
	s.Outcome = func(int, *replay.Outcome) error {
		began.Add(1)
		under.Add(1)
		defer under.Add(-1)
		cancel()
		for range 1000 {
			runtime.Gosched()
		}
		return nil
	}
	_, err := s.Run(ctx, settings())
	n := began.Load()
	must.Hold(t, errors.Is(err, context.Canceled) && n != 0 && under.Load() == 0,
		n, "calls", under.Load(), "under way, error", err)
	for range 1000 {
		runtime.Gosched()
	}
	must.Hold(t, began.Load() == n, "a call began after the sweep")
}

// TestSettingTexts: the label and the description of a setting, and the paths of its files.
func TestSettingTexts(t *testing.T) {
	easy := sweep.Setting{Scheduler: "easy"}
	fast := sweep.Setting{Name: "quick", Scheduler: "easy", Factor: 0.8, Estimates: sweep.Perfect}
	fcfs := sweep.Setting{Scheduler: "fcfs", Factor: 1}
	for _, c := range []struct{ got, want string }{
		{easy.Label(), "easy"}, {fast.Label(), "quick"},
		{easy.Description(), "easy"}, {fast.Description(), "easy, shrinking factor 0.8, perfect estimates"},
		{easy.Path("out/jobs.csv.gz", []sweep.Setting{easy}), "out/jobs.csv.gz"},
		{easy.Path("out/jobs.csv.gz", []sweep.Setting{easy, fcfs}), "out/jobs-easy.csv.gz"},
		{fast.Path("jobs.swf", []sweep.Setting{easy, fast}), "jobs-quick-0.8.swf"},
		{easy.Path("jobs.swf", []sweep.Setting{easy, fast, fcfs}), "jobs-easy-1.swf"},
	} {
		must.Equal(t, c.got, c.want)
	}
}

// TestEstimates: a job of 10 s estimate that would run 30 s, and one of 50 s
// that runs 20 s, one after the other on the whole machine.
func TestEstimates(t *testing.T) {
	s := sweep.Sweep{Trace: swf.Trace{Machine: 1, Jobs: []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 1, Estimate: 10}, RunTime: 30},
		{Job: optgap.Job{ID: 2, Width: 1, Estimate: 50}, RunTime: 20},
	}}}
	for e, want := range map[sweep.Estimates]struct{ makespan, killed float64 }{
		sweep.AsGiven:    {10 + 20, 1},
		sweep.Perfect:    {10 + 20, 0},
		sweep.Sufficient: {30 + 20, 0},
	} {
		r := ran(t, s, sweep.Setting{Scheduler: "sjf", Estimates: e})[0]
		if n := r.Numbers; n["makespan"] != want.makespan || n["killed"] != want.killed {
			t.Errorf("%q: makespan %v, %v killed, want %+v", e, n["makespan"], n["killed"], want)
		}
	}
	must.Hold(t, s.Jobs[0].Estimate == 10, "a sweep has changed the jobs that it was given")
}

// TestWindows: a window of all jobs is the whole trace. Averages over windows are those of replays of a part of the
// jobs each, and differences are those of the averages. The seed draws the windows, the workers do not matter.
func TestWindows(t *testing.T) {
	whole := kth(200)
	whole.Measure.Bounds = []int64{10}
	over := func(jobs, count int, seed uint64, workers int) []sweep.Run {
		s := whole
		s.Windows, s.Against, s.Workers = &sweep.Windows{Jobs: jobs, Count: count, Seed: seed}, "easy", workers
		return ran(t, s, sweep.Setting{Scheduler: "easy"}, sweep.Setting{Scheduler: "sjf"})
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }
	all := ran(t, whole, sweep.Setting{Scheduler: "sjf"})[0]
	for key, v := range over(200, 3, 1, 1)[1].Numbers {
		must.Hold(t, near(v, all.Numbers[key]),
			key, "of windows of all jobs", v, "expected", all.Numbers[key])
	}
	runs := over(40, 500, 1, 1)
	sums, n := map[string]float64{}, 200-40+1
	for first := range n { // each is drawn some 3 times
		part := whole
		part.Jobs = whole.Jobs[first : first+40]
		for _, key := range []string{"sld_10", "artww", "util"} {
			sums[key] += ran(t, part, sweep.Setting{Scheduler: "sjf"})[0].Numbers[key] / float64(n)
		}
	}
	for key, want := range sums {
		i, d := runs[1].Confidence[key], runs[1].Difference[key]
		if math.Abs(runs[1].Numbers[key]-want) > 0.1*want || i.Low > want || i.High < want || i.High-i.Low > want {
			t.Errorf("%s: %v (%v), expected about %v", key, runs[1].Numbers[key], i, want)
		}
		must.Hold(t, near(d.Value, runs[1].Numbers[key]-runs[0].Numbers[key]),
			key, "difference", d, "of", runs[1].Numbers[key], "and", runs[0].Numbers[key])
	}
	some := over(40, 9, 1, 1)
	must.Hold(t, reflect.DeepEqual(some, over(40, 9, 1, 2)) && !reflect.DeepEqual(some, over(40, 9, 2, 1)),
		"windows do not follow from the seed alone")
	for _, w := range []sweep.Windows{{Jobs: 0, Count: 1}, {Jobs: 1, Count: 0}, {Jobs: 201, Count: 1}} {
		must.AboutField(t, w.Check(200), "", w)
	}
	whole.Windows, whole.Starts = &sweep.Windows{Jobs: 40, Count: 2}, make([]int64, len(whole.Jobs))
	_, err := whole.Run(context.Background(), []sweep.Setting{{Scheduler: schedulers.Recorded}})
	must.AboutField(t, err, "", "recorded")
}

// TestRecorded: where the log is what a scheduler did, recorded has all metrics of that scheduler,
// also with other estimates; and its run is read back equal.
func TestRecorded(t *testing.T) {
	for _, name := range []string{"easy", "strict-fcfs", "dynp-advanced", "first-fit-ljf"} {
		s := kth(400)
		s.Outcome = func(_ int, o *replay.Outcome) error {
			s.Starts = o.Starts
			return nil
		}
		want := ran(t, s, sweep.Setting{Scheduler: name})
		s.Outcome = nil
		got := ran(t, s, sweep.Setting{Scheduler: "Recorded"}, sweep.Setting{Scheduler: "recorded", Estimates: sweep.Perfect})
		must.DeepEqual(t, got[0].Metrics, want[0].Metrics, name)
		must.Equal(t, got[1].Numbers["artww"], want[0].Numbers["artww"], name)
		if o := got[0].Overfull; o == nil || *o != (performance.Overfull{}) || want[0].Overfull != nil {
			t.Errorf("%s: overfull %v and %v, expected never and none", name, o, want[0].Overfull)
		}
		text, err := json.Marshal(got[0])
		var again sweep.Run
		if err != nil || json.Unmarshal(text, &again) != nil || !reflect.DeepEqual(again.Overfull, got[0].Overfull) {
			t.Errorf("%s was read back as %+v, %v", text, again, err)
		}
	}
}

// TestRecordedRefused: the log tells of one machine, one load and no reservations.
func TestRecordedRefused(t *testing.T) {
	whole := kth(400)
	whole.Starts = make([]int64, len(whole.Jobs))
	for i, j := range whole.Jobs {
		whole.Starts[i] = j.Submit
	}
	set := sweep.Setting{Scheduler: schedulers.Recorded}
	shrunk, sites, requests, unknown := set, whole, whole, whole
	shrunk.Factor = 0.9
	sites.Sites = []int64{50, 50}
	requests.Reservations = []reservation.Request{{ID: 1, Width: 1, Duration: 1}}
	unknown.Starts = nil
	for _, c := range []struct {
		sweep sweep.Sweep
		set   sweep.Setting
	}{{whole, shrunk}, {sites, set}, {requests, set}, {unknown, set}} {
		must.AboutField(t, must.Err(c.sweep.Run(context.Background(), []sweep.Setting{c.set})), "", c.set)
	}
	if o := ran(t, whole, set)[0].Overfull; o.Moments == 0 || o.Busiest <= whole.Machine {
		t.Errorf("without any wait: %+v, expected an overfull machine", o)
	}
}
