package library

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

const folder = "../../" + Dir

// whole returns the library.
var whole = sync.OnceValue(func() *Library { return must.Get(Open(folder)) })

// TestNothingLost: each set has its steps and lines of 2026-11-29, and nothing that was known then is worse now.
func TestNothingLost(t *testing.T) {
	for name, then := range map[string]struct {
		lines, proven int
		gaps, losses  float64 // sums over the lines
		steps         string  // the beginning of the digest of the steps
	}{
		"alike": {72, 44, 0.16994098443853645, 419.285944165949, "a6a152e29ef6e1ed"},
		"atlas": {324, 324, 0.0, 20.52279154930981, "27e3d89e949d2ff4"},
		"even":  {3870, 2398, 25.346354228959118, 29364.354961070898, "1dba4731c89959cd"},
		"hard":  {2460, 1465, 22.610469618449315, 20439.82388791234, "1e1f22107041f8db"},
		"hpc2n": {918, 780, 0.9248963437848553, 2144.153470917749, "295279d169824d7b"},
		"kth":   {1170, 771, 4.621568604154579, 4119.329749013021, "abdaf84cbef04d20"},
	} {
		var lines, proven int
		var gaps, losses float64
		for _, e := range must.Get(Filter{Sets: []string{name}}.Choose(whole())) {
			line := e.Line()
			lines++
			if line.Status == Optimal {
				proven++
			}
			gaps += line.Gap
			losses += line.LossPercent
		}
		const rounding = 1e-6
		if lines != then.lines || proven < then.proven || gaps > then.gaps+rounding || losses < then.losses-rounding {
			t.Errorf("%s: found %d lines, %d proven, gaps %v, losses %v; expected %+v, or better",
				name, lines, proven, gaps, losses, then)
		}
		digest := string(must.Get(os.ReadFile(filepath.Join(folder, name, digestName))))
		must.Hold(t, strings.HasPrefix(digest, then.steps),
			name, "found the digest", digest, "expected", then.steps)
	}
}

// TestSize: the library takes at most 10 MB of the repository.
func TestSize(t *testing.T) {
	size := int64(0)
	for _, path := range must.Get(filepath.Glob(folder + "/*/*")) {
		_, made := os.Stat(filepath.Join(filepath.Dir(path), studiesName))
		if made != nil || !strings.HasPrefix(filepath.Base(path), stepsName) { // steps of archives' traces are not published
			size += must.Get(os.Stat(path)).Size()
		}
	}
	must.Hold(t, size != 0 && size <= 10_000_000, "found", size, "bytes, expected 1 to 10 million")
}

// small writes a library of a set with the first lines of the set alike, and returns its folder.
func small(t *testing.T, set string) string {
	dir := t.TempDir()
	must.Do(os.Mkdir(filepath.Join(dir, set), 0o777))
	for name, lines := range map[string]int{stepsName: 2, resultsName: 6} {
		in := must.Get(stream.Open(filepath.Join(folder, "alike", name+".gz"), nil))
		defer in.Close()
		var text []byte
		for object := range record.ReadObjects(in) {
			if object.Line <= lines {
				text = append(append(text, object.Text...), '\n')
			}
		}
		must.Do(os.WriteFile(filepath.Join(dir, set, name), text, 0o666))
	}
	return dir
}

// TestWrongFolders: what does not fit together is bad input.
func TestWrongFolders(t *testing.T) {
	expect := func(dir, want string) {
		t.Helper()
		_, err := Open(dir)
		must.Refuse(t, err, want)
	}
	expect(t.TempDir(), "expected a folder with a set")
	dir := small(t, "a")
	must.Do(os.CopyFS(filepath.Join(dir, "b"), os.DirFS(filepath.Join(dir, "a"))))
	expect(dir, "b/results.jsonl:1: index: found 300000 of a again, expected an index of its own")
	for name, change := range map[string]struct{ from, to, want string }{
		resultsName: {`"id":13,`, `"id":14,`, "results.jsonl:1: starts"},
		stepsName:   {`"index":300000,`, `"index":300009,`, "found 300000, expected a step of steps.jsonl"},
		digestName:  {"", "0", "found steps with sha256"},
	} {
		dir := small(t, "a")
		path := filepath.Join(dir, "a", name)
		text, _ := os.ReadFile(path) // there is no digest
		changed := strings.Replace(string(text), change.from, change.to, 1)
		must.Do(os.WriteFile(path, []byte(changed), 0o666))
		expect(dir, change.want)
	}
}

// TestCertificatesOfSearch: where a limit ends the search, its certificate proves the bound that it states, by its
// forest.
func TestCertificatesOfSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	t.Parallel()
	ended := []int{1923, 1980} // steps of 22 jobs
	steps, forests := 0, 0
	for _, e := range whole().Entries {
		if e.Set.Name != "even" || e.ObjectiveName != "" ||
			!slices.Contains(ended, e.Index) {
			continue
		}
		steps++
		sol := must.Get(exact.Solve(t.Context(), must.Get(grid.Open(e.Step)), exact.Options{WorkLimit: 3e8, Certify: true}))
		c := sol.Certificate
		r := record.Result{Trace: e.Step.Trace, Index: e.Step.Index, Bounds: map[optgap.BoundName]int64{"lagrange": c.Bound},
			Certificates: map[optgap.BoundName]optgap.Certificate{"lagrange": *c}}
		report := must.Get(verify.Results(harness.Each([]record.Result{r}), harness.Each([]optgap.Step{*e.Step}),
			verify.Options{OptimumJobs: -1}))
		must.Equal(t, report.Bounds[record.ProofCertificate], 1,
			"step", e.Step.Index, "certificate of", c.Bound, report.Faults)
		if c.Forest != nil {
			forests++
		}
	}
	must.Hold(t, steps >= len(ended) && forests != 0,
		steps, "steps, of which", forests, "have a forest, expected some")
}

// fits reports whether starts of the free tasks keep the capacity, second by second.
func (p *Project) fits(starts optgap.Schedule) bool {
	used := map[int64]int64{}
	for i, task := range p.Tasks {
		start := int64(0)
		if task.Fixed != nil {
			start = *task.Fixed
		} else if start = starts[i]; start < 0 {
			return false
		}
		for s := start; s < start+task.Duration; s++ {
			if used[s] += task.Demand; used[s] > p.Capacity {
				return false
			}
		}
	}
	return true
}

// value is the objective in the terms of the project.
func (p *Project) value(starts optgap.Schedule) int64 {
	sum := p.Constant
	for i := range starts {
		sum += p.Tasks[i].Weight * (starts[i] + p.Tasks[i].Duration)
	}
	return sum
}

// TestProjectIsTheStep: random starts are a schedule of the project exactly where they are one of the
// step, with the same objective.
func TestProjectIsTheStep(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	good, bad := 0, 0
	for range 3000 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 4, Dips: true})
		p := ProjectOf(&step)
		starts := make(optgap.Schedule, len(step.Jobs))
		for i := range starts {
			starts[i] = r.Int64N(p.Horizon - step.Jobs[i].Estimate + 1)
		}
		fits := starts.Check(&step) == nil
		if got := p.fits(starts); got != fits {
			t.Fatalf("%+v: that the starts fit is %v in the project and %v in the step", step, got, fits)
		}
		if got := p.value(starts); got != starts.Objective(&step) {
			t.Fatalf("%+v: objective %d in the project, %d in the step", step, got, starts.Objective(&step))
		}
		if fits {
			good++
		} else {
			bad++
		}
	}
	must.Hold(t, good >= 100 && bad >= 100,
		good, "fitting and", bad, "other schedules: the test shows little")
}

// benchmarked are the classes of the benchmark, each with 25 steps of the set even and the nodes that a
// search may take. So a run takes about as long however hard its steps are.
var benchmarked = []struct {
	class string
	nodes int64
}{
	{"2-12", 20_000}, {"13-20", 2000},
	{"21-40", 300}, {"41-64", 300},
}

// BenchmarkLibrary searches for a hundred steps of the library, evenly chosen, 25 of each class. It
// reports how many are proven, the mean gap in percent, and the nodes. The search must not contradict
// what the library knows.
//
//	go test ./bench/library -run '^$' -bench Library -count 10 | benchstat -
func BenchmarkLibrary(b *testing.B) {
	for _, c := range benchmarked {
		entries := must.Get(Filter{Sets: []string{"even"}, Class: c.class, Objective: "artww"}.Choose(whole()))
		b.Run("class="+c.class, func(b *testing.B) {
			var proven, nodes int64
			var gap float64
			for b.Loop() {
				proven, nodes, gap = 0, 0, 0
				for k := range 25 {
					e := entries[k*len(entries)/25]
					o := exact.Options{Limits: exact.Limits{NodeLimit: c.nodes}}
					found := must.Get(exact.Solve(b.Context(), must.Get(grid.Open(e.Step)), o))
					objective := found.Schedule.Objective(e.Step)
					if found.Bound > e.Objective || objective < e.Bound {
						b.Fatalf("step %d: found %d to %d, the library %d to %d", e.Index, found.Bound, objective,
							e.Bound, e.Objective)
					}
					if found.Bound == objective {
						proven++
					}
					nodes += found.Nodes
					gap += 100 * float64(objective-found.Bound) / float64(objective) / 25
				}
			}
			b.ReportMetric(float64(proven), "proven")
			b.ReportMetric(float64(nodes), "nodes")
			b.ReportMetric(gap, "gap-%")
		})
	}
}

// BenchmarkProgram solves steps of 26 to 33 jobs at the time scale of Eq. 6, whose optima on the grid are known.
//
//	go test ./bench/library -run '^$' -bench Program -count 10 | benchstat -
func BenchmarkProgram(b *testing.B) {
	for _, c := range []struct {
		index   string
		optimum int64
	}{{"2199", 13_980_239}, {"2298", 234_883_436}, {"2844", 257_518_072}} {
		step := must.Get(Filter{Indices: []string{c.index}}.Choose(whole()))[0].Step
		b.Run(fmt.Sprintf("trace=%s/jobs=%d", step.Trace, len(step.Jobs)), func(b *testing.B) {
			var nodes int64
			for b.Loop() {
				sol := must.Get(ilp.Solve(b.Context(), must.Get(grid.Scale(step, grid.Choice{})), ilp.Options{}))
				if nodes = sol.Nodes; sol.GridBound != c.optimum {
					b.Fatalf("proven %d to %d, expected %d", sol.GridBound, sol.GridObjective, c.optimum)
				}
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}
