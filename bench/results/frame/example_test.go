package frame_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/heuristics/must"
)

// Two replays, of which the new one responds faster.
func Example() {
	const replay = `{"format":"optgap-run/1","trace":"a.swf","machine":100,"scheduler":"easy","factor":1,"artww":%d}`
	var inputs []*frame.Input
	for _, artww := range []int{2000, 1500} {
		in := must.Get(frame.Open("-", strings.NewReader(fmt.Sprintf(replay, artww))))
		inputs = append(inputs, in)
	}
	c := must.Get(frame.Compare(inputs[0], inputs[1], frame.Options{}))
	artww := c.All.Changes[0]
	fmt.Printf("%s: %g of the old in %d pair\n", artww.Name(), artww.Ratio.Value, artww.Pairs)
	// Output: artww: 0.75 of the old in 1 pair
}
