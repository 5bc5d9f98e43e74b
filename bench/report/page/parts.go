package page

import (
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// part is the part of the page about sweeps, or about results for moldable jobs.
type part struct {
	Sheets []sheet // for people
	All    []sheet // nothing rounded
	Charts []chart
}

// replays returns the part about sweeps.
func replays(sweeps []Sweep) (p part, err error) {
	for _, s := range sweeps {
		p.Sheets = append(p.Sheets, sheet{s.Name, trace(s.Runs), withText(report.CompareRuns("", s.Runs))})
		p.All = append(p.All, sheet{s.Name, "", sweep.Rows(s.Runs)})
	}
	for _, k := range sweepFigures(sweeps) {
		drawn, err := k.draw()
		if err != nil {
			return p, err
		}
		p.Charts = append(p.Charts, drawn)
	}
	return p, nil
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
			if key != "metrics" { // all of them again
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
			all = append(all, kept{f, name, "A smaller shrinking factor means a higher load."})
		}
	}
	return all
}

// moldables returns the part about results for moldable jobs.
func moldables(all []Moldable) (p part) {
	for _, m := range all {
		p.Sheets = append(p.Sheets, sheet{m.Name, "", withText(report.MoldableAverages(summary.Moldables(m.Results)))})
		p.All = append(p.All, sheet{m.Name, "", m.Rows})
	}
	return p
}

// withText returns a table without the columns that are blank.
func withText(t table.Table) table.Table {
	kept := table.Table{Rows: make([][]string, len(t.Rows))}
	for c, column := range t.Columns {
		if !slices.ContainsFunc(t.Rows, func(row []string) bool { return row[c] != "" }) {
			continue
		}
		kept.Columns = append(kept.Columns, column)
		for r, row := range t.Rows {
			kept.Rows[r] = append(kept.Rows[r], row[c])
		}
	}
	return kept
}
