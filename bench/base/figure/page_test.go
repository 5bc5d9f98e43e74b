package figure

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/heuristics/must"
)

// set returns figures whose y axes have labels of unequal widths, with as many plots as named.
func set(width vg.Length, plots int) map[string]Figure {
	figures := map[string]Figure{}
	for name, top := range map[string]float64{"small": 3, "large": 5_000_000} {
		f := Figure{Title: "A title of many words that has no room in one column", Width: width}
		for range plots {
			f.Plots = append(f.Plots, Plot{
				Title: "plot", X: "load", Y: "response time weighted by width [s]",
				Lines: []Line{{Name: "FCFS", X: []float64{1, 2, 3}, Y: []float64{0, top / 2, top}}},
			})
		}
		figures[name] = f
	}
	return figures
}

// TestAlign: the frames of a set have one width, and all that is drawn is within the picture.
func TestAlign(t *testing.T) {
	for _, width := range []vg.Length{canvas.SingleColumn, canvas.DoubleColumn} {
		for _, plots := range []int{1, 2, 6} {
			figures := must.Get(Align(set(width, plots)))
			small, large := newPage(figures["small"]), newPage(figures["large"])
			if d := float64(small.frame.X - large.frame.X); math.Abs(d) > 0.01 {
				t.Errorf("%v points, %d plots: frames are %v and %v wide", width, plots, small.frame.X, large.frame.X)
			}
			if plain := newPage(set(width, plots)["small"]); plain.frame.X <= small.frame.X {
				t.Errorf("%v points, %d plots: alone the frame is not wider", width, plots)
			}
			used := 2*canvas.Margin + vg.Length(large.columns)*large.tile().X + vg.Length(large.columns-1)*gap
			if math.Abs(float64(used-width)) > 0.01 {
				t.Errorf("%d plots take %v of %v points", plots, used, width)
			}
		}
	}
	if _, err := Align(map[string]Figure{"none": {}}); err == nil {
		t.Error("a figure without plots: no error")
	}
}

var (
	svgWidth = regexp.MustCompile(`^<\?xml[^>]*>(?:\s|<!--[^>]*>)*<svg width="([\d.]+)pt"`)
	fontSize = regexp.MustCompile(`font-size:([\d.]+)px`)
)

// TestWidth: a picture is as wide as it is asked to be, and its text has 7 to 9 points at that size.
func TestWidth(t *testing.T) {
	for _, width := range []vg.Length{canvas.SingleColumn, canvas.DoubleColumn} {
		for name, f := range set(width, 4) {
			var svg bytes.Buffer
			must.Do(f.Write(&svg, canvas.SVG))
			m := svgWidth.FindSubmatch(svg.Bytes())
			if m == nil {
				t.Fatalf("found no width in %.200s", svg.String())
			}
			if w, _ := strconv.ParseFloat(string(m[1]), 64); math.Abs(w-float64(width)) > 0.01 {
				t.Errorf("%s: found a width of %v points, expected %v", name, w, width)
			}
			sizes := fontSize.FindAllSubmatch(svg.Bytes(), -1)
			if len(sizes) == 0 {
				t.Fatal("found no sizes of text")
			}
			for _, s := range sizes {
				if v, _ := strconv.ParseFloat(string(s[1]), 64); v < 7 || v > 9 {
					t.Errorf("%s: text of %v points", name, v)
				}
			}
		}
	}
}
