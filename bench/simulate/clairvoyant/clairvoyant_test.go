package clairvoyant_test

import (
	"context"
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
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// random draws the jobs of a trace, some of which take no time and some of which are killed.
func random(seed uint64, machine int64, n int) (jobs []optgap.TraceJob) {
	for _, r := range steptest.Sources(1, seed) {
		now := int64(0)
		for i := range n {
			now += r.Int64N(200)
			j := optgap.TraceJob{RunTime: r.Int64N(2000) * r.Int64N(2)}
			j.Job = optgap.Job{ID: int64(i), Submit: now, Width: 1 + r.Int64N(machine), Estimate: 1 + r.Int64N(3000)}
			jobs = append(jobs, j)
		}
		break
	}
	return jobs
}

func planOf(jobs []optgap.TraceJob, machine int64, objective string) *record.Offline {
	of := record.OfflineTrace{Trace: "t", SHA256: "abc", Machine: machine, Jobs: len(jobs), ObjectiveName: objective}
	return must.Get(clairvoyant.Plan(context.Background(), of, jobs, clairvoyant.Options{Rounds: 1}))
}

// keep keeps a plan in a folder.
func keep(dir string, r *record.Offline) {
	f := must.Get(folder.Open(dir, clairvoyant.Layout, folder.Start{}))
	must.Do(f.Problem(r.OfflineTrace))
	must.Do(f.Result(*r))
	must.Do(f.Close(true))
}

// TestSchedulers: no scheduler is better than the bound, on random and on generated traces.
func TestSchedulers(t *testing.T) {
	t.Parallel()
	traces := map[string][]optgap.TraceJob{"random": random(1, 16, 40), "few": random(2, 16, 7)}
	for _, name := range []string{"lublin2003", "feitelson1996"} {
		g := must.Get(must.Get(workload.ByName(name)).New(workload.Options{Machine: 16, Load: 0.9}))
		traces[name] = must.Get(workload.Take(g, 40, 3))
	}
	for name, jobs := range traces {
		var settings []sweep.Setting
		for _, scheduler := range schedulers.Names() {
			settings = append(settings, sweep.Setting{Scheduler: scheduler})
		}
		of := swf.Trace{Name: name, Machine: 16, Jobs: jobs}
		runs := must.Get(sweep.Sweep{Trace: of}.Run(context.Background(), settings))
		for _, objective := range record.Bounded() {
			best := planOf(jobs, 16, string(objective))
			for _, run := range runs {
				if value := run.Numbers[best.Average().Metric]; value < best.BoundValue*(1-1e-9) {
					t.Errorf("%s, %s, %s: %g, expected at least %g", name, objective, run.Label(), value, best.BoundValue)
				}
			}
		}
	}
}

// TestValues: of one job of 30 s and one of 120 s on one processor, both submitted at 0, the shorter one goes first.
// The averages are (30+150)/2 s, and (30/60 + 150/120)/2.
func TestValues(t *testing.T) {
	t.Parallel()
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 1, Estimate: 120}, RunTime: 500},
		{Job: optgap.Job{ID: 2, Width: 1, Estimate: 90}, RunTime: 30},
	}
	for objective, want := range map[string]float64{"artww": 90, "art": 90, "sld": 0.875} {
		r := planOf(jobs, 1, objective)
		must.Hold(t, math.Abs(r.ObjectiveValue-want) <= 1e-9 && r.BoundValue <= want && r.Starts[0] == 30, objective, r)
	}
}

// TestEnds: an interruption and a time limit are told, and there is a plan.
func TestEnds(t *testing.T) {
	t.Parallel()
	jobs := random(4, 4, 500)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	of := record.OfflineTrace{Machine: 4, ObjectiveName: "art"}
	for ctx, want := range map[context.Context]optgap.EndedBy{
		ended: optgap.EndedInterrupt, context.Background(): optgap.EndedTimeLimit,
	} {
		r := must.Get(clairvoyant.Plan(ctx, of, jobs, clairvoyant.Options{TimeLimit: 1}))
		must.Equal(t, r.EndedBy, want)
		must.Equal(t, len(r.Starts), len(jobs))
	}
}

// TestStored: a folder that has changed since the run is refused.
func TestStored(t *testing.T) {
	t.Parallel()
	best := planOf(random(5, 4, 20), 4, "artww")
	dir := t.TempDir()
	keep(dir, best)
	l, rungs, err := clairvoyant.Stored(dir, best)
	must.Hold(t, err == nil && rungs == nil && l.Bound == best.BoundValue && l.Found == best.ObjectiveValue,
		l, rungs, err)
	f := must.Get(os.OpenFile(filepath.Join(dir, "summary.csv"), os.O_APPEND|os.O_WRONLY, 0))
	must.Get(f.WriteString("more\n"))
	must.Do(f.Close())
	_, _, err = clairvoyant.Stored(dir, best)
	must.Refuse(t, err, "summary.csv: lines: found 3")
}

// TestNames: older folders have the name of the metric that is bounded.
func TestNames(t *testing.T) {
	t.Parallel()
	jobs := random(7, 16, 30)
	want, got := planOf(jobs, 16, "sld"), planOf(jobs, 16, "sld_60")
	if got.Bound != want.Bound || got.BoundValue != want.BoundValue || !slices.Equal(got.Starts, want.Starts) {
		t.Errorf("%+v, expected %+v", got, want)
	}
}

// TestTooLarge: a sum beyond int64 is refused by name.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	const long = int64(1) << 56
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 4, Estimate: long}, RunTime: long}}
	for _, objective := range []string{"artww", "sld"} {
		many := append(append([]optgap.TraceJob{}, jobs...), jobs...)
		for range 6 {
			many = append(many, many[0])
		}
		_, err := clairvoyant.Plan(context.Background(), record.OfflineTrace{Machine: 4, ObjectiveName: objective}, many,
			clairvoyant.Options{})
		must.Refuse(t, err, "objective: found", objective)
	}
}

const stepWork = 1 << 24

// TestClimb: each rung is the replay that follows the optimum of each step. Brute force confirms optima.
func TestClimb(t *testing.T) {
	t.Parallel()
	fewest := math.MaxInt
	for seed, r := range steptest.Sources(8, 63) {
		machine := 1 + r.Int64N(6)
		jobs := slowreplay.Trace(r, 8, machine)
		perfect := slices.Clone(jobs)
		for i, j := range jobs {
			perfect[i].RunTime = j.Duration()
			perfect[i].Estimate = max(1, j.Duration())
		}
		for _, objective := range record.Bounded() {
			of := record.OfflineTrace{Trace: "t", Machine: machine, Jobs: len(jobs), ObjectiveName: string(objective)}
			for _, rung := range clairvoyant.RungNames() {
				told, steps := 0, 0
				g := must.Get(clairvoyant.Climb(context.Background(),
					record.RungTrace{OfflineTrace: of, Rung: rung, StepWork: stepWork}, jobs, func() { told++ }))
				known := jobs
				if rung == record.RungOptimumPerfect {
					known = perfect
				}
				s := dynp.NewFollower(machine, known, func(st *optgap.Step) (optgap.Schedule, error) {
					steps++
					fewest = min(fewest, len(st.Jobs))
					p := must.Get(grid.Open(must.Get(objective.Of(st))))
					sol := must.Get(exact.Solve(t.Context(), p, exact.Options{WorkLimit: stepWork}))
					if len(st.Jobs) < 6 {
						_, best := steptest.Optimum(p.Step)
						must.Equal(t, sol.Objective, best, "objective of", p.Step)
					}
					return sol.Schedule, nil
				})
				starts := must.Get(replay.Run(t.Context(), known, s)).Starts
				if !slices.Equal(g.Starts, starts) || g.Steps != steps || told != len(jobs) || g.ProvenSteps != g.Steps {
					t.Fatalf("seed %d, %s, %s: %+v, expected %v in %d steps", seed, objective, rung, g, starts, steps)
				}
			}
		}
	}
	must.Equal(t, fewest, 2, "waiting jobs of the smallest step")
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
	_, err := clairvoyant.Refine(ended, &worse, rungs, replayed, jobs, clairvoyant.Options{})
	must.Refuse(t, err, "", "after an interruption")
}

// TestShareFound: a schedule that is better than the best one found is so for all ladders of the trace.
func TestShareFound(t *testing.T) {
	t.Parallel()
	worse := &record.Ladder{Scheduler: "a", Value: 20, Optimum: 15, OptimumPerfect: 14, Found: 12, Bound: 10}
	better := &record.Ladder{Scheduler: "b", Value: 11, Optimum: 15, OptimumPerfect: 14, Found: 11, Bound: 10}
	record.ShareFound([]*record.Ladder{worse, better})
	must.Hold(t, worse.Found == 11 && worse.Arrivals == 3 && worse.Open == 1 && better.AtLeast == 1,
		worse, "and", better)
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
	_, err := clairvoyant.LadderOf(best, rungs[:1], jobs, clairvoyant.Replayed{Starts: starts})
	must.Refuse(t, err, "", "without a rung")
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
	must.AboutField(t, must.Err(clairvoyant.ReadRungs(dir, other, jobs)), "", "another machine")
	dir, rungs[1].Objective = t.TempDir(), rungs[1].Objective+1
	keep(dir, rungs)
	must.AboutField(t, must.Err(clairvoyant.ReadRungs(dir, best.OfflineTrace, jobs)), "", "another objective")
	must.Do(os.WriteFile(filepath.Join(dir, clairvoyant.RungsDir, "rungs.jsonl"), []byte("{}\n"), 0o600))
	must.Refuse(t, must.Err(clairvoyant.ReadRungs(dir, best.OfflineTrace, jobs)), "", "an empty line")
}
