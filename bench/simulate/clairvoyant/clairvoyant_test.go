package clairvoyant_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
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
		runs := must.Get(sweep.Sweep{Trace: name, Machine: 16, Jobs: jobs}.Run(context.Background(), settings))
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
	if err != nil || rungs != nil || l.Bound != best.BoundValue || l.Found != best.ObjectiveValue {
		t.Errorf("%+v, %v, %v", l, rungs, err)
	}
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
