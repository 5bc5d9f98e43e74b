package command

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// sweepFolder is --out of the commands that replay many settings. more is said of it.
func sweepFolder(more string) *console.Option {
	return console.OutputFolder(&cli.StringFlag{Category: console.CategoryOutput, Name: "out", Usage: "`DIR` for " + strings.Join(sweep.FileNames(), ", ") + more}, sweep.FileNames()...)
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
func replays(c *cli.Context, n *console.Notes, s sweep.Sweep, settings []sweep.Setting, k keeping) (runs []sweep.Run, err error) {
	if k.dir != "" {
		id := folder.Identity{Trace: s.Trace, SHA256: k.sha, Arguments: k.arguments, Versions: folder.Versions(console.Version())}
		if s.Folder, err = sweep.OpenFolder(k.dir, settings, id, k.skipped, k.lists...); err != nil {
			return nil, err
		}
	}
	n.Say("%s, %s", report.SweepTitle(s), format.Count(int64(len(settings)), "replay"))
	var done console.Counter = console.Silent{}
	s.Known = func(known int) {
		n.SayKnown(known, len(settings), "replay")
		done = n.Progress(len(settings)-known, "replay")
	}
	s.Done = func(sweep.Run) { done.Step() }
	runs, err = s.Run(c.Context, settings)
	done.End()
	if err != nil && c.Context.Err() != nil {
		n.SayInterrupted(k.dir != "")
	}
	return runs, err
}
