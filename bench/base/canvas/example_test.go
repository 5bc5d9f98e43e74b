package canvas_test

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
)

// A picture of a rectangle and a word.
func Example() {
	p := canvas.Picture{Width: 100, Height: 50, Paint: func(dc draw.Canvas) {
		canvas.Fill(dc, canvas.JobColor(0), vg.Rectangle{Min: vg.Point{X: 10, Y: 10}, Max: vg.Point{X: 90, Y: 40}})
		canvas.Write(dc, canvas.Bold, 40, 20, "job")
	}}
	var svg bytes.Buffer
	if err := p.Write(&svg, canvas.SVG); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Contains(svg.Bytes(), []byte(">job<")))
	// Output: true
}
