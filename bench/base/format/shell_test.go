package format_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/heuristics/must"
)

// A terminal gets what it can show, and what a text means stays.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a\tb\n\"é\" \\ \ufffd 日本": "a\tb\n\"é\" \\ \ufffd 日本",
		"\x1b[2J\r\a\x00": `\x1b[2J\r\a\x00`, "\u009b31m\u202e\u2028": `\u009b31m\u202e\u2028`, "\x9b\xffé": `\x9b\xffé`,
	} {
		must.Equal(t, format.Printable(text), want, text)
	}
}

// A shell reads quoted texts as they are.
func TestShell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.RuneFrom([]rune(" '\"\\$`!*?~#&;|<>(){}[]=%-\n\tab/.ü"))
		texts := rapid.SliceOfN(rapid.StringOf(letters), 1, 5).Draw(t, "texts")
		out := must.Get(exec.Command("sh", "-c", `printf '%s\0' `+format.Shell(texts...)).Output())
		if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, texts) {
			t.Fatalf("found %q, expected %q", got, texts)
		}
	})
}
