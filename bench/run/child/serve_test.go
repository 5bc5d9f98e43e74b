package child

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// A child that does not serve starts no children, which would start more.
func TestNoChildrenOfChildren(t *testing.T) {
	defer func(before []string) { os.Args = before }(os.Args)
	os.Args = []string{"own", ServeCommand}
	_, err := Command()
	must.Refuse(t, err, "command.Main")
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
	must.Equal(t, short.String(), "; it said: "+strings.TrimSpace(all.String()))
}

// TestAnswering: a result that the end of the context may have cut short is not written.
func TestAnswering(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	answer := Answering(func(_ context.Context, q int, _ func(string)) int {
		if q == 2 {
			cancel()
		}
		return q
	})
	var out bytes.Buffer
	w := record.NewWriter(&out)
	must.Do(answer(ctx, []byte("1"), w))
	must.Is(t, answer(ctx, []byte("2"), w), context.Canceled)
	must.Equal(t, out.String(), "{\"result\":1}\n", "the first result alone")
}
