package study

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// A line is split as a shell splits it.
func TestSplitAsShell(t *testing.T) {
	for _, line := range []string{
		"a b", "  a\t b  ", `'' "" c`, `a'b c'd"e f"g`, `a\ b \'c \"d \\`, `"a\"b\\c\$d\e" 'a\b'`, `a#b '#c' \#d # e "f`, "#",
		`--scheduler-command 'mine=echo "it''s"' x=ä`, `""# a`, "'a\tb'",
	} {
		words := must.Get(split(line + "\r\n"))
		out := must.Get(exec.Command("sh", "-c", "set -- "+line+"\nfor word; do printf '%s\\0' \"$word\"; done").Output())
		want := strings.Split(string(out), "\x00")
		if !slices.Equal(words, want[:len(want)-1]) {
			t.Errorf("%s: found %q, expected %q", line, words, want[:len(want)-1])
		}
	}
}

// What a shell would expand stays as it is.
func TestSplitExpandsNothing(t *testing.T) {
	const line = "$HOME *.swf ~ {1,2} `x` $(x) a;b |&<>(!"
	if words := must.Get(split(line)); !slices.Equal(words, strings.Fields(line)) {
		t.Errorf("found %q, expected %q", words, strings.Fields(line))
	}
}

// The name of a study is that of --out, or else its number among the studies. What follows "--" is no flag.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"# none\n\n-x\n--out b -y\n-out=c\n\n-z": "1 b c 4", "-- --out a\r\n--x --out 'a b'": "1 a b",
	} {
		var names []string
		for _, l := range must.Get(ReadLines(strings.NewReader(text), "x")) {
			names = append(names, l.Name)
		}
		if found := strings.Join(names, " "); found != want {
			t.Errorf("%q: found %s, expected %s", text, found, want)
		}
	}
	for _, name := range []string{"", ".", "..", "a/b", `a\\b`, "Studies.txt", "study.json", "'a\tb'", "2"} {
		if lines, err := ReadLines(strings.NewReader("a\n--out="+name+"\n--out 2"), "x"); err == nil {
			t.Errorf("%s: found %v, expected an error", name, lines)
		}
	}
}
