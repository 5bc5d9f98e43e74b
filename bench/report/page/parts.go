package page

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// part is the part of the page about sweeps, or about results for moldable jobs.
type part struct {
	Answers []subjectAnswer
	Sheets  []sheet // for people
	All     []sheet // nothing rounded
	Charts  []kept
}

// subjectAnswer is the answer of one of several sweeps or runs.
type subjectAnswer struct {
	Name string // "": there is one alone
	answer
}

// add adds the answer of one of several, whose charts get a number.
func (p *part) add(number, of int, name string, a answer) {
	for i := range a.Charts {
		a.Charts[i].name = words("-", a.Charts[i].name, strconv.Itoa(number))
	}
	if of == 1 {
		name = ""
	}
	p.Answers = append(p.Answers, subjectAnswer{name, a})
}

// replays returns the part about sweeps.
func replays(sweeps []Sweep) (p part) {
	for i, s := range sweeps {
		p.add(i, len(sweeps), s.Name, s.performances())
		compared := report.CompareRuns(trace(s.Runs), s.Runs)
		metrics, intervals := apart(compared.WithText())
		p.Sheets = append(p.Sheets, sheet{Study: s.Name, Note: compared.Title, Table: metrics})
		if len(intervals.Columns) > runColumns {
			p.Sheets = append(p.Sheets, sheet{Study: s.Name, Note: "95 % intervals", Table: intervals})
		}
		if differences := report.Differences(s.Runs); len(differences.Rows) > 0 {
			const note = "differences, with 95 % intervals of paired jobs"
			p.Sheets = append(p.Sheets, sheet{Study: s.Name, Note: note, Table: differences.WithText()})
		}
		for _, t := range report.PossibleTables(s.Runs) {
			p.Sheets = append(p.Sheets, sheet{Study: s.Name, Note: t.Title, Table: t.WithText()})
		}
		p.All = append(p.All, sheet{Study: s.Name, Table: sweep.Rows(s.Runs)})
	}
	p.Charts = append(sweepFigures(sweeps), possible(sweeps)...)
	return p
}

// possible returns a figure for each sweep with bounds: where the gap arises.
func possible(sweeps []Sweep) (all []kept) {
	for i, s := range sweeps {
		if f, ok := report.PossibleFigure(s.Runs); ok {
			name := words("-", "replays-bounds", strconv.Itoa(i))
			all = append(all, kept{labelled(f, s.Name, len(sweeps) > 1), name, report.AboutPossible})
		}
	}
	return all
}

// trace returns the name of the trace that all runs replay; "": there are several.
func trace(runs []sweep.Run) string {
	for _, r := range runs {
		if r.Trace != runs[0].Trace {
			return ""
		}
	}
	return runs[0].Trace
}

// sweepFigures returns a figure for each performance metric against the load. The sweeps
// stand side by side. Sweeps of a single shrinking factor have no figure.
func sweepFigures(sweeps []Sweep) (all []kept) {
	own := map[string][]figure.Figure{} // by metric
	for _, s := range sweeps {
		other := func(r sweep.Run) bool { return r.ShrinkingFactor() != s.Runs[0].ShrinkingFactor() }
		if !slices.ContainsFunc(s.Runs, other) {
			continue
		}
		for key, f := range report.SweepFigures("", s.Runs) {
			if key != "metrics" && key != "bounds" { // all of them again, and one for each sweep
				own[key] = append(own[key], labelled(f, s.Name, len(sweeps) > 1))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(own)) {
		for i, f := range beside(own[key]) {
			name := "replays-" + key
			if i > 0 {
				name += "-" + strconv.Itoa(i+1)
			}
			all = append(all, kept{f, name, "A smaller shrinking factor means a higher load. Whiskers: 95 % intervals."})
		}
	}
	return all
}

// moldables returns the part about results for moldable jobs.
func moldables(all []Moldable) (p part) {
	for i, m := range all {
		p.add(i, len(all), m.Name, m.ratios())
		averages := report.MoldableAverages(summary.Moldables(m.Results)).WithText()
		p.Sheets = append(p.Sheets, sheet{Study: m.Name, Table: averages})
		p.All = append(p.All, sheet{Study: m.Name, Table: m.Rows})
	}
	return p
}

// runColumns is the number of columns that tell a run of a sweep from the others: scheduler and factor.
const runColumns = 2

// apart parts a table of runs, which would be wider than a screen: the metrics, and their intervals.
func apart(t table.Table) (metrics, intervals table.Table) {
	part := func(interval bool) table.Table {
		return t.Where(func(c int) bool {
			return c < runColumns || strings.HasPrefix(t.Columns[c].Name, "95 % of") == interval
		})
	}
	return part(false), part(true)
}
