package clairvoyant

import (
	"cmp"
	"fmt"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/performance"
)

// Folder is the folder of a run that is under way.
type Folder = folder.Folder[record.OfflineTrace, record.Offline, string]

// Layout is that of a run's folder, which has one trace and one result.
var Layout = folder.Layout[record.OfflineTrace, record.Offline, string]{
	Files: folder.Files{
		Format: "optgap-offline-run/1",
		Info:   "offline.json", Problems: "traces.jsonl", Results: "offline.jsonl", Summary: "summary.csv",
	},
	ReadProblems: record.ReadOfflineTraces, ReadResults: record.ReadOffline,
	ProblemKey: func(t record.OfflineTrace) string { return t.Trace },
	ResultKey:  func(r record.Offline) string { return r.Trace },
	Compare:    cmp.Compare[string], Rows: Rows,
}

// Rows returns results as rows of CSV, without prices and starts.
func Rows(results []record.Offline) table.Table {
	var columns []table.Column[*record.Offline]
	for _, name := range []string{
		"trace", "machine", "objective_name", "jobs", "bound", "objective", "bound_value", "objective_value", "ratio",
		"status", "ended_by", "rounds", "solve_seconds",
	} {
		column := table.Field[record.Offline]
		if name == "ratio" || name == "solve_seconds" {
			column = table.NonZero[record.Offline]
		}
		columns = append(columns, column(name, "", ""))
	}
	return table.Rows(columns, lists.Pointers(results))
}

// Sentence words a result. The averages are rounded as in the tables of simulate: bounds down, others to the
// nearest.
func Sentence(r record.Offline) string {
	m, _ := performance.ByKey(r.Average().Metric)
	unit := ""
	if m.Unit != "" {
		unit = " " + m.Unit
	}
	text := fmt.Sprintf("%s, %s of %s: no schedule is better than %s%s; the best found has %s%s", r.Trace, r.ObjectiveName,
		format.Count(int64(r.Jobs), "job"), format.LowerBound(r.BoundValue, m.Format), unit,
		m.Format(r.ObjectiveValue), unit)
	switch {
	case r.Status == optgap.StatusOptimal:
		text += ", the optimum"
	case r.Ratio > 0:
		text += ": at most " + format.Bound(r.Ratio, 2, math.Ceil) + " times the optimum"
	}
	return text
}
