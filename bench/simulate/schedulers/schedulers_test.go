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
	out := must.Get(replay.Run(context.Background(), jobs, s))
	return out.Starts
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
		var field *optgap.FieldError
		_, err := schedulers.NewPlanning(name, 9, jobs, schedulers.Options{})
		if !errors.As(err, &field) || !strings.Contains(field.Expected, "a planning scheduler") ||
			!strings.Contains(field.Expected, "dynp-advanced") {
			t.Errorf("%s: error %v, want one that lists the planning schedulers", name, err)
		}
		if _, err := schedulers.NewGrid(name, []int64{9}, jobs, schedulers.Options{}); !errors.As(err, &field) {
			t.Errorf("%s on a grid: error %v", name, err)
		}
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
