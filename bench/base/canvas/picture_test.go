package canvas_test

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
	"github.com/optgap/optgap/bench/base/canvas"
)

func TestPictureErrors(t *testing.T) {
	empty := canvas.Picture{Width: 10, Height: 10, Paint: func(draw.Canvas) {}}
	for name, format := range map[string]string{
		"format": "gif", "blank": "", "dpi": canvas.PNG, "negative dpi": canvas.SVG,
	} {
		p := empty
		p.DPI = map[string]int{"dpi": 1201, "negative dpi": -1}[name]
		var field *optgap.FieldError
		if err := p.Write(io.Discard, format); !errors.As(err, &field) {
			t.Errorf("%s: found %v, expected a field error", name, err)
		}
	}
	full := errors.New("disk full")
	r, w := io.Pipe()
	r.CloseWithError(full)
	for _, format := range canvas.Formats() {
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
		err := canvas.WriteFile(path, func(w io.Writer, _ string) error {
			io.WriteString(w, "half a picture")
			return broken
		})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: found %v, expected the path and %q", path, err, want)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: a file was left behind", path)
		}
	}
	path := filepath.Join(dir, "b.PNG")
	err := canvas.WriteFile(path, func(w io.Writer, format string) error {
		_, err := io.WriteString(w, format)
		return err
	})
	if got, _ := os.ReadFile(path); err != nil || !bytes.Equal(got, []byte(canvas.PNG)) {
		t.Errorf("found %q and %v, expected the format of the suffix", got, err)
	}
}

func TestShorten(t *testing.T) {
	const line = "A title that is far too long"
	short := canvas.Shorten(canvas.Large, line, 60)
	if canvas.Large.Width(short) > 60 || !strings.HasSuffix(short, "…") || !strings.HasPrefix(short, "A ") {
		t.Errorf("found %q, %v points wide", short, canvas.Large.Width(short))
	}
	if got := canvas.Shorten(canvas.Large, line, 1000); got != line {
		t.Errorf("found %q, expected the line", got)
	}
}
