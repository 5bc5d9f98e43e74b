package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/simulate/export"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// run replays every setting and prints the results in their order. What was
// finished before an error is printed too.
func (m *simulation) run(c *cli.Context, s console.Streams) error {
	m.outputs(c)
	if m.format == console.FormatJSON {
		w := record.NewWriter(s.Out)
		m.sweep.Result = func(r sweep.Run) error { return w.Write(r) }
	}
	runs, err := replays(c, m.notes, m.sweep, m.settings, keeping{
		dir: c.String("out"), sha: m.sha, arguments: m.arguments(c), skipped: m.trace.Skipped,
		lists: []string{"scheduler", "shrink"},
	})
	m.sayOverfull(runs)
	if len(runs) > 0 {
		err = errors.Join(err, m.print(c, s, runs))
	}
	if err != nil {
		return err
	}
	return m.plot(c, report.SweepFigures(report.SweepTitle(m.sweep), runs))
}

// print prints runs as CSV or tables. JSON lines are printed as they come.
func (m *simulation) print(c *cli.Context, s console.Streams, runs []sweep.Run) error {
	switch m.format {
	case console.FormatJSON:
		return nil
	case table.CSV:
		return sweep.Rows(runs).Write(s.Out, table.CSV)
	}
	return table.WriteAll(s.Out, report.SweepTables(m.sweep, m.settings, runs), console.TextForm(c.Bool("wide")))
}

// plot draws figures into the folder of --plot, where that is given.
func (m *simulation) plot(c *cli.Context, figures map[string]figure.Figure) error {
	if c.String("plot") == "" {
		return nil
	}
	return console.PictureStyleOf(c).DrawAll(c.String("plot"), figures, m.notes)
}

// outputFlags name the files of each replay.
var outputFlags = []string{"jobs-out", "reservations-out", "gantt", "timeline"}

// outputs sets what is written of each replay, where a flag asks for something.
func (m *simulation) outputs(c *cli.Context) {
	if !console.AnyOf(c, outputFlags) {
		return
	}
	m.sweep.Outcome = func(index int, o *replay.Outcome) error {
		set := m.settings[index]
		for _, flag := range outputFlags {
			if path := c.String(flag); path != "" {
				if err := m.output(c, flag, set.Path(path, m.settings), set, o); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// output writes what a flag asks for.
func (m *simulation) output(c *cli.Context, flag, path string, set sweep.Setting, o *replay.Outcome) error {
	switch flag {
	case "jobs-out":
		return m.writeJobs(c, path, set, o)
	case "reservations-out":
		return writeAnswers(path, o)
	}
	style := console.PictureStyleOf(c)
	view := gantt.ReplayOptions{
		Title: m.trace.Name + " under " + set.Description(), NoTitle: style.Bare, Width: style.Width,
		From: c.Int64("draw-from"), To: c.Int64("draw-to"), NoGantt: flag == "timeline",
	}
	return gantt.WriteReplayFile(path, o, m.processors(set, o), view)
}

// replayFile is an output of one file for each replay.
func replayFile(name, usage string, endings ...string) cli.Flag {
	o := console.OutputFile(&cli.StringFlag{Category: console.CategoryOutput, Name: name, Usage: usage}, endings...)
	o.File.Paths = func(c *cli.Context, path string) ([]string, error) {
		all, err := settings(c)
		if err != nil {
			return nil, err
		}
		var paths []string
		for _, s := range all {
			paths = append(paths, s.Path(path, all))
		}
		return paths, nil
	}
	return o
}

// writeAnswers writes a JSON line for each request for a reservation, in the
// order in which they were decided.
func writeAnswers(path string, o *replay.Outcome) error {
	return stream.WriteFile(path, func(out io.Writer) error {
		w := record.NewWriter(out)
		for _, d := range o.Reservations {
			if err := w.Write(record.AnswerOf(d, o.Sites != nil)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (m *simulation) writeJobs(c *cli.Context, path string, set sweep.Setting, o *replay.Outcome) error {
	return stream.WriteFile(path, func(w io.Writer) error {
		if _, suffix := stream.SplitSuffix(path); strings.HasPrefix(suffix, ".csv") {
			return export.WriteJobs(w, o, m.processors(set, o), m.trace.Name)
		}
		return swf.Write(w, swf.NewHeader(m.trace.Machine, m.provenance(c, set)...), export.Records(o))
	})
}

// The flags on which results depend. Jobs do not depend on those of measureArguments.
const (
	traceArguments     = "machine jobs strict known-waits reservations sites"
	loadArguments      = "shrink perfect-estimates no-kill"
	schedulerArguments = "quality dynp-policies slack future-jobs future-time replan running lower upper " +
		"seed aging interactive slack-factor shuffles"
	measureArguments = "slowdown-bounds warm-up cut-drain"
)

// arguments returns the flags on which results depend. The checksum of the requests for
// reservations stands in the place of their path, as the content of the file counts.
func (m *simulation) arguments(c *cli.Context) map[string]string {
	names := []string{traceArguments, loadArguments, "scheduler", schedulerArguments, measureArguments}
	flags := shaping(c, strings.Join(names, " "))
	if delete(flags, "reservations"); m.requestsSHA != "" {
		flags["reservations"] = m.requestsSHA
	}
	if m.leftOutUnknownWaits() { // all replays are of the same jobs
		flags[knownWaits] = "true"
	}
	return flags
}

// provenance says where the jobs of a replay come from.
func (m *simulation) provenance(c *cli.Context, set sweep.Setting) []string {
	notes := []string{
		"replayed by optgap simulate " + console.Version() + " under " + set.Description(),
		"source: " + m.trace.Name + ", SHA-256 " + m.sha,
		"wait times are those of the replay; run times end at the estimate, status 0 says that the job was killed there",
	}
	for name := range strings.FieldsSeq(traceArguments + " " + schedulerArguments) {
		if c.IsSet(name) {
			notes = append(notes, fmt.Sprintf("--%s %v", name, c.Value(name)))
		}
	}
	return notes
}
