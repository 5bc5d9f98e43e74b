package canvas_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/canvas"
)

// A policy looks the same in all pictures. A second line of the policy has its hue.
func ExampleLooks() {
	looks := canvas.Looks([]canvas.Series{{Name: "SJF"}, {Name: "perfect estimates", Of: "sjf"}})
	for _, name := range []string{"SJF", "perfect estimates"} {
		l := looks[name]
		fmt.Println(name, canvas.Hex(l.Hue.Colour()), canvas.Dashes()[l.Dash], canvas.Marks()[l.Mark].Name)
	}
	// Output:
	// SJF #903600 [6 2.5] square
	// perfect estimates #903600 [1.5 2] triangle
}
