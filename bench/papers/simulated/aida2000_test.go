package simulated

import (
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/must"
)

// small is a study of all models and schedulers that takes a second.
func small() Study {
	s := Aida2000().Study()
	s.Experiments, s.Jobs, s.Loads = 3, 300, []float64{0.5, 0.9, 1.1}
	return s
}

// Two schedules that have to be equal and are not are an error.
func TestSameSchedule(t *testing.T) {
	for _, c := range []struct {
		starts map[string][]int64
		ok     bool
	}{
		{map[string][]int64{smallest: {1, 2}, fitSmallest: {1, 2}}, true},
		{map[string][]int64{smallest: {1, 2}, fitSmallest: {1, 3}}, false},
		{map[string][]int64{smallest: {1, 2}}, true},
	} {
		if err := sameSchedule(c.starts); (err == nil) != c.ok {
			t.Errorf("%v: error %v", c.starts, err)
		}
	}
}

func TestGolden(t *testing.T) {
	s := small()
	samples := must.Get(s.Run(t.Context(), statement.Run{Workers: 2, Watch: recordtest.Unwatched{}}))
	golden.Tables(t, "tables.golden", s.Report(samples, true).Tables...)
	golden.Tables(t, "points.csv", table.FieldRows(s.Points(samples)))
	if f := s.Figures(samples); len(f) != 9 || len(f["figure-2"].Plots[0].Lines) != 6 {
		t.Errorf("%d figures, %d lines in Figure 2; expected 9 and 6, without SJF/First-Fit",
			len(f), len(f["figure-2"].Plots[0].Lines))
	}
	golden.Picture(t, "figure-5", s.Figures(samples)["figure-5"].Write)
}

// Without some models and schedulers only statements are judged that need none of them.
func TestPartOfTheStudy(t *testing.T) {
	s := small()
	s.Models, s.Schedulers, s.Experiments = []string{"square"}, []string{"first-fit"}, 1
	samples := must.Get(s.Run(t.Context(), statement.Run{Watch: recordtest.Unwatched{}}))
	for _, st := range s.Statements(samples) {
		alone := slices.Contains([]string{"4.2-9", "4.2-10", "4.3-6"}, st.ID) // the paper's arithmetic
		if judged := st.Verdict != statement.NotJudged; judged != alone {
			t.Errorf("%+v", st)
		}
	}
	if f := s.Figures(samples); len(f) != 1 || f["figure-8"].Plots == nil {
		t.Errorf("figures %v, expected Figure 8", f)
	}
	if p := s.Points(samples); len(p) != 3 || p[0].UtilisationCI != nil {
		t.Errorf("%+v", p)
	}
}
