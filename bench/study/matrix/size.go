package matrix

import (
	"fmt"
	"strings"
)

// Limits of a study file. They are far above any use. The parser takes time with the square of the
// depth, and memory with it.
const (
	mostBytes = 4_000_000
	mostDepth = 100 // of lists and mappings within each other
)

// checkSize refuses a text that is too long or too deep, before it is parsed.
func (s source) checkSize() error {
	if len(s.text) > mostBytes {
		return s.errorAt(1, 1, "study file", fmt.Sprintf("more than %d bytes", mostBytes), "a shorter one")
	}
	open := 0 // brackets, on all lines so far
	line := 0
	for text := range strings.Lines(s.text) {
		line++
		column, own := dashes(text)
		if own > mostDepth {
			return s.tooDeep(line, column)
		}
		if i := strings.Index(text, " #"); i >= 0 || text[0] == '#' { // a comment may hold what it wants
			text = text[:max(i, 0)]
		}
		for i, r := range text {
			switch r {
			case '[', '{':
				open++
			case ']', '}':
				open = max(open-1, 0)
			}
			if own+open > mostDepth {
				return s.tooDeep(line, i+1)
			}
		}
	}
	return nil
}

// dashes returns how many items of lists, or keys, begin within each other on a line, and the column
// behind the last one's sign.
func dashes(text string) (column, n int) {
	rest := text
	for {
		rest = strings.TrimLeft(rest, " ")
		if !strings.HasPrefix(rest, "- ") && !strings.HasPrefix(rest, "? ") {
			return len(text) - len(rest), n
		}
		rest, n = rest[2:], n+1
	}
}

func (s source) tooDeep(line, column int) error {
	expected := fmt.Sprintf("at most %d within each other", mostDepth)
	return s.errorAt(line, column, "YAML", fmt.Sprintf("more than %d lists or mappings", mostDepth), expected)
}
