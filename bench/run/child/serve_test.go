package child

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// A child that does not serve starts no children, which would start more.
func TestNoChildrenOfChildren(t *testing.T) {
	defer func(before []string) { os.Args = before }(os.Args)
	os.Args = []string{"own", ServeCommand}
	if _, err := Command(); err == nil || !strings.Contains(err.Error(), "command.Main") {
		t.Errorf("found %v, expected an error that says what to call", err)
	}
}

// A long text keeps its beginning and its end. A short text is kept as a whole.
func TestEnds(t *testing.T) {
	var short, long Ends
	var all strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&long, "line %d\n", i)
		if all.Len() < 2*endSize-20 {
			fmt.Fprintf(io.MultiWriter(&short, &all), "line %d\n", i)
		}
	}
	s := long.String()
	if !strings.HasPrefix(s, "; it said: line 0\n") || !strings.Contains(s, "\n...\n") ||
		!strings.HasSuffix(s, "line 999") || len(s) > 2*endSize+20 {
		t.Errorf("found %d bytes: %s", len(s), s)
	}
	if s := short.String(); s != "; it said: "+strings.TrimSpace(all.String()) {
		t.Errorf("found %s", s)
	}
}
