package grothklags2004_test

import (
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/must"
)

// judged judges numbers beside the printed ones, and returns the statements by their ids.
func judged(rows []statement.Row) map[string]statement.Statement {
	found := map[string]statement.Statement{}
	for _, s := range grothklags2004.Judge(statement.Case{}, rows) {
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
	must.EqualSlices(t, fail, []string{"3.2-1", "3.2-2"})
	s := statementsOf(&grothklags2004.Experiment{})["3.2-7"]
	// starts 0, 120, 240 become 0, 61, 122
	must.Equal(t, s.Verdict, statement.Differs)
	must.Equal(t, s.Measured, "118 s")
}

// statementsOf returns those of an experiment by their ids.
func statementsOf(e *grothklags2004.Experiment) map[string]statement.Statement {
	found := map[string]statement.Statement{}
	for _, s := range e.Statements() {
		found[s.ID] = s
	}
	return found
}

// steps returns the numbers of so many proven steps with a loss each, at places.
func steps(n int, loss func(k int) float64, places ...string) (all []statement.Row) {
	for k := range n {
		v := loss(k)
		for _, place := range places {
			all = append(all, statement.Row{Run: k, At: map[string]string{"of": place}, Values: map[string]float64{
				"loss": v, "from": v, "to": v, "proven": 1, "open": 0, "seconds": 0.1, "row": float64(k + 1), "unlike": 0,
			}})
		}
	}
	return all
}

// whole says whether the steps are all of the trace.
func whole(is float64) statement.Row {
	return statement.Row{Run: statement.NoRun, Values: map[string]float64{"whole": is, "interarrival": 1000}}
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
		whole   float64
		want    statement.Verdict
	}{
		{200, 0, 0.5, 0, statement.Holds}, {200, 0, 2, 0, statement.Differs},
		{200, 0, 0.99, 0, statement.Undecided},
		{200, 0, 0.99, 1, statement.Holds}, {50, 0, 0.1, 0, statement.Undecided},
		{200, 2, 0.5, 0, statement.Undecided},
		{200, 2, 0.5, 1, statement.Undecided}, {0, 0, 0, 0, statement.NotJudged},
	} {
		all := steps(c.n, alternating(c.mean), "steps")
		for k := range c.open { // of which nothing is known but that the loss is below 100 %
			all[k].Values["from"], all[k].Values["to"] = 0, 100
		}
		s := judged(append(all, whole(c.whole)))["4-1"]
		must.Equal(t, s.Verdict, c.want, c, s.Measured, s.Reason)
	}
}

// TestRowsUnlike: a verdict on rows needs steps of their sizes.
func TestRowsUnlike(t *testing.T) {
	all := steps(4, func(int) float64 { return 0.5 }, "rows")
	s := judged(all)["4-3"]
	must.Equal(t, s.Verdict, statement.Holds, s)
	all[2].Values["unlike"] = 1
	s = judged(all)["4-3"]
	must.Equal(t, s.Verdict, statement.Undecided, s)
}

// TestTimesOfOpenSteps: a step that was ended after 5 s takes longer than one second, and any time beyond.
func TestTimesOfOpenSteps(t *testing.T) {
	all := steps(30, func(int) float64 { return math.NaN() }, "program", "spread")
	for _, r := range all {
		r.Values["seconds"], r.Values["proven"], r.Values["open"] = 5, 0, 1
	}
	found := judged(append(all, whole(0)))
	for id, want := range map[string]statement.Verdict{
		"3.2-11": statement.Holds, "4-15": statement.Undecided, "4-17": statement.Undecided, "4-18": statement.Undecided,
	} {
		s := found[id]
		must.Equal(t, s.Verdict, want, id, s.Measured)
	}
}

// TestExtremes: what was found is enough for "can be". That nothing was found is not enough for the opposite,
// unless all steps of the trace are known.
func TestExtremes(t *testing.T) {
	for _, c := range []struct {
		loss  float64
		whole float64
		id    string
		want  statement.Verdict
	}{
		{12, 0, "4-7", statement.Holds}, {2, 0, "4-7", statement.Undecided}, {2, 1, "4-7", statement.Differs},
		{-0.1, 0, "4-8", statement.Holds}, {2, 0, "4-8", statement.Undecided}, {2, 1, "4-8", statement.Differs},
	} {
		all := steps(30, func(int) float64 { return c.loss }, "steps", "searched")
		s := judged(append(all, whole(c.whole)))[c.id]
		must.Equal(t, s.Verdict, c.want, c, s.Measured)
	}
}
