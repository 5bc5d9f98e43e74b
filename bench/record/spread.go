package record

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"iter"
)

// ReadObjects yields the JSON objects of a file, each on a line or spread over several. An object
// that does not end before the next one begins, with a name at the start of a line, or before the
// file ends, is yielded in its lines. A failure to read is the last.
func ReadObjects(r io.Reader) iter.Seq[Text] {
	return func(yield func(Text) bool) {
		var open []Text // the lines of an object that has not ended
		var n nesting
		pass := func() (more bool) {
			more = true
			for _, line := range open {
				more = more && yield(line)
			}
			open = nil
			n = nesting{}
			return more
		}
		for line := range textLines(r) {
			if len(open) > 0 && bytes.HasPrefix(line.Text, []byte(`{"`)) && !pass() {
				return
			}
			open = append(open, line)
			switch n.read(line.Text); {
			case line.Failed != nil, n.quoted, n.depth < 0:
				if !pass() {
					return
				}
			case n.depth == 0:
				whole := open[0]
				for _, part := range open[1:] {
					whole.Text = append(whole.Text, part.Text...)
				}
				open = nil
				n = (nesting{})
				if !yield(whole) {
					return
				}
			}
		}
		pass()
	}
}

// nesting counts the objects and arrays of a JSON text that are open.
type nesting struct {
	depth  int
	quoted bool // within a string
}

// read goes on with a piece of the text. A string does not go over several lines.
func (n *nesting) read(text []byte) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case n.quoted && c == '\\':
			i++
		case c == '"':
			n.quoted = !n.quoted
		case n.quoted:
		case c == '{' || c == '[':
			n.depth++
		case c == '}' || c == ']':
			n.depth--
		}
	}
}

// Beginning is what the first object of JSON lines tells of them.
type Beginning struct {
	First  byte   // of the text; 0: there is none
	Format string // of the object; "": it has none
	Key    string // the first of the object that is not format; "": not known
}

// Peek returns the beginning of JSON lines. All is still to be read. Of a long object only what the
// buffer has room for is looked at.
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
