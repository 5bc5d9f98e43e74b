package optgap_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

const module = "github.com/optgap/optgap"

// A wing is a folder of bench. Its rooms are the packages in it.
type wing struct {
	name  string
	rooms string // in their order; "." is the package of the wing itself
}

// wings are those of bench. A package imports only packages that are listed before it:
// those of the wings above, and the rooms of its own wing that stand further left.
var wings = []wing{
	// Files, numbers, tables and pictures: nothing of jobs.
	{"base", "lists field stream format confidence table figure"},
	// Traces in and out; models of jobs.
	{"trace", "swf workload transform analysis importing"},
	// Stored formats.
	{"record", "."},
	// Any problem over workers and machines.
	{"run", "harness folder child"},
	// Whole replays.
	{"simulate", "replay batsim schedulers performance sweep clairvoyant"},
	// Stored results as numbers.
	{"results", "summary loss frame"},
	// Steps, methods and policies of a study.
	{"study", "method spec ."},
	// Studies of moldable jobs.
	{"moldable", "experiment"},
	// Independent checks of records.
	{"verify", "."},
	// What folders of runs hold, checked; searching again.
	{"verifyfolder", "."},
	// Steps with the best that is known of them.
	{"library", "."},
	// Tables, figures and the page of results.
	{"report", "gantt . page sections"},
	// The numbers of each paper beside measured ones.
	{"papers", "statement grothklags2004 streit2002 simulated dutot2004"},
}

// console is the machinery of the command line. Of bench it may only know what knows nothing of jobs.
const console = "cmd/optgap/internal/console"

// needsSolver are the rooms that need HiGHS, and so a C compiler.
var needsSolver = []string{
	"study/method", "study/spec", "study",
	"moldable/experiment", "verifyfolder", "library",
	"simulate/clairvoyant", "report/sections", "papers/grothklags2004", "papers/simulated", "papers/dutot2004",
}

// draws are the wings and rooms that may depend on fonts and plotting. Packages that store
// results or do statistics stay small.
var draws = []string{"base/figure", "report", "papers"}

// rooms are the packages of bench in their order, by their names (see [room]).
func rooms() []string {
	var all []string
	for _, w := range wings {
		for room := range strings.FieldsSeq(w.rooms) {
			all = append(all, path.Join(w.name, room))
		}
	}
	return all
}

// pkg is a package as go list describes it.
type pkg struct {
	ImportPath   string
	Name, Dir    string
	Standard     bool
	GoFiles      []string
	TestGoFiles  []string
	XTestGoFiles []string
	Imports      []string
	Deps         []string
	TestImports  []string
	XTestImports []string
	CgoFiles     []string
}

// load lists the packages of this module and all that they depend on.
func load(t *testing.T) map[string]pkg {
	t.Helper()
	const fields = "-json=ImportPath,Name,Dir,Standard,GoFiles,TestGoFiles,XTestGoFiles," +
		"Imports,Deps,TestImports,XTestImports,CgoFiles"
	command := exec.Command("go", "list", "-deps", fields, module+"/...")
	command.Stderr = os.Stderr
	out := must.Get(command.Output())
	packages := make(map[string]pkg)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
	}
}

// own returns the path of a package within this module; false for any other package.
func own(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// within reports whether a path of the module lies in the folder.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

// layer returns the number of the layer of a package of this module; -1: none. No package
// may depend on one of a higher layer.
func layer(path string) int {
	if path == "" {
		return 0
	}
	for height, names := range [][]string{{"timescale", "heuristics"}, {"ilp"}, {"bench"}, {"cmd"}, {"examples"}} {
		if slices.ContainsFunc(names, func(name string) bool { return within(path, name) }) {
			return height + 1
		}
	}
	return -1
}

// helpers of tests of bench are no rooms: code that is no test may not import them.
const helpers = "bench/internal/testing"

// room returns the name of a package in rooms, its path without bench/ and internal/, and its index there;
// -1: it is no room.
func room(path string) (name string, index int) {
	name, inside := strings.CutPrefix(path, "bench/")
	if !inside {
		return "", -1
	}
	name = strings.ReplaceAll(name, "internal/", "")
	return name, slices.Index(rooms(), name)
}

// faults returns a sentence for each import and use of cgo that breaks the rules, sorted.
func faults(packages map[string]pkg) []string {
	var found []string
	for _, p := range packages {
		path, ok := own(p.ImportPath)
		if !ok {
			continue
		}
		found = append(found, layerFaults(p, path, packages)...)
		found = append(found, solverFaults(p, path, packages)...)
		if layer(path) == layer("bench") && !within(path, helpers) {
			found = append(found, roomFaults(p, path)...)
		}
		if path == console {
			found = append(found, consoleFaults(p)...)
		}
	}
	slices.Sort(found)
	return found
}

// layerFaults returns the imports of a higher layer, by the package or by its tests.
func layerFaults(p pkg, path string, packages map[string]pkg) (found []string) {
	if layer(path) < 0 {
		found = append(found, p.ImportPath+" lies in no layer")
	}
	for _, dep := range slices.Concat(p.Deps, p.TestImports, p.XTestImports) {
		// Tests of all layers use package must.
		if below, ours := own(dep); ours && layer(below) > layer(path) && below != "heuristics/must" {
			found = append(found, p.ImportPath+" depends on "+dep)
		}
	}
	for _, dep := range p.Deps {
		if path == "" && !packages[dep].Standard {
			found = append(found, p.ImportPath+" depends on "+dep+", which is not of the standard library")
		}
	}
	return found
}

// solverFaults returns uses of cgo and HiGHS outside of ilp/internal/mip, and dependencies on cgo of packages that are
// to build without a C compiler.
func solverFaults(p pkg, path string, packages map[string]pkg) (found []string) {
	if within(path, "ilp/internal/mip") {
		return nil
	}
	name, index := room(path)
	free := layer(path) < layer("ilp") || index >= 0 && !slices.Contains(needsSolver, name)
	for _, dep := range p.Deps {
		if d := packages[dep]; free && !d.Standard && len(d.CgoFiles) > 0 {
			found = append(found, p.ImportPath+" depends on "+dep+", which needs a C compiler")
		}
	}
	if len(p.CgoFiles) > 0 {
		found = append(found, p.ImportPath+" uses cgo")
	}
	if slices.ContainsFunc(p.Imports, func(i string) bool { return strings.HasPrefix(i, "github.com/lanl/highs") }) {
		found = append(found, p.ImportPath+" imports lanl/highs")
	}
	return found
}

// roomFaults returns imports against the order of rooms, and dependencies on plotting of rooms that are to do without.
func roomFaults(p pkg, path string) (found []string) {
	name, index := room(path)
	if index < 0 {
		return []string{p.ImportPath + " is no room of bench: list it in architecture_test.go"}
	}
	for _, i := range p.Imports {
		if below, ours := own(i); ours && layer(below) == layer("bench") {
			if _, other := room(below); other >= index || within(below, helpers) {
				found = append(found, p.ImportPath+" imports "+i+", which is listed after it")
			}
		}
	}
	mayDraw := slices.ContainsFunc(draws, func(folder string) bool { return within(name, folder) })
	for _, dep := range p.Deps {
		if !mayDraw && (within(dep, "gonum.org/v1/plot") || within(dep, "golang.org/x/image")) {
			found = append(found, p.ImportPath+" does not draw and depends on "+dep)
		}
	}
	return found
}

// consoleFaults are uses of what knows jobs: of this module the console imports its root and the
// wing base.
func consoleFaults(p pkg) (found []string) {
	for _, i := range p.Imports {
		if below, ours := own(i); ours && below != "" && !within(below, "bench/base") {
			found = append(found, p.ImportPath+" imports "+i+", which knows jobs")
		}
	}
	return found
}

func TestImportsPointOneWay(t *testing.T) {
	packages, unseen := load(t), map[string]bool{}
	for _, name := range rooms() {
		unseen[name] = true
	}
	for _, path := range []string{"", "/timescale", "/heuristics", "/ilp", "/bench/study", "/cmd/optgap/command"} {
		_, ok := packages[module+path]
		must.Hold(t, ok, module+path, "is not listed")
	}
	for importPath := range packages {
		if path, ours := own(importPath); ours {
			if name, index := room(path); index >= 0 {
				delete(unseen, name)
			}
		}
	}
	for name := range unseen {
		t.Errorf("there is no package %s", name)
	}
	for _, f := range faults(packages) {
		t.Error(f)
	}
}

// TestPackagesThatStay: each package that the docs promise to keep has an example. All others say that
// they may change.
func TestPackagesThatStay(t *testing.T) {
	text := must.Get(os.ReadFile("docs/extending.md"))
	_, section, _ := strings.Cut(string(text), "## Packages that stay")
	section, _, _ = strings.Cut(section, "\n## ")
	staying := 0
	for importPath, p := range load(t) {
		below, ours := own(importPath)
		if !ours || p.Name == "main" || strings.Contains(below, "internal") {
			continue
		}
		stays := strings.Contains(section, "`"+cmp.Or(below, ".")+"`")
		if stays {
			staying++
		}
		code, tests := contents(t, p.Dir, p.GoFiles), contents(t, p.Dir, slices.Concat(p.TestGoFiles, p.XTestGoFiles))
		must.Hold(t, !stays || strings.Contains(tests, "\nfunc Example"), importPath, "has no example")
		if changes := strings.Contains(code, "may change at any time"); changes == stays {
			t.Errorf("%s: the docs promise that it stays: %t; it says that it may change: %t", importPath, stays, changes)
		}
	}
	listed := strings.Count(section, "`") / 2
	must.Equal(t, staying, listed, "the docs list")
}

// contents joins files of a folder.
func contents(t *testing.T, dir string, files []string) string {
	var all strings.Builder
	for _, f := range files {
		all.Write(must.Get(os.ReadFile(filepath.Join(dir, f))))
	}
	return all.String()
}

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
