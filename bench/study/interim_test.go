package study

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/grid"
)

// progress is what the fake child reports: a schedule that is better than the best
// policy's and a bound that can be computed again.
func progress(step *optgap.Step) method.Progress {
	plan := heuristics.BestPlan(step)
	better, _ := heuristics.Search(step, plan, heuristics.SearchOptions{})
	return method.Progress{Answer: method.Answer{
		Schedule: better, Status: optgap.StatusFeasible, Scope: optgap.ScopeSecond, Seconds: 7,
		Bounds: []method.Bound{{Name: optgap.BoundFluid, Value: bound.Fluid(step), RestsOn: record.ProofRecomputed}},
	}}
}

// misbehaveLater reports progress, and then does as the behaviour says.
func misbehaveLater(b string, step *optgap.Step) {
	what, then, ok := strings.Cut(b, " then ")
	if !ok {
		return
	}
	now := reported(what, step)
	tell(step, now)
	switch then {
	case "hangs", "hangs twice":
		hang()
	case "talks":
		for ; ; time.Sleep(time.Millisecond) {
			tell(step, now)
		}
	case "eats memory":
		eatMemory()
	case "dies":
		fmt.Fprintln(os.Stderr, "no more of this")
		os.Exit(7)
	case "says garbage":
		fmt.Println("Running HiGHS 1.10.0")
	case "says half":
		fmt.Println(`{"report":{"index":1`)
	}
}

// tell writes a report of the step.
func tell(step *optgap.Step, now method.Progress) {
	told := report{step.Trace, step.Index, step.Now, now}
	record.WriteLine(os.Stdout, map[string]any{"report": told})
}

// reported returns the progress that a behaviour reports, and may change the step.
func reported(what string, step *optgap.Step) method.Progress {
	now := progress(step)
	switch what {
	case "work":
		work()
	case "another step":
		step.Index += 2
	case "infeasible":
		for i := range now.Answer.Schedule {
			now.Answer.Schedule[i] = -1
		}
	case "ended":
		now.Ended, now.Answer.EndedBy = true, optgap.EndedNodeLimit
	case "nothing":
		now = method.Progress{}
	case "many":
		for range 100 {
			tell(step, now)
		}
	}
	return now
}

// fakeRest answers the question for the rest of a step.
func fakeRest(b string, line []byte) {
	if strings.HasSuffix(b, "twice") {
		hang()
	}
	answer, err := Steps([]byte(`{"method":"ilp"}`))
	must.Do(cmp.Or(err, answer(context.Background(), line, os.Stdout)))
}

// Where a child is ended before it has the bounds, another child computes them for the answer of
// the first. One that is ended before it says anything leaves the bound that needs no search.
func TestRestIsAskedFor(t *testing.T) {
	all := []optgap.BoundName{optgap.BoundFluid, optgap.BoundLP, optgap.BoundMinsum}
	for _, c := range []struct {
		behaviour string
		status    optgap.Status
		bounds    []optgap.BoundName
	}{
		{"interim then hangs", optgap.StatusFeasible, all},
		{"nothing then hangs", optgap.StatusLimit, all},
		{"interim then hangs twice", optgap.StatusFeasible, []optgap.BoundName{optgap.BoundFluid}},
		{"hangs", optgap.StatusLimit, []optgap.BoundName{optgap.BoundFluid}},
	} {
		t.Run(strings.ReplaceAll(c.behaviour, " ", "-"), func(t *testing.T) {
			p := pool(t, c.behaviour)
			p.Limits = []time.Duration{time.Minute, 300 * time.Millisecond, time.Minute}
			if c.behaviour == "hangs" {
				p.Limits[starting] = 300 * time.Millisecond
			}
			phase := p.Phase
			p.Phase = func(r report) int { // the second child hangs where it is asked
				if strings.HasSuffix(c.behaviour, "twice") {
					p.Limits[starting] = 300 * time.Millisecond
				}
				return phase(r)
			}
			s := loose(t, 1)
			r := p.Solve(t.Context(), s)
			must.Hold(t, r.Status == c.status && r.EndedBy == optgap.EndedTimeLimit && r.SolveSeconds > 0,
				"found", r.Status, r.EndedBy, "after", r.SolveSeconds, "s")
			must.EqualSlices(t, slices.Sorted(maps.Keys(r.Bounds)), c.bounds, "bounds")
			told := record.Starts(s, progress(s).Answer.Schedule)
			must.Equal(t, slices.Equal(r.Starts, told), c.status == optgap.StatusFeasible, r.Starts)
			verified(t, s, r)
		})
	}
}

// loose is a step whose best schedule is better than every policy's plan.
func loose(t *testing.T, index int) *optgap.Step {
	t.Helper()
	for seed := range uint64(1000) {
		s := steptest.Random(rand.New(rand.NewPCG(8, seed)), steptest.Options{MinJobs: 5, MaxJobs: 9})
		s.Index = index
		if progress(&s).Answer.Schedule.Objective(&s) < heuristics.BestPlan(&s).Objective(&s) {
			return &s
		}
	}
	t.Fatal("every policy's plan is the best schedule")
	return nil
}

// failing is a behaviour that fails, and the result of its step.
type failing struct {
	behaviour string
	status    optgap.Status
	endedBy   optgap.EndedBy
	own       bool   // the schedule is the child's; otherwise the best policy's plan stands in
	bounded   bool   // a bound that the child has told stands
	says      string // the error, or else a warning
}

// A child that fails costs its step alone, whatever way it fails, and the result says how. Where a child is ended, its
// reports make the answer: the schedule, if a limit ended the child, and the bounds in any case. A report that
// contradicts the step counts as garbage. A method's final answer stands, however the search for bounds ends.
func TestFailures(t *testing.T) {
	for _, c := range []failing{
		{"exits", optgap.StatusCrashed, "", false, false, "exit status 7; it said: no more of this"},
		{"panics", optgap.StatusCrashed, "", false, false, "panic: lost"},
		{"is killed", optgap.StatusCrashed, optgap.EndedSignal, false, false, "signal: killed"},
		{"is terminated", optgap.StatusCrashed, optgap.EndedSignal, false, false, "signal: terminated"},
		{"segfaults", optgap.StatusCrashed, optgap.EndedSignal, false, false, "it said: SIGSEGV: segmentation violation"},
		{"aborts", optgap.StatusCrashed, optgap.EndedSignal, false, false, "it said: SIGABRT: abort"},
		{"garbage", optgap.StatusCrashed, "", false, false, `"Running HiGHS 1.10.0\n"`},
		{"empty line", optgap.StatusCrashed, "", false, false, `found "\n", unexpected end`},
		{"other format", optgap.StatusCrashed, "", false, false,
			`format: found "optgap-result/9", expected "optgap-result/1"`},
		{"other step", optgap.StatusCrashed, "", false, false, "expected step 1"},
		{"no line end", optgap.StatusCrashed, "", false, false, "without a line end"},
		{"cut off", optgap.StatusCrashed, "", false, false, "exit status 0"},
		{"closes stdout", optgap.StatusCrashed, "", false, false, "gave no result: EOF"},
		{"hangs", optgap.StatusLimit, optgap.EndedTimeLimit, false, false, ""},
		{"eats memory", optgap.StatusMemory, optgap.EndedMemoryLimit, false, false, ""},
		{"takes gigabytes at once", optgap.StatusMemory, optgap.EndedMemoryLimit, false, false, ""}, // the kernel refuses
		{"interim then hangs", optgap.StatusFeasible, optgap.EndedTimeLimit, true, true, ""},
		{"interim then talks", optgap.StatusFeasible, optgap.EndedTimeLimit, true, true, ""},
		{"many then hangs", optgap.StatusFeasible, optgap.EndedTimeLimit, true, true, ""},
		{"interim then eats memory", optgap.StatusFeasible, optgap.EndedMemoryLimit, true, true, ""},
		{"nothing then hangs", optgap.StatusLimit, optgap.EndedTimeLimit, false, false, ""},
		{"nothing then eats memory", optgap.StatusMemory, optgap.EndedMemoryLimit, false, false, ""},
		{"interim then dies", optgap.StatusCrashed, "", false, true, "exit status 7; it said: no more of this"},
		{"interim then says garbage", optgap.StatusCrashed, "", false, true, `"Running HiGHS 1.10.0\n"`},
		{"interim then says half", optgap.StatusCrashed, "", false, true, "unexpected end"},
		{"another step then hangs", optgap.StatusCrashed, "", false, false, "expected step 1"},
		{"infeasible then hangs", optgap.StatusCrashed, "", false, false, "starts"},
		{"ended then hangs", optgap.StatusFeasible, optgap.EndedNodeLimit, true, true,
			"bounds: not ended (limit, time_limit)"},
		{"ended then eats memory", optgap.StatusFeasible, optgap.EndedNodeLimit, true, true,
			"bounds: not ended (memory, memory_limit)"},
		{"ended then dies", optgap.StatusFeasible, optgap.EndedNodeLimit, true, true, "exit status 7"},
	} {
		t.Run(strings.ReplaceAll(c.behaviour, " ", "-"), c.check)
	}
}

// check solves three steps by a child of the behaviour: before the failure, with it, and after it.
func (c failing) check(t *testing.T) {
	o := method.Options{NoBounds: true}
	ended := string(c.endedBy) + c.says
	if strings.Contains(ended, "memory_limit") {
		o.Memory = 160 << 20
	}
	p := newPool(pool(t, c.behaviour).Command, method.ILP, o)
	t.Cleanup(p.Close)
	answers := func(index int) {
		t.Helper()
		p.Limits = nil
		if r := p.Solve(t.Context(), step(index)); r.Status != optgap.StatusFeasible || r.Error != "" {
			t.Errorf("step %d: found %s, %s, expected an answer", index, r.Status, r.Error)
		}
	}
	answers(0)
	if strings.Contains(ended, "time_limit") {
		p.Limits = slices.Repeat([]time.Duration{300 * time.Millisecond}, stepPhases)
		if strings.Contains(c.behaviour, " then ") { // it takes a while to find what it reports
			p.Limits[starting] = time.Minute
		}
	}
	s := loose(t, 1)
	r := p.Solve(t.Context(), s)
	must.Hold(t, r.Status == c.status && r.EndedBy == c.endedBy && r.Method == method.ILP.Name &&
		r.SolveSeconds > 0,
		"found", r.Method, r.Status, r.EndedBy, "after", r.SolveSeconds, "s, expected", c.status, c.endedBy)
	want := heuristics.BestPlan(s)
	if c.own {
		want = progress(s).Answer.Schedule
	}
	must.Hold(t, slices.Equal(r.Starts, record.Starts(s, want)) && (r.Quality != nil) == c.own,
		"found", r.Starts, "expected", want)
	_, ok := r.Bounds[optgap.BoundFluid]
	must.Hold(t, ok == c.bounded, "found bounds", r.Bounds)
	said := r.Error + strings.Join(r.Warnings, "")
	must.Hold(t, c.status == optgap.StatusCrashed == (r.Error != "") && strings.Contains(said, c.says),
		"found error", r.Error, "and warnings", r.Warnings, "expected", c.says)
	must.Equal(t, strings.HasPrefix(c.behaviour, "ended "), r.BoundsStatus != "", "bounds status",
		r.BoundsStatus)
	verified(t, s, r)
	answers(2)
}

// crowded is a step whose program takes HiGHS minutes before its first node.
func crowded() *optgap.Step {
	r := rand.New(rand.NewPCG(14, 1))
	history := optgap.History{{Time: 0, Free: 20}, {Time: 5000, Free: 100}}
	s := &optgap.Step{Format: optgap.StepFormat, Machine: 100, History: history}
	for i := range 40 {
		s.Jobs = append(s.Jobs, optgap.Job{
			ID: int64(i), Width: 1 + r.Int64N(60), Estimate: 60 + r.Int64N(40000), Submit: -int64(i),
		})
	}
	return s
}

// A real child at work on a large program keeps its schedule and bounds, whoever ends
// it, and the next child solves the next step.
func TestLargeProgram(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(o *method.Options)
	}{
		{"step", func(o *method.Options) { o.Grid.Scale = 60 }},
		{"pulse", func(o *method.Options) { o.Grid.Scale, o.Formulation = 60, "pulse" }},
		{"one second", func(o *method.Options) { o.Grid.Scale = 1 }},
		{"bounds", func(o *method.Options) {
			o.Grid.Scale, o.NoBounds = 1, false
		}},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			o := method.Options{NoBounds: true}
			o.TimeLimit = 500 * time.Millisecond
			c.set(&o)
			real := newPool(pool(t, serves).Command, method.ILP, o)
			t.Cleanup(real.Close)
			s := crowded()
			r := real.Solve(t.Context(), s)
			if r.Status != optgap.StatusFeasible || r.EndedBy != optgap.EndedTimeLimit || r.Quality == nil || r.Error != "" {
				t.Errorf("found %s, %s, %s", r.Status, r.EndedBy, r.Error)
			}
			scaled := must.Get(grid.Scale(s, o.Grid))
			if begun := scaled.Objective(scaled.Upper); r.GridObjective > begun {
				t.Errorf("found %d on the grid, worse than the best policy's %d", r.GridObjective, begun)
			}
			if r.GridBound == 0 || r.Bound == 0 && r.Scope == optgap.ScopeSecond {
				t.Errorf("found no bound: %d on the grid, %v", r.GridBound, r.Bounds)
			}
			_, ok := r.Bounds[optgap.BoundFluid]
			must.Hold(t, ok != o.NoBounds, "found bounds", r.Bounds)
			verified(t, s, r)
			if r := real.Solve(t.Context(), step(2)); r.Quality == nil || r.Error != "" {
				t.Errorf("the next step: found %s, %s", r.Status, r.Error)
			}
		})
	}
}
