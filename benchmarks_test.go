package optgap_test

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

var update = flag.Bool("update", false, "write testdata/benchmarks.txt anew")

// benchmarkName matches Benchmark, a name, and parts such as jobs=20.
var benchmarkName = regexp.MustCompile(`^Benchmark[A-Za-z]+(/[a-z]+=[^/ ]+)*$`)

// benchOutput is what `make bench` has printed.
var benchOutput = flag.String("bench-output", "", "compare the names of the benchmarks in this output of make bench")

// TestBenchmarkNames compares the names of the benchmarks of `make bench`
// with testdata/benchmarks.txt. Results of two versions can be compared only where the
// names are the same. A change of the list is therefore a decision, made with
//
//	go test -run BenchmarkNames . -bench-output FILE -update
func TestBenchmarkNames(t *testing.T) {
	const golden = "testdata/benchmarks.txt"
	if *benchOutput == "" {
		t.Skip("needs -bench-output FILE")
	}
	names := benchmarkNames(t, must.Get(os.ReadFile(*benchOutput)))
	if *update {
		must.Do(os.WriteFile(golden, []byte(strings.Join(names, "\n")+"\n"), 0o666))
	}
	text := must.Get(os.ReadFile(golden))
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	check := func(found, among []string, what string) {
		for _, name := range found {
			must.Hold(t, slices.Contains(among, name), name, "is", what, golden)
		}
	}
	check(names, want, "not listed in")
	check(want, names, "did not run, but is listed in")
}

// benchmarkNames returns the names that the output of go test mentions, each behind its package.
func benchmarkNames(t *testing.T, out []byte) (names []string) {
	folder := ""
	for line := range bytes.Lines(out) {
		fields := strings.Fields(string(line))
		if len(fields) == 2 && fields[0] == "pkg:" {
			folder = "." + strings.TrimPrefix(fields[1], module)
		}
		if len(fields) < 3 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		must.Hold(t, benchmarkName.MatchString(fields[0]),
			folder, fields[0], "expected parts such as jobs=20")
		names = append(names, folder+" "+fields[0])
	}
	slices.Sort(names)
	return names
}
