package matrix

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
)

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
		return s.mapping(path, n, func(key, below string, n ast.Node) error {
			for _, f := range reflect.VisibleFields(v.Type()) {
				if name, _, _ := strings.Cut(f.Tag.Get("yaml"), ","); name == key {
					return s.decode(below, n, v.FieldByIndex(f.Index))
				}
			}
			return s.errorOn(below+" ", "field", strconv.Quote(key), namesOf(v.Interface()))
		})
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		return s.mapping(path, n, func(key, below string, n ast.Node) error {
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
