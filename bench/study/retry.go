package study

import (
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/trace/swf"
)

// Unfinished tells whether the work on a step was ended at a limit, with a schedule or without
// one, crashed, or failed. It also tells whether that happened to the bounds beside the answer.
// Another run, with larger limits, may do better.
func Unfinished(r record.Result) bool {
	return r.BoundsStatus != "" || harness.Unfinished(r.Status, r.EndedBy)
}

// Limits returns the names of the arguments that limit a run. A study that seeks unfinished results
// again may have other values of these arguments alone.
func Limits() []string { return []string{"time-limit", "memory", "node-limit"} }

// RetryFolder is OpenFolder for a study that seeks unfinished results again; see Study.Retry. The
// earlier study in the folder may have had other limits.
func RetryFolder(dir string, id folder.Identity, skipped swf.Skips) (*Folder, error) {
	l := layout()
	l.Free = Limits()
	return folder.Open(dir, l, id, skipped.ByReason())
}
