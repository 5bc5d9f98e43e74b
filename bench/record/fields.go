package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// Fields reads a JSON object whose keys depend on the data, member by member. [Object]
// writes such objects. The first error stays, and End returns it.
type Fields struct {
	rest []unread
	err  error
}

// unread is a member that is still to be read.
type unread struct {
	key  string
	text json.RawMessage
}

// ReadFields begins to read a JSON object. A key twice is an error.
func ReadFields(text []byte) *Fields {
	f := &Fields{}
	d := json.NewDecoder(bytes.NewReader(text))
	open, err := d.Token()
	if err == nil && open != json.Delim('{') {
		err = bad(whole, fmt.Sprintf("%.20q", text), "an object")
	}
	for err == nil && d.More() {
		var key json.Token
		var value json.RawMessage
		if key, err = d.Token(); err != nil {
			break
		}
		err = d.Decode(&value)
		if f.place(key.(string)) >= 0 {
			err = bad(key.(string), "a second value", "one")
		}
		f.rest = append(f.rest, unread{key.(string), value})
	}
	f.err = err
	return f
}

// Keys yields the keys of the members that are still to be read, in their order.
func (f *Fields) Keys() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, m := range f.rest {
			if !yield(m.key) {
				return
			}
		}
	}
}

// place returns the index of the member with a key among those still to be read; -1: there
// is none.
func (f *Fields) place(key string) int {
	return slices.IndexFunc(f.rest, func(m unread) bool { return m.key == key })
}

// Take reads the value of a key into the variable that v points to. It tells whether there
// is a value; null is none. Values that [ReadLines] refuses are errors.
func (f *Fields) Take(key string, v any) bool {
	i := f.place(key)
	if i < 0 || f.err != nil {
		return false
	}
	text := f.rest[i].text
	f.rest = slices.Delete(f.rest, i, i+1)
	if string(text) == "null" {
		return false
	}
	err := unmarshal(text, v)
	if err == nil {
		_, err = shapeOf(reflect.TypeOf(v)).check(text)
	}
	f.err = inField(key, err)
	return f.err == nil
}

// Need is [Fields.Take] of a value that has to be there.
func (f *Fields) Need(key string, v any) {
	if !f.Take(key, v) {
		f.Missing(key, kind(reflect.TypeOf(v)))
	}
}

// Missing sets the error that a key has no value, unless there was an error before.
func (f *Fields) Missing(key, expected string) {
	if f.err == nil {
		f.err = bad(key, "no value", expected)
	}
}

// Err returns the first error so far.
func (f *Fields) Err() error { return f.err }

// End returns the first error. A member that was not read is an error too.
func (f *Fields) End() error {
	if f.err == nil && len(f.rest) > 0 {
		return bad(f.rest[0].key, "a field of this name", "only fields that the format has")
	}
	return f.err
}

// inField returns an error about a value as one about the field with the value; nil: nil.
func inField(key string, err error) error {
	var inner *optgap.FieldError
	switch {
	case err == nil:
		return nil
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
