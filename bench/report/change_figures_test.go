package report_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/benchdiff"
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
	for _, p := range figures["ratios"].Plots {
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

func TestBenchmarkFigures(t *testing.T) {
	var sets []*benchdiff.Set
	for _, seconds := range []string{"100", "50"} {
		line := "BenchmarkA 1 " + seconds + " ns/op 8 B/op\n"
		set, err := benchdiff.Read(strings.NewReader("pkg: x\n"+line+line+line), seconds)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, set)
	}
	c, err := benchdiff.Compare(sets[0], sets[1], 0)
	if err != nil {
		t.Fatal(err)
	}
	figures := report.BenchmarkFigures(c, "old", "new")
	l := figures["times"].Plots[0].Lines[0]
	if len(l.X) != 1 || math.Abs(l.X[0]-1e-7) > 1e-20 || math.Abs(l.Y[0]-5e-8) > 1e-20 {
		t.Errorf("found the times %v and %v, expected 100 and 50 ns", l.X, l.Y)
	}
	if plots := figures["ratios"].Plots; len(plots) != 1 || plots[0].Lines[0].X[0] != 0.5 { // bytes are equal
		t.Errorf("found the ratios %+v", plots)
	}
}
