package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/simulated"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

// manyFiles is the section of docs/formats.md with the fields that mean the same wherever they stand.
const manyFiles = "Fields of many files"

// fieldTables are the sections of docs/formats.md that list the fields of a struct.
var fieldTables = []struct {
	section string
	of      reflect.Type
	also    reflect.Type // a struct that stands in it as one, whose fields follow, nil if there is none
	other   string       // a section that lists further fields: those of equal rows are left out here
}{
	{"Certificates", reflect.TypeFor[optgap.Certificate](), nil, ""},
	{"Derivations", reflect.TypeFor[optgap.Derivation](), nil, ""},
	{"Steps", reflect.TypeFor[optgap.Step](), nil, ""},
	{"Schedules", reflect.TypeFor[record.Schedule](), nil, ""},
	{"Results", reflect.TypeFor[record.Result](), reflect.TypeFor[record.Source](), ""},
	{"Study folders", reflect.TypeFor[folder.Info](), nil, ""},
	{"Averages", reflect.TypeFor[summary.Summary](), nil, ""},
	{"Losses", lossLine, nil, ""},
	{"Answers", reflect.TypeFor[report.Answer](), nil, "Losses"},
	{"Answers about traces", reflect.TypeFor[report.TraceAnswer](), nil, "Answers"},
	{"Reservations", reflect.TypeFor[record.Reservation](), nil, ""},
	{"Answers to reservations", reflect.TypeFor[record.Answer](), nil, "Reservations"},
	{"Bounds on whole traces", reflect.TypeFor[record.Offline](), nil, ""},
	{"Rungs", reflect.TypeFor[record.Rung](), nil, "Bounds on whole traces"},
	{"Ladders", reflect.TypeFor[record.Ladder](), nil, "Rungs"},
	{"Sweep folders", reflect.TypeFor[sweep.Setting](), nil, "Replays as JSON"},
	{"Moldable instances", reflect.TypeFor[record.Moldable](), nil, ""},
	{"Moldable results", reflect.TypeFor[record.MoldableResult](), nil, "Results"},
	{"Analyses", reflect.TypeFor[analysis.Analysis](), reflect.TypeFor[analysis.Quantity](), ""},
	{"Faults", reflect.TypeFor[verify.Fault](), nil, ""},
	{"Comparisons", reflect.TypeFor[frame.Report](), nil, ""},
	{"Lines of the library", reflect.TypeFor[library.Line](), nil, ""},
	{"Methods ranked", reflect.TypeFor[library.Ranked](), nil, "Lines of the library"},
	{"Projects", reflect.TypeFor[library.Project](), nil, ""},
	{"Statements", reflect.TypeFor[statement.Statement](), nil, ""},
	{"Rows of Table 1", reflect.TypeFor[grothklags2004.Match](), nil, ""},
	{"Points of aida2000", reflect.TypeFor[simulated.Point](), nil, ""},
	{"Folders of aida2000", reflect.TypeFor[simulated.Sample](), nil, ""},
	{"Experiments of aida2000", reflect.TypeFor[simulated.Problem](), nil, "Folders of aida2000"},
	{"Findings of doctor", reflect.TypeFor[finding](), nil, ""},
}

var update = flag.Bool("update", false, "write the tables of fields in docs/formats.md")

// TestDocsFields holds the tables of fields in docs/formats.md against the comments in the code. With -update it writes
// them.
func TestDocsFields(t *testing.T) {
	file := filepath.Join(root, "docs", "formats.md")
	page := readPage(file)
	listed := documented(page)
	tables := map[string][]fieldRow{}
	for _, f := range fieldTables {
		d := fieldTable{often: listed[manyFiles], other: listed[f.other]}
		if d.add(f.of, ""); f.also != nil {
			d.add(f.also, "*.")
		}
		listed[f.section] = d.names()
		d.rows = slices.DeleteFunc(d.rows, func(r fieldRow) bool {
			return slices.ContainsFunc(tables[f.other], func(o fieldRow) bool { return reflect.DeepEqual(o, r) })
		})
		tables[f.section] = d.rows
		sameUnits(t, f.section, d.rows)
		must.Hold(t, len(d.missing) == 0, f.section, "found no comment of the fields", d.missing)
		var ok bool
		if page, ok = withTable(page, f.section, d.String()); !ok && len(d.rows) > 0 {
			t.Errorf("docs/formats.md, %s: found no table of fields", f.section)
		}
	}
	if *update {
		writeFile(file, []byte(page))
	} else if page != readPage(file) {
		t.Error("docs/formats.md is stale, expected what go test ./cmd/optgap/command -run TestDocsFields -update writes")
	}
}

// sameUnits checks that columns have the units of the fields in a table.
func sameUnits(t *testing.T, section string, rows []fieldRow) {
	units := map[string]string{}
	for _, c := range summary.Columns(summary.NamesIn()) {
		units["Results "+c.Key] = c.Unit
	}
	for _, c := range experiment.Columns() {
		units["Moldable results "+c.Key] = c.Unit
	}
	for _, r := range rows {
		for _, name := range r.names {
			if unit, known := units[section+" "+name]; known && unit != r.unit {
				t.Errorf("%s, %s: the field has the unit %q, the column %q", section, name, r.unit, unit)
			}
		}
	}
}

// TestDocsFormats holds the other lists of docs/formats.md against the code, both ways: every column is listed, and
// every name in a list is that of a field or column. A column may stand in the section itself, in that of the fields of
// many files, or in one that the section refers to.
func TestDocsFormats(t *testing.T) {
	listed := documented(readPage(filepath.Join(root, "docs", "formats.md")))
	var all []string
	for _, f := range fieldTables {
		all = append(all, jsonFields(f.of)...)
	}
	check := func(section string, fields []string, others ...string) {
		t.Helper()
		all = append(all, fields...)
		known := slices.Concat(listed[section], listed[manyFiles])
		for _, other := range others {
			known = append(known, listed[other]...)
		}
		for _, f := range fields {
			must.Hold(t, slices.ContainsFunc(known, func(l string) bool { return stands(l, f) }),
				"docs/formats.md", section, f, "is missing")
		}
		for _, l := range listed[section] {
			must.Hold(t, slices.ContainsFunc(fields, func(f string) bool { return stands(l, f) }),
				"docs/formats.md", section, "there is no", l)
		}
	}
	check("summary.csv", columns(summary.Rows(nil)), "Results")
	check("Moldable results as CSV", columns(experiment.Rows(nil)), "Moldable results", "Results")
	underscored := func(l string) string { return strings.ReplaceAll(l, ".", "_") }
	for _, l := range jsonFields(reflect.TypeFor[analysis.Analysis]()) {
		listed["Analyses with _"] = append(listed["Analyses with _"], underscored(l))
	}
	check("Analyses as CSV", columns(analysis.Rows(nil)), "Analyses with _")

	dir := t.TempDir()
	for name, text := range map[string]string{
		"t.swf": string(head(swf.Sample(), sampleJobs)),
		"r.jsonl": `{"format":"optgap-reservation/1","id":7,"width":16,"duration":3600,"submit":200,"start":"asap"}
{"format":"optgap-reservation/1","id":8,"width":100,"duration":3600,"submit":200,"start":"now"}
`,
		"step.jsonl": `{"format":"optgap-step/1","index":0,"now":0,"machine":4,"history":[{"time":0,"free":4}],` +
			`"jobs":[{"id":1,"width":4,"estimate":60,"submit":0,"weight":2},{"id":2,"width":4,"estimate":30,"submit":0}]}`,
		"result.jsonl": `{"format":"optgap-result/1","index":0,"method":"ilp"}`,
		"step.sol":     "x_2_0 1\nx_1_1 1\n", // job 2 in the first slot, job 1 in the next
	} {
		writeFile(filepath.Join(dir, name), []byte(text))
	}
	printed := func(line string) []byte { return completed(t, dir, line).stdout.Bytes() }
	var fields, names []string
	replay := regexp.MustCompile(`(?m)^.*"scheduler":.*\n`)
	for _, line := range []string{
		"simulate --windows 20x24 --seed 1 t.swf",
		"simulate --scheduler dynp-advanced,basic-dynp --reservations r.jsonl t.swf",
		"simulate --sites 60,100 --jobs-out jobs.csv --warm-up 1h t.swf",
		"simulate --jobs-out log.swf t.swf",
		"simulate --scheduler recorded --against easy log.swf",
		"reproduce streit2002 --set-jobs 40 t.swf",
	} {
		line += " --quiet --format "
		replays := replay.FindAll(printed(line+"json"), -1)
		fields = append(fields, keys(t, bytes.Join(replays, nil))...)
		names = append(names, firstRow(printed(line+"csv"))...)
	}
	check("Replays as JSON", fields, "Sweep folders")
	check("Replays as CSV", names, "Replays as JSON", "Sweep folders")
	check("Jobs of a replay", firstRow([]byte(readPage(filepath.Join(dir, "jobs.csv")))))
	compared := printed("compare --format csv result.jsonl result.jsonl")
	check("Comparisons as CSV", firstRow(compared), "Results")
	judged := printed("solve --statement literal --formulation pulse --time-scale 30s " +
		"--read-solution step.sol --format json step.jsonl")
	check("Judged solutions", keys(t, judged), "Results")
	for _, l := range listed[manyFiles] {
		must.Hold(t, slices.ContainsFunc(all, func(f string) bool { return stands(l, f) }),
			"docs/formats.md", manyFiles, "there is no", l)
	}
}

// stands tells that a name of the page is that of a field, where * stands for any name.
func stands(name, field string) bool {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(name), `\*`, `[^.]+`) + "$").MatchString(field)
}

// documented returns the names before the colon in each list, and those in the first column of each table, by the title
// above it.
func documented(page string) map[string][]string {
	name := regexp.MustCompile("`([^`]+)`")
	found := map[string][]string{}
	section := ""
	for line := range strings.Lines(page) {
		if text, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && line[0] == '#' {
			section = strings.TrimSpace(text)
		}
		first, _, _ := strings.Cut(line, ": ")
		if cells, ok := strings.CutPrefix(line, "|"); ok {
			first, _, _ = strings.Cut(cells, "|")
		} else if !strings.HasPrefix(line, "- ") {
			continue
		}
		for _, m := range name.FindAllStringSubmatch(first, -1) {
			found[section] = append(found[section], m[1])
		}
	}
	return found
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// jsonFields returns the paths of the fields in the JSON form of a struct, in their order: list[].field, map.*.field,
// and of a struct that stands in tables as one: field.*.
func jsonFields(of reflect.Type) []string {
	var d fieldTable
	d.add(of, "")
	return append(d.names(), d.missing...)
}

// jsonSteps returns what leads from a field to its values: ".*" into a map, "[]" into a list of structs.
func jsonSteps(of reflect.Type) (steps string, inner reflect.Type) {
	for inner = of; ; inner = inner.Elem() {
		if inner.Kind() == reflect.Map {
			steps += ".*"
		} else if inner.Kind() == reflect.Slice && inner.Elem().Kind() == reflect.Struct {
			steps += "[]"
		} else if inner.Kind() != reflect.Pointer {
			return steps, inner
		}
	}
}

// jsonLeaf says whether a type has no fields in JSON.
func jsonLeaf(of reflect.Type) bool {
	return of.Kind() != reflect.Struct || of.Implements(marshaler) || reflect.PointerTo(of).Implements(marshaler)
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
		err := json.Unmarshal(line, &v)
		must.Need(t, err == nil, err, line)
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

// A fieldRow is a row of a table of docs/formats.md: fields that share a meaning.
type fieldRow struct {
	names      []string
	unit, text string
}

// A fieldTable is the table of a section: the fields of a struct with their comments in the source. A comment begins
// with the unit in brackets, if there is one. It is about the fields below it too, up to a blank line or another
// comment.
type fieldTable struct {
	often   []string // fields of many files, which need no comment
	other   []string // fields of another section, which need none either
	rows    []fieldRow
	current int      // the row of the field before
	missing []string // fields without a comment
}

// whole are structs that stand in a table as one: their fields are listed once, elsewhere.
var whole = []reflect.Type{
	reflect.TypeFor[optgap.Certificate](), reflect.TypeFor[optgap.Derivation](), reflect.TypeFor[record.Start](),
	reflect.TypeFor[record.Source](),
	reflect.TypeFor[analysis.Quantity](), reflect.TypeFor[record.Ladder](),
}

// lossLine is the struct of a line of losses.
var lossLine = reflect.TypeFor[loss.Line]()

// fieldComment is what the source says of a field.
type fieldComment struct {
	text   string
	joined bool // the field stands right below another one
}

// commentsOf returns the comments of the fields of a struct, by their names in Go.
func commentsOf(of reflect.Type) map[string]fieldComment {
	found := map[string]fieldComment{}
	folder := strings.TrimPrefix(of.PkgPath(), "github.com/optgap/optgap")
	files := token.NewFileSet()
	for _, name := range must.Get(filepath.Glob(filepath.Join(root, folder, "*.go"))) {
		ast.Inspect(must.Get(parser.ParseFile(files, name, nil, parser.ParseComments)), func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || spec.Name.Name != of.Name() {
				return true
			}
			end := 0
			for _, f := range spec.Type.(*ast.StructType).Fields.List {
				c := fieldComment{f.Doc.Text() + f.Comment.Text(), files.Position(f.Pos()).Line == end+1}
				end = files.Position(f.End()).Line
				for _, name := range f.Names {
					found[name.Name] = c
				}
				if f.Names == nil { // embedded, and of this package
					found[fmt.Sprint(f.Type)] = c
				}
			}
			return false
		})
	}
	return found
}

// add adds the fields of a struct, behind a prefix.
func (d *fieldTable) add(of reflect.Type, prefix string) {
	comments := commentsOf(of)
	for f := range of.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		steps, inner := jsonSteps(f.Type)
		name = prefix + name + steps
		isWhole := slices.Contains(whole, inner)
		switch {
		case name == prefix+"-" || !f.IsExported() || f.Anonymous && ofTable(inner):
		case f.Anonymous && isWhole:
			d.row(prefix+"*", comments[f.Name])
		case isWhole:
			d.row(name+".*", comments[f.Name])
		case f.Anonymous && name == prefix:
			d.add(inner, prefix)
		case jsonLeaf(inner):
			d.row(name, comments[f.Name])
		default:
			d.add(inner, name+".")
		}
	}
}

var unitBefore = regexp.MustCompile(`^\[([^\]]+)\] ?`)

// row adds a field.
func (d *fieldTable) row(name string, c fieldComment) {
	text, unit := strings.Join(strings.Fields(c.text), " "), ""
	if !strings.HasSuffix(text, "...") {
		text = strings.TrimSuffix(text, ".")
	}
	if m := unitBefore.FindStringSubmatch(text); m != nil {
		unit, text = m[1], text[len(m[0]):]
	}
	joined := c.text == "" && c.joined && len(d.rows) > 0
	switch {
	case c.text == "" && standsIn(d.often, name), c.text == "" && !joined && standsIn(d.other, name):
		return
	case c.text == "" && !joined:
		d.missing = append(d.missing, name)
		return
	case !joined:
		d.current = slices.IndexFunc(d.rows, func(r fieldRow) bool { return r.unit == unit && r.text == text })
	}
	if d.current < 0 {
		d.current, d.rows = len(d.rows), append(d.rows, fieldRow{unit: unit, text: text})
	}
	d.rows[d.current].names = append(d.rows[d.current].names, name)
}

// names returns the names of all fields of the table.
func (d *fieldTable) names() (all []string) {
	for _, r := range d.rows {
		all = append(all, r.names...)
	}
	return all
}

// ofTable says whether a struct has a table of its own.
func ofTable(of reflect.Type) bool {
	for _, f := range fieldTables {
		if f.of == of {
			return true
		}
	}
	return false
}

// standsIn says whether a field, or one within it, is among names of the page.
func standsIn(names []string, field string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		within, whole := strings.CutSuffix(field, "*")
		return stands(name, field) || whole && strings.HasPrefix(name, within)
	})
}

// tableHead is how tables of fields begin.
const tableHead = "|field|unit|meaning|\n|-|-|-|\n"

// String returns the table in Markdown.
func (d *fieldTable) String() string {
	var b strings.Builder
	b.WriteString(tableHead)
	for _, r := range d.rows {
		fmt.Fprintf(&b, "|`%s`|%s|%s|\n", strings.Join(r.names, "` `"), r.unit, strings.ReplaceAll(r.text, "|", `\|`))
	}
	return b.String()
}

// withTable returns a page whose section has a table in place of the one that is there; ok: it has one.
func withTable(page, section, table string) (changed string, ok bool) {
	at := regexp.MustCompile(`(?m)^#+ ` + regexp.QuoteMeta(section) + "$").FindStringIndex(page)
	if at == nil {
		return page, false
	}
	before, rest := page[:at[1]], page[at[1]:]
	end := strings.Index(rest, "\n## ")
	first := strings.Index(rest, tableHead)
	if first < 0 || end >= 0 && first > end {
		return page, false
	}
	after := rest[first:]
	for strings.HasPrefix(after, "|") {
		_, after, _ = strings.Cut(after, "\n")
	}
	return before + rest[:first] + table + after, true
}
