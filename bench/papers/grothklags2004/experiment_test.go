package grothklags2004_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/testing/golden"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// TestPaperNumbersFitTogether: relations between the printed numbers, which a slip in copying would break. The ledger
// has others.
func TestPaperNumbersFitTogether(t *testing.T) {
	rows := grothklags2004.Rows()
	bySubmission := func(a, b grothklags2004.Row) int { return int(a.Submission - b.Submission) }
	must.Hold(t, slices.IsSortedFunc(rows[:9], bySubmission),
		"the submissions of the first three blocks do not rise")
	// Eq. 6 with 1 kB gives all scales but the fourth, 365.6 s, which is printed as 8 min.
	for i, r := range rows {
		want := r.TimeScale / 60
		if i == 3 {
			want = 7
		}
		must.Equal(t, grothklags2004.TableRule().Scale(r.Makespan, r.AccumulatedRunTime), 60*want,
			"scale in the row of", r.Submission)
	}
	// A job that is submitted one second later leaves one job more, whose run time is added.
	must.Hold(t, rows[1].AccumulatedRunTime > rows[0].AccumulatedRunTime && rows[5].Jobs == rows[4].Jobs+1,
		"successive steps do not fit together")
	must.Hold(t, rows[8].Seconds == 237*3600+7*60+59 && grothklags2004.Averages().Seconds == 20_069,
		"hours, minutes and seconds")
}

// TestNearest compares the choice with a search over all steps for the first row, and
// checks that no step is taken twice.
func TestNearest(t *testing.T) {
	rows := grothklags2004.Rows()
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var steps []grothklags2004.Size
		for i := range 1 + r.IntN(30) {
			steps = append(steps, grothklags2004.Size{
				Index: i, Jobs: 2 + r.IntN(60), Makespan: 1 + r.Int64N(400_000), AccumulatedRunTime: 1 + r.Int64N(3_000_000),
			})
		}
		chosen := grothklags2004.Nearest(rows, steps)
		must.Need(t, len(chosen) == min(len(rows), len(steps)),
			len(chosen), "of", len(steps), "steps chosen")
		seen := map[int]bool{}
		for i, s := range chosen {
			for _, other := range steps {
				if !seen[other.Index] && rows[i].Distance(other) < rows[i].Distance(s) {
					t.Fatalf("row %d: step %+v is nearer than %+v", i+1, other, s)
				}
			}
			must.Need(t, !seen[s.Index], "step", s.Index, "twice")
			seen[s.Index] = true
		}
	}
	same := grothklags2004.Size{Jobs: 40, Makespan: 189_559, AccumulatedRunTime: 1_798_837}
	must.Equal(t, rows[0].Distance(same), 0, "a step of equal size is at distance")
	double := same
	double.Jobs, double.Makespan = 80, 2*189_559
	d, want := rows[0].Distance(double), 2*math.Ln2*math.Ln2
	must.Hold(t, math.Abs(d-want) <= 1e-12, "twice the jobs and makespan: distance", d, "want", want)
}

func TestSizeOf(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var tuner heuristics.Tuner
	for range 100 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 8})
		want := int64(0)
		for _, p := range heuristics.DynP() {
			want = max(want, steptest.Plan(&step, p).Makespan(&step))
		}
		if s := grothklags2004.SizeOf(&step, &tuner); s.Makespan != want || s.Jobs != len(step.Jobs) ||
			s.AccumulatedRunTime != step.AccumulatedRunTime() {
			t.Fatalf("found %+v, want makespan %d", s, want)
		}
	}
}

// made returns an experiment with made-up results: the search on the grid proves the losses of the
// paper, the program as printed reaches its limit on every second row with nothing but its start, and
// at one second the loss is half a percent more.
func made() *grothklags2004.Experiment {
	e := &grothklags2004.Experiment{Trace: "made.swf", Machine: 100, Jobs: 1000, Interarrival: 1000, Steps: 40, Long: 0.8}
	for i, r := range grothklags2004.Rows() {
		size := grothklags2004.Size{
			Index: 10 * i, Jobs: int(r.Jobs), Makespan: r.Makespan, AccumulatedRunTime: r.AccumulatedRunTime,
		}
		e.Chosen = append(e.Chosen, size)
		result := func(method string, scale int64, loss, seconds float64) record.Result {
			objective := int64(1e6 * (1 - loss/100))
			out := record.Result{
				Format: record.ResultFormat, Index: size.Index, Now: r.Submission, Jobs: size.Jobs,
				Makespan: size.Makespan, AccumulatedRunTime: size.AccumulatedRunTime,
				Method: method, TimeScale: scale, Status: optgap.StatusOptimal,
				Scope: optgap.ScopeGrid, EndedBy: optgap.EndedFinished,
				Objective: objective, ARTwW: float64(objective) / 100, BestPolicy: "SJF", LossPercent: new(loss),
				Quality: &record.Quality{ARTwW: 1 - loss/100, SLDwA: 1 - loss/100}, SolveSeconds: seconds,
				Policies: map[string]record.Policy{
					"SJF": {Objective: 1e6, Makespan: size.Makespan / 2, PlanSeconds: 1e-4},
					"LJF": {Objective: 2e6, Makespan: size.Makespan, PlanSeconds: 1e-4},
				},
			}
			if scale > 0 {
				out.GridObjective = objective + 100*scale // each of 100 processors waits a slot longer
			} else {
				out.Scope = optgap.ScopeSecond
			}
			return out
		}
		scale := grothklags2004.TableRule().Scale(r.Makespan, r.AccumulatedRunTime)
		program, literal := result("ilp", scale, r.LossPercent, 1+float64(i)), result("ilp", scale, r.LossPercent, 2)
		program.Formulation, literal.Formulation = "step", "pulse"
		if i%2 == 1 {
			literal.Status, literal.EndedBy, literal.SolveSeconds = optgap.StatusFeasible, optgap.EndedTimeLimit, 5
			literal.Objective, literal.LossPercent = 1e6, new(0.0)
		}
		search := result("exact", scale, r.LossPercent, 0.01*float64(i+1))
		e.Rows = append(e.Rows, literal, program, search, result("exact", 0, r.LossPercent+0.5, 0.5))
		e.All = append(e.All, search)
		search.Index++
		search.SolveSeconds *= 30
		e.All = append(e.All, search)
	}
	return e
}

func TestReportGolden(t *testing.T) {
	e := made()
	golden.Tables(t, "reproduction.txt", append(e.Report(false).Tables, e.Report(true).Tables...)...)
}

// TestRowsBesidePrinted: in CSV each result of a step like a row of Table 1 has the row and its values; others do not.
func TestRowsBesidePrinted(t *testing.T) {
	e := made()
	rows := e.Report(false).Rows
	cell := func(i int, name string) string {
		return rows.Rows[i][slices.IndexFunc(rows.Columns, func(h table.Heading) bool { return h.Name == name })]
	}
	must.Equal(t, rows.Columns[len(rows.Columns)-1].Name, "printed_solve_seconds", "the last column")
	for i := range rows.Rows {
		row, loss := "", ""
		if i < len(e.Rows) { // by each way
			row, loss = strconv.Itoa(1+i/4), format.Exact(grothklags2004.Rows()[i/4].LossPercent)
		}
		must.Equal(t, cell(i, "row"), row, "result", i)
		must.Equal(t, cell(i, "printed_loss_percent"), loss, "result", i)
	}
}

// TestFigures: an example of a history.
func TestFigures(t *testing.T) {
	e := made()
	figures := e.Report(false).Figures
	must.Hold(t, len(figures) == 0, "found", figures, "without a history")
	e.Example = optgap.History{{Time: 0, Free: 20}, {Time: 1800, Free: 56}}
	line := e.Report(false).Figures["figure-1"].Plots[0].Lines[0]
	must.EqualSlices(t, line.Points, figure.Points([]float64{0, 0.5}, []float64{20, 56}))
}

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
