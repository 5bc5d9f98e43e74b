package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
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
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.Key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Key, err)
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Join writes values, each of which JSON shows as an object, as one object with the members of all.
func Join(values ...any) ([]byte, error) {
	var members [][]byte
	for _, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if text = text[1 : len(text)-1]; len(text) > 0 {
			members = append(members, text)
		}
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}")), nil
}
