package verify_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// TestIndependence type-checks the package and shows that from package optgap
// it uses the plain data types and their fields, and of all others only readers, what makes
// the schedules of policies, and what derives values.
func TestIndependence(t *testing.T) {
	names := must.Get(filepath.Glob("*.go"))
	fset := token.NewFileSet()
	var sources []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f := must.Get(parser.ParseFile(fset, name, nil, 0))
		sources = append(sources, f)
	}
	info := types.Info{Uses: make(map[*ast.Ident]types.Object)}
	exports := make(map[string]string) // compiled packages by path
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", ".")
	for line := range strings.Lines(string(must.Get(list.Output()))) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	compiled := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", compiled)}
	must.Get(config.Check("verify", fset, sources, &info))
	const module = "github.com/optgap/optgap"
	allowed := make(map[string]bool)
	for name := range strings.FieldsSeq(`Step Job TraceJob History Change Status EndedBy BoundName Certificate
		GroupPrices ForestJob Chain Derivation
		Check ParseStep ParseResult ParseMoldable ParseMoldableResult ParseParts ReadNumbered Validate BadField
		Schedule Starts Key Known IsRecorded Default Each Distinct Label ProofOf Objective Of Minimises Slowdown
		ListedPolicies PaperPlans PlanKey Derive PolicyOf Duration TotalWidth TotalArea AccumulatedRunTime Average Averages
		Minimised FieldError ParseDecimal Weights OfflineJobsOf Allotments Least Work Dual
		ReadMoldable Scale Compact`) {
		allowed[name] = true
	}
	seen := 0
	for id, object := range info.Uses {
		if object.Pkg() == nil || !strings.HasPrefix(object.Pkg().Path(), module) {
			continue
		}
		seen++
		_, isFunction := object.(*types.Func)
		_, isType := object.(*types.TypeName)
		if (isFunction || isType && object.Pkg().Path() == module) && !allowed[object.Name()] {
			t.Errorf("%s: uses %s of %s", fset.Position(id.Pos()), object.Name(), object.Pkg().Path())
		}
	}
	must.Hold(t, seen >= 50, "only", seen, "uses of the module's packages seen, expected more")
}
