package record

import (
	"cmp"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/xrash/smetrics"
)

// shape describes the names in the JSON values of a type; nil: the values have no names.
// Package encoding/json takes the last of two equal names, ignores the case of names, and
// takes a missing value as 0. A comparison of the names with a shape finds all of these.
type shape struct {
	members []member // of an object made from a struct
	element *shape   // of the elements of an array, or of the values of a map
}

// member is a field of a struct.
type member struct {
	name     string
	optional bool   // absent where the value is 0
	expected string // kind of the value
	shape    *shape // of the value
}

// shapeOf returns the shape of the values of a type.
func shapeOf(t reflect.Type) *shape {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		return shapeOf(t.Elem())
	case reflect.Slice:
		if element := shapeOf(t.Elem()); element != nil {
			return &shape{element: element}
		}
	case reflect.Map:
		return &shape{element: shapeOf(t.Elem())}
	case reflect.Struct:
		return &shape{members: membersOf(t)}
	}
	return nil
}

// membersOf returns the members of a struct.
func membersOf(t reflect.Type) []member {
	members := []member{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "-" {
			continue
		}
		optional := strings.Contains(options, "omit")
		members = append(members, member{cmp.Or(name, f.Name), optional, kind(f.Type), shapeOf(f.Type)})
	}
	return members
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
