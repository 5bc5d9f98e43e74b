package command

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/heuristics/must"
)

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
