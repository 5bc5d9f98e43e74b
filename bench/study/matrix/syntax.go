package matrix

import (
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// syntaxWords says in words what the YAML parser means by a message that has the text. The first
// that fits counts. Where found is "", the text of the file at the mistake is what was found.
var syntaxWords = []struct{ text, found, expected string }{
	{"end token ']' not found", "a list that does not end", `a "]" after its last value`},
	{"end token '}' not found", "a field that does not end", `a "}" after its last name and value`},
	{"end token '}'", "fields in braces that do not end", `a "}" after the last of them`},
	{"',' or ']' must be specified", "", `a "," or a "]" before it`},
	{"',' or '}' must be specified", "", `a "," or a "}" before it`},
	{"could not find '['", `a "]"`, `a "[" before it`},
	{"could not find '{'", `a "}"`, `a "{" before it`},
	{"but found ','", `a ","`, "a value before it"},
	{"already defined", "a name that stands there twice", "each name once"},
	{"single-quoted text", "a text that does not end", "a ' after it, and no tab at the start of a line"},
	{"double-quoted text", `a text that does not end`, `a " after it, and no tab at the start of a line`},
	{"tab character", "a tab", "blanks"},
	{`'\t'`, "a tab", "blanks"},
	{"'\t'", "a tab", "blanks"},
	{"reserved character", "", "a value; one that begins with a sign of YAML stands in quotation marks"},
	{"UTF-", "an escape that is no character", `a character, such as "\u00e4"`},
	{"unknown escape", "an unknown escape in a text", `a backslash as \\`},
	{"non-map value", "", `a ":" and a value behind it`},
	{"delimiter ':'", "", `a ":" and a value behind it`},
	{"map value is not allowed", "", "a line of its own for each name and its value"},
	{"mapping value is not allowed", "", "a line of its own for each name and its value"},
	{"sequence entries are not allowed", `a "-"`, "it on a line of its own, below the name of the list"},
	{"anchor", "", `a value; one that begins with "&" stands in quotation marks`},
	{"alias", "", `a value; one that begins with "*" stands in quotation marks`},
	{"tag", "", `a value; one that begins with "!" stands in quotation marks`},
	{"directive", "", `a value; one that begins with "%" stands in quotation marks`},
}

// anySyntax is what is expected where the parser's message says no more.
const anySyntax = "names with values, such as seeds: [1, 2], those of a value indented by the same blanks"

// syntaxIn returns what was found and what is expected at the token to which a message of the YAML
// parser belongs.
func syntaxIn(message string, at *token.Token) (found, expected string) {
	found = strconv.Quote(strings.TrimSpace(at.Value))
	if found == `""` {
		found = "nothing"
	}
	for _, w := range syntaxWords {
		if !strings.Contains(message, w.text) {
			continue
		}
		if w.found != "" {
			found = w.found
		}
		return found, w.expected
	}
	return found, anySyntax
}

// kindWord says what a value is.
func kindWord(t ast.NodeType) string {
	switch t {
	case ast.NullType:
		return "nothing"
	case ast.BoolType:
		return "true or false"
	case ast.IntegerType:
		return "a whole number"
	case ast.FloatType, ast.InfinityType, ast.NanType:
		return "a number"
	case ast.StringType, ast.LiteralType:
		return "a text"
	case ast.SequenceType, ast.SequenceEntryType:
		return "a list"
	case ast.MappingType, ast.MappingValueType, ast.MappingKeyType, ast.MergeKeyType:
		return "names with values"
	}
	return "another kind of value"
}
