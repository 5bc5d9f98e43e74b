package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
)

// Limits of a study file. They are far above any use. The parser takes time with the square of the depth, and memory
// with it.
const (
	mostBytes  = 4_000_000
	mostDepth  = 100 // of lists and mappings within each other
	mostMerged = 100 // mappings that take over the next
)

// source is the text of a study file. It knows the places of values.
type source struct {
	name    string
	body    ast.Node            // the document, nil if it is empty
	anchors map[string]ast.Node // by name
	// places of values by their paths, such as "traces.0.jobs". With a blank behind the path, that of the name.
	places map[string]string
}

// parse reads YAML with a single document. Comments, directives and documents without content say nothing. Tags are
// refused: nothing here needs them, and the YAML package panics where one stands before a list.
func parse(name string, text []byte) (source, error) {
	s := source{name: name, anchors: map[string]ast.Node{}, places: map[string]string{}}
	if len(text) > mostBytes {
		return s, s.errorOn("", "study file", fmt.Sprintf("more than %d bytes", mostBytes), "a shorter one")
	}
	is := func(kind token.Type) func(*token.Token) bool {
		return func(t *token.Token) bool { return t.Type == kind }
	}
	tokens := slices.DeleteFunc(lexer.Tokenize(string(text)), is(token.CommentType))
	if i := slices.IndexFunc(tokens, is(token.TagType)); i >= 0 {
		const expected = `a value; one that begins with "!" stands in quotation marks`
		return s, s.errorAt(tokens[i], "YAML", strconv.Quote(tokens[i].Value), expected)
	}
	if t := tooDeep(tokens); t != nil {
		found, expected := fmt.Sprintf("more than %d lists or mappings", mostDepth), fmt.Sprintf("at most %d", mostDepth)
		return s, s.errorAt(t, "YAML", found, expected+" within each other")
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return s, s.explain(err)
	}
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.DirectiveType:
		case s.body != nil:
			return s, s.errorAt(cmp.Or(doc.Start, doc.Body.GetToken()), "document", "a second one", "a single one")
		default:
			s.body = doc.Body
		}
	}
	if s.body != nil {
		for _, n := range ast.Filter(ast.AnchorType, s.body) {
			named := n.(*ast.AnchorNode)
			s.anchors[named.Name.GetToken().Value] = named.Value
		}
	}
	return s, nil
}

// tooDeep returns the first token within more than mostDepth lists and mappings: those in brackets around it, and those
// that begin on its line, or nil if there is none.
func tooDeep(tokens token.Tokens) *token.Token {
	line, brackets, begun := 0, 0, 0
	for _, t := range tokens {
		if t.Position.Line != line {
			line, begun = t.Position.Line, 0
		}
		switch t.Type {
		case token.SequenceEntryType, token.MappingKeyType:
			begun++
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets = max(brackets-1, 0)
		}
		if brackets+begun > mostDepth {
			return t
		}
	}
	return nil
}

// errorAt returns an error about a field at a token.
func (s source) errorAt(t *token.Token, field, found, expected string) error {
	return fmt.Errorf("%s: %w", s.placeOf(t), optgap.BadField(field, found, expected))
}

// placeOf returns file, line and column of a token.
func (s source) placeOf(t *token.Token) string {
	return fmt.Sprintf("%s:%d:%d", s.name, t.Position.Line, t.Position.Column)
}

// errorIn returns an error about a value at a path, which has no place in that field of the file.
func (s source) errorIn(path string, n ast.Node, found string) error {
	field, expected := "study file", "fields: "+namesOf(File{})
	if path != "" {
		field, _, _ = strings.Cut(path, ".")
		expected = about[field]
	}
	return s.errorAt(n.GetToken(), field, found, expected)
}

// errorOn returns an error about the value at a path, or about the nearest value around it.
func (s source) errorOn(path, field, found, expected string) error {
	for ; path != "" && s.places[path] == ""; path = path[:max(0, strings.LastIndexByte(path, '.'))] {
	}
	return fmt.Errorf("%s: %w", cmp.Or(s.places[path], s.name+":1:1"), optgap.BadField(field, found, expected))
}

// explain returns an error of the YAML parser with its place and its message.
func (s source) explain(err error) error {
	var bad yaml.Error
	if !errors.As(err, &bad) || bad.GetToken() == nil {
		return s.errorOn("", "YAML", err.Error(), "fields: "+namesOf(File{}))
	}
	found := strconv.Quote(strings.TrimSpace(bad.GetToken().Value))
	return s.errorAt(bad.GetToken(), "YAML", found, "text that YAML takes: "+bad.GetMessage())
}

// checkNames refuses values under names that are not among the known ones.
func (s source) checkNames(path string, values map[string]string, known []string) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, name) {
			expected := "one of " + strings.Join(known, ", ")
			field := path[strings.LastIndexByte(path, '.')+1:]
			return s.errorOn(path+"."+name+" ", field, strconv.Quote(name), expected)
		}
	}
	return nil
}

// mapping calls a function with each name of a mapping, the path of its value, and its value. It notes their places.
// Names of other mappings that it takes over come first. It is within so many that take over the next.
func (s *source) mapping(
	path string, n ast.Node, depth int, each func(key, path string, value ast.Node) error,
) error {
	mapping, ok := s.resolved(n).(ast.MapNode)
	switch {
	case n.Type() == ast.NullType:
		return nil
	case depth > mostMerged:
		return s.errorAt(n.GetToken(), "YAML", n.String()+" within what it names", "a value that does not hold itself")
	case !ok:
		return s.errorIn(path, n, kindWord(n.Type()))
	}
	for _, merged := range []bool{true, false} {
		for i := mapping.MapRange(); i.Next(); {
			key, value := i.Key().GetToken().Value, s.resolved(i.Value())
			below := strings.TrimPrefix(path+"."+key, ".")
			var err error
			switch {
			case i.Key().IsMergeKey() != merged:
			case merged:
				err = s.mapping(path, i.Value(), depth+1, each)
			default:
				s.places[below+" "] = s.placeOf(i.Key().GetToken())
				s.note(below, value)
				err = each(key, below, value)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// list calls a function with the path of each item of a list, and the item. It notes their places.
func (s *source) list(path string, n ast.Node, each func(path string, item ast.Node) error) error {
	list, ok := n.(*ast.SequenceNode)
	if n.Type() == ast.NullType {
		return nil
	}
	if !ok {
		return s.errorIn(path, n, kindWord(n.Type()))
	}
	for i, item := range list.Values {
		below, item := fmt.Sprintf("%s.%d", path, i), s.resolved(item)
		s.note(below, item)
		if err := each(below, item); err != nil {
			return err
		}
	}
	return nil
}

// note notes the place of the value at a path.
func (s *source) note(path string, n ast.Node) {
	at := n.GetToken()
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle { // its own token is a colon
		at = m.Values[0].Key.GetToken()
	}
	s.places[path] = s.placeOf(at)
}

// resolved returns the node for which an anchor or an alias stands.
func (s source) resolved(n ast.Node) ast.Node {
	for range mostMerged { // an alias may lead to itself
		switch of := n.(type) {
		case *ast.AnchorNode:
			n = of.Value
		case *ast.AliasNode:
			named := s.anchors[of.Value.GetToken().Value]
			if named == nil {
				return n
			}
			n = named
		default:
			return n
		}
	}
	return n
}

// about describes the values of the fields of a file.
var about = map[string]string{
	"traces":   "a list, each with file, sample: true, or generate",
	"factors":  "a list of numbers above 0, such as [1, 0.8]",
	"drives":   "a list of names, such as [dynp-advanced, fcfs]",
	"methods":  "a list of names, such as [policies, exact]",
	"policies": "a list of names, such as [fcfs, easy]",
	"limits":   "a list of limits, such as {time-limit: 10s}, {node-limit: 1000} or {memory: 1GB}",
	"seeds":    "a list of whole numbers, at least 0, such as [1, 2]",
	"options":  "flags of optgap study with one value each, such as {max-steps: 20}",
}

// namesOf returns the names of the fields of a struct in words.
func namesOf(data any) string { return format.Enumeration("or", field.Names(data)) }

// decode reads the node at a path into a variable: texts as they are written, whole numbers as decimal ones, whatever
// digits begin them. Nothing leaves a variable as it is.
func (s *source) decode(path string, n ast.Node, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Struct:
		return s.mapping(path, n, 0, func(key, below string, n ast.Node) error {
			for _, f := range reflect.VisibleFields(v.Type()) {
				if name, _, _ := strings.Cut(f.Tag.Get("yaml"), ","); name == key {
					return s.decode(below, n, v.FieldByIndex(f.Index))
				}
			}
			return s.errorOn(below+" ", "field", strconv.Quote(key), namesOf(v.Interface()))
		})
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		return s.mapping(path, n, 0, func(key, below string, n ast.Node) error {
			item := reflect.New(v.Type().Elem()).Elem()
			err := s.decode(below, n, item)
			v.SetMapIndex(reflect.ValueOf(key), item)
			return err
		})
	case reflect.Slice:
		return s.list(path, n, func(below string, n ast.Node) error {
			item := reflect.New(v.Type().Elem()).Elem()
			err := s.decode(below, n, item)
			v.Set(reflect.Append(v, item))
			return err
		})
	}
	return s.single(path, n, field.Option{Variable: v.Addr().Interface()})
}

// single reads a text, a number or a truth value.
func (s *source) single(path string, n ast.Node, into field.Option) error {
	if n.Type() == ast.NullType {
		return nil
	}
	found := kindWord(n.Type())
	text, ok := scalar(n)
	if ok {
		found = strconv.Quote(text)
	}
	expected, err := into.Read(text)
	if ok && err == nil {
		return nil
	}
	name := strings.TrimRight(path, ".0123456789")
	name = name[strings.LastIndexByte(name, '.')+1:]
	top, _, _ := strings.Cut(path, ".")
	return s.errorOn(path, name, found, cmp.Or(about[name], expected, about[top]))
}

// scalar returns the text of a node as it is written; false: it has none.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.NullNode:
		return "", true
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case ast.ScalarNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// kindWord says what a value is.
func kindWord(t ast.NodeType) string { return cmp.Or(kinds[t], "another kind of value") }

var kinds = map[ast.NodeType]string{
	ast.NullType: "nothing", ast.BoolType: "true or false", ast.IntegerType: "a whole number",
	ast.FloatType: "a number", ast.InfinityType: "a number", ast.NanType: "a number",
	ast.StringType: "a text", ast.LiteralType: "a text",
	ast.SequenceType: "a list", ast.SequenceEntryType: "a list",
	ast.MappingType: "names with values", ast.MappingValueType: "names with values",
	ast.MappingKeyType: "names with values", ast.MergeKeyType: "names with values",
}
