package record

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
)

// Beginning is what the first object of JSON lines tells of them.
type Beginning struct {
	First  byte   // of the text; 0: there is none
	Format string // of the object; "": it has none
	Key    string // the first of the object that is not format; "": not known
}

// Peek returns the beginning of JSON lines. All is still to be read. Of a long object only what the buffer has
// room for is looked at.
func Peek(r *bufio.Reader) (b Beginning, err error) {
	head, err := r.Peek(r.Size())
	if err != nil && err != io.EOF {
		return b, err
	}
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte(byteOrderMark)))
	if len(head) == 0 {
		return b, nil
	}
	b.First = head[0]
	d := json.NewDecoder(bytes.NewReader(head))
	d.Token()
	for b.Format == "" && d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			break
		}
		if key == formatField {
			json.Unmarshal(value, &b.Format)
		} else if name, ok := key.(string); ok {
			b.Key = cmp.Or(b.Key, name)
		}
	}
	return b, nil
}
