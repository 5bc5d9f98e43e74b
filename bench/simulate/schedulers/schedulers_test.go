package schedulers_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

func trace(seed uint64, machine int64) []optgap.TraceJob {
	return slowreplay.Trace(rand.New(rand.NewPCG(seed, 5)), 120, machine)
}

// TestEveryName: each scheduler finishes random traces without using a
// processor twice or starting a job before its submission, and says what it is.
func TestEveryName(t *testing.T) {
	for _, name := range schedulers.Names() {
		must.Hold(t, schedulers.Describe(name) != "", name, "has no description")
		for seed := range uint64(5) {
			jobs := trace(seed, 7)
			s := must.Get(schedulers.New(strings.ToUpper(name), 7, jobs, schedulers.Options{}))
			out, err := replay.Run(context.Background(), jobs, s)
			must.Need(t, err == nil, name, err)
			if _, _, err := replay.Place(out, 7); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// TestDefaults: with zero options a name stands for the scheduler with the values of the papers.
func TestDefaults(t *testing.T) {
	type jobs = []optgap.TraceJob
	type scheduler = heuristics.Scheduler
	simple := dynp.Options{Decider: dynp.Simple}
	for name, want := range map[string]func(int64, jobs) (scheduler, error){
		"ivs":           func(m int64, j jobs) (scheduler, error) { return queueing.NewIVS(m, j, 600, false), nil },
		"slack":         func(m int64, j jobs) (scheduler, error) { return queueing.NewSlack(m, j, 1), nil },
		"dynp-simple":   func(m int64, j jobs) (scheduler, error) { return dynp.New(m, j, simple) },
		"dynp-advanced": func(m int64, j jobs) (scheduler, error) { return dynp.New(m, j, dynp.Options{}) },
		"basic-dynp":    func(m int64, j jobs) (scheduler, error) { return dynp.NewBasic(m, j, dynp.HiPC2001()) },
	} {
		jobs := trace(3, 9)
		own := must.Get(want(9, jobs))
		s := must.Get(schedulers.New(name, 9, jobs, schedulers.Options{}))
		must.EqualSlices(t, starts(jobs, s), starts(jobs, own), name,
			"with zero options it is not the scheduler with defaults")
	}
}

func starts(jobs []optgap.TraceJob, s heuristics.Scheduler) []int64 {
	return must.Get(replay.Run(context.Background(), jobs, s)).Starts
}

// TestNewPlanning: the planning schedulers show their steps. The error for any other scheduler lists them.
func TestNewPlanning(t *testing.T) {
	jobs := trace(4, 9)
	for _, name := range schedulers.PlanningNames() {
		s := must.Get(schedulers.NewPlanning(strings.ToUpper(name), 9, jobs, schedulers.Options{}))
		steps := 0
		s.OnStep = func(_, _ int, step func() *optgap.Step) error {
			steps++
			return step().Validate()
		}
		if starts(jobs, s); steps == 0 {
			t.Errorf("%s: found no steps", name)
		}
	}
	for _, name := range schedulers.Names() {
		if slices.Contains(schedulers.PlanningNames(), name) {
			continue
		}
		_, err := schedulers.NewPlanning(name, 9, jobs, schedulers.Options{})
		must.AboutField(t, err, "", name)
		must.Refuse(t, err, "a planning scheduler", name)
		must.Refuse(t, err, "dynp-advanced", name)
		_, err = schedulers.NewGrid(name, []int64{9}, jobs, schedulers.Options{})
		must.AboutField(t, err, "", name, "on a grid")
	}
}

func TestErrors(t *testing.T) {
	var field *optgap.FieldError
	for name, want := range map[string]string{
		"first-fit:agign=1h":     `"agign=1h" in %q, expected aging=TIME`,
		"fcfs:aging=1h":          `"aging=1h" in %q, expected no parameters`,
		"easy:wfp3:2":            `"2" in %q, expected no parameters`,
		"recorded:2":             `"2" in %q, expected no parameters`,
		"ivs:2":                  `"2" in %q, expected interactive=TIME`,
		"slack:2:3":              `"3" in %q, expected FACTOR`,
		"first-fit:aging=1h:":    `"" in %q, expected aging=TIME`,
		"basic-dynp:upper=2h:2":  `"2" in %q, expected lower=TIME or upper=TIME`,
		"first-fit:aging=3600":   `aging "3600" in %q, expected a time with its unit, such as 5s`,
		"first-fit:aging=-1h":    `aging "-1h" in %q, expected whole seconds, at least 0s`,
		"first-fit:aging=500ms":  `aging "500ms" in %q, expected whole seconds, at least 0s`,
		"ivs:interactive=0s":     `interactive 0s in %q, expected at least 1s`,
		"slack:inf":              `"inf" in %q, expected a number`,
		"slack:0":                `slack-factor 0 in %q, expected above 0; conservative backfilling is the scheduler conse`,
		"slack:1_0":              `"1_0" in %q, expected a number`,
		"slack:-1":               `slack-factor -1 in %q, expected above 0`,
		"dynp-simple:slack=1":    `slack 1 in %q, expected at least 0 and below 1`,
		"dynp-simple:slack=100%": `slack 1 in %q, expected at least 0 and below 1`,
		"basic-dynp:upper=1h":    `upper 3600 in %q, expected at least the lower bound, 7200`,

		"ivs:interactive=1m:interactive=1m": `interactive twice in %q, expected each parameter once`,
		"dynp-simple:replan=never":          `replan "never" in %q, expected one of full, ends`,
		"dynp-simple:quality=best":          `quality "best" in %q, expected one of MS, ART`,
		"dynp-simple:future-jobs=-1":        `future-jobs -1 in %q, expected at least 0, where 0 is all`,
	} {
		s, err := schedulers.New(name, 1, nil, schedulers.Options{})
		want = "scheduler: found " + fmt.Sprintf(want, name)
		must.Hold(t, errors.As(err, &field) && s == nil && strings.HasPrefix(err.Error(), want),
			name, "scheduler", s, "error", err, "expected", want)
	}
}

// TestSpelling: what a name says does not depend on how it is written, and it has one spelling.
func TestSpelling(t *testing.T) {
	for text, want := range map[string]string{
		"EASY:Wfp3": "easy:wfp3", "slack:1": "slack", "slack:200%": "slack:2", " Slack:2.50 ": "slack:2.5",
		"first-fit:aging=3600s": "first-fit:aging=1h", "first-fit-sjf:aging=0s": "first-fit-sjf",
		"basic-dynp:upper=150m:lower=5400s":                     "basic-dynp:lower=1h30m",
		"dynp-advanced:quality=1*ARTwW":                         "dynp-advanced",
		"dynp-advanced:replan=FULL:slack=0.05:quality=MS+2*art": "dynp-advanced:slack=5%:quality=ms+2*art",
		"ivs:interactive=61s":                                   "ivs:interactive=1m1s",
	} {
		must.Equal(t, must.Get(schedulers.Canonical(text)), want, text)
	}
}

// TestParameters: a parameter has an effect. It is a scheduler of its own, also where the name is read again.
func TestParameters(t *testing.T) {
	jobs := trace(11, 7)
	of := func(name string) []int64 {
		return starts(jobs, must.Get(schedulers.New(name, 7, jobs, schedulers.Options{})))
	}
	for _, name := range []string{
		"slack:3", "first-fit-wjf:aging=20s", "ivs:interactive=5s",
		"basic-dynp:lower=1s:upper=20s", "dynp-simple:slack=90%", "dynp-simple:future-jobs=1", "dynp-simple:future-time=1s",
		"dynp-simple:replan=queue", "dynp-simple:quality=ms",
	} {
		base := schedulers.Base(name)
		must.Hold(t, base != name && !slices.Equal(of(name), of(base)), name, "is", base)
	}
}

// A policy of one's own is a scheduler too. A name that is taken is an error.
func ExampleRegisterPolicy() {
	narrow := heuristics.Policy{
		Name: "NARROW", About: "smallest width first, then shortest",
		Key: func(j optgap.Job) int64 { return j.Width<<32 + j.Estimate },
	}
	fmt.Println(schedulers.RegisterPolicy(narrow), schedulers.Describe("narrow"))
	fmt.Println(schedulers.RegisterPolicy(narrow))
	// Output:
	// <nil> planning, smallest width first, then shortest
	// scheduler: found "narrow" a second time, expected a name that no other scheduler has
}

// TestNames pins the names and their order. Scripts and stored results rely on them. A policy that is not listed
// here may be anywhere.
func TestNames(t *testing.T) {
	want := strings.Fields(`fcfs sjf ljf dynp-simple dynp-advanced basic-dynp ffia laf njf wjf wspt
		strict-fcfs strict-sjf strict-ljf strict-wjf strict-njf
		first-fit first-fit-sjf first-fit-ljf first-fit-wjf first-fit-njf
		easy easy-sjf easy-ljf easy-wjf easy-njf easy-sjbf
		ivs conservative slack
		easy:ffia easy:wfp3 easy:unicef easy:sexp easy:f1 easy:f2 easy:f3 easy:f4`)
	got := slices.DeleteFunc(schedulers.Names(), func(name string) bool {
		_, err := heuristics.PolicyByName(strings.TrimPrefix(name, "easy:"))
		return err == nil && !slices.Contains(want, name)
	})
	must.EqualSlices(t, got, want, "schedulers")
}

// TestConformance: testdata/conformance has the starts of these schedulers, in both readings and both orders. Jobs with
// numbers in the order of the file have them by the file.
func TestConformance(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "testdata", "conformance")
	f := must.Get(os.Open(filepath.Join(dir, "starts.csv")))
	defer f.Close()
	rows := must.Get(csv.NewReader(f).ReadAll())
	want := map[string][]string{} // starts by trace, reading, order and job
	for _, row := range rows[1:] {
		want[strings.Join(row[:4], ",")] = row[4:]
	}
	traces := must.Get(filepath.Glob(filepath.Join(dir, "*.swf")))
	for _, path := range traces {
		in := must.Get(os.Open(path))
		name := filepath.Base(path)
		trace := must.Get(swf.Load(in, name, swf.Options{Strict: true}))
		in.Close()
		for _, kind := range []string{"together,number", "each,number", "together,file", "each,file"} {
			jobs := slices.Clone(trace.Jobs)
			byFile := strings.HasSuffix(kind, "file")
			for i := range jobs {
				if byFile {
					jobs[i].ID = int64(i)
				}
			}
			for k, scheduler := range rows[0][4:] {
				s := must.Get(schedulers.New(scheduler, trace.Machine, jobs, schedulers.Options{}))
				if strings.HasPrefix(kind, "each") {
					s = slowreplay.EachEnd(s)
				}
				out := must.Get(replay.Run(t.Context(), jobs, s))
				for i, start := range out.Starts {
					id := strconv.FormatInt(trace.Jobs[i].ID, 10)
					starts, ok := want[name+","+kind+","+id]
					if !ok && byFile {
						starts = want[name+","+strings.Replace(kind, "file", "number", 1)+","+id]
					}
					must.Hold(t, starts != nil && starts[k] == strconv.FormatInt(start, 10),
						name, kind, scheduler, "job", id, "starts at", start, "expected one of", starts)
				}
			}
		}
	}
	must.Equal(t, len(traces), 60, "traces")
}

const benchMachine = 430

// loadedTrace returns jobs for a machine of 430 processors: widths mostly
// powers of two, estimates of 5 minutes to 18 hours, run times a part of them.
// So many as backlog says arrive in the first second; after that the gaps are
// exponential, with the mean at which the run times give that load.
func loadedTrace(n int, load float64, backlog int) []optgap.TraceJob {
	r := rand.New(rand.NewPCG(uint64(n), 21))
	jobs := make([]optgap.TraceJob, n)
	area := 0.0
	for i := range jobs {
		width := int64(1) << r.IntN(8)
		if r.IntN(4) == 0 {
			width = 1 + r.Int64N(128)
		}
		estimate := 300 * (1 + r.Int64N(216))
		runTime := int64(float64(estimate) * r.Float64())
		jobs[i] = optgap.TraceJob{Job: optgap.Job{ID: int64(i + 1), Width: width, Estimate: estimate}, RunTime: runTime}
		area += float64(width * runTime)
	}
	gap := area / float64(n) / benchMachine / load
	now := 0.0
	for i := range jobs {
		if jobs[i].Submit = int64(now); i >= backlog {
			now += gap * r.ExpFloat64()
		}
	}
	return jobs
}

func benchmarkReplay(b *testing.B, jobs []optgap.TraceJob, name string) {
	b.ReportAllocs()
	for b.Loop() {
		s := must.Get(schedulers.New(name, benchMachine, jobs, schedulers.Options{}))
		must.Get(replay.Run(context.Background(), jobs, s))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(jobs)), "ns/job")
}

// BenchmarkReplay replays as many jobs as wait all the time and as many again,
// under a load of 1, so that ns/job shows what waiting jobs cost.
//
//	go test -run '^$' -bench Replay/ -benchtime 1x ./bench/simulate/schedulers
func BenchmarkReplay(b *testing.B) {
	backlogs := []int{100, 1000, 10000, 100000}
	if testing.Short() {
		backlogs = backlogs[:1]
	}
	names := schedulers.Names()
	if testing.Short() { // one of each kind; others keep to another order only, as easy-sjf does
		names = []string{"strict-fcfs", "first-fit", "easy", "easy-sjf", "conservative", "slack", "ivs"}
		names = append(names, "sjf", "dynp-advanced")
	}
	for _, name := range names {
		for _, backlog := range backlogs {
			plans := slices.Contains([]string{"slack", "conservative"}, name)
			if backlog > 1000 && (plans || slices.Contains(schedulers.PlanningNames(), name)) {
				continue // their plans hold every waiting job, or nearly so
			}
			b.Run(fmt.Sprintf("scheduler=%s/backlog=%d", name, backlog), func(b *testing.B) {
				benchmarkReplay(b, loadedTrace(2*backlog, 1, backlog), name)
			})
		}
	}
}
