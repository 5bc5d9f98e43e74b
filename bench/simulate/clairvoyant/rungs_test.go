package clairvoyant_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

const stepWork = 1 << 24

// byOptimum follows the optimum of each step. It looks through plain lists.
type byOptimum struct {
	t       *testing.T
	machine int64
	jobs    []optgap.TraceJob
	by      optgap.Objective
	waiting []int32
	running map[int32]int64 // estimated ends
	steps   int
}

func (s *byOptimum) End(job int32) { delete(s.running, job) }

// Submit orders the waiting jobs by an optimum of the step, which brute force confirms.
func (s *byOptimum) Submit(now int64, job int32) error {
	if s.waiting = append(s.waiting, job); len(s.waiting) < 2 {
		return nil
	}
	st := &optgap.Step{Format: optgap.StepFormat, Now: now, Machine: s.machine, History: optgap.History{{Free: s.machine}}}
	var ends []int64
	for job, end := range s.running {
		st.History[0].Free -= s.jobs[job].Width
		ends = append(ends, end-now)
	}
	slices.Sort(ends)
	for _, end := range slices.Compact(ends) {
		free := s.machine
		for job, e := range s.running {
			if e-now > end {
				free -= s.jobs[job].Width
			}
		}
		st.History = append(st.History, optgap.Change{Time: end, Free: free})
	}
	slices.SortFunc(s.waiting, func(a, b int32) int {
		x, y := s.jobs[a], s.jobs[b]
		return cmp.Or(cmp.Compare(x.Submit, y.Submit), cmp.Compare(x.ID, y.ID))
	})
	for _, job := range s.waiting {
		j := s.jobs[job].Job
		j.Submit -= now
		st.Jobs = append(st.Jobs, j)
	}
	st = must.Get(s.by.Of(st))
	sol := must.Get(exact.Solve(context.Background(), must.Get(grid.Open(st)), exact.Options{WorkLimit: stepWork}))
	if len(st.Jobs) < 6 {
		if _, best := steptest.Optimum(st); sol.Objective != best {
			s.t.Errorf("objective %d, the optimum is %d of %+v", sol.Objective, best, st)
		}
	}
	s.steps++
	starts := map[int32]int64{}
	for i, job := range s.waiting {
		starts[job] = sol.Schedule[i]
	}
	slices.SortStableFunc(s.waiting, func(a, b int32) int { return cmp.Compare(starts[a], starts[b]) })
	return nil
}

// Start plans the waiting jobs in their order, each at its earliest second.
func (s *byOptimum) Start(now int64, dst []int32) []int32 {
	type use struct{ from, to, width int64 }
	var used []use
	for job, end := range s.running {
		used = append(used, use{now, end, s.jobs[job].Width})
	}
	fits := func(j optgap.Job, start int64) bool {
		for at := start; at < start+j.Estimate; at++ {
			free := s.machine
			for _, u := range used {
				if u.from <= at && at < u.to {
					free -= u.width
				}
			}
			if free < j.Width {
				return false
			}
		}
		return true
	}
	var left []int32
	for _, job := range s.waiting {
		j, start := s.jobs[job].Job, now
		for !fits(j, start) {
			start++
		}
		used = append(used, use{start, start + j.Estimate, j.Width})
		if start > now {
			left = append(left, job)
			continue
		}
		dst = append(dst, job)
		s.running[job] = now + j.Estimate
	}
	s.waiting = left
	return dst
}

// TestClimb: each rung is the replay under the optimum of each step, as a second program does it second by second.
func TestClimb(t *testing.T) {
	t.Parallel()
	for seed, r := range steptest.Sources(8, 63) {
		machine := 1 + r.Int64N(6)
		jobs := slowreplay.Trace(r, 8, machine)
		for _, objective := range record.Bounded() {
			of := record.OfflineTrace{Trace: "t", Machine: machine, Jobs: len(jobs), ObjectiveName: string(objective)}
			for _, rung := range clairvoyant.RungNames() {
				told := 0
				g := must.Get(clairvoyant.Climb(context.Background(),
					record.RungTrace{OfflineTrace: of, Rung: rung, StepWork: stepWork}, jobs, func() { told++ }))
				known := slices.Clone(jobs)
				if rung == record.RungOptimumPerfect {
					for i := range known {
						known[i].RunTime = known[i].Duration()
						known[i].Estimate = max(1, known[i].RunTime)
					}
				}
				s := &byOptimum{
					t: t, machine: machine, jobs: known, by: objective, running: map[int32]int64{},
				}
				starts := must.Get(slowreplay.Run(known, s))
				if !slices.Equal(g.Starts, starts) || g.Steps != s.steps || told != len(jobs) || g.ProvenSteps != g.Steps {
					t.Fatalf("seed %d, %s, %s: %+v, expected %v in %d steps", seed, objective, rung, g, starts, s.steps)
				}
			}
		}
	}
}

// climbed returns the bound and the rungs of a trace.
func climbed(t *testing.T, jobs []optgap.TraceJob, machine int64, objective string) (*record.Offline, []record.Rung) {
	best := planOf(jobs, machine, objective)
	var rungs []record.Rung
	for _, rung := range clairvoyant.RungNames() {
		rungs = append(rungs, *must.Get(clairvoyant.Climb(t.Context(),
			record.RungTrace{OfflineTrace: best.OfflineTrace, Rung: rung, StepWork: 1000}, jobs, nil)))
	}
	return best, rungs
}

// TestLadder: the parts add up to what the scheduler has above the bound, and no rung is below the best schedule known.
func TestLadder(t *testing.T) {
	t.Parallel()
	for seed := range steptest.Sources(2, 0) {
		jobs := random(seed, 8, 30)
		for _, objective := range record.Bounded() {
			best, rungs := climbed(t, jobs, 8, string(objective))
			for _, name := range []string{"easy", "sjf", "strict-ljf"} {
				out := must.Get(replay.Run(t.Context(), jobs, must.Get(schedulers.New(name, 8, jobs, schedulers.Options{}))))
				s := clairvoyant.Replayed{Scheduler: name, Starts: out.Starts, Exact: out.Starts}
				l := must.Get(clairvoyant.LadderOf(best, rungs, jobs, s))
				checkTenths(t, l, jobs, out.Starts, rungs)
				sum, above := l.Open, l.Value-l.Bound
				for _, p := range l.Parts() {
					sum += p.Value
				}
				best := min(l.Value, l.Optimum, l.OptimumPerfect)
				if math.Abs(sum-above) > 1e-9*l.Value || l.Bound > l.Found+1e-9 || l.Found > best ||
					l.AtLeast < 1 || l.AtMost < l.AtLeast-1e-9 || l.ExactEstimate != l.Value {
					t.Errorf("seed %d, %s, %s: %+v", seed, objective, name, l)
				}
			}
		}
	}
}

// checkTenths fails where the ranges are not those of the same averages in simulate --against.
func checkTenths(t *testing.T, l *record.Ladder, jobs []optgap.TraceJob, starts []int64, rungs []record.Rung) {
	t.Helper()
	if l.Average().Slowdown { // whose metric counts no job as less than 1
		return
	}
	of := func(starts, others []int64) performance.Difference {
		return performance.Differences(&replay.Outcome{Jobs: jobs, Starts: starts},
			&replay.Outcome{Jobs: jobs, Starts: others}, performance.Options{})[l.ObjectiveName]
	}
	want := []performance.Difference{of(starts, rungs[0].Starts), of(rungs[0].Starts, rungs[1].Starts), {}}
	for i, p := range l.Parts() {
		if !reflect.DeepEqual(p.Tenths, want[i].Tenths()) || i < 2 && math.Abs(p.Value-want[i].Value) > 1e-6*l.Value {
			t.Errorf("%s of %s: %v, %v, expected %+v", p.What, l.Scheduler, p.Value, p.Tenths, want[i])
		}
	}
}

// TestRefine: the best schedule takes over what replays do better, and the bound stays. Without a gain nothing changes.
func TestRefine(t *testing.T) {
	t.Parallel()
	jobs := random(5, 8, 25)
	best, rungs := climbed(t, jobs, 8, "artww")
	worse := *best
	worse.Starts = must.Get(replay.Run(t.Context(), jobs,
		must.Get(schedulers.New("strict-ljf", 8, jobs, schedulers.Options{})))).Starts
	worse.Objective *= 2
	replayed := []clairvoyant.Replayed{{Starts: best.Starts, Exact: rungs[0].Starts}}
	better := must.Get(clairvoyant.Refine(t.Context(), &worse, rungs, replayed, jobs, clairvoyant.Options{}))
	if better.Objective > best.Objective || better.ObjectiveValue > best.ObjectiveValue || better.Bound != best.Bound {
		t.Errorf("%+v, expected at most %d", better, best.Objective)
	}
	again := must.Get(clairvoyant.Refine(t.Context(), better, rungs, replayed, jobs, clairvoyant.Options{}))
	must.Hold(t, again == better, "another result without a gain")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := clairvoyant.Refine(ended, &worse, rungs, replayed, jobs, clairvoyant.Options{}); err == nil {
		t.Error("no error after an interruption")
	}
}

// TestShareFound: a schedule that is better than the best one found is so for all ladders of the trace.
func TestShareFound(t *testing.T) {
	t.Parallel()
	worse := &record.Ladder{Scheduler: "a", Value: 20, Optimum: 15, OptimumPerfect: 14, Found: 12, Bound: 10}
	better := &record.Ladder{Scheduler: "b", Value: 11, Optimum: 15, OptimumPerfect: 14, Found: 11, Bound: 10}
	record.ShareFound([]*record.Ladder{worse, better})
	if worse.Found != 11 || worse.Arrivals != 3 || worse.Open != 1 || better.AtLeast != 1 {
		t.Errorf("%+v and %+v", worse, better)
	}
	record.ShareFound(nil)
}

// TestLadderOfALog: a log that uses more than the machine has may lie below all rungs.
func TestLadderOfALog(t *testing.T) {
	t.Parallel()
	jobs := random(3, 8, 30)
	best, rungs := climbed(t, jobs, 8, "artww")
	var starts []int64
	for _, j := range jobs {
		starts = append(starts, j.Submit)
	}
	l := must.Get(clairvoyant.LadderOf(best, rungs, jobs, clairvoyant.Replayed{
		Scheduler: "recorded", Starts: starts, Overfull: "more than 8 processors are busy",
	}))
	must.Hold(t, l.AtLeast < 1 && l.AtMost >= l.AtLeast && l.Planning < 0, l)
	if _, err := clairvoyant.LadderOf(best, rungs[:1], jobs, clairvoyant.Replayed{Starts: starts}); err == nil {
		t.Error("no error without a rung")
	}
}

// TestReadRungs: rungs of another trace, and those whose sums are not those of their starts, are refused.
func TestReadRungs(t *testing.T) {
	t.Parallel()
	jobs := random(4, 8, 20)
	best, rungs := climbed(t, jobs, 8, "artww")
	dir := t.TempDir()
	if none, err := clairvoyant.ReadRungs(dir, best.OfflineTrace, jobs); none != nil || err != nil {
		t.Errorf("%v, %v of an empty folder", none, err)
	}
	keep := func(dir string, rungs []record.Rung) {
		f := must.Get(folder.Open(filepath.Join(dir, clairvoyant.RungsDir), clairvoyant.RungsLayout, folder.Start{}))
		for _, r := range rungs {
			must.Do(f.Problem(r.RungTrace))
			must.Do(f.Result(r))
		}
		must.Do(f.Close(true))
	}
	keep(dir, rungs)
	must.Equal(t, len(must.Get(clairvoyant.ReadRungs(dir, best.OfflineTrace, jobs))), len(rungs),
		"rungs")
	other := best.OfflineTrace
	other.Machine++
	var wrong *optgap.FieldError
	if _, err := clairvoyant.ReadRungs(dir, other, jobs); !errors.As(err, &wrong) {
		t.Errorf("another machine: %v", err)
	}
	dir, rungs[1].Objective = t.TempDir(), rungs[1].Objective+1
	keep(dir, rungs)
	if _, err := clairvoyant.ReadRungs(dir, best.OfflineTrace, jobs); !errors.As(err, &wrong) {
		t.Errorf("another objective: %v", err)
	}
	must.Do(os.WriteFile(filepath.Join(dir, clairvoyant.RungsDir, "rungs.jsonl"), []byte("{}\n"), 0o600))
	must.Refuse(t, must.Err(clairvoyant.ReadRungs(dir, best.OfflineTrace, jobs)), "", "an empty line")
}
