package figure_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
)

func TestPictureErrors(t *testing.T) {
	empty := figure.Picture{Width: 10, Height: 10, Paint: func(draw.Canvas) {}}
	for _, format := range []string{"gif", ""} {
		var field *optgap.FieldError
		if err := empty.Write(io.Discard, format); !errors.As(err, &field) {
			t.Errorf("%q: found %v, expected a field error", format, err)
		}
	}
	full := errors.New("disk full")
	r, w := io.Pipe()
	r.CloseWithError(full)
	for _, format := range figure.Formats() {
		if err := empty.Write(w, format); !errors.Is(err, full) {
			t.Errorf("%s: found %v, expected the writer's error", format, err)
		}
	}
}

// A file is there only once its picture is complete.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	broken := errors.New("broken")
	for path, want := range map[string]string{"a.gif": `suffix ".gif"`, "a": `suffix ""`, "a.svg": "broken"} {
		path = filepath.Join(dir, path)
		err := figure.WriteFile(path, func() (figure.Picture, error) { return figure.Picture{}, broken })
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: found %v, expected the path and %q", path, err, want)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: a file was left behind", path)
		}
	}
	path := filepath.Join(dir, "b.PNG")
	err := figure.WriteFile(path, func() (figure.Picture, error) {
		return figure.Picture{Width: 10, Height: 10, Paint: func(draw.Canvas) {}}, nil
	})
	if got, _ := os.ReadFile(path); err != nil || !bytes.HasPrefix(got, []byte("\x89PNG")) {
		t.Errorf("found %q and %v, expected the format of the suffix", got, err)
	}
}
