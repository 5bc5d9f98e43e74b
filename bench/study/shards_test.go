package study

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/optgap/optgap/bench/study/spec"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics/must"
)

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
