package command

import (
	"context"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// sweepFolder is --out of the commands that replay many settings. more is said of it.
func sweepFolder(dir *string, more string) *console.Option {
	names := sweep.Files.Names()
	return console.Flag(dir, "out", "`DIR` for "+strings.Join(names, ", ")+more).WritesInto(names...)
}

// keeping says where the runs of a sweep are kept, and what they depend on.
type keeping struct {
	dir       string // "": nowhere
	sha       string // SHA-256 of the trace
	arguments map[string]string
	skipped   swf.Skips
	lists     []string // arguments that do no more than list the settings
}

// replays does the replays of a sweep, keeps them and tells of the progress.
func replays(c *console.Call, s sweep.Sweep, settings []sweep.Setting, k keeping) (runs []sweep.Run, err error) {
	if k.dir != "" {
		id := folder.Identity{
			Trace: s.Trace, SHA256: k.sha, Arguments: k.arguments, Versions: folder.Versions(console.Version()),
		}
		if s.Folder, err = sweep.OpenFolder(k.dir, settings, id, k.skipped, k.lists...); err != nil {
			return nil, err
		}
	}
	w := sweepWatch{notes: c.Notes, kept: k.dir != ""}
	w.begin(&s, len(settings))
	runs, err = s.Run(c.Context, settings)
	w.end(c.Context, err)
	return runs, err
}

// sweepWatch notes what sweeps do, one after the other.
type sweepWatch struct {
	notes *console.Notes
	kept  bool // runs are kept
	done  console.Counter
}

// begin notes that a sweep of so many settings begins, and has it tell of its progress.
func (w *sweepWatch) begin(s *sweep.Sweep, settings int) {
	w.notes.Say("%s, %s", report.SweepTitle(*s), format.Count(int64(settings), "replay"))
	w.done = console.Silent{}
	s.Known = func(known int) {
		w.notes.SayKnown(known, settings, "replay")
		w.done = w.notes.Progress(settings-known, "replay")
	}
	s.Done = func(sweep.Run) { w.done.Step() }
}

// end ends the notes on a sweep that ended with the error.
func (w *sweepWatch) end(ctx context.Context, err error) {
	w.done.End()
	if err != nil && ctx.Err() != nil {
		w.notes.SayInterrupted(w.kept)
	}
}
