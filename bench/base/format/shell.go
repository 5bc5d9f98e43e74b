package format

import (
	"regexp"
	"strings"
)

// plainWord matches a word that no shell changes.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Shell writes the texts as words of a POSIX shell, with blanks between.
func Shell(texts ...string) string {
	words := make([]string, len(texts))
	for i, text := range texts {
		if words[i] = text; !plainWord.MatchString(text) {
			words[i] = "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
