package figure_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/heuristics/must"
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
		must.Is(t, empty.Write(w, format), full, format)
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
		must.Is(t, must.Err(os.Stat(path)), os.ErrNotExist, path, "left behind")
	}
	path := filepath.Join(dir, "b.PNG")
	err := figure.WriteFile(path, func() (figure.Picture, error) {
		return figure.Picture{Width: 10, Height: 10, Paint: func(draw.Canvas) {}}, nil
	})
	if got, _ := os.ReadFile(path); err != nil || !bytes.HasPrefix(got, []byte("\x89PNG")) {
		t.Errorf("found %q and %v, expected the format of the suffix", got, err)
	}
}

// TestFonts: pdffonts, of poppler, finds all fonts of a PDF embedded. Without pdffonts the file only
// has to hold one.
func TestFonts(t *testing.T) {
	p := figure.Picture{Width: figure.SingleColumn, Height: 50, Paint: func(dc draw.Canvas) {
		dc.FillText(figure.Large, vg.Point{X: 10, Y: 20}, "large, 3 µs")
		dc.FillText(figure.Small, vg.Point{X: 10, Y: 10}, "small")
	}}
	var document bytes.Buffer
	must.Do(p.Write(&document, figure.PDF))
	must.Hold(t, bytes.Count(document.Bytes(), []byte("/FontFile2")) != 0, "found no embedded font")
	must.Hold(t, !bytes.Contains(document.Bytes(), []byte("/CreationDate (D:20")),
		"the PDF says when it was made")
	program, err := exec.LookPath("pdffonts")
	if err != nil {
		t.Skip("pdffonts is not installed")
	}
	path := filepath.Join(t.TempDir(), "fonts.pdf")
	must.Do(os.WriteFile(path, document.Bytes(), 0o666))
	out := must.Get(exec.Command(program, path).Output())
	fonts := strings.Split(strings.TrimSpace(string(out)), "\n")[2:] // below the head and a line
	for _, line := range fonts {
		if fields := strings.Fields(line); fields[len(fields)-5] != "yes" { // emb sub uni object ID
			t.Errorf("not embedded: %s", line)
		}
	}
}

// TestWrap: lines have room, no word is lost, and a word without room is cut.
func TestWrap(t *testing.T) {
	const sentence = "Self-tuning dynP, single policies, basic dynP: response time weighted by width"
	lines := strings.Split(figure.Wrap(figure.Large, sentence, 150), "\n")
	for _, l := range lines {
		must.Hold(t, figure.Large.Width(l) <= 150, l, "is", figure.Large.Width(l), "points wide")
	}
	must.Hold(t, strings.Join(lines, " ") == sentence && len(lines) >= 2, "found", lines)
	long := figure.Wrap(figure.Large, "KTH-SP2-1996-2.swf.gz.part", 60)
	if strings.Contains(long, "\n") || !strings.HasSuffix(long, "…") || figure.Large.Width(long) > 60 {
		t.Errorf("a long word: found %q", long)
	}
}
