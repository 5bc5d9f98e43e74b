package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/diff"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/sample"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

// manyFiles is the section of docs/formats.md with the fields that mean the same wherever they stand.
const manyFiles = "Fields of many files"

// TestDocsFormats holds the lists of docs/formats.md against the code, both ways: every field and column is listed,
// and every name in a list is that of a field or column. A field may stand in the section itself, in that of the
// fields of many files, or in one that the section refers to.
func TestDocsFormats(t *testing.T) {
	listed := documented(readPage(filepath.Join(root, "docs", "formats.md")))
	var all []string
	check := func(section string, fields []string, others ...string) {
		t.Helper()
		all = append(all, fields...)
		known := slices.Concat(listed[section], listed[manyFiles])
		for _, other := range others {
			known = append(known, listed[other]...)
		}
		for _, f := range fields {
			if !slices.ContainsFunc(known, func(l string) bool { return stands(l, f) }) {
				t.Errorf("docs/formats.md, %s: %s is missing", section, f)
			}
		}
		for _, l := range listed[section] {
			if !slices.ContainsFunc(fields, func(f string) bool { return stands(l, f) }) {
				t.Errorf("docs/formats.md, %s: there is no %s", section, l)
			}
		}
	}
	check("Certificates", jsonFields(reflect.TypeFor[optgap.Certificate]()))
	check("Steps", jsonFields(reflect.TypeFor[optgap.Step]()))
	check("Schedules", jsonFields(reflect.TypeFor[record.Schedule]()))
	check("Results", jsonFields(reflect.TypeFor[record.Result]()))
	check("summary.csv", columns(summary.Rows(nil)), "Results")
	check("Study folders", jsonFields(reflect.TypeFor[folder.Info]()))
	check("Averages", jsonFields(reflect.TypeFor[summary.Summary]()))
	check("Losses", jsonFields(reflect.TypeFor[loss.Line]()))
	check("Reservations", jsonFields(reflect.TypeFor[record.Reservation]()))
	check("Answers to reservations", jsonFields(reflect.TypeFor[record.Answer]()), "Reservations")
	check("Bounds on whole traces", jsonFields(reflect.TypeFor[record.Offline]()))
	check("Sweep folders", jsonFields(reflect.TypeFor[sweep.Setting]()), "Replays as JSON")
	check("Moldable instances", jsonFields(reflect.TypeFor[record.Moldable]()))
	check("Moldable results", jsonFields(reflect.TypeFor[record.MoldableResult]()), "Results")
	check("Moldable results as CSV", columns(algorithm.Rows(nil)), "Moldable results", "Results")
	check("Analyses", jsonFields(reflect.TypeFor[analysis.Analysis]()))
	underscored := func(l string) string { return strings.ReplaceAll(l, ".", "_") }
	for _, l := range listed["Analyses"] {
		listed["Analyses with _"] = append(listed["Analyses with _"], underscored(l))
	}
	check("Analyses as CSV", columns(analysis.Rows(nil)), "Analyses with _")
	check("Faults", jsonFields(reflect.TypeFor[verify.Fault]()))
	check("Comparisons", jsonFields(reflect.TypeFor[diff.Report]()))
	check("Comparisons as CSV", columns((&diff.Changes{Kind: diff.Studies}).Rows()), "Results")
	check("Library", jsonFields(reflect.TypeFor[library.Known]()))
	check("Identities", jsonFields(reflect.TypeFor[library.Identity]()))
	check("Lines of the library", jsonFields(reflect.TypeFor[listing.Line]()))
	check("Totals of the library", jsonFields(reflect.TypeFor[listing.Total]()), "Lines of the library")
	check("Offers compared", jsonFields(reflect.TypeFor[library.Compared]()), "Lines of the library")
	check("Faults of the library", jsonFields(reflect.TypeFor[libraryFault]()), "Lines of the library")
	check("Sets made", jsonFields(reflect.TypeFor[madeLine]()), "Lines of the library")
	check("Offered bounds", jsonFields(reflect.TypeFor[library.GivenBound]()))
	check("Projects", jsonFields(reflect.TypeFor[library.Project]()))
	check("Statements", jsonFields(reflect.TypeFor[papers.Statement]()))
	check("Rows of Table 1", jsonFields(reflect.TypeFor[papers.GrothklagsMatch]()))
	check("Points of dutot2004", jsonFields(reflect.TypeFor[papers.DutotCell]()))
	check("Points of aida2000", jsonFields(reflect.TypeFor[papers.SimulatedPoint]()))
	check("Folders of aida2000", jsonFields(reflect.TypeFor[papers.SimulatedSample]()))
	check("Experiments of aida2000", jsonFields(reflect.TypeFor[papers.SimulatedProblem]()), "Folders of aida2000")
	check("Findings of doctor", jsonFields(reflect.TypeFor[finding]()))

	equalNames(t, "losses", columns(report.LossCSV(nil)), jsonFields(reflect.TypeFor[loss.Line]()))
	equalNames(t, "points of aida2000", columns(papers.SimulatedRows(nil)), jsonFields(reflect.TypeFor[papers.SimulatedPoint]()))
	experiment := append(columns(papers.MeasureDutot(papers.NewDutot()).Rows()), "format")
	equalNames(t, "points of dutot2004", experiment, jsonFields(reflect.TypeFor[papers.DutotCell]()))

	dir := t.TempDir()
	for name, text := range map[string]string{
		"t.swf": string(head(sample.KTHLike(), sampleJobs)),
		"r.jsonl": `{"format":"optgap-reservation/1","id":7,"width":16,"duration":3600,"submit":200,"start":"asap"}
{"format":"optgap-reservation/1","id":8,"width":100,"duration":3600,"submit":200,"start":"now"}
`,
		"step.jsonl": `{"format":"optgap-step/1","index":0,"now":0,"machine":4,"history":[{"time":0,"free":4}],` +
			`"jobs":[{"id":1,"width":4,"estimate":60,"submit":0,"weight":2},{"id":2,"width":4,"estimate":30,"submit":0}]}`,
		"step.sol": "x_2_0 1\nx_1_1 1\n", // job 2 in the first slot, job 1 in the next
	} {
		writeFile(filepath.Join(dir, name), []byte(text))
	}
	var fields, names []string
	for _, line := range []string{
		"simulate --scheduler dynp-advanced,basic-dynp --perfect-estimates --reservations r.jsonl t.swf",
		"simulate --sites 60,100 --jobs-out jobs.csv --warm-up 1h t.swf",
		"simulate --jobs-out log.swf t.swf",
		"simulate --scheduler recorded --against easy log.swf",
		"reproduce streit2002 --set-jobs 40 t.swf",
	} {
		arguments := append(strings.Fields(line), "--quiet", "--format")
		fields = append(fields, keys(t, linesWith(printed(t, dir, append(arguments, "json")), `"scheduler":`))...)
		names = append(names, firstRow(printed(t, dir, append(arguments, "csv")))...)
	}
	check("Replays as JSON", fields)
	check("Replays as CSV", names, "Replays as JSON")
	check("Jobs of a replay", firstRow([]byte(readPage(filepath.Join(dir, "jobs.csv")))))
	check("Judged solutions", keys(t, printed(t, dir, strings.Fields("solve --statement literal --formulation pulse "+
		"--time-scale 30s --read-solution step.sol --format json step.jsonl"))), "Results")
	for _, l := range listed[manyFiles] {
		if !slices.ContainsFunc(all, func(f string) bool { return stands(l, f) }) {
			t.Errorf("docs/formats.md, %s: there is no %s", manyFiles, l)
		}
	}
}

// stands tells that a name of the page is that of a field, where * stands for any name.
func stands(name, field string) bool {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(name), `\*`, `[^.]+`) + "$").MatchString(field)
}

// TestDocsUnits shows that the units which docs/formats.md states of results are those of their columns.
func TestDocsUnits(t *testing.T) {
	section, units := "", map[string]string{}
	unit := regexp.MustCompile("((?:`[^`]+` )+)\\[([^\\]]+)\\]")
	for line := range strings.Lines(readPage(filepath.Join(root, "docs", "formats.md"))) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.TrimSpace(title)
		}
		first, _, _ := strings.Cut(line, ": ")
		for _, m := range unit.FindAllStringSubmatch(first, -1) {
			for _, name := range strings.Fields(m[1]) {
				units[section+" "+strings.Trim(name, "`")] = m[2]
			}
		}
	}
	compared := 0
	check := func(section, key, unit string) {
		for _, section := range []string{section, manyFiles} {
			if stated, ok := units[section+" "+key]; ok {
				if compared++; stated != unit {
					t.Errorf("docs/formats.md, %s, %s: found the unit %q, expected %q", section, key, stated, unit)
				}
			}
		}
	}
	for _, c := range summary.Columns(summary.NamesIn()) {
		check("Results", c.Key, c.Unit)
	}
	for _, c := range algorithm.Columns() {
		check("Moldable results", c.Key, c.Unit)
	}
	if compared < 20 {
		t.Errorf("compared %d units", compared)
	}
}

// equalNames checks that the columns of a table are the fields of its JSON form, in any order.
func equalNames(t *testing.T, what string, columns, fields []string) {
	t.Helper()
	if columns = slices.Sorted(slices.Values(columns)); !slices.Equal(columns, fields) {
		t.Errorf("%s: the columns are %q, the fields %q", what, columns, fields)
	}
}

// printed runs the command in a folder.
func printed(t *testing.T, dir string, arguments []string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := exec.Command("optgap", arguments...)
	c.Dir, c.Stdout, c.Stderr = dir, &stdout, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("%q: %v\n%s", arguments, err, stderr.String())
	}
	return stdout.Bytes()
}

// linesWith returns the lines that contain a text.
func linesWith(lines []byte, text string) []byte {
	var some []byte
	for line := range bytes.Lines(lines) {
		if bytes.Contains(line, []byte(text)) {
			some = append(some, line...)
		}
	}
	return some
}

// documented returns the names before the colon in each list, by the title above it.
func documented(page string) map[string][]string {
	name := regexp.MustCompile("`([^`]+)`")
	found := map[string][]string{}
	section := ""
	for line := range strings.Lines(page) {
		if text, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && line[0] == '#' {
			section = strings.TrimSpace(text)
		}
		if first, _, _ := strings.Cut(line, ": "); strings.HasPrefix(line, "- ") {
			for _, m := range name.FindAllStringSubmatch(first, -1) {
				found[section] = append(found[section], m[1])
			}
		}
	}
	return found
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// jsonFields returns the paths of the fields in the JSON form of a struct, in their order:
// list[].field, map.*.field.
func jsonFields(of reflect.Type) (paths []string) {
	for i := range of.NumField() {
		f := of.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			paths = append(paths, jsonFields(f.Type)...)
			continue
		case name == "-" || !f.IsExported():
			continue
		}
		inner := f.Type
		for {
			if inner.Kind() == reflect.Map {
				name += ".*"
			} else if inner.Kind() == reflect.Slice && inner.Elem().Kind() == reflect.Struct {
				name += "[]"
			} else if inner.Kind() != reflect.Pointer {
				break
			}
			inner = inner.Elem()
		}
		if inner.Kind() != reflect.Struct || inner.Implements(marshaler) || reflect.PointerTo(inner).Implements(marshaler) {
			paths = append(paths, name)
			continue
		}
		for _, path := range jsonFields(inner) {
			paths = append(paths, name+"."+path)
		}
	}
	// An embedded struct may have a field of the same name.
	slices.Sort(paths)
	return slices.Compact(paths)
}

// keys returns the paths of all values in JSON lines.
func keys(t *testing.T, lines []byte) []string {
	t.Helper()
	found := map[string]bool{}
	var visit func(path string, v any)
	visit = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				visit(strings.TrimPrefix(path+"."+key, "."), value)
			}
		case []any:
			for _, value := range v {
				visit(path+"[]", value)
			}
		default:
			found[path] = true
		}
	}
	for line := range bytes.Lines(lines) {
		var v any
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		visit("", v)
	}
	return slices.Sorted(maps.Keys(found))
}

func columns(rows table.Table) (names []string) {
	for _, c := range rows.Columns {
		names = append(names, c.Name)
	}
	return names
}

func firstRow(text []byte) []string {
	return must.Get(csv.NewReader(bytes.NewReader(text)).Read())
}
