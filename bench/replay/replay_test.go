package replay_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/internal/steptest"
)

func randomTrace(r *rand.Rand, n int, machine int64) []optgap.TraceJob {
	jobs := make([]optgap.TraceJob, n)
	submit := int64(0)
	for i := range jobs {
		submit += r.Int64N(8) // several jobs in one second are frequent
		jobs[i] = optgap.TraceJob{
			Job:     optgap.Job{ID: int64(i + 1), Width: 1 + r.Int64N(machine), Estimate: 1 + r.Int64N(20), Submit: submit},
			RunTime: r.Int64N(25), // 0, and past the estimate, included
		}
	}
	return jobs
}

func dynP(machine int64, jobs []optgap.TraceJob, o heuristics.DynPOptions) *heuristics.Planning {
	s, err := heuristics.NewDynP(machine, jobs, o)
	if err != nil {
		panic(err)
	}
	return s
}

// obvious replays second by second and plans with steptest.Serial; it shares no
// code with the schedulers but the deciders' table, which has tests of its own.
type obvious struct {
	machine int64
	jobs    []optgap.TraceJob
	starts  []int64 // -1: waits
	here    int     // jobs submitted so far
	policy  heuristics.Policy
	decider heuristics.Decider
}

func (o *obvious) run() []int64 {
	for i := range o.jobs {
		o.starts = append(o.starts, -1)
		_ = i
	}
	for now := int64(0); slices.Contains(o.starts, -1); now++ {
		o.start(now)
		for o.here < len(o.jobs) && o.jobs[o.here].Submit == now {
			o.here++
			if step, _ := o.step(now); o.decider != nil && len(step.Jobs) >= 2 {
				value := func(policy string) int64 {
					return steptest.Serial(step, order(step.Jobs, policy)).Objective(step)
				}
				current := slices.IndexFunc(heuristics.DynP(), func(p heuristics.Policy) bool { return p.Name == o.policy.Name })
				o.policy = heuristics.DynP()[o.decider([]int64{value("FCFS"), value("SJF"), value("LJF")}, current)]
			}
			o.start(now)
		}
	}
	return o.starts
}

// start plans and starts until nothing more starts: a job of run time 0 frees
// its processors at once.
func (o *obvious) start(now int64) {
	for again := true; again; {
		again = false
		step, index := o.step(now)
		for i, s := range steptest.Serial(step, order(step.Jobs, o.policy.Name)) {
			if s == 0 {
				o.starts[index[i]] = now
				again = again || o.jobs[index[i]].Duration() == 0
			}
		}
	}
}

// step returns the situation in second now and the trace index of each job.
func (o *obvious) step(now int64) (*optgap.Step, []int) {
	s := &optgap.Step{Machine: o.machine}
	var index []int
	busy := make([]int64, 30)
	for i, j := range o.jobs[:o.here] {
		switch start := o.starts[i]; {
		case start < 0:
			job := j.Job
			job.Submit -= now
			s.Jobs, index = append(s.Jobs, job), append(index, i)
		case start+j.Duration() > now:
			for u := now; u < start+j.Estimate; u++ {
				busy[u-now] += j.Width
			}
		}
	}
	for u, b := range busy {
		s.History = append(s.History, optgap.Change{Time: int64(u), Free: o.machine - b})
	}
	return s, index
}

func order(jobs []optgap.Job, policy string) []int {
	idx := make([]int, len(jobs))
	for i := range idx {
		idx[i] = i // jobs are in order of submission
	}
	switch policy {
	case "SJF":
		slices.SortStableFunc(idx, func(a, b int) int { return int(jobs[a].Estimate - jobs[b].Estimate) })
	case "LJF":
		slices.SortStableFunc(idx, func(a, b int) int { return int(jobs[b].Estimate - jobs[a].Estimate) })
	}
	return idx
}

// TestMatchesSecondBySecond: the schedulers start every job when the obvious
// simulator does.
func TestMatchesSecondBySecond(t *testing.T) {
	type scheduler struct {
		name    string
		make    func(machine int64, jobs []optgap.TraceJob) replay.Scheduler
		policy  heuristics.Policy
		decider heuristics.Decider
	}
	var all []scheduler
	for _, p := range heuristics.DynP() {
		all = append(all, scheduler{p.Name, func(m int64, j []optgap.TraceJob) replay.Scheduler { return heuristics.NewPlanning(m, j, p) }, p, nil})
	}
	for name, d := range map[string]heuristics.Decider{"dynp-simple": heuristics.Simple, "dynp-advanced": heuristics.Advanced} {
		all = append(all, scheduler{name, func(m int64, j []optgap.TraceJob) replay.Scheduler {
			return dynP(m, j, heuristics.DynPOptions{Decider: d})
		}, heuristics.FCFS, d})
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		machine := 1 + r.Int64N(12)
		jobs := randomTrace(r, 40, machine)
		for _, s := range all {
			out, err := replay.Run(context.Background(), jobs, s.make(machine, jobs))
			if err != nil {
				t.Fatal(err)
			}
			want := (&obvious{machine: machine, jobs: jobs, policy: s.policy, decider: s.decider}).run()
			if !slices.Equal(out.Starts, want) {
				t.Fatalf("seed %d, %s: starts %v, want %v", seed, s.name, out.Starts, want)
			}
		}
	}
}

// TestSteps: every submission that leaves two jobs waiting emits a valid step
// whose first job is the one submitted first, and the plan of the active policy
// is feasible for it.
func TestSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	jobs := randomTrace(r, 200, 10)
	s := dynP(10, jobs, heuristics.DynPOptions{})
	count := 0
	s.OnStep = func(index, waiting int, build func() *optgap.Step) error {
		step := build()
		if err := step.Validate(); err != nil {
			return err
		}
		if index != count || step.Index != count || len(step.Jobs) != waiting || waiting < 2 {
			return fmt.Errorf("step %d comes as number %d with %d jobs", step.Index, count, len(step.Jobs))
		}
		count++
		return heuristics.Plan(step, heuristics.SJF).Check(step)
	}
	if _, err := replay.Run(context.Background(), jobs, s); err != nil {
		t.Fatal(err)
	}
	if count == 0 {
		t.Error("no step was emitted")
	}
	total := 0
	for _, n := range s.Stats().Cases {
		total += n
	}
	if total != count {
		t.Errorf("the decider ran %d times on %d steps", total, count)
	}
}

// TestMeasure carries its arithmetic. Job 1 waits 0 and runs 10 s on 2
// processors; job 2 waits 10 s and is killed at its estimate of 20 s on 4.
func TestMeasure(t *testing.T) {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 2, Estimate: 50, Submit: 100}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 20, Submit: 100}, RunTime: 99},
	}
	out, err := replay.Run(context.Background(), jobs, heuristics.NewPlanning(4, jobs, heuristics.FCFS))
	if err != nil {
		t.Fatal(err)
	}
	got := replay.Measure(out, 4)
	want := replay.Metrics{
		Jobs: 2, ARTwW: (2*10 + 4*30) / 6.0, ART: (10 + 30) / 2.0, Wait: (0 + 10) / 2.0,
		SLDwA:    (2*10 + 4*30) / (2*10 + 4*20.0),
		SLDwW60:  1, // both response times are below a minute
		Util:     (2*10 + 4*20) / (4 * 30.0),
		Makespan: 30,
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestUnsortedTraceIsRefused(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 1, Submit: 5}}, {Job: optgap.Job{ID: 2, Width: 1, Estimate: 1, Submit: 4}}}
	if _, err := replay.Run(context.Background(), jobs, heuristics.NewPlanning(1, jobs, heuristics.FCFS)); err == nil {
		t.Error("an unsorted trace is accepted")
	}
}

func ExampleRun() {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 4, Estimate: 3600, Submit: 0}, RunTime: 1800},
		{Job: optgap.Job{ID: 2, Width: 4, Estimate: 600, Submit: 10}, RunTime: 600},
	}
	s, err := heuristics.NewDynP(4, jobs, heuristics.DynPOptions{})
	if err != nil {
		panic(err)
	}
	out, err := replay.Run(context.Background(), jobs, s)
	if err != nil {
		panic(err)
	}
	fmt.Println(out.Starts) // job 1 ends before its estimate and frees its processors at once
	// Output: [0 1800]
}
