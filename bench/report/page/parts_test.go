package page_test

import (
	"testing"

	"github.com/optgap/optgap/bench/internal/report/pagetest"
	"github.com/optgap/optgap/bench/report/page"
)

// The charts of sweeps are there to be written as files too.
func TestSweepFigures(t *testing.T) {
	figures, err := page.Figures(page.Content{Sweeps: []page.Sweep{pagetest.Sweep("a"), pagetest.Sweep("b")}})
	if err != nil || len(figures["replays-artww"].Plots) != 2 || figures["replays-artww"].Plots[1].Title != "b" {
		t.Errorf("found %v, error %v", figures["replays-artww"], err)
	}
	one := pagetest.Sweep("a")
	one.Runs = one.Runs[:2] // one load
	if figures, err = page.Figures(page.Content{Sweeps: []page.Sweep{one}}); err != nil || len(figures) != 1 {
		t.Errorf("of one load found %d figures, error %v", len(figures), err)
	}
}
