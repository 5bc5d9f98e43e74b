package record

import (
	"bytes"
	"iter"
)

// objects joins the lines of each JSON object that is spread over several lines. The joined text has
// the number of its first line. An object that does not end before the next one begins, with a
// name at the start of a line, or before the file ends, stays in its lines.
func objects(lines iter.Seq[textLine]) iter.Seq[textLine] {
	return func(yield func(textLine) bool) {
		var open []textLine // the lines of an object that has not ended
		var n nesting
		pass := func() (more bool) {
			more = true
			for _, line := range open {
				more = more && yield(line)
			}
			open, n = nil, nesting{}
			return more
		}
		for line := range lines {
			if len(open) > 0 && bytes.HasPrefix(line.text, []byte(`{"`)) && !pass() {
				return
			}
			open = append(open, line)
			switch n.read(line.text); {
			case line.failed != nil, n.quoted, n.depth < 0:
				if !pass() {
					return
				}
			case n.depth == 0:
				whole := textLine{number: open[0].number}
				for _, part := range open {
					whole.text = append(whole.text, part.text...)
				}
				if open, n = nil, (nesting{}); !yield(whole) {
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
