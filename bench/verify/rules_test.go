package verify_test

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

// unchecked are the values of each stored record that nothing is held against.
var unchecked = map[string]string{
	"result": "method error bounds_status seed nodes columns rows nonzeros possible_starts listed_starts " +
		"programs cpu_seconds wall_seconds peak_memory_bytes primal_integral warnings " +
		"schedule_from bound_from", // of known methods, none is
	"moldable": "error printed_minsum solve_seconds bounds_seconds seed peak_memory_bytes warnings",
	"offline":  "seed rounds solve_seconds",
	"rung":     "solve_seconds",
}

// Any value of a field of a stored record is noticed, or counted as not checked.
func TestEachFieldHasARule(t *testing.T) {
	s := sample()
	step := verify.Options{OptimumJobs: -1, Methods: []string{"exact"}}
	planned, jobs := planned(rand.New(rand.NewPCG(1, 2)), 1)
	moldable := faulty("moldable", s).(record.MoldableResult)
	everyField(t, "result", listedResult(s), func(r record.Result) (verify.Report, error) {
		return verify.Results(one(r), one(*s), step)
	})
	everyField(t, "moldable", moldable, func(r record.MoldableResult) (verify.Report, error) {
		known := verify.Options{Methods: []string{moldable.Algorithm}}
		return verify.MoldableFiles(input(r), input(record.MoldableOf(moldableInstance())), known)
	})
	everyField(t, "offline", *planned, func(r record.Offline) (verify.Report, error) {
		rep, err := verify.OfflineFiles(input(r), input(planned.OfflineTrace), verify.Options{})
		if err == nil {
			verify.OnTrace(&r, 1, jobs, &rep)
		}
		return rep, err
	})
	rung, jobs := climbed()
	everyField(t, "rung", rung, func(r record.Rung) (verify.Report, error) { return rungReport(r, rung, jobs) })
}

// rungReport checks a rung as its file, as that of another says what was asked for, and as the trace have it.
func rungReport(r, asked record.Rung, jobs []optgap.TraceJob) (verify.Report, error) {
	known := verify.Options{Methods: clairvoyant.RungNames()}
	rep, err := verify.RungFiles(input(r), input(asked.RungTrace), known)
	if err == nil {
		verify.RungOnTrace(&r, 1, jobs, &rep)
	}
	return rep, err
}

// everyField gives each field of a record another value, which a check has to notice or to count.
func everyField[R any](t *testing.T, what string, r R, check func(R) (verify.Report, error)) {
	t.Helper()
	listed := strings.Fields(unchecked[what])
	for _, field := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		if field.Anonymous { // its fields are among them
			continue
		}
		var other R
		must.Do(json.Unmarshal(must.Get(json.Marshal(r)), &other))
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		reflect.ValueOf(&other).Elem().FieldByIndex(field.Index).Set(another(field.Type))
		rep, err := check(other)
		noticed, counted := err != nil || len(rep.Faults) > 0, rep.Unchecked[name] > 0
		if free := slices.Contains(listed, name); noticed == free || free && !counted {
			t.Errorf("%s of %s: a fault: %v %v, counted: %v, expected %v not checked",
				name, what, noticed, rep.Faults, counted, free)
		}
	}
}

// another returns a value with 777 or "x" in each of its parts.
func another(of reflect.Type) reflect.Value {
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(of.Elem()))
		v.Elem().Set(another(of.Elem()))
	case reflect.Map:
		v.Set(reflect.MakeMap(of))
		v.SetMapIndex(another(of.Key()), another(of.Elem()))
	case reflect.Slice:
		v.Set(reflect.Append(v, another(of.Elem())))
	case reflect.Struct:
		for i := range of.NumField() {
			v.Field(i).Set(another(of.Field(i).Type))
		}
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	default:
		v.Set(reflect.ValueOf(777).Convert(of))
	}
	return v
}

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
