package figure_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/figure"
)

// A policy looks the same in all pictures. A second line of the policy has its hue.
func ExampleLooks() {
	looks := figure.Looks([]figure.Line{{Name: "sjf"}, {Name: "perfect estimates", Of: "sjf"}})
	for _, name := range []string{"sjf", "perfect estimates"} {
		fmt.Println(looks[name].Name, figure.Hex(looks[name].Hue.Colour()))
	}
	// Output:
	// SJF #903600
	// perfect estimates #903600
}
