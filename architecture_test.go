package optgap_test

// The rules on who may import whom, as tests over what the go command says:
//
//	optgap <- timescale, heuristics <- ilp <- bench <- cmd <- examples
//
// Within bench the packages stand in the order of rooms.

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/optgap/optgap"

// rooms are the packages of bench. A package imports only those listed before it.
// The package bench itself comes last.
var rooms = []string{
	"stream", "sample", "swf", "workload", "transform", "moldables", // files in and out; models; changes of traces
	"host", "cgroup", // what is found on this machine; groups whose memory the kernel limits
	"rescue",                      // panics as errors
	"record", "record/recordtest", // stored formats
	"replay", "replay/replaytest", "schedulers", // one replay; all schedulers by name
	"assign", "export", // which processors jobs get; jobs under Batsim's names
	"format",               // numbers as people read them
	"paired", "confidence", // statistics of pairs; of series
	"performance",                        // what a replay is worth
	"canvas", "table", "figure", "gantt", // how things look
	"statement",                    // what papers state, and whether it holds
	"golden",                       // files that tests compare tables and pictures with
	"account", "method", "isolate", // what work costs a process; methods; methods in child processes
	"fan", "shard", "folder", "slurm", // any kind of problem over workers, and over machines; run folders
	"algorithm",                  // algorithms for moldable jobs, bounds beside them
	"summary", "compare", "loss", // what stored results say
	"columnar",          // results for programs that read tables
	"verify", "recheck", // independent checks; searching again
	"matrix",            // study files
	"sweep",             // many replays, kept and resumed
	"change", "gobench", // what changed in results; in benchmarks
	"analysis",                // what the jobs of a trace are like
	"grothklags2004",          // the tables of one paper
	"aida2000",                // the experiment of another
	"view",                    // tables and figures of studies and sweeps
	"streit2002", "dutot2004", // the experiments of two more papers
	"page", // the HTML report
}

// needsSolver are the rooms that need HiGHS, and so a C compiler.
var needsSolver = []string{"method", "isolate", "recheck", "algorithm", "dutot2004"}

// storesOnly are the rooms that store results or do statistics. They need no fonts
// and no plotting. The same holds for package bench.
var storesOnly = []string{"record", "performance", "cgroup", "account", "method", "isolate", "fan", "shard", "folder", "slurm", "algorithm", "summary", "columnar", "compare", "loss", "verify", "recheck", "matrix", "sweep", "paired", "confidence", "change", "gobench", "analysis"}

// pkg is what go list says of a package.
type pkg struct {
	ImportPath   string
	Standard     bool
	Imports      []string
	Deps         []string
	TestImports  []string
	XTestImports []string
	CgoFiles     []string
}

// load lists the packages of this module and all that they depend on.
func load(t *testing.T) map[string]pkg {
	t.Helper()
	command := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports,Deps,TestImports,XTestImports,CgoFiles", module+"/...")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
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

// own tells whether a path is this module's, and returns it without the module.
func own(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// within tells whether a path of the module lies in the folder.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

// layer returns how high a package stands; none may depend on a higher one.
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

// room returns the place of a package in the order of rooms, and whether it has
// one.
func room(path string) (place int, ok bool) {
	if path == "bench" {
		return len(rooms), true
	}
	name, inside := strings.CutPrefix(path, "bench/")
	place = slices.Index(rooms, name)
	return place, inside && place >= 0
}

// faults returns what breaks the rules.
func faults(packages map[string]pkg) []string {
	var found []string
	for _, p := range packages {
		path, ok := own(p.ImportPath)
		if !ok {
			continue
		}
		found = append(found, layerFaults(p, path, packages)...)
		found = append(found, solverFaults(p, path)...)
		if layer(path) == layer("bench") {
			found = append(found, roomFaults(p, path)...)
		}
	}
	slices.Sort(found)
	return found
}

// layerFaults are imports of a higher layer, by tests too.
func layerFaults(p pkg, path string, packages map[string]pkg) (found []string) {
	if layer(path) < 0 {
		found = append(found, p.ImportPath+" lies in no layer")
	}
	for _, dep := range slices.Concat(p.Deps, p.TestImports, p.XTestImports) {
		if below, ours := own(dep); ours && layer(below) > layer(path) {
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

// solverFaults are uses of cgo and HiGHS beside the package that is for it.
func solverFaults(p pkg, path string) (found []string) {
	if within(path, "ilp/internal/mip") {
		return nil
	}
	if len(p.CgoFiles) > 0 {
		found = append(found, p.ImportPath+" uses cgo")
	}
	if slices.ContainsFunc(p.Imports, func(i string) bool { return strings.HasPrefix(i, "github.com/lanl/highs") }) {
		found = append(found, p.ImportPath+" imports lanl/highs")
	}
	return found
}

// roomFaults are imports against the order of rooms, and what storing does not need.
func roomFaults(p pkg, path string) (found []string) {
	place, known := room(path)
	if !known {
		return []string{p.ImportPath + " is no room of bench: list it in architecture_test.go"}
	}
	for _, i := range p.Imports {
		if below, ours := own(i); ours && layer(below) == layer("bench") {
			if other, _ := room(below); other >= place {
				found = append(found, p.ImportPath+" imports "+i+", which is listed after it")
			}
		}
	}
	name := strings.TrimPrefix(path, "bench/")
	for _, dep := range p.Deps {
		if (path == "bench" || slices.Contains(storesOnly, name)) && (within(dep, "gonum.org/v1/plot") || within(dep, "golang.org/x/image")) {
			found = append(found, p.ImportPath+" stores results and depends on "+dep)
		}
		if below, ours := own(dep); ours && within(below, "ilp") && path != "bench" && !slices.Contains(needsSolver, name) {
			found = append(found, p.ImportPath+" depends on "+dep+", which needs HiGHS")
		}
	}
	return found
}

func TestImportsPointOneWay(t *testing.T) {
	packages := load(t)
	for _, path := range []string{"", "/timescale", "/heuristics", "/ilp", "/bench", "/cmd/optgap/command"} {
		if _, ok := packages[module+path]; !ok {
			t.Errorf("%s is not listed", module+path)
		}
	}
	for _, name := range rooms {
		if _, ok := packages[module+"/bench/"+name]; !ok {
			t.Errorf("bench has no package %s", name)
		}
	}
	for _, f := range faults(packages) {
		t.Error(f)
	}
}

// The rules are seen to fail: each planted import is a fault.
func TestRulesAreEnforced(t *testing.T) {
	for _, c := range []struct {
		p    pkg
		want string
	}{
		{pkg{ImportPath: module, Deps: []string{"gonum.org/v1/gonum/floats"}}, "not of the standard library"},
		{pkg{ImportPath: module, Deps: []string{module + "/heuristics"}}, "depends on"},
		{pkg{ImportPath: module + "/heuristics/queueing", Deps: []string{module + "/ilp"}}, "depends on"},
		{pkg{ImportPath: module + "/timescale", Deps: []string{module + "/bench/record"}}, "depends on"},
		{pkg{ImportPath: module + "/ilp/bound", Deps: []string{module + "/bench"}}, "depends on"},
		{pkg{ImportPath: module + "/bench/table", Deps: []string{module + "/cmd/optgap/command"}}, "depends on"},
		{pkg{ImportPath: module + "/heuristics/dynp", XTestImports: []string{module + "/bench/replay"}}, "depends on"},
		{pkg{ImportPath: module + "/ilp", TestImports: []string{module + "/bench/record"}}, "depends on"},
		{pkg{ImportPath: module + "/util"}, "lies in no layer"},
		{pkg{ImportPath: module + "/bench", CgoFiles: []string{"fast.go"}}, "uses cgo"},
		{pkg{ImportPath: module + "/ilp", Imports: []string{"github.com/lanl/highs"}}, "imports lanl/highs"},
		{pkg{ImportPath: module + "/bench/record", Imports: []string{module + "/bench/replay"}}, "listed after it"},
		{pkg{ImportPath: module + "/bench/view", Imports: []string{module + "/bench"}}, "listed after it"},
		{pkg{ImportPath: module + "/bench/helpers"}, "is no room of bench"},
		{pkg{ImportPath: module + "/bench/summary", Deps: []string{"gonum.org/v1/plot/vg"}}, "stores results"},
		{pkg{ImportPath: module + "/bench", Deps: []string{"golang.org/x/image/font"}}, "stores results"},
		{pkg{ImportPath: module + "/bench/verify", Deps: []string{module + "/ilp/bound"}}, "needs HiGHS"},
	} {
		found := faults(map[string]pkg{c.p.ImportPath: c.p})
		if len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), c.want) {
			t.Errorf("%+v: found %q, expected a fault with %q", c.p, found, c.want)
		}
	}
	for _, good := range []pkg{
		{ImportPath: module + "/ilp/internal/mip", CgoFiles: []string{"bridge.go"}, Imports: []string{"github.com/lanl/highs"}, Deps: []string{module}},
		{ImportPath: module + "/bench/view", Imports: []string{module + "/bench/figure"}, Deps: []string{"gonum.org/v1/plot"}},
	} {
		if found := faults(map[string]pkg{good.ImportPath: good}); len(found) > 0 {
			t.Errorf("found %q, expected none", found)
		}
	}
}

// What needs no solver builds without a C compiler.
func TestBuildsWithoutCgo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds packages")
	}
	packages := []string{module, module + "/timescale", module + "/heuristics/..."}
	for _, name := range rooms {
		if !slices.Contains(needsSolver, name) {
			packages = append(packages, module+"/bench/"+name)
		}
	}
	build := exec.Command("go", append([]string{"build"}, packages...)...)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
