package dynp_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// slowPlan plans the waiting jobs anew in each second with an event, in the order of a policy. It looks through plain
// lists.
type slowPlan struct {
	machine int64
	jobs    []optgap.TraceJob
	policy  heuristics.Policy
	waiting []int32
	running []int32
	starts  map[int32]int64
}

func (s *slowPlan) Submit(_ int64, job int32) error {
	s.waiting = append(s.waiting, job)
	return nil
}

func (s *slowPlan) End(job int32) {
	s.running = slices.DeleteFunc(s.running, func(r int32) bool { return r == job })
}

func (s *slowPlan) Start(now int64, dst []int32) []int32 {
	slices.SortFunc(s.waiting, func(a, b int32) int {
		x, y := s.jobs[a].Job, s.jobs[b].Job
		return cmp.Or(cmp.Compare(s.policy.At(x, now), s.policy.At(y, now)), cmp.Compare(x.Submit, y.Submit),
			cmp.Compare(x.ID, y.ID))
	})
	placed := slices.Clone(s.running)
	for _, job := range s.waiting {
		s.starts[job] = now
		for !s.fits(job, placed) {
			s.starts[job]++
		}
		placed = append(placed, job)
		if s.starts[job] == now {
			s.running = append(s.running, job)
			dst = append(dst, job)
		}
	}
	s.waiting = slices.DeleteFunc(s.waiting, func(job int32) bool { return s.starts[job] == now })
	return dst
}

func (s *slowPlan) fits(job int32, placed []int32) bool {
	j := s.jobs[job]
	for t := s.starts[job]; t < s.starts[job]+j.Estimate; t++ {
		free := s.machine
		for _, p := range placed {
			if s.starts[p] <= t && t < s.starts[p]+s.jobs[p].Estimate {
				free -= s.jobs[p].Width
			}
		}
		if free < j.Width {
			return false
		}
	}
	return true
}

// probed is a scheduler whose Probe foresees whether a job starts at its submission.
type probed struct {
	*dynp.Scheduler
	t     *testing.T
	known map[int32]int64
}

func (p *probed) Submit(now int64, job int32) error {
	p.known[job] = p.Probe(now, job)
	return p.Scheduler.Submit(now, job)
}

func (p *probed) Start(now int64, dst []int32) []int32 {
	dst = p.Scheduler.Start(now, dst)
	for job, foreseen := range p.known {
		if slices.Contains(dst, job) != (foreseen == now) {
			p.t.Errorf("second %d: job %d was foreseen at %d, started %v", now, job, foreseen, dst)
		}
	}
	clear(p.known)
	return dst
}

// TestScoredPolicies: under an order that changes while jobs wait, jobs start as in a replay that sorts and plans them
// anew each time, and dynP between two such policies follows one or the other.
func TestScoredPolicies(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"wfp3", "unicef", "sexp", "f1", "f4"} {
		policy := must.Get(heuristics.PolicyByName(name))
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 9))
			machine := 1 + r.Int64N(10)
			jobs := slowreplay.Trace(r, 25, machine)
			want := must.Get(slowreplay.Run(jobs, &slowPlan{
				machine: machine, jobs: jobs, policy: policy, starts: map[int32]int64{},
			}))
			fast := &probed{dynp.NewSinglePolicy(machine, jobs, policy), t, map[int32]int64{}}
			if got := must.Get(slowreplay.Run(jobs, fast)); !slices.Equal(got, want) {
				t.Fatalf("%s, seed %d: %v, want %v", name, seed, got, want)
			}
			for _, replan := range dynp.Replans() {
				both := must.Get(dynp.New(machine, jobs, dynp.Options{
					Decider: dynp.Advanced, Replan: replan, Policies: []heuristics.Policy{policy, heuristics.SJF},
				}))
				starts := must.Get(slowreplay.Run(jobs, both))
				must.Do(slowreplay.Check([]int64{machine}, jobs, starts, nil, nil))
			}
		}
	}
}

// TestScoredPlan: the plan of a step is that of the policy, at the step's second of the trace.
func TestScoredPlan(t *testing.T) {
	t.Parallel()
	f1 := must.Get(heuristics.PolicyByName("f1"))
	step := &optgap.Step{
		Format: optgap.StepFormat, Now: 1000, Machine: 4, History: optgap.History{{Free: 4}},
		Jobs: []optgap.Job{{ID: 1, Width: 4, Estimate: 100, Submit: -999}, {ID: 2, Width: 4, Estimate: 10, Submit: -1}},
	}
	jobs := []optgap.TraceJob{{Job: step.Jobs[0], RunTime: 100}, {Job: step.Jobs[1], RunTime: 10}}
	for now, first := range map[int64]int{1000: 0, 0: 1} { // log10 of the submissions is 0 and 3, or 0 of both
		step.Now = now
		got := dynp.NewSinglePolicy(4, jobs, f1).Plan(step)
		if want := must.Get(heuristics.Plan(step, f1)); got[first] != 0 || !slices.Equal(got, want) {
			t.Errorf("now %d: %v, the policy plans %v", now, got, want)
		}
	}
}
