package report_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/heuristics/must"
)

func study(t *testing.T, results []record.Result, o report.StudyOptions) *report.StudyReport {
	t.Helper()
	return must.Get(report.Study(results, o))
}

func titles(r *report.StudyReport) (titles []string) {
	for _, t := range r.Tables() {
		title, _, _ := strings.Cut(t.Title, "\n")
		titles = append(titles, title)
	}
	return titles
}

// A single method has the tables of the paper; those that would be empty are left
// out.
func TestStudyOfOneMethod(t *testing.T) {
	results := recordtest.Studied()
	r := study(t, results, report.StudyOptions{Title: "a,b.swf", Rows: 2})
	want := []string{
		"a,b.swf: self-tuning steps (2 of 4 steps shown)",
		"Power: the quality that a second of computation gives (quality / average time per step)",
		"Objective divided by lower bounds on the one-second problem, averages",
		"Performance loss in ARTwW against the optimum",
	}
	must.EqualSlices(t, titles(r), want, "tables")
	if got := r.Tables()[0]; len(got.Rows) != 2 || got.Rows[1][1] != "1,300,000" {
		t.Errorf("found rows %v, expected the first and the third", got.Rows)
	}
	if csv := r.CSV(); len(csv.Rows) != 4 || len(r.Lines()) != 4 {
		t.Errorf("found %d rows of CSV and %d lines, expected one for each result", len(csv.Rows), len(r.Lines()))
	}
	must.EqualSlices(t, slices.Collect(maps.Keys(r.Figures())), []string{"cactus"}, "figures")
	got := titles(study(t, results[3:], report.StudyOptions{Title: "failed"}))
	must.Equal(t, len(got), 1, "tables of a failure", got)
}

// Several methods are compared, even where only one has results.
func TestStudyOfSeveralMethods(t *testing.T) {
	want := []string{
		"a.swf: self-tuning steps",
		"Methods over all steps; average times are shifted geometric, shift 1 s",
	}
	for _, r := range []*report.StudyReport{
		study(t, recordtest.Compared(), report.StudyOptions{Title: "a.swf"}),
		study(t, recordtest.Compared()[:1], report.StudyOptions{Title: "a.swf", Methods: 3}),
	} {
		must.EqualSlices(t, titles(r), want, "tables")
	}
	must.Equal(t, len(study(t, recordtest.Compared(), report.StudyOptions{}).Figures()), 3,
		"figures: the cactus and two profiles")
}

// Steps without a bound are counted; without any other the losses are an error.
func TestStudyOfLosses(t *testing.T) {
	results := []record.Result{*lossResult(2, 1000, 1000), *lossResult(6, 1200, 800), *lossResult(6, 1000, 0)}
	for i := range results {
		results[i].Index = i
	}
	r := study(t, results, report.StudyOptions{Title: "a.swf", Losses: true})
	must.Equal(t, r.LeftOut(), "1 of 3 steps is left out: 1 with no lower bound")
	if got := titles(r); len(got) != 5 || got[0] != "a.swf: 2 self-tuning steps" {
		t.Errorf("found tables %q", got)
	}
	if csv := r.CSV(); len(csv.Rows) != 12 || len(r.Lines()) != 12 {
		t.Errorf("found %d rows of CSV and %d lines, expected four schedulers in two classes and in all", len(csv.Rows),
			len(r.Lines()))
	}
	if _, ok := r.Figures()["loss"]; !ok {
		t.Error("no figure of the losses")
	}
	if _, err := report.Study(results[2:], report.StudyOptions{Losses: true}); !errors.Is(err, report.ErrNoLosses) {
		t.Errorf("found %v, expected that there are no losses", err)
	}
}

func TestStudyFiguresGolden(t *testing.T) {
	figures := study(t, recordtest.Compared(), report.StudyOptions{Title: "a.swf"}).Figures()
	figures["loss"] = report.LossFigure("a.swf", losses())
	for _, name := range []string{"cactus", "profile-quality", "loss"} {
		golden.Picture(t, name, figures[name].Write)
	}
}

// Averages and costs of 20 equal steps, which have no interval.
func TestAverages(t *testing.T) {
	var results []record.Result
	for i := range 20 {
		r := recordtest.Result("exact", optgap.StatusOptimal, optgap.ScopeSecond, 90, 0.5)
		r.Index, r.Gap = i, new(0.0)
		r.Policies = map[string]record.Policy{"SJF": {Objective: 100}}
		r.Cost = record.Cost{CPUSeconds: 1, WallSeconds: 2, PeakMemoryBytes: 1e6 * int64(1+i)}
		results = append(results, r)
	}
	c := summary.Collect(results)
	must.DeepEqual(t, report.Averages(c.Totals(), 0).Rows, [][]string{
		{"exact", "gap", "20", "0.00 %"},
		{"exact", "time", "20", "500 ms"},
	})
	costs := [][]string{{"exact", "20", "20.0 s", "1.00 s", "40.0 s", "2.00 s", "20.0", "10.5"}}
	must.DeepEqual(t, report.Costs(c.Totals()).Rows, costs)
	if few := report.Averages(summary.Collect(results[:4]).Totals(), 0).Rows; len(few) > 0 {
		t.Errorf("of 4 steps found %q", few)
	}
	results[3].Cost, results[4].CPUSeconds = record.Cost{}, 0
	got := report.Costs(summary.Collect(results).Totals()).Rows[0][:3]
	must.EqualSlices(t, got, []string{"exact", "19", "18.0 s"},
		"of 19 measured results 18 with their CPU time")
}

func TestTablesGolden(t *testing.T) {
	results := recordtest.Studied()
	s := summary.Of(results)
	table1 := report.StepsTable("a,b.swf, 100 processors", results, s)
	golden.Tables(t, "study.txt", table1, report.PowerTable("ilp", s), report.BoundsTable(s))
	golden.Text(t, "study-wide.txt", []byte(write(t, table1, table.Wide)))
	failed := results[3:]
	golden.Tables(t, "failed.txt", report.StepsTable("nothing but a failure", failed, summary.Of(failed)))
}
