package palette_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/palette"
)

// A policy looks the same in all pictures. A second line of the policy has its hue.
func Example() {
	looks := palette.Looks([]palette.Series{{Name: "SJF"}, {Name: "perfect estimates", Of: "sjf"}})
	for _, name := range []string{"SJF", "perfect estimates"} {
		l := looks[name]
		fmt.Println(name, palette.Hex(l.Hue.Colour()), palette.Dashes()[l.Dash], palette.Marks()[l.Mark].Name)
	}
	// Output:
	// SJF #903600 [6 2.5] square
	// perfect estimates #903600 [1.5 2] triangle
}
