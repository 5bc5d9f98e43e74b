package record

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/optgap/optgap"
)

// Split reads those members of a JSON object that the struct has which v points to, and returns the others in their
// order. Values of the struct that [ReadLines] refuses are errors, and so are missing ones that are always written.
// text is valid JSON.
func Split(text []byte, v any) (others Object, err error) {
	if err := unmarshal(text, v); err != nil {
		return nil, err
	}
	n := names{text: text, others: &others}
	given, err := n.value(shapeOf(reflect.TypeOf(v)))
	if !given {
		return nil, bad(whole, "null", "an object")
	}
	return others, cmp.Or(err, n.missing)
}

// Read reads each member that [Split] has returned into the variable to which the pointer with its key points. It
// returns the keys that have a value; null is none. A key without a pointer is an error, and so is a key twice.
func (o Object) Read(pointers map[string]any) (given map[string]bool, err error) {
	given = make(map[string]bool)
	for _, m := range o {
		pointer, known := pointers[m.Key]
		if !known {
			return nil, bad(m.Key, "a field of this name", "only fields that the format has")
		}
		if _, again := given[m.Key]; again {
			return nil, bad(m.Key, "a second value", "one")
		}
		text := m.Value.(json.RawMessage)
		given[m.Key] = string(text) != "null"
		err := unmarshal(text, pointer)
		if err == nil {
			_, err = shapeOf(reflect.TypeOf(pointer)).check(text)
		}
		if err != nil {
			return nil, inField(m.Key, err)
		}
	}
	return given, nil
}

// inField returns an error about a value as one about the field with the value.
func inField(key string, err error) error {
	var inner *optgap.FieldError
	switch {
	case !errors.As(err, &inner):
		return fmt.Errorf("%s: %w", key, err)
	case inner.Field == whole:
		return bad(key, inner.Found, inner.Expected)
	}
	path := key + "." + inner.Field
	if strings.HasPrefix(inner.Field, "[") {
		path = key + inner.Field
	}
	return bad(path, inner.Found, inner.Expected)
}
