package gantt_test

import (
	"bytes"
	"fmt"
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
		gantts, err := gantt.Step(step, panels, gantt.Options{Width: width})
		chart := written(t, canvas.SVG, gantts, err)
		replays, err := gantt.Replay(replaytest.Reserved(), 6, gantt.ReplayOptions{Title: "Two sites", Width: width})
		for name, svg := range map[string][]byte{"step": chart, "replay": written(t, canvas.SVG, replays, err)} {
			if want := fmt.Sprintf(`<svg width="%.5gpt"`, float64(width)); !bytes.Contains(svg, []byte(want)) {
				t.Errorf("%s: found no %s", name, want)
			}
			sizes := regexp.MustCompile(`font-size:([\d.]+)px`).FindAllSubmatch(svg, -1)
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
