package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics/must"
)

// TestBudget: steps are taken in one order, at least one of them, and a sample takes the same ones.
func TestBudget(t *testing.T) {
	trace := sampleTrace(400)
	tens := func(index int) float64 { return 10 + float64(index%2) }
	taken := func(of func(int) float64, b Budget, s Selection) (indices []int) {
		solvers := only(func(step *optgap.Step) record.Result { return lossOf(step.Index, of(step.Index)) })
		study := Study{Trace: trace, Select: s, Solvers: solvers, Budget: b, Workers: 3}
		study.Watch.Result = func(_ *optgap.Step, r record.Result) error {
			indices = append(indices, r.Index)
			return nil
		}
		must.Do(study.Run(context.Background()))
		return indices
	}
	every := taken(tens, Budget{}, Selection{})
	order := make([]int, len(every))
	for k, place := range spec.Spread(len(every), 7) {
		order[k] = every[place]
	}
	must.EqualSlices(t, taken(tens, Budget{Time: time.Hour}, Selection{Seed: 7}), order,
		"with ample time")
	must.EqualSlices(t, taken(tens, Budget{Time: 1}, Selection{Seed: 7}), order[:1], "without time")
	if some := taken(tens, Budget{Within: 0.5}, Selection{Seed: 7}); !slices.Equal(some, order[:firstLook]) {
		t.Errorf("losses of 10 and 11: found %d of %d steps, expected %d", len(some), len(order), firstLook)
	}
	none := func(int) float64 { return 0 }
	if some := taken(none, Budget{Within: 0.5}, Selection{Seed: 7}); len(some) != len(order) {
		t.Errorf("equal losses: found %d of %d steps, expected all, as nothing is known of those left",
			len(some), len(order))
	}
	sampled := taken(tens, Budget{}, Selection{Steps: spec.Steps{Sample: firstLook}, Seed: 7})
	must.EqualSlices(t, sampled, slices.Sorted(slices.Values(order[:firstLook])), "the same sample")
}

// lossOf is a result whose only policy loses so many percent against a proven optimum.
func lossOf(index int, percent float64) record.Result {
	value := int64(1_000_000)
	optimum := int64(math.Round(float64(value) * (1 - percent/100)))
	return record.Result{
		Index: index, Jobs: 2, Method: "m", Status: optgap.StatusOptimal, Objective: optimum, Bound: optimum,
		PolicyList: []string{"P"}, Policies: map[string]record.Policy{"P": {Objective: value}},
	}
}

// TestWithin: where a study ends as its loss is known, the interval holds the average over all steps as often as it
// says, although it was waited for. Losses are those of a queue: none mostly, and then large ones for many steps.
func TestWithin(t *testing.T) {
	const steps, runs = 5000, 100
	r := rand.New(rand.NewPCG(9, 9))
	losses, level, sum := make([]float64, steps), 0.0, 0.0
	for i := range losses {
		level = 0.95*level + r.NormFloat64()
		losses[i] = math.Round(100*max(0, level+r.ExpFloat64()-1)) / 100
		sum += losses[i]
	}
	mean := sum / steps
	held, ended := 0, 0
	for seed := range uint64(runs) {
		s := &Study{Budget: Budget{Within: 0.5}, Solvers: make([]Solver, 1)}
		l := &looking{Study: s, all: steps, next: firstLook}
		for _, place := range spec.Spread(steps, seed) {
			if l.result(nil, lossOf(place, losses[place])) != nil {
				ended++
				break
			}
		}
		i := loss.OfFirst(summary.Collect(l.results), steps)
		held += inside(i, mean)
	}
	must.Hold(t, ended >= runs && held >= runs*95/100,
		ended, "of", runs, "ended", held, "intervals hold the average", mean)
}

func inside(i *confidence.Interval, v float64) int {
	if i != nil && i.Low <= v && v <= i.High {
		return 1
	}
	return 0
}

// Studies that differ in a seed have different turns. Arguments that may change as a study goes on do not count.
func TestTurn(t *testing.T) {
	turn := func(version string, arguments map[string]string) int {
		return Identify("a.swf", "00", version, arguments).Turn(spec.LimitNames())
	}
	first := turn("1", map[string]string{"seed": "1", "time-limit": "1s", "shard": "1/2"})
	second := turn("2", map[string]string{"seed": "1", "time-limit": "9s", "memory": "1GB", "shard": "2/2"})
	must.Hold(t, first == second && first >= 0,
		"found", second, "with other limits, shard and version, expected", first)
	must.Hold(t, first != turn("1", map[string]string{"seed": "2"}), "found one turn for two seeds")
}

// BenchmarkMerge merges results of the methods policies and exact, with their certificates. Without -short it
// merges 100 000 too, which shall take at most 10 s and 1 GB.
//
//	go test ./bench/study -run '^$' -bench Merge -benchtime 1x
func BenchmarkMerge(b *testing.B) {
	sizes := []int{2_000}
	if !testing.Short() {
		sizes = append(sizes, 100_000)
	}
	for _, lines := range sizes {
		b.Run(fmt.Sprintf("lines=%d/shards=4", lines), func(b *testing.B) {
			dir := b.TempDir()
			dirs := manyResults(b, dir, lines, 4)
			n := 0
			for b.Loop() {
				n++
				must.Get(folder.Merge(b.Context(), filepath.Join(dir, fmt.Sprint("merged", n)), dirs, Shown))
			}
			var used syscall.Rusage
			must.Do(syscall.Getrusage(syscall.RUSAGE_SELF, &used))
			b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
			b.ReportMetric(float64(used.Maxrss)*1024, "peak-B")
		})
	}
}

// manyResults makes shards with a number of results. The results are those of every fourth step of the sample trace by
// two methods, repeated under other indices.
func manyResults(b *testing.B, dir string, lines, shards int) (dirs []string) {
	b.Helper()
	var folders []*Folder
	for number := 1; number <= shards; number++ {
		d := filepath.Join(dir, fmt.Sprint(number))
		own := map[string]string{folder.ShardArgument: fmt.Sprintf("%d/%d", number, shards)}
		f := must.Get(folder.Open(d, Layout, folder.Start{Identity: Identify("a.swf", "00", "test", own)}))
		folders, dirs = append(folders, f), append(dirs, d)
	}
	var all []*optgap.Step
	results := map[*optgap.Step][]record.Result{}
	must.Do(sampleTrace(150).EachStep(b.Context(), func(step *optgap.Step) error {
		if step.Index%4 == 3 {
			all = append(all, step)
			for _, m := range []method.Method{method.Policies, method.Exact} {
				results[step] = append(results[step], method.Solve(b.Context(), m, step, method.Options{}))
			}
		}
		return nil
	}))
	for index := range lines / 2 {
		f, step := folders[index%shards], all[index%len(all)]
		copied := *step
		copied.Index = index
		must.Do(f.Problem(copied))
		for _, r := range results[step] {
			r.Index = index
			must.Do(f.Result(r))
		}
	}
	for _, f := range folders {
		must.Do(f.Close(true))
	}
	return dirs
}
