package grothklags2004_test

import (
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
)

// judged judges data beside the printed numbers, and returns the statements by their ids.
func judged(d grothklags2004.Data) map[string]statement.Statement {
	found := map[string]statement.Statement{}
	for _, s := range grothklags2004.Judge(statement.Case{}, d) {
		found[s.ID] = s
	}
	return found
}

// TestPrintedNumbersFailTheirText: two claims fail on the numbers that the paper prints, and one on a
// counterexample. All others that its numbers can judge hold.
func TestPrintedNumbersFailTheirText(t *testing.T) {
	var fail []string
	for id, s := range judged(grothklags2004.Printed()) {
		switch s.Verdict {
		case statement.Contradiction:
			fail = append(fail, id)
		case statement.Holds, statement.NotJudged:
		default:
			t.Errorf("%+v", s)
		}
	}
	slices.Sort(fail)
	// 0.1 kB gives none of the scales. The first row asks for less than 1.035 kB, the fourth for more than 1.32.
	if want := []string{"3.2-1", "3.2-2"}; !slices.Equal(fail, want) {
		t.Errorf("found %q, expected %q", fail, want)
	}
	s := judged(grothklags2004.Data{})["3.2-7"]
	if s.Verdict != statement.Differs || s.Measured != "118 s" { // starts 0, 120, 240 become 0, 61, 122
		t.Errorf("found %+v, expected a move of 118 s", s)
	}
}

// steps returns so many proven steps with a loss each.
func steps(n int, loss func(k int) float64) (all []grothklags2004.Solved) {
	for k := range n {
		v := loss(k)
		all = append(all, grothklags2004.Solved{
			Index: k, Jobs: 20, Makespan: 1000, AccumulatedRunTime: 1000, Low: v, High: v, Proven: true, Seconds: 0.1,
			Forward: 0.5, Policy: "SJF",
		})
	}
	return all
}

// TestAverageLoss: the verdict follows from both ends of the losses and from the interval over the
// steps, and needs 100 steps.
func TestAverageLoss(t *testing.T) {
	alternating := func(mean float64) func(int) float64 {
		return func(k int) float64 { return mean * float64(2*(k%2)) }
	}
	for _, c := range []struct {
		n, open int
		mean    float64
		whole   bool
		want    statement.Verdict
	}{
		{200, 0, 0.5, false, statement.Holds}, {200, 0, 2, false, statement.Differs},
		{200, 0, 0.99, false, statement.Undecided},
		{200, 0, 0.99, true, statement.Holds}, {50, 0, 0.1, false, statement.Undecided},
		{200, 2, 0.5, false, statement.Undecided},
		{200, 2, 0.5, true, statement.Undecided}, {0, 0, 0, false, statement.NotJudged},
	} {
		all := steps(c.n, alternating(c.mean))
		for k := range c.open { // of which nothing is known but that the loss is below 100 %
			all[k].Low, all[k].High, all[k].Proven = 0, 100, false
		}
		d := grothklags2004.Data{Steps: all, Whole: c.whole}
		if s := judged(d)["4-1"]; s.Verdict != c.want {
			t.Errorf("%+v: found %s, %s (%s)", c, s.Verdict, s.Measured, s.Reason)
		}
	}
}

// TestRowsUnlike: a verdict on rows needs steps of their sizes.
func TestRowsUnlike(t *testing.T) {
	var d grothklags2004.Data
	d.Rows = steps(4, func(int) float64 { return 0.5 })
	for k := range d.Rows {
		d.Rows[k].Row = k + 1
	}
	if s := judged(d)["4-3"]; s.Verdict != statement.Holds {
		t.Errorf("found %+v", s)
	}
	d.Rows[2].Unlike = true
	if s := judged(d)["4-3"]; s.Verdict != statement.Undecided {
		t.Errorf("found %+v", s)
	}
}

// TestTimesOfOpenSteps: a step that was ended after 5 s takes longer than one second, and any time beyond.
func TestTimesOfOpenSteps(t *testing.T) {
	d := grothklags2004.Data{Program: steps(30, func(int) float64 { return 1 }), Interarrival: 1000}
	for k := range d.Program {
		d.Program[k].Seconds, d.Program[k].Proven, d.Program[k].Low = 5, false, math.NaN()
	}
	found := judged(d)
	for id, want := range map[string]statement.Verdict{
		"3.2-11": statement.Holds, "4-15": statement.Undecided, "4-17": statement.Undecided, "4-18": statement.Undecided,
	} {
		if s := found[id]; s.Verdict != want {
			t.Errorf("%s: found %s, %s", id, s.Verdict, s.Measured)
		}
	}
}

// TestExtremes: what was found is enough for "can be". That nothing was found is not enough for the opposite,
// unless all steps of the trace are known.
func TestExtremes(t *testing.T) {
	for _, c := range []struct {
		loss  float64
		whole bool
		id    string
		want  statement.Verdict
	}{
		{12, false, "4-7", statement.Holds}, {2, false, "4-7", statement.Undecided}, {2, true, "4-7", statement.Differs},
		{-0.1, false, "4-8", statement.Holds}, {2, false, "4-8", statement.Undecided}, {2, true, "4-8", statement.Differs},
	} {
		d := grothklags2004.Data{Steps: steps(30, func(int) float64 { return c.loss }), Whole: c.whole}
		if s := judged(d)[c.id]; s.Verdict != c.want {
			t.Errorf("%+v: found %s, %s", c, s.Verdict, s.Measured)
		}
	}
}
