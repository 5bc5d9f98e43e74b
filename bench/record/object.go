package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// Object is a JSON object whose members keep their order. It is for formats whose keys
// depend on the data. Other formats are structs.
type Object []Member

// Member is a key of an object with its value. The value may be of any type that
// encoding/json writes.
type Member struct {
	Key   string
	Value any
}

// MarshalJSON writes the members in their order.
func (o Object) MarshalJSON() ([]byte, error) {
	var members []any
	for _, m := range o {
		text, err := json.Marshal(map[string]any{m.Key: m.Value})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Key, err)
		}
		members = append(members, json.RawMessage(text))
	}
	return Join(members...)
}

// Join writes values, each of which JSON shows as an object or null, as one object with the members
// of all.
func Join(values ...any) ([]byte, error) {
	var members [][]byte
	for _, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if text[0] == '{' && len(text) > 2 {
			members = append(members, text[1:len(text)-1])
		}
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}")), nil
}

// Split reads those members of a JSON object that the struct has which v points to, and returns the
// others in their order. Values of the struct that [Reader] refuses are errors, and so are missing
// ones that are always written. text is valid JSON.
func Split(text []byte, v any) (others Object, err error) {
	if string(bytes.TrimSpace(text)) == "null" {
		return nil, bad(whole, "null", "an object")
	}
	err = decode(text, v, &others)
	return others, err
}

// Numbers returns the numbers among the members that [Split] has returned, by key; null is none. An
// unknown key is an error, and so is a value that is no number.
func (o Object) Numbers(known func(key string) bool) (map[string]float64, error) {
	numbers := map[string]float64{}
	for _, m := range o {
		if !known(m.Key) {
			return nil, bad(m.Key, "a field of this name", "only fields that the format has")
		}
		var number *float64
		if err := decode(m.Value.(json.RawMessage), &number, nil); err != nil {
			return nil, inField(m.Key, err)
		}
		if number != nil {
			numbers[m.Key] = *number
		}
	}
	return numbers, nil
}

// inField returns an error about a value as one about the field with the value; "": there is no
// field.
func inField(key string, err error) error {
	var inner *optgap.FieldError
	switch {
	case key == "":
		return err
	case !errors.As(err, &inner):
		return fmt.Errorf("%s: %w", key, err)
	case inner.Field == whole, inner.Field == key: // a value may name itself
		return bad(key, inner.Found, inner.Expected)
	}
	path := key + "." + inner.Field
	if strings.HasPrefix(inner.Field, "[") {
		path = key + inner.Field
	}
	return bad(path, inner.Found, inner.Expected)
}
