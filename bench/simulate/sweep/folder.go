package sweep

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/trace/swf"
)

// Folder is the folder of a sweep that is under way.
type Folder = folder.Folder[Setting, Run, Key]

// Layout is that of a sweep's folder.
var Layout = folder.Layout[Setting, Run, Key]{
	Files: folder.Files{
		Format:   "optgap-sweep/1",
		Info:     "sweep.json",
		Problems: "settings.jsonl",
		Results:  "runs.jsonl",
		Summary:  "summary.csv",
	},
	ReadProblems: record.Reader[Setting](nil), ReadResults: ReadRuns,
	ProblemKey: Setting.Key, ResultKey: func(run Run) Key { return run.Key() }, Rows: Rows,
}

// OpenFolder creates the folder of a sweep, or opens it to go on with the sweep; see folder.Open.
// The settings must have different keys. skipped counts the jobs of the trace that were left out.
// lists are arguments that do no more than list the settings. The folder of a sweep with fewer
// settings goes on too, if all other arguments are the same.
func OpenFolder(
	dir string, settings []Setting, id folder.Identity, skipped swf.Skips, lists ...string,
) (*Folder, error) {
	indices := make(map[Key]int)
	for i, set := range settings {
		if _, twice := indices[set.Key()]; twice {
			return nil, optgap.BadField(
				"settings",
				fmt.Sprintf("%s (%s) twice", set.Label(), set.Description()),
				"each name, scheduler, factor and kind of estimates once",
			)
		}
		indices[set.Key()] = i
	}
	own := Layout
	own.ReadResults = record.Reader(func(run *Run) error {
		index, ok := indices[run.Key()]
		if !ok {
			return optgap.BadField(
				"scheduler",
				run.Label()+" ("+run.Description()+")",
				"a setting of this sweep",
			)
		}
		run.Setting = settings[index] // also what the JSON form leaves out
		return nil
	})
	own.Compare = func(a, b Key) int { return indices[a] - indices[b] }
	own.Lists = lists
	own.Asked = func(key Key) bool { _, ok := indices[key]; return ok }
	return folder.Open(dir, own, folder.Start{Identity: id, Skipped: skipped.ByReason()})
}
