package optgap_test

// The rules on who may import whom, as tests over what the go command says:
//
//	optgap <- timescale, heuristics <- ilp <- bench <- cmd

import (
	"bufio"
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

// pkg is what go list says of a package.
type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
	CgoFiles   []string
}

// load lists the packages of this module and all that they depend on, test files
// aside.
func load(t *testing.T) map[string]pkg {
	t.Helper()
	command := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports,Deps,CgoFiles", module+"/...")
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
	for height, names := range [][]string{{"timescale", "heuristics"}, {"ilp"}, {"bench"}, {"cmd"}} {
		if slices.ContainsFunc(names, func(name string) bool { return within(path, name) }) {
			return height + 1
		}
	}
	return -1 // testdata
}

// faults returns what breaks the rules.
func faults(packages map[string]pkg) []string {
	var found []string
	for _, p := range packages {
		path, ok := own(p.ImportPath)
		if !ok {
			continue
		}
		for _, dep := range p.Deps {
			below, ours := own(dep)
			if ours && layer(path) >= 0 && layer(below) > layer(path) {
				found = append(found, p.ImportPath+" depends on "+dep)
			}
			if path == "" && !packages[dep].Standard {
				found = append(found, p.ImportPath+" depends on "+dep+", which is not of the standard library")
			}
		}
		solver := within(path, "ilp/internal/mip")
		if len(p.CgoFiles) > 0 && !solver {
			found = append(found, p.ImportPath+" uses cgo")
		}
		if !solver && slices.ContainsFunc(p.Imports, func(i string) bool { return strings.HasPrefix(i, "github.com/lanl/highs") }) {
			found = append(found, p.ImportPath+" imports lanl/highs")
		}
	}
	slices.Sort(found)
	return found
}

func TestImportsPointOneWay(t *testing.T) {
	packages := load(t)
	for _, path := range []string{"", "/timescale", "/heuristics", "/ilp", "/bench", "/cmd/optgap"} {
		if _, ok := packages[module+path]; !ok {
			t.Errorf("%s is not listed", module+path)
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
		{pkg{ImportPath: module + "/bench/report", Deps: []string{module + "/cmd/optgap"}}, "depends on"},
		{pkg{ImportPath: module + "/bench", CgoFiles: []string{"fast.go"}}, "uses cgo"},
		{pkg{ImportPath: module + "/ilp", Imports: []string{"github.com/lanl/highs"}}, "imports lanl/highs"},
	} {
		found := faults(map[string]pkg{c.p.ImportPath: c.p})
		if len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), c.want) {
			t.Errorf("%+v: found %q, expected a fault with %q", c.p, found, c.want)
		}
	}
	good := pkg{ImportPath: module + "/ilp/internal/mip", CgoFiles: []string{"bridge.go"}, Imports: []string{"github.com/lanl/highs"}, Deps: []string{module}}
	if found := faults(map[string]pkg{good.ImportPath: good}); len(found) > 0 {
		t.Errorf("found %q, expected none", found)
	}
}

// What needs no solver builds without a C compiler.
func TestBuildsWithoutCgo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds packages")
	}
	packages := []string{"", "/timescale", "/heuristics", "/bench/swf", "/bench/replay", "/bench/workload"}
	for i := range packages {
		packages[i] = module + packages[i]
	}
	list := exec.Command("go", append([]string{"list", "-deps", "-f", "{{.ImportPath}}"}, packages...)...)
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := list.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		if path, ours := own(s.Text()); ours && within(path, "ilp") {
			t.Errorf("needs %s, which needs HiGHS", s.Text())
		}
	}
	build := exec.Command("go", append([]string{"build"}, packages...)...)
	build.Env = list.Env
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
