package record

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/xrash/smetrics"
)

// check goes through a valid JSON text. err names the first name that the shape does not
// have, or that one object has twice. missing names the first value that is always written
// and that the text does not have.
func (s *shape) check(text []byte) (missing, err error) {
	n := names{text: text}
	_, err = n.value(s)
	return n.missing, err
}

// checkParts goes through a valid JSON text like check, and passes over members of the whole object that the shape
// does not have. A missing value is an error too.
func (s *shape) checkParts(text []byte) error {
	n := names{text: text, others: new(Object)}
	_, err := n.value(s)
	return cmp.Or(err, n.missing)
}

// names goes through a valid JSON text.
type names struct {
	text    []byte
	at      int     // index in text
	path    []place // of the current value
	missing error   // the error of the first missing value, nil if there is none
	others  *Object // takes the members of the whole object that its shape does not have, nil if they are errors
}

// place is a name in an object, or an index in an array. The name of an index is blank.
type place struct {
	name  string
	index int
}

// value passes over a value. It reports whether there is a value; null is none.
func (n *names) value(s *shape) (given bool, err error) {
	switch c := n.next(); {
	case c == 'n':
		n.skip()
		return false, nil
	case s != nil && c == '[':
		err = n.array(s)
	case s != nil && c == '{' && s.members == nil:
		err = n.mapping(s)
	case s != nil && c == '{':
		err = n.object(s)
	default:
		n.skip()
	}
	return true, err
}

// array passes over an array.
func (n *names) array(s *shape) error {
	for i := 0; n.follows(']'); i++ {
		if err := n.needed(place{index: i}, s); err != nil {
			return err
		}
	}
	return nil
}

// needed passes over an element of an array or of a map.
func (n *names) needed(p place, of *shape) error {
	if of.element == nil && n.next() != 'n' { // most are numbers
		n.skip()
		return nil
	}
	given, err := n.inside(p, of.element)
	if !given && n.missing == nil {
		n.missing = n.wrong(p, "no value", of.expected)
	}
	return err
}

// mapping passes over an object that was made from a map.
func (n *names) mapping(s *shape) error {
	seen := make(map[string]bool)
	for n.follows('}') {
		name := string(n.name())
		if seen[name] {
			return n.wrong(place{name: name}, "a second value", "one")
		}
		seen[name] = true
		if err := n.needed(place{name: name}, s); err != nil {
			return err
		}
	}
	return nil
}

// object passes over an object that was made from a struct.
func (n *names) object(s *shape) error {
	seen, given := make([]bool, len(s.members)), make([]bool, len(s.members))
	for n.follows('}') {
		name := n.name()
		i := slices.IndexFunc(s.members, func(m member) bool { return m.name == string(name) })
		if i < 0 && n.others != nil && len(n.path) == 0 {
			n.next()
			begin := n.at
			n.skip()
			*n.others = append(*n.others, Member{string(name), json.RawMessage(n.text[begin:n.at])})
			continue
		}
		if i < 0 {
			return n.wrong(place{name: string(name)}, "a field of this name", s.suggestion(string(name)))
		}
		m := s.members[i]
		if seen[i] {
			return n.wrong(place{name: m.name}, "a second value", "one")
		}
		var err error
		seen[i] = true
		if given[i], err = n.inside(place{name: m.name}, m.shape); err != nil {
			return err
		}
	}
	for i, m := range s.members {
		if !given[i] && !m.optional && n.missing == nil {
			n.missing = n.wrong(place{name: m.name}, "no value", m.expected)
		}
	}
	return nil
}

// inside passes over the value at a place within the current one.
func (n *names) inside(p place, s *shape) (given bool, err error) {
	n.path = append(n.path, p)
	given, err = n.value(s)
	n.path = n.path[:len(n.path)-1]
	return given, err
}

// wrong returns the error about a place in the current value.
func (n *names) wrong(at place, found, expected string) error {
	var field strings.Builder
	for _, p := range append(slices.Clip(n.path), at) {
		if p.name == "" {
			fmt.Fprintf(&field, "[%d]", p.index)
			continue
		}
		if field.Len() > 0 {
			field.WriteByte('.')
		}
		field.WriteString(p.name)
	}
	return bad(field.String(), found, expected)
}

// next passes over white space and returns the byte after it.
func (n *names) next() byte {
	for n.text[n.at] <= ' ' {
		n.at++
	}
	return n.text[n.at]
}

// follows passes over an opening bracket or a comma. It reports whether an element of the
// array or object follows. Where none follows, it passes over the closing bracket.
func (n *names) follows(end byte) bool {
	if n.next() != end {
		n.at++ // an opening bracket or a comma
	}
	if n.next() != end {
		return true
	}
	n.at++
	return false
}

// name passes over the name of a member and the colon, and returns the name.
func (n *names) name() []byte {
	n.next()
	begin := n.at
	n.skip()
	name := n.text[begin+1 : n.at-1]
	if slices.Contains(name, '\\') {
		var decoded string
		if json.Unmarshal(n.text[begin:n.at], &decoded) == nil {
			name = []byte(decoded)
		}
	}
	n.next()
	n.at++
	return name
}

// skip passes over a value of any kind, which begins here.
func (n *names) skip() {
	for depth := 0; ; {
		switch n.text[n.at] {
		case '[', '{':
			depth++
			n.at++
		case ']', '}':
			depth--
			n.at++
		case '"':
			n.skipString()
		case ',', ':', ' ', '\t', '\r', '\n':
			n.at++
		default:
			n.skipWord()
		}
		if depth == 0 {
			return
		}
	}
}

// skipString passes over a string.
func (n *names) skipString() {
	for n.at++; n.text[n.at] != '"'; n.at++ {
		if n.text[n.at] == '\\' {
			n.at++
		}
	}
	n.at++
}

// skipWord passes over a number, true, false or null.
func (n *names) skipWord() {
	for n.at < len(n.text) && strings.IndexByte(",:]} \t\r\n", n.text[n.at]) < 0 {
		n.at++
	}
}

// shape describes the JSON values of a type, nil if there is nothing to know within them.
// Package encoding/json takes the last of two equal names, ignores the case of names, and
// takes a missing value as 0. A comparison of the names with a shape finds all of these.
type shape struct {
	members  []member // of an object made from a struct
	element  *shape   // of the elements of an array, or of the values of a map
	expected string   // kind of these elements or values
}

// member is a field of a struct.
type member struct {
	name     string
	optional bool   // absent where the value is 0
	expected string // kind of the value
	shape    *shape // of the value
}

// shapes are those of types that were asked for.
var shapes sync.Map

// shapeOf returns the shape of the values of a type.
func shapeOf(t reflect.Type) *shape {
	known, ok := shapes.Load(t)
	if !ok {
		known, _ = shapes.LoadOrStore(t, newShape(t))
	}
	return known.(*shape)
}

func newShape(t reflect.Type) *shape {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		return shapeOf(t.Elem())
	case reflect.Slice, reflect.Map:
		return &shape{element: shapeOf(t.Elem()), expected: kind(t.Elem())}
	case reflect.Struct:
		return &shape{members: membersOf(t)}
	}
	return nil
}

// membersOf returns the members of a struct. Those with a tag absent may be missing: programs that offer results need
// not repeat what is known of the step.
func membersOf(t reflect.Type) []member {
	members := []member{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "-" {
			continue
		}
		optional := strings.Contains(options, "omit") || f.Tag.Get("absent") != "" || promoted(t, f)
		members = append(members, member{cmp.Or(name, f.Name), optional, kind(f.Type), shapeOf(f.Type)})
	}
	return members
}

// promoted reports whether a field is one of an embedded pointer, which may be nil.
func promoted(t reflect.Type, f reflect.StructField) bool {
	above := f.Index[:len(f.Index)-1]
	return len(above) > 0 && t.FieldByIndex(above).Type.Kind() == reflect.Pointer
}

// suggestion returns the name that a misspelt one may stand for. Where no name is similar,
// it words that the name is unknown.
func (s *shape) suggestion(found string) string {
	best, least := "only fields that the format has", min(2, len(found)/2)+1
	for _, m := range s.members {
		if d := smetrics.WagnerFischer(strings.ToLower(found), m.name, 1, 1, 1); d < least {
			best, least = m.name, d
		}
	}
	return best
}
