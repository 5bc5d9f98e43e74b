package sample_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/sample"
)

// "" is the sample, "-" the standard input, and any other path a file.
func TestOpen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.swf")
	if err := os.WriteFile(file, []byte("; MaxProcs: 4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, name string
		text       []byte
	}{
		{"", sample.Name, sample.KTHLike()},
		{"-", "", []byte("; MaxProcs: 5\n")},
		{file, file, []byte("; MaxProcs: 4\n")},
	} {
		in, err := sample.Open(c.path, strings.NewReader("; MaxProcs: 5\n"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil || !bytes.Equal(text, c.text) || c.name != "" && in.Name() != c.name {
			t.Errorf("%q: found %s with %d bytes and %v, expected %d bytes", c.path, in.Name(), len(text), err, len(c.text))
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := sample.Open(filepath.Join(t.TempDir(), "none"), nil); err == nil {
		t.Error("found no error, expected one about a file that is not there")
	}
}
