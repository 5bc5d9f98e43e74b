package schedulers_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/allocation"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/bicriteria"
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
// The area in use, added up job by job, is what the metrics call utilisation.
func TestEveryName(t *testing.T) {
	for _, name := range schedulers.Names() {
		if schedulers.Describe(name) == "" {
			t.Errorf("%s has no description", name)
		}
		for seed := range uint64(5) {
			jobs := trace(seed, 7)
			s := must.Get(schedulers.New(strings.ToUpper(name), 7, jobs, schedulers.Options{Aging: int64(seed) * 20}))
			out, err := replay.Run(context.Background(), jobs, s)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if _, _, err := allocation.Replay(out, 7); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			m := must.Get(performance.Evaluate(out, 7, performance.Options{}))
			area := int64(0)
			for _, j := range jobs {
				area += j.Width * j.Duration()
			}
			if want := float64(area) / (7 * m.Numbers["makespan"]); m.Numbers["util"] != want {
				t.Errorf("%s: utilisation %v, want %v", name, m.Numbers["util"], want)
			}
		}
	}
}

// TestDefaults: with zero options a name stands for the scheduler with the values of the papers.
func TestDefaults(t *testing.T) {
	type jobs = []optgap.TraceJob
	type scheduler = heuristics.Scheduler
	batch := func(s *optgap.Step) optgap.Schedule { return bicriteria.Plan(s, bicriteria.Options{}).Schedule }
	simple, factor := dynp.Options{Decider: dynp.Simple}, queueing.SlackOptions{Factor: 1}
	for name, want := range map[string]func(int64, jobs) (scheduler, error){
		"ivs":              func(m int64, j jobs) (scheduler, error) { return queueing.NewIVS(m, j, queueing.IVSOptions{}) },
		"slack":            func(m int64, j jobs) (scheduler, error) { return queueing.NewSlack(m, j, factor) },
		"batch-bicriteria": func(m int64, j jobs) (scheduler, error) { return queueing.NewBatch(m, j, batch) },
		"dynp-simple":      func(m int64, j jobs) (scheduler, error) { return dynp.New(m, j, simple) },
		"dynp-advanced":    func(m int64, j jobs) (scheduler, error) { return dynp.New(m, j, dynp.Options{}) },
		"basic-dynp":       func(m int64, j jobs) (scheduler, error) { return dynp.NewBasic(m, j, dynp.HiPC2001()) },
	} {
		jobs := trace(3, 9)
		own := must.Get(want(9, jobs))
		s := must.Get(schedulers.New(name, 9, jobs, schedulers.Options{}))
		if !slices.Equal(starts(jobs, s), starts(jobs, own)) {
			t.Errorf("%s: with zero options it is not the scheduler with defaults", name)
		}
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
	_, err := schedulers.New("backfill", 1, nil, schedulers.Options{})
	if !errors.As(err, &field) || !strings.Contains(field.Expected, "dynp-advanced") {
		t.Errorf("error %v, want one that lists the names", err)
	}
	for name, o := range map[string]schedulers.Options{
		"dynp-simple": {DynP: dynp.Options{Slack: 2}},
		"basic-dynp":  {Basic: &dynp.BasicOptions{Lower: 2, Upper: 1}},
		"first-fit":   {Aging: -1},
		"ivs":         {IVS: queueing.IVSOptions{Interactive: -1}},
		"slack":       {SlackFactor: -1},
	} {
		if s, err := schedulers.New(name, 1, nil, o); !errors.As(err, &field) || s != nil {
			t.Errorf("%s: scheduler %v, error %v, want a field error alone", name, s, err)
		}
	}
}

func ExampleNew() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 3600, Submit: 0}, RunTime: 1800},
		{Job: optgap.Job{ID: 2, Width: 5, Estimate: 600, Submit: 10}, RunTime: 600},
		{Job: optgap.Job{ID: 3, Width: 2, Estimate: 900, Submit: 20}, RunTime: 900},
	}
	for _, name := range []string{"strict-fcfs", "easy"} {
		s, err := schedulers.New(name, 8, jobs, schedulers.Options{})
		if err != nil {
			panic(err)
		}
		out, err := replay.Run(context.Background(), jobs, s)
		if err != nil {
			panic(err)
		}
		fmt.Println(name, out.Starts)
	}
	// Output:
	// strict-fcfs [0 1800 1800]
	// easy [0 1800 20]
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

// A decider of one's own makes a scheduler dynp-NAME.
func ExampleRegisterDecider() {
	err := schedulers.RegisterDecider(schedulers.Decider{
		Name: "last", About: "the last policy of the list",
		Choose: func(values []int64, _ int) int { return len(values) - 1 },
	})
	fmt.Println(err, schedulers.Describe("dynp-last"))
	// Output: <nil> self-tuning dynP, the last policy of the list
}

// TestOwnScore: a registered policy with a score is a planning scheduler, and an order of EASY.
func TestOwnScore(t *testing.T) {
	must.Do(schedulers.RegisterPolicy(heuristics.Policy{
		Name: "AGED", About: "longest wait first",
		Score: func(j optgap.Job, now int64) float64 { return float64(j.Submit - now) },
	}))
	for _, name := range []string{"aged", "easy:aged"} {
		if err := schedulers.Known(name); err != nil || schedulers.Describe(name) == "" {
			t.Errorf("%s: %v, %q", name, err, schedulers.Describe(name))
		}
	}
}

// TestNames pins the names and their order. Scripts and stored results rely on them. A policy that is not listed
// here may be anywhere.
func TestNames(t *testing.T) {
	want := strings.Fields(`fcfs sjf ljf dynp-simple dynp-advanced basic-dynp ffia laf njf wjf wspt
		strict-fcfs strict-sjf strict-ljf strict-wjf strict-njf
		first-fit first-fit-sjf first-fit-ljf first-fit-wjf first-fit-njf
		easy easy-sjf easy-ljf easy-wjf easy-njf easy-sjbf
		ivs conservative slack batch-bicriteria
		easy:ffia easy:wfp3 easy:unicef easy:sexp easy:f1 easy:f2 easy:f3 easy:f4`)
	got := slices.DeleteFunc(schedulers.Names(), func(name string) bool {
		_, err := heuristics.PolicyByName(strings.TrimPrefix(name, "easy:"))
		return err == nil && !slices.Contains(want, name)
	})
	if !slices.Equal(got, want) {
		t.Errorf("schedulers %q, expected %q", got, want)
	}
}

// TestRecordedByName: recorded is known by its name and taken, needs the starts of a log, and is
// none of the schedulers that decide something.
func TestRecordedByName(t *testing.T) {
	jobs, starts := trace(1, 7), []int64(nil)
	for _, j := range jobs {
		starts = append(starts, j.Submit+3)
	}
	s := must.Get(schedulers.New("Recorded", 7, jobs, schedulers.Options{Starts: starts}))
	out, err := replay.Run(context.Background(), jobs, s)
	if err != nil || !slices.Equal(out.Starts, starts) {
		t.Errorf("starts %v, %v, expected %v", out, err, starts)
	}
	if s, err := schedulers.New(schedulers.Recorded, 7, jobs, schedulers.Options{}); must.Field(err) == "" || s != nil {
		t.Errorf("without starts: %v, %v", s, err)
	}
	if slices.Contains(schedulers.Names(), schedulers.Recorded) || schedulers.Known(schedulers.Recorded) != nil ||
		schedulers.Describe(schedulers.Recorded) == "" {
		t.Error("recorded is among the names, or unknown")
	}
}
