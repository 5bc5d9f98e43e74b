package figure_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/heuristics/must"
)

func Example() {
	f := figure.Figure{
		Title: "Utilisation against the load",
		Plots: []figure.Plot{{
			X: "shrinking factor", Y: "utilisation", Percent: true, Falling: true,
			Lines: []figure.Line{
				{Name: "FCFS", Points: figure.Points([]float64{1, 0.9, 0.8}, []float64{0.66, 0.71, 0.74})},
				{Name: "SJF", Points: figure.Points([]float64{1, 0.9, 0.8}, []float64{0.66, 0.73, 0.79})},
			},
		}},
	}
	dir := must.Get(os.MkdirTemp("", "figures"))
	defer os.RemoveAll(dir)
	n, err := figure.WriteAll(dir, map[string]figure.Figure{"utilisation": f}, false, 0)
	fmt.Println(n, "files", err)
	_, err = os.Stat(filepath.Join(dir, "utilisation.svg"))
	fmt.Println(err)
	// Output:
	// 3 files <nil>
	// <nil>
}

// A policy looks the same in all pictures. A second line of the policy has its hue.
func ExampleLooks() {
	looks := figure.Looks([]figure.Series{{Name: "sjf"}, {Name: "perfect estimates", Of: "sjf"}})
	for _, name := range []string{"sjf", "perfect estimates"} {
		fmt.Println(looks[name].Name, figure.Hex(looks[name].Hue.Colour()))
	}
	// Output:
	// SJF #903600
	// perfect estimates #903600
}
