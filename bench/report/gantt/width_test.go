package gantt_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/simulate/replay/replaytest"
)

// TestWidth: charts are as wide as one or two columns of a journal, and their text has 7 to 9 points.
func TestWidth(t *testing.T) {
	step, panels := smallStep()
	for _, width := range []vg.Length{canvas.SingleColumn, canvas.DoubleColumn} {
		for name, write := range map[string]func(w io.Writer) error{
			"step": func(w io.Writer) error {
				return gantt.WriteStep(w, canvas.SVG, step, panels, gantt.StepOptions{Width: width})
			},
			"replay": func(w io.Writer) error {
				o := gantt.ReplayOptions{Title: "Two sites", Width: width}
				return gantt.WriteReplay(w, canvas.SVG, replaytest.Reserved(), 6, o)
			},
		} {
			var svg bytes.Buffer
			if err := write(&svg); err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf(`<svg width="%.5gpt"`, float64(width)); !bytes.Contains(svg.Bytes(), []byte(want)) {
				t.Errorf("%s: found no %s", name, want)
			}
			sizes := regexp.MustCompile(`font-size:([\d.]+)px`).FindAllSubmatch(svg.Bytes(), -1)
			if len(sizes) == 0 {
				t.Errorf("%s: found no text", name)
			}
			for _, s := range sizes {
				if v, _ := strconv.ParseFloat(string(s[1]), 64); v < 7 || v > 9 {
					t.Errorf("%s: text of %v points", name, v)
				}
			}
		}
	}
}
