package importing

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/trace/swf"
)

// names numbers names from 1 in the order of their first use.
type names struct {
	numbers map[string]int32
	inOrder []string
}

// number returns the number of a name; swf.Unknown for a blank one.
func (n *names) number(name string) int32 {
	if name == "" {
		return swf.Unknown
	}
	if k, ok := n.numbers[name]; ok {
		return k
	}
	if n.numbers == nil {
		n.numbers = map[string]int32{}
	}
	name = strings.Clone(name) // which is a part of its line
	n.inOrder = append(n.inOrder, name)
	n.numbers[name] = int32(len(n.inOrder))
	return n.numbers[name]
}

// legend returns a header line for each name. line says how: it gets the number and the name.
func (n *names) legend(line string) (lines []string) {
	for i, name := range n.inOrder {
		lines = append(lines, fmt.Sprintf(line, i+1, printable(name)))
	}
	return lines
}

// printable returns a name with a question mark in place of what could break a header line.
func printable(name string) string {
	runes := []rune(name)
	for i, r := range runes {
		if r < ' ' || r == 0x7f {
			runes[i] = '?'
		}
	}
	return string(runes)
}
