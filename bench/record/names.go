package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/xrash/smetrics"
)

// check goes through a valid JSON text. The error names the first name that the shape does not
// have, or else the first value that is always written and that the text does not have. others
// takes the members of the whole object that the shape does not have; nil: they are errors.
func (s *shape) check(text []byte, others *Object) error {
	once := jsontext.AllowDuplicateNames(true) // the decoder has compared them
	n := names{
		Decoder: jsontext.NewDecoder(bytes.NewBuffer(text), anyText, once),
		others:  others,
	}
	_, err := n.value(s)
	return cmp.Or(err, n.missing)
}

// noValue is what is found where a value is missing.
const noValue = "no value"

// names goes through a valid JSON text.
type names struct {
	*jsontext.Decoder
	missing error // the error of the first missing value, nil if there is none
	others  *Object
}

// value passes over a value. It reports whether there is a value; null is none.
func (n *names) value(s *shape) (given bool, err error) {
	kind := n.PeekKind()
	if s == nil || kind != '{' && kind != '[' {
		return kind != 'n', n.SkipValue()
	}
	n.ReadToken()
	has := make([]bool, len(s.members))
	for n.PeekKind() != kind+2 { // the bracket that closes it
		if kind == '[' || s.members == nil {
			err = n.element(s, kind == '{')
		} else {
			err = n.member(s, has)
		}
		if err != nil {
			return true, err
		}
	}
	n.ReadToken()
	for i, m := range s.members {
		if !has[i] && !m.optional && n.missing == nil {
			n.missing = bad(path(n.StackPointer().AppendToken(m.name)), noValue, m.expected)
		}
	}
	return true, nil
}

// element passes over an element of an array, or of an object that was made from a map.
func (n *names) element(s *shape, named bool) error {
	if named {
		n.ReadToken()
	}
	given, err := n.value(s.element)
	if !given && n.missing == nil {
		n.missing = bad(path(n.StackPointer()), noValue, s.expected)
	}
	return err
}

// member passes over a member of an object that was made from a struct, and notes whether it has a
// value.
func (n *names) member(s *shape, has []bool) error {
	token, err := n.ReadToken()
	if err != nil {
		return err
	}
	name := token.String()
	i := slices.IndexFunc(s.members, func(m member) bool { return m.name == name })
	switch {
	case i >= 0:
		has[i], err = n.value(s.members[i].shape)
		return err
	case n.others == nil || n.StackDepth() > 1:
		return bad(path(n.StackPointer()), "a field of this name", s.suggestion(name))
	}
	value, err := n.ReadValue()
	*n.others = append(*n.others, Member{name, json.RawMessage(value.Clone())})
	return err
}

// path words a place in a JSON text: jobs[3].id for /jobs/3/id.
func path(p jsontext.Pointer) string {
	var words strings.Builder
	for token := range p.Tokens() {
		if strings.Trim(token, "0123456789") == "" {
			token = "[" + token + "]"
		} else if words.Len() > 0 {
			words.WriteByte('.')
		}
		words.WriteString(token)
	}
	return words.String()
}

// shape describes the JSON values of a type, nil if there is nothing to know within them. The
// decoder takes a missing value and null as 0, and passes over unknown names. A comparison of the
// names with a shape finds these.
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

// membersOf returns the members of a struct. Those with a tag absent may be missing: programs that
// offer results need not repeat what is known of the step.
func membersOf(t reflect.Type) []member {
	members := []member{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "-" {
			continue
		}
		optional := strings.Contains(options, "omit") || f.Tag.Get("absent") != "" ||
			promoted(t, f)
		members = append(
			members,
			member{cmp.Or(name, f.Name), optional, kind(f.Type), shapeOf(f.Type)},
		)
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
	best := "only fields that the format has"
	least := min(2, len(found)/2) + 1
	for _, m := range s.members {
		if d := smetrics.WagnerFischer(strings.ToLower(found), m.name, 1, 1, 1); d < least {
			best = m.name
			least = d
		}
	}
	return best
}
