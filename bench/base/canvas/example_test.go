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
		dc.SetColor(canvas.JobColor(0))
		dc.Fill(vg.Rectangle{Min: vg.Point{X: 10, Y: 10}, Max: vg.Point{X: 90, Y: 40}}.Path())
		dc.FillText(canvas.Small, vg.Point{X: 40, Y: 20}, "job")
	}}
	var svg bytes.Buffer
	if err := p.Write(&svg, canvas.SVG); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Contains(svg.Bytes(), []byte(">job<")))
	// Output: true
}

// A policy looks the same in all pictures. A second line of the policy has its hue.
func ExampleLooks() {
	looks := canvas.Looks([]canvas.Series{{Name: "sjf"}, {Name: "perfect estimates", Of: "sjf"}})
	for _, name := range []string{"sjf", "perfect estimates"} {
		fmt.Println(looks[name].Name, canvas.Hex(looks[name].Hue.Colour()))
	}
	// Output:
	// SJF #903600
	// perfect estimates #903600
}
