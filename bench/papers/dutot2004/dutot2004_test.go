package dutot2004

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/bound"
)

// small is an experiment that takes a moment.
func small() Experiment {
	e := Paper()
	e.Runs, e.Jobs, e.Machine = 2, []int{5, 8}, 12
	return e
}

func measure(t *testing.T, e Experiment) *Measured {
	m := &Measured{Experiment: e}
	must.Do(m.Run(t.Context(), experiment.Options{}, folder.Identity{}, statement.Run{Watch: recordtest.Unwatched{}}))
	return m
}

// The average ratio is the ratio of sums: (30 + 10) / (10 + 10) = 2, from 1 to 3. Runs
// without the bound are left out: 30 / 20 is the only ratio to the printed value. The least
// minsum of each instance is 10.
func TestRatio(t *testing.T) {
	m := &Measured{Experiment: Experiment{Runs: 2, Jobs: []int{5}, Machine: 2, Models: []string{"weak"}, Seed: 1}}
	result := func(name string, minsum, makespan int64) record.MoldableResult {
		return record.MoldableResult{Algorithm: name, Minsum: minsum, Makespan: makespan, SolveSeconds: 0.5,
			MinsumBounds:   map[moldable.BoundName]int64{moldable.BoundRelaxed: 5},
			MakespanBounds: map[moldable.BoundName]int64{moldable.BoundDual: 4}}
	}
	first := result("bicriteria", 30, 6)
	first.PrintedMinsum = new(20.0)
	m.Add(Point{"weak", byFormula, 5, 2, 1}, []record.MoldableResult{
		first, result("gang", 10, 8),
	})
	m.Add(Point{"weak", byFormula, 5, 2, 2}, []record.MoldableResult{
		result("bicriteria", 10, 10),
	})
	m.numbers = m.data(&Counterexample{})
	for to, want := range map[string][3]float64{
		byMinsum: {1.5, 1.5, 1.5}, toRelaxed: {4, 2, 6}, toBest: {2, 1, 3},
		byMakespan: {2, 1.5, 2.5}, inSeconds: {0.5, 0.5, 0.5},
	} {
		if r := m.at("span("+to+")", "weak", 5, ours); !r.Known() || [3]float64{r.Value, r.Low, r.High} != want {
			t.Errorf("%s: found %+v, expected %+v", to, r, want)
		}
	}
	must.Equal(t, m.Above, 1)
	must.Equal(t, m.Instances, 2) // 20 is above Gang's 10
}

// The bound of the paper is 10 for an optimum of 8. The repaired bound is at most 8.
func TestCounterexample(t *testing.T) {
	x, err := Check(context.Background())
	must.Hold(t, err == nil && math.Abs(x.Printed-10) <= 1e-6 && x.Optimum == 8, "found", x, err)
	in := counterexample()
	repaired, err := bound.Relaxed(context.Background(), in, moldable.Dual(in), bound.Options{})
	must.Hold(t, err == nil && repaired.Bound <= 8, "found the repaired bound", repaired, err)
	for _, c := range []struct {
		x    Counterexample
		want statement.Verdict
	}{{*x, statement.Differs}, {Counterexample{Printed: 8, Optimum: 8}, statement.Holds}} {
		for _, s := range Ledger().Judge(statement.Case{Measured: Printed(&c.x)}) {
			must.Hold(t, s.ID != "3.3-1" || s.Verdict == c.want, "found", s, "expected", c.want)
		}
	}
}

// In a small experiment no ratio to a bound is below that to the best schedule, and there is a verdict for each
// statement but that about 400 jobs.
func TestReport(t *testing.T) {
	m := measure(t, small())
	report, err := m.Report(context.Background(), true)
	must.Need(t, err == nil && len(report.Rows.Rows) == 2*4*2*len(experiment.All()),
		"found", report, err)
	for _, model := range m.Models {
		at := func(to string) statement.Estimate { return m.at("span("+to+")", model, 8, ours) }
		must.Hold(t, at(toBest).Low >= 1 && at(byMakespan).Low >= 1 && at(toRelaxed).Value >= at(toBest).Value,
			model, "found", at(toRelaxed))
	}
	for _, line := range report.Lines {
		if s, ok := line.(statement.Statement); ok && s.Verdict == statement.NotJudged && s.Rule != "" && s.ID != "4.2-24" {
			t.Errorf("found %+v", s)
		}
	}
}

// Verdicts follow the numbers: with the made-up measurements the statements hold, and each
// change makes one differ.
func TestVerdicts(t *testing.T) {
	e := Paper()
	// Minsum and makespan ratios by workload and algorithm, at up to 100 jobs and at more.
	type ratios map[string]map[string][4]float64
	fit := func() ratios {
		others := func(v [4]float64) map[string][4]float64 {
			all := map[string][4]float64{}
			for _, a := range experiment.All() {
				all[a.Name] = v
			}
			return all
		}
		r := ratios{
			"weak": others([4]float64{1.9, 1.9, 1.5, 1.5}), "high": others([4]float64{2.2, 2.3, 1.6, 1.6}),
			"mixed": others([4]float64{2, 4, 1.5, 1.5}), "cirne": others([4]float64{3, 5, 1.5, 1.5}),
		}
		r["weak"]["bicriteria"], r["weak"]["gang"] = [4]float64{2.2, 2.2, 1.95, 1.95}, [4]float64{9, 9, 9, 9}
		r["high"]["bicriteria"] = [4]float64{2, 2, 1.9, 1.9}
		r["high"]["gang"] = [4]float64{2.1, 5, 1.5, 5}
		r["high"]["sequential"] = [4]float64{5, 2.1, 5, 1.5}
		r["mixed"]["bicriteria"], r["mixed"]["list-saf"] = [4]float64{2.1, 2.1, 1.9, 1.9}, [4]float64{2, 2, 1.5, 1.5}
		r["cirne"]["bicriteria"] = [4]float64{2, 2, 1.9, 1.9}
		return r
	}
	judge := func(r ratios) map[string]statement.Verdict {
		m := &Measured{Experiment: e}
		for model, all := range r {
			for _, n := range e.Jobs {
				k := 0
				if n > 100 {
					k = 1
				}
				var results []record.MoldableResult
				for _, a := range experiment.All() {
					v := all[a.Name]
					results = append(results, record.MoldableResult{
						Algorithm: a.Name, Minsum: int64(1000 * v[k]), Makespan: int64(1000 * v[2+k]),
						PrintedMinsum:  new(1000.0),
						MakespanBounds: map[moldable.BoundName]int64{moldable.BoundDual: 1000},
					})
				}
				for run := range e.Runs { // all alike, so that intervals are points
					m.Add(Point{model, byFormula, n, 200, uint64(1 + run)}, results)
				}
			}
		}
		verdicts := map[string]statement.Verdict{}
		for _, s := range judged(m, &Counterexample{Printed: 8, Optimum: 8}) {
			verdicts[s.ID] = s.Verdict
		}
		return verdicts
	}
	for id, verdict := range judge(fit()) {
		must.Hold(t, !strings.HasPrefix(id, "4.2-") || verdict == statement.Holds, id, verdict)
	}
	for id, change := range map[string]func(ratios){
		"4.2-1":  func(r ratios) { r["weak"]["sequential"] = [4]float64{1.9, 1.9, 1.99, 1.5} },
		"4.2-2":  func(r ratios) { r["weak"]["list-saf"] = [4]float64{2.4, 1.9, 1.5, 1.5} },
		"4.2-3":  func(r ratios) { r["weak"]["bicriteria"] = [4]float64{2.2, 2.2, 1.95, 2.05} },
		"4.2-4":  func(r ratios) { r["weak"]["list-shelf"] = [4]float64{1.9, 1.9, 1.1, 1.1} },
		"4.2-5":  func(r ratios) { r["weak"]["gang"] = [4]float64{9, 9, 2.5, 9} },
		"4.2-6":  func(r ratios) { changeAll(r, [4]float64{3, 3, 1.9, 1.9}) },
		"4.2-7":  func(r ratios) { r["high"]["gang"] = [4]float64{1.9, 5, 1.5, 5} },
		"4.2-8":  func(r ratios) { r["high"]["sequential"] = [4]float64{5, 2.1, 1.4, 1.5} },
		"4.2-9":  func(r ratios) { r["high"]["list-saf"] = [4]float64{2.2, 4, 1.6, 1.6} },
		"4.2-10": func(r ratios) { r["high"]["list-lptf"] = [4]float64{2.2, 2.3, 1.6, 2.1} },
		"4.2-11": func(r ratios) { r["mixed"]["bicriteria"] = [4]float64{2.4, 2.4, 1.9, 1.9} },
		"4.2-12": func(r ratios) { r["mixed"]["list-saf"] = [4]float64{2, 2.2, 1.5, 1.5} },
		"4.2-13": func(r ratios) { r["mixed"]["list-shelf"] = [4]float64{2, 2.2, 1.5, 1.5} },
		"4.2-14": func(r ratios) { r["cirne"]["gang"] = [4]float64{1.9, 5, 1.5, 1.5} },
		"4.2-15": func(r ratios) { r["cirne"]["gang"] = [4]float64{3, 3, 1.5, 1.5} },
		"4.2-16": func(r ratios) { r["cirne"]["bicriteria"] = [4]float64{2, 2.6, 1.9, 1.9} },
		"4.2-17": func(r ratios) { r["weak"]["bicriteria"] = [4]float64{5, 5, 1.95, 1.95} },
		"4.2-18": func(r ratios) { r["cirne"]["bicriteria"] = [4]float64{2, 2, 1.9, 2.1} },
		"4.2-19": func(r ratios) { r["high"]["bicriteria"] = [4]float64{2, 2, 1.2, 1.9} },
		"4.2-20": func(r ratios) { r["weak"]["bicriteria"] = [4]float64{1.95, 1.95, 1.95, 1.95} },
		"4.2-21": func(r ratios) { r["weak"]["bicriteria"] = [4]float64{3, 3, 1.95, 1.95} },
		"4.2-22": func(r ratios) { r["high"]["list-saf"] = [4]float64{2.2, 2.3, 1.1, 1.1} },
		"4.2-23": func(r ratios) { r["mixed"]["list-saf"] = [4]float64{2.2, 2.2, 1.5, 1.5} },
	} {
		r := fit()
		change(r)
		must.Equal(t, judge(r)[id], statement.Differs, id)
	}
}

// changeAll gives the bi-criteria algorithm the same ratios in all workloads.
func changeAll(r map[string]map[string][4]float64, v [4]float64) {
	for _, all := range r {
		all["bicriteria"] = v
	}
}

// The paper's own numbers fail two claims, whatever is measured: its relaxed program is 10 for two jobs with the
// optimum 8, and its X of 0.9 gives a speed-up of 1.6. Without all of the paper's numbers of jobs nothing else is
// decided but that generated vectors are monotone, and without results nothing is measured.
func TestFewNumbersDecideNothing(t *testing.T) {
	x := must.Get(Check(context.Background()))
	printed := Printed(x)
	for name, all := range map[string][]statement.Statement{
		"printed": Ledger().Judge(statement.Case{Measured: printed, Printed: printed}),
		"none":    judged(&Measured{Experiment: small()}, x),
		"few":     judged(measure(t, small()), x),
	} {
		for _, s := range all {
			want := statement.NotJudged
			switch {
			case s.ID == "3.3-1" || s.ID == "4.1-1":
				want = statement.Contradiction
			case s.ID == "4.1-2" && name != "printed":
				want = statement.Holds
			case name == "few" && s.Verdict == statement.Undecided:
				continue
			}
			if s.Verdict != want || name != "few" && want == statement.NotJudged && s.Measured != statement.NotMeasured {
				t.Errorf("%s, %s: found %q, %q, expected %q", name, s.ID, s.Measured, s.Verdict, want)
			}
		}
	}
}

// judged judges the ledger by what was measured.
func judged(m *Measured, x *Counterexample) []statement.Statement {
	m.numbers = m.data(x)
	return m.Statements(x)
}

func TestUnknownModel(t *testing.T) {
	const unknown = `{"model":"x","reading":"formula","jobs":2,"machine":2,"seed":1}`
	for _, err := range readPoints(strings.NewReader(unknown), "p") {
		must.Refuse(t, err, "", "an unknown model")
	}
}
