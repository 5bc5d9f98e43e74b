package clairvoyant

import (
	"cmp"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// Folder is the folder of a run that is under way.
type Folder = folder.Folder[record.OfflineTrace, record.Offline, string]

// Layout is that of a run's folder, which has one trace and one result. A run with other limits may go on from it, see
// [Options.GoesOn].
var Layout = folder.Layout[record.OfflineTrace, record.Offline, string]{
	Files: folder.Files{
		Format: record.OfflineRunFormat,
		Info:   "offline.json", Problems: "traces.jsonl", Results: "offline.jsonl", Summary: "summary.csv",
	},
	ReadProblems: record.ReadOfflineTraces, ReadResults: record.ReadOffline,
	ProblemKey: func(t record.OfflineTrace) string { return t.Trace },
	ResultKey:  func(r record.Offline) string { return r.Trace },
	Compare:    cmp.Compare[string], Rows: record.OfflineRows, Limits: []string{"time-limit", "gap", "rounds"},
}
