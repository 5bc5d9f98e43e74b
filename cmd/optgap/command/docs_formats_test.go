package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"os"
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
	"github.com/optgap/optgap/bench/library/best"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/bench/library/project"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/aida2000"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
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
)

// TestDocsFormats holds the tables of docs/formats.md against the code, both ways: every
// field and column has a row, and every row is of a field or column.
func TestDocsFormats(t *testing.T) {
	listed := documented(readPage(t, filepath.Join(root, "docs", "formats.md")))
	for section, fields := range map[string][]string{
		"Steps":                   jsonFields(reflect.TypeFor[optgap.Step]()),
		"Schedules":               jsonFields(reflect.TypeFor[record.Schedule]()),
		"Results":                 jsonFields(reflect.TypeFor[record.Result]()),
		"Library":                 jsonFields(reflect.TypeFor[best.Known]()),
		"Identities":              jsonFields(reflect.TypeFor[library.Identity]()),
		"Lines of the library":    jsonFields(reflect.TypeFor[listing.Line]()),
		"Totals of the library":   jsonFields(reflect.TypeFor[listing.Total]()),
		"Offers compared":         jsonFields(reflect.TypeFor[library.Compared]()),
		"Faults of the library":   jsonFields(reflect.TypeFor[libraryFault]()),
		"Sets made":               jsonFields(reflect.TypeFor[madeLine]()),
		"Offered bounds":          jsonFields(reflect.TypeFor[best.GivenBound]()),
		"Projects":                jsonFields(reflect.TypeFor[project.Project]()),
		"Study folders":           jsonFields(reflect.TypeFor[folder.Info]()),
		"Averages":                jsonFields(reflect.TypeFor[summary.Summary]()),
		"summary.csv":             columns(summary.Rows(nil)),
		"Losses":                  jsonFields(reflect.TypeFor[loss.Line]()),
		"Reservations":            jsonFields(reflect.TypeFor[record.Reservation]()),
		"Answers to reservations": jsonFields(reflect.TypeFor[record.Answer]()),
		"Moldable instances":      jsonFields(reflect.TypeFor[record.Moldable]()),
		"Moldable results":        jsonFields(reflect.TypeFor[record.MoldableResult]()),
		"Rows of Table 1":         jsonFields(reflect.TypeFor[grothklags2004.Match]()),
		"Moldable results as CSV": columns(algorithm.Rows(nil)),
		"Points of dutot2004":     jsonFields(reflect.TypeFor[dutot2004.Cell]()),
		"Faults":                  jsonFields(reflect.TypeFor[verify.Fault]()),
		"Sweep folders":           jsonFields(reflect.TypeFor[sweep.Setting]()),
		"Points of aida2000":      jsonFields(reflect.TypeFor[aida2000.Point]()),
		"Folders of aida2000":     jsonFields(reflect.TypeFor[aida2000.Sample]()),
		"Experiments of aida2000": jsonFields(reflect.TypeFor[aida2000.Problem]()),
		"Findings of doctor":      jsonFields(reflect.TypeFor[finding]()),
		"Analyses":                jsonFields(reflect.TypeFor[analysis.Analysis]()),
		"Analyses as CSV":         columns(analysis.Rows(nil)),
		"Comparisons":             jsonFields(reflect.TypeFor[diff.Report]()),
		"Comparisons as CSV":      columns((&diff.Changes{Kind: diff.Studies}).Rows()),
	} {
		compareFields(t, section, listed[section], fields)
	}
	equalNames(t, "losses", columns(report.LossCSV(nil)), jsonFields(reflect.TypeFor[loss.Line]()))
	equalNames(t, "points of aida2000", columns(aida2000.PointRows(nil)), jsonFields(reflect.TypeFor[aida2000.Point]()))
	experiment := slices.Sorted(slices.Values(append(columns(dutot2004.NewMeasured(dutot2004.Paper()).Rows()), "format")))
	if fields := jsonFields(reflect.TypeFor[dutot2004.Cell]()); !slices.Equal(experiment, fields) {
		t.Errorf("points of dutot2004: the columns are %q, the fields %q", experiment, fields)
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "t.swf"), head(sample.KTHLike(), sampleJobs))
	writeFile(
		t,
		filepath.Join(dir, "r.jsonl"),
		[]byte(`{"format":"optgap-reservation/1","id":7,"width":16,"duration":3600,"submit":200,"start":"asap"}
{"format":"optgap-reservation/1","id":8,"width":100,"duration":3600,"submit":200,"start":"now"}
`),
	)
	writeFile(
		t,
		filepath.Join(dir, "step.jsonl"),
		[]byte(
			`{"format":"optgap-step/1","index":0,"now":0,"machine":4,"history":[{"time":0,"free":4}],`+
				`"jobs":[{"id":1,"width":4,"estimate":60,"submit":0,"weight":2},`+
				`{"id":2,"width":4,"estimate":30,"submit":0}]}`+"\n",
		),
	)
	replays := [][]string{
		{"--scheduler", "dynp-advanced,basic-dynp", "--perfect-estimates", "--reservations", "r.jsonl", "t.swf"},
		{"--sites", "60,100", "--jobs-out", "jobs.csv", "--warm-up", "1h", "t.swf"},
		{"--jobs-out", "log.swf", "t.swf"},
		{"--scheduler", "recorded", "log.swf"},
	}
	var fields, names []string
	for _, arguments := range replays {
		out := printed(t, dir, append([]string{"simulate", "--quiet", "--format", "json"}, arguments...))
		fields = append(fields, keys(t, out)...)
		rows := printed(t, dir, append([]string{"simulate", "--quiet", "--format", "csv"}, arguments...))
		names = append(names, firstRow(t, rows)...)
	}
	repeated := printed(
		t,
		dir,
		[]string{"reproduce", "streit2002", "--quiet", "--set-jobs", "40", "--format", "json", "t.swf"},
	)
	fields = append(fields, keys(t, linesWith(repeated, `"scheduler":`))...)
	names = append(
		names,
		firstRow(
			t,
			printed(t, dir, []string{"reproduce", "streit2002", "--quiet", "--set-jobs", "40", "--format", "csv", "t.swf"}),
		)...)
	compareFields(t, "Statements", listed["Statements"], jsonFields(reflect.TypeFor[statement.Statement]()))
	compareFields(t, "Replays as JSON", listed["Replays as JSON"], fields)
	compareFields(t, "Replays as CSV", listed["Replays as CSV"], names)
	jobs, err := os.ReadFile(filepath.Join(dir, "jobs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	compareFields(t, "Jobs of a replay", listed["Jobs of a replay"], firstRow(t, jobs))

	writeFile(
		t,
		filepath.Join(dir, "step.sol"),
		[]byte("x_2_0 1\nx_1_1 1\n"),
	) // job 2 in the first slot, job 1 in the next
	judged := printed(
		t,
		dir,
		[]string{
			"solve", "--statement", "literal", "--formulation", "pulse", "--time-scale", "30s",
			"--read-solution", "step.sol", "--format", "json", "step.jsonl",
		},
	)
	compareFields(t, "Judged solutions", listed["Judged solutions"], keys(t, judged))
}

// TestDocsUnits shows that the units which docs/formats.md states of results are those of their
// columns.
func TestDocsUnits(t *testing.T) {
	section, units := "", map[string]string{}
	row := regexp.MustCompile("^\\| `([^`]+)` \\| ([^|]*?) ?\\|")
	for line := range strings.Lines(readPage(t, filepath.Join(root, "docs", "formats.md"))) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.TrimSpace(title)
		}
		if m := row.FindStringSubmatch(line); m != nil {
			units[section+" "+m[1]] = m[2]
		}
	}
	compared := 0
	check := func(section, key, unit string) {
		stated, ok := units[section+" "+key]
		if compared++; ok && stated != unit {
			t.Errorf("docs/formats.md, %s, %s: found the unit %q, expected %q", section, key, stated, unit)
		}
	}
	for _, c := range summary.Columns(summary.NamesIn()) {
		check("Results", c.Key, c.Unit)
	}
	for _, c := range algorithm.Columns() {
		check("Moldable results", c.Key, c.Unit)
	}
	if compared < 40 {
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

// documented returns the names in the first column of each table, by the title above it.
func documented(page string) map[string][]string {
	name := regexp.MustCompile("`([^`]+)`")
	found := map[string][]string{}
	section := ""
	for line := range strings.Lines(page) {
		if text, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && line[0] == '#' {
			section = strings.TrimSpace(text)
		}
		if first, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), "|"); ok && line[0] == '|' {
			for _, m := range name.FindAllStringSubmatch(first, -1) {
				found[section] = append(found[section], m[1])
			}
		}
	}
	return found
}

// compareFields checks that each field is listed and each listed name is a field. A
// listed * stands for any name.
func compareFields(t *testing.T, section string, listed, fields []string) {
	t.Helper()
	matches := func(pattern, field string) bool {
		text := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `[^.]+`)
		return pattern == field || regexp.MustCompile("^"+text+"$").MatchString(field)
	}
	for _, f := range fields {
		if !slices.ContainsFunc(listed, func(l string) bool { return matches(l, f) }) {
			t.Errorf("docs/formats.md, %s: %s is missing", section, f)
		}
	}
	for _, l := range listed {
		if !slices.ContainsFunc(fields, func(f string) bool { return matches(l, f) }) {
			t.Errorf("docs/formats.md, %s: there is no %s", section, l)
		}
	}
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

func firstRow(t *testing.T, text []byte) []string {
	t.Helper()
	row, err := csv.NewReader(bytes.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	return row
}
