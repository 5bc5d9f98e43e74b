package sections

import (
	"testing"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/heuristics/must"
)

// TestTogether: a chart of several plots has them all still, and its title says whose they are.
func TestTogether(t *testing.T) {
	two := page.Chart{
		Name:   "two",
		Figure: figure.Figure{Title: "Two", Plots: make([]figure.Plot, 2)},
	}
	all := together([]string{"a", "b"}, [][]page.Chart{{two}, {two}})
	must.Equal(t, all[0].Title, "Two, a")
}
