package optgap_test

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/benchmarks.txt anew")

// benchmarkName matches Benchmark, a name, and parts such as jobs=20.
var benchmarkName = regexp.MustCompile(`^Benchmark[A-Za-z]+(/[a-z]+=[^/ ]+)*$`)

// benchOutput is what `make bench` has printed. CI gives it, as the benchmarks of all packages take long to link.
var benchOutput = flag.String("bench-output", "", "compare the names of the benchmarks in this output of make bench")

// TestBenchmarkNames compares the names of the benchmarks of `make bench`
// with testdata/benchmarks.txt. Results of two versions can be compared only where the
// names are the same. A change of the list is therefore a decision, made with
//
//	go test -run BenchmarkNames . -update
func TestBenchmarkNames(t *testing.T) {
	const golden = "testdata/benchmarks.txt"
	var out []byte
	var err error
	switch {
	case *benchOutput != "":
		out, err = os.ReadFile(*benchOutput)
	case *update:
		args := []string{"test", "-short", "-vet=off", "-cpu", "1", "-run", "^$", "-bench", ".", "-benchtime", "1x"}
		out, err = exec.Command("go", append(args, benchmarkFolders(t)...)...).CombinedOutput()
	default:
		t.Skip("needs -bench-output FILE or -update")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	names := benchmarkNames(t, out)
	if *update {
		if err := os.WriteFile(golden, []byte(strings.Join(names, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, name := range names {
		if !slices.Contains(want, name) {
			t.Errorf("%s is not listed in %s", name, golden)
		}
	}
	for _, name := range want {
		if !slices.Contains(names, name) {
			t.Errorf("%s is listed in %s and did not run", name, golden)
		}
	}
}

// benchmarkFolders returns the folders with benchmarks. Most folders have none, and linking
// the tests of these would take longer than all benchmarks.
func benchmarkFolders(t *testing.T) (folders []string) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if path == "examples/embed" { // a module of its own
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte("\nfunc Benchmark")) {
			folders = append(folders, "./"+filepath.Dir(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(folders)
	return slices.Compact(folders)
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
		if !benchmarkName.MatchString(fields[0]) {
			t.Errorf("%s %s: expected parts such as jobs=20", folder, fields[0])
		}
		names = append(names, folder+" "+fields[0])
	}
	slices.Sort(names)
	return names
}
