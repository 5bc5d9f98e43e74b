package report_test

import (
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/report"
)

// Each pair with both times is a point, and times of 1.1 of the old ones give a share of all pairs at
// the ratio 1.1.
func TestChangeFigures(t *testing.T) {
	old := large()
	figures := report.ChangeFigures(changeOf(t, old, slower(old)), "before", "after")
	timed, points := 0, 0
	for _, r := range old {
		if r.SolveSeconds > 0 {
			timed++
		}
	}
	for _, l := range figures["times"].Plots[0].Lines {
		points += len(l.X)
		for i, x := range l.X {
			if math.Abs(l.Y[i]/x-1.1) > 1e-9 {
				t.Errorf("%s: found the times %v and %v", l.Name, x, l.Y[i])
			}
		}
	}
	if points != timed || timed == 0 {
		t.Errorf("found %d points of %d times", points, timed)
	}
	var titles []string
	for _, p := range append(figures["ratios"].Plots, figures["time-ratios"].Plots...) {
		titles = append(titles, p.Title)
		for _, l := range p.Lines {
			if n := len(l.Y); l.Y[n-1] != 1 {
				t.Errorf("%s of %s: the share ends at %v", p.Title, l.Name, l.Y[n-1])
			}
		}
	}
	if !slices.Equal(titles, []string{"Objective", "Solve time"}) { // bounds are equal
		t.Errorf("found the plots %v", titles)
	}
	same := report.ChangeFigures(changeOf(t, old, old), "before", "after")
	if _, ok := same["ratios"]; ok || len(same) != 1 {
		t.Errorf("of two equal sets: found %d figures", len(same))
	}
}
