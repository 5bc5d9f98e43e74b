package swf_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// "" is the sample, "-" the standard input, and any other path a file.
func TestOpen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.swf")
	must.Do(os.WriteFile(file, []byte("; MaxProcs: 4\n"), 0o666))
	for _, c := range []struct {
		path, name string
		text       []byte
	}{
		{"", swf.SampleName, swf.Sample()},
		{"-", "", []byte("; MaxProcs: 5\n")},
		{file, file, []byte("; MaxProcs: 4\n")},
	} {
		in := must.Get(swf.Open(c.path, strings.NewReader("; MaxProcs: 5\n")))
		text, err := io.ReadAll(in)
		if err != nil || !bytes.Equal(text, c.text) || c.name != "" && in.Name() != c.name {
			t.Errorf("%q: found %s with %d bytes and %v, expected %d bytes", c.path, in.Name(), len(text), err, len(c.text))
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := swf.Open(filepath.Join(t.TempDir(), "none"), nil); err == nil {
		t.Error("found no error, expected one about a file that is not there")
	}
}
