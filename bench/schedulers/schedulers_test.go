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
	"github.com/optgap/optgap/bench/assign"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/queueing"
)

func trace(seed uint64, machine int64) []optgap.TraceJob {
	r := rand.New(rand.NewPCG(seed, 5))
	jobs := make([]optgap.TraceJob, 120)
	submit := int64(0)
	for i := range jobs {
		submit += r.Int64N(9)
		jobs[i] = optgap.TraceJob{
			Job:     optgap.Job{ID: int64(i + 1), Width: 1 + r.Int64N(machine), Estimate: 1 + r.Int64N(30), Submit: submit},
			RunTime: r.Int64N(35),
		}
	}
	return jobs
}

// TestEveryName: each scheduler finishes random traces without using a
// processor twice or starting a job before its submission, and says what it is.
func TestEveryName(t *testing.T) {
	for _, name := range schedulers.Names() {
		if schedulers.Describe(name) == "" {
			t.Errorf("%s has no description", name)
		}
		for seed := range uint64(5) {
			jobs := trace(seed, 7)
			s, err := schedulers.New(strings.ToUpper(name), 7, jobs, schedulers.Options{Aging: int64(seed) * 20})
			if err != nil {
				t.Fatal(err)
			}
			out, err := replay.Run(context.Background(), jobs, s)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if _, err := assign.Replay(out, 7); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// TestNamesAreThoseOfTheField: the policies and the queueing schedulers go by
// their own names.
func TestNamesAreThoseOfTheField(t *testing.T) {
	names := schedulers.Names()
	for _, p := range heuristics.Policies() {
		if !slices.Contains(names, strings.ToLower(p.Name)) {
			t.Errorf("policy %s has no scheduler", p.Name)
		}
	}
	for _, q := range queueing.Named() {
		if !slices.Contains(names, q.Name) {
			t.Errorf("queueing scheduler %s is missing", q.Name)
			continue
		}
		jobs := trace(3, 9)
		own, err := q.New(9, jobs)
		if err != nil {
			t.Fatal(err)
		}
		want, err := replay.Run(context.Background(), jobs, own)
		if err != nil {
			t.Fatal(err)
		}
		s, err := schedulers.New(q.Name, 9, jobs, schedulers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := replay.Run(context.Background(), jobs, s)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Starts, want.Starts) {
			t.Errorf("%s: with zero options it is not the scheduler with defaults", q.Name)
		}
	}
}

func TestErrors(t *testing.T) {
	var field *optgap.FieldError
	if _, err := schedulers.New("backfill", 1, nil, schedulers.Options{}); !errors.As(err, &field) || !strings.Contains(field.Expected, "dynp-advanced") {
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
