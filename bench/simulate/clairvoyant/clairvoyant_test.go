package clairvoyant_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
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

// TestSchedulers: no scheduler is better than the bound, on random and on generated traces, and each is as far from
// the optimum as the folder says.
func TestSchedulers(t *testing.T) {
	t.Parallel()
	traces := map[string][]optgap.TraceJob{"random": random(1, 16, 60), "few": random(2, 16, 7)}
	for _, name := range []string{"lublin2003", "feitelson1996"} {
		g := must.Get(must.Get(workload.ByName(name)).New(workload.Options{Machine: 16, Load: 0.9}))
		traces[name] = must.Get(workload.Take(g, 80, 3))
	}
	for name, jobs := range traces {
		for _, objective := range record.Bounded() {
			dir := t.TempDir()
			keep(dir, planOf(jobs, 16, string(objective)))
			b := must.Get(clairvoyant.Read(dir, "abc", 16, jobs))
			var settings []sweep.Setting
			for _, scheduler := range schedulers.Names() {
				settings = append(settings, sweep.Setting{Scheduler: scheduler})
			}
			beside := func(_ int, r *sweep.Run, o *replay.Outcome) error {
				r.Possible = b.Beside(r.Metrics, o.Starts, false)
				return nil
			}
			runs := must.Get(sweep.Sweep{
				Trace: name, Machine: 16, Jobs: jobs, Outcome: beside,
			}.Run(context.Background(), settings))
			for _, run := range runs {
				p := run.Possible
				if p == nil || p.AtLeast < 1 || p.AtMost < p.AtLeast-1e-9 || p.AtMost < 1 {
					t.Errorf("%s, %s, %s: %+v", name, objective, run.Label(), p)
				}
				checkParts(t, b, p)
			}
		}
	}
}

// checkParts fails where parts do not add up to the averages.
func checkParts(t *testing.T, b *clairvoyant.Bounds, p *sweep.Possible) {
	t.Helper()
	for what, parts := range map[string][]sweep.Part{"periods": p.Periods, "widths": p.Widths} {
		var all sweep.Part
		for _, part := range parts {
			all.Weight, all.Average = all.Weight+part.Weight, all.Average+part.Average
			all.Best, all.Bound = all.Best+part.Best, all.Bound+part.Bound
		}
		least := b.BoundValue
		if p.Objective == "sld_60" {
			least = max(least, 1)
		}
		average := p.AtMost * least
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9*b }
		if !near(all.Weight, 1) || !near(all.Average, average) || !near(all.Best, average/p.AtLeast) && p.AtLeast > 1 ||
			!near(all.Bound, least) {
			t.Errorf("%s of %s: %+v, want %g, %g, %g", what, p.Objective, all, average, average/p.AtLeast, least)
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
		if math.Abs(r.ObjectiveValue-want) > 1e-9 || r.BoundValue > want || r.Ratio < 1 || r.Starts[0] != 30 {
			t.Errorf("%s: %+v", objective, r)
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
		if r.EndedBy != want || len(r.Starts) != len(jobs) {
			t.Errorf("%s, %d starts, want %s", r.EndedBy, len(r.Starts), want)
		}
	}
}

// TestRead: a folder of another trace, machine or reading is refused, and so is one without a result.
func TestRead(t *testing.T) {
	t.Parallel()
	jobs := random(5, 4, 20)
	dir := t.TempDir()
	keep(dir, planOf(jobs, 4, "artww"))
	longer := append([]optgap.TraceJob{}, jobs...)
	longer[3].Estimate, longer[3].RunTime = 9999, 9999
	for _, c := range []struct {
		sha     string
		machine int64
		jobs    []optgap.TraceJob
		want    string
	}{
		{"abd", 4, jobs, "found SHA-256 abc, expected abd"},
		{"abc", 5, jobs, "found machine 4, expected 5"},
		{"abc", 4, jobs[:19], "found jobs 20, expected 19"},
		{"abc", 4, longer, "found bound and objective"},
		{"abc", 4, jobs, "<nil>"},
	} {
		_, err := clairvoyant.Read(dir, c.sha, c.machine, c.jobs)
		if got := fmt.Sprint(err); !strings.Contains(got, c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	empty := t.TempDir()
	must.Do(must.Get(folder.Open(empty, clairvoyant.Layout, folder.Start{})).Close(false))
	if _, err := clairvoyant.Read(empty, "abc", 4, jobs); err == nil || !strings.Contains(err.Error(), "found 0 results") {
		t.Error(err)
	}
}

// TestReadRefuses: sealed anew, a number that does not follow from the prices and starts is refused all the same.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	jobs := random(6, 4, 20)
	for want, change := range map[string]func(r *record.Offline){
		"bound_value and objective_value": func(r *record.Offline) { r.BoundValue *= 1.01 },
		"found bound_value":               func(r *record.Offline) { r.ObjectiveValue *= 0.99 },
		"found bound and objective":       func(r *record.Offline) { r.Bound++ },
		"expected at most":                func(r *record.Offline) { r.SearchBound, r.Bound = r.Objective+1, r.Objective+1 },
	} {
		dir, r := t.TempDir(), planOf(jobs, 4, "artww")
		change(r)
		keep(dir, r)
		if _, err := clairvoyant.Read(dir, "abc", 4, jobs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
	dir := t.TempDir()
	keep(dir, planOf(jobs, 4, "artww"))
	f := must.Get(os.OpenFile(filepath.Join(dir, "summary.csv"), os.O_APPEND|os.O_WRONLY, 0))
	must.Get(f.WriteString("more\n"))
	must.Do(f.Close())
	_, err := clairvoyant.Read(dir, "abc", 4, jobs)
	if err == nil || !strings.Contains(err.Error(), "summary.csv: found lines 3") {
		t.Errorf("error %v, expected one about a file that has changed", err)
	}
}

// TestNames: older folders have the name of the metric that is bounded. No replay's metric is below the bound, and one
// that uses more than the machine has may be better than the best possible.
func TestNames(t *testing.T) {
	t.Parallel()
	jobs := random(7, 16, 30)
	starts := lists.Each(jobs, func(j optgap.TraceJob) int64 { return j.Submit })
	m := must.Get(performance.Evaluate(&replay.Outcome{Jobs: jobs, Starts: starts}, 16, performance.Options{}))
	var found []sweep.Possible
	for _, name := range []string{"sld", "sld_60"} {
		dir := t.TempDir()
		keep(dir, planOf(jobs, 16, name))
		b := must.Get(clairvoyant.Read(dir, "abc", 16, jobs))
		p := b.Beside(m, starts, true)
		if p.Objective != "sld_60" || p.AtLeast >= 1 || b.Beside(m, starts, false).AtLeast != 1 {
			t.Errorf("%s: %+v", name, p)
		}
		found = append(found, *p)
	}
	if !reflect.DeepEqual(found[0], found[1]) {
		t.Errorf("%+v, expected %+v", found[1], found[0])
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
		if err == nil || !strings.Contains(err.Error(), "objective: found") {
			t.Errorf("%s: %v", objective, err)
		}
	}
}
