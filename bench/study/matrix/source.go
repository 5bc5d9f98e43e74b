package matrix

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/optgap/optgap"
)

// Error is a mistake in a study file.
type Error struct {
	Place string // such as "study.yaml:7:10": line and column from 1
	Err   error
}

func (e *Error) Error() string { return e.Place + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

const (
	topNames   = "traces, factors, drives, methods, policies, limits, seeds or options"
	traceNames = "name, file, sample, generate, jobs, machine or reservations"
	limitNames = "time-limit, node-limit or memory"
)

// about describes the values of the fields of a file. names are the names within a value; "": there
// are none. The field "" is the file itself.
var about = map[string]struct{ holds, names string }{
	"":         {"fields: " + topNames, topNames},
	"traces":   {"a list, each with file, sample: true, or generate", traceNames},
	"factors":  {"a list of numbers above 0, such as [1, 0.8]", ""},
	"drives":   {"a list of names, such as [dynp-advanced, fcfs]", ""},
	"methods":  {"a list of names, such as [policies, exact]", ""},
	"policies": {"a list of names, such as [fcfs, easy]", ""},
	"limits":   {"a list of limits, such as {time-limit: 10s}, {node-limit: 1000} or {memory: 1GB}", limitNames},
	"seeds":    {"a list of whole numbers, at least 0, such as [1, 2]", ""},
	"options":  {"flags of optgap study with one value each, such as {max-steps: 20}", ""},
}

// source is the text of a study file. It knows the places of values.
type source struct {
	name    string
	text    string
	file    *ast.File
	body    ast.Node            // the document; nil: it is empty
	anchors map[string]ast.Node // by name
}

// parse reads YAML with a single document.
func parse(name string, text []byte) (source, error) {
	s := source{name: name, text: string(text)}
	if err := s.checkSize(); err != nil {
		return s, err
	}
	tokens, err := s.document(lexer.Tokenize(s.text))
	if err != nil {
		return s, err
	}
	if s.file, err = parser.Parse(tokens, 0); err != nil {
		return s, s.explain(err)
	}
	s.body = s.file.Docs[0].Body
	if err := s.nameNodes(); err != nil {
		return s, err
	}
	return s, s.checkWhole()
}

// document returns the tokens of the single document. Comments, the directive %YAML 1.x and documents
// without content say nothing. Tags are refused: nothing here needs them, and the YAML package panics where
// one stands before a list.
func (s source) document(all token.Tokens) (token.Tokens, error) {
	var kept token.Tokens
	ended, directive := false, 0 // directive: line of the last one
	for i, t := range all {
		at, found := t.Position, strconv.Quote(t.Value)
		switch {
		case t.Type == token.CommentType, at.Line == directive:
		case ended:
			return nil, s.errorAt(at.Line, at.Column, "document", found+` after "..."`, "nothing after it")
		case t.Type == token.TagType:
			const expected = `a value; one that begins with "!" stands in quotation marks`
			return nil, s.errorAt(at.Line, at.Column, "YAML", found, expected)
		case t.Type == token.DirectiveType && kept == nil:
			if len(all) < i+3 || all[i+1].Value != "YAML" || !strings.HasPrefix(all[i+2].Value, "1.") {
				return nil, s.errorAt(at.Line, at.Column, "YAML", "another directive", "%YAML 1.2, or none")
			}
			directive = at.Line
		case t.Type == token.DocumentEndType:
			ended = kept != nil
		case t.Type != token.DocumentHeaderType:
			kept = append(kept, literal(t, kept))
		case kept != nil:
			return nil, s.errorAt(at.Line, at.Column, "document", "a second one", "a single one")
		}
	}
	return kept, nil
}

// literal returns a token after others, as one that keeps the text of its value. So the name 1.10 does not
// become 1.1, and 08 is a whole number. nameNodes does the same for whole numbers.
func literal(t *token.Token, before token.Tokens) *token.Token {
	n := len(before)
	switch t.Type {
	case token.FloatType, token.InfinityType, token.NanType:
		t.Type = token.StringType
	case token.BoolType:
		if n < 2 || before[n-2].Value != "sample" {
			t.Type = token.StringType
		}
	case token.StringType:
		if decimal(t.Value) {
			t.Type = token.IntegerType
		}
	}
	return t
}

// decimal tells whether a text is digits alone.
func decimal(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// errorAt returns an error about a field at a line and column.
func (s source) errorAt(line, column int, field, found, expected string) error {
	place := fmt.Sprintf("%s:%d:%d", s.name, line, column)
	return &Error{place, &optgap.FieldError{Field: field, Found: found, Expected: expected}}
}

// explain returns an error of the YAML parser in this program's words.
func (s source) explain(err error) error {
	var bad yaml.Error
	if !errors.As(err, &bad) || bad.GetToken() == nil {
		return s.errorAt(1, 1, "YAML", err.Error(), about[""].holds)
	}
	at := bad.GetToken().Position
	key := s.keyAbove(at.Line)
	found := strconv.Quote(strings.TrimSpace(bad.GetToken().Value))
	var (
		syntax  *yaml.SyntaxError
		unknown *yaml.UnknownFieldError
		kind    *yaml.UnexpectedNodeTypeError
	)
	switch {
	case errors.As(err, &syntax):
		found, expected := syntaxIn(bad.GetMessage(), bad.GetToken())
		return s.errorAt(at.Line, at.Column, "YAML", found, expected)
	case errors.As(err, &unknown):
		if at.Column == 1 {
			key = ""
		}
		return s.errorAt(at.Line, at.Column, "field", found, about[key].names)
	case errors.As(err, &kind):
		found = kindWord(kind.Actual)
	}
	if key == "" {
		return s.errorAt(at.Line, at.Column, "study file", found, about[""].holds)
	}
	return s.errorAt(at.Line, at.Column, key, found, about[key].holds)
}

// keyAbove returns the field of the file to which a line belongs; "": none.
func (s source) keyAbove(line int) (key string) {
	for i, text := range strings.Split(s.text, "\n") {
		name, _, ok := strings.Cut(text, ":")
		if _, known := about[name]; i < line && ok && known {
			key = name
		}
	}
	return key
}

// node returns the node at a path of keys and indices; nil: there is none.
func (s source) node(path []any) ast.Node {
	if s.file == nil {
		return nil
	}
	b := (&yaml.PathBuilder{}).Root()
	for _, part := range path {
		switch part := part.(type) {
		case string:
			b = b.Child(part)
		case int:
			if part < 0 {
				return nil
			}
			b = b.Index(uint(part))
		}
	}
	node, err := b.Build().FilterFile(s.file)
	if err != nil || node == nil {
		return nil
	}
	return node
}

// placeOf returns file, line and column of the value at a path of keys and indices; "": there is
// none.
func (s source) placeOf(path []any) string {
	node := s.node(path)
	if node == nil {
		return ""
	}
	if m, ok := node.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle { // its own token is a colon
		node = m.Values[0].Key
	}
	return s.placeOfToken(node.GetToken())
}

// placeOfToken returns file, line and column of a token.
func (s source) placeOfToken(t *token.Token) string {
	return fmt.Sprintf("%s:%d:%d", s.name, t.Position.Line, t.Position.Column)
}

// wrong returns an error about the value at the path, or about the nearest value around it.
func (s source) wrong(path []any, field, found, expected string) error {
	for n := len(path); n > 0; n-- {
		if place := s.placeOf(path[:n]); place != "" {
			return &Error{place, &optgap.FieldError{Field: field, Found: found, Expected: expected}}
		}
	}
	return s.errorAt(1, 1, field, found, expected)
}

// checkNames refuses values under names that are not among the known ones.
func (s source) checkNames(path []any, values map[string]string, known []string) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if slices.Contains(known, name) {
			continue
		}
		err := &optgap.FieldError{
			Field: fmt.Sprint(path[len(path)-1]), Found: strconv.Quote(name),
			Expected: "one of " + strings.Join(known, ", "),
		}
		if m, ok := s.node(path).(*ast.MappingNode); ok {
			for _, v := range m.Values {
				if v.Key.GetToken().Value == name {
					return &Error{s.placeOfToken(v.Key.GetToken()), err}
				}
			}
		}
		return s.wrong(path, err.Field, err.Found, err.Expected)
	}
	return nil
}
