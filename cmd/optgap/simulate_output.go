package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/canvas"
	"github.com/optgap/optgap/bench/export"
	"github.com/optgap/optgap/bench/figure"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/gantt"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/swf"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/bench/view"
)

// run replays every setting and prints the results in their order. What was
// finished before an error is printed too.
func (m *simulation) run(c *cli.Context, s streams) error {
	m.outputs(c)
	if m.format == formatJSON {
		w := record.NewWriter(s.out)
		m.sweep.Result = func(r sweep.Run) error { return w.Write(r) }
	}
	runs, err := m.replay(c, m.settings)
	if len(runs) > 0 {
		err = errors.Join(err, m.print(c, s, runs))
	}
	if err != nil {
		return err
	}
	return m.plot(c, view.SweepFigures(view.SweepTitle(m.sweep), runs))
}

// replay runs settings with a progress bar.
func (m *simulation) replay(c *cli.Context, settings []sweep.Setting) ([]sweep.Run, error) {
	m.notes.say("%s, %s", view.SweepTitle(m.sweep), format.Count(int64(len(settings)), "replay"))
	bar := m.notes.bar(len(settings), "replays")
	m.sweep.Done = func(sweep.Run) { bar.step() }
	runs, err := m.sweep.Run(c.Context, settings)
	bar.end()
	return runs, err
}

// print prints runs as CSV or tables. JSON lines are printed as they come.
func (m *simulation) print(c *cli.Context, s streams, runs []sweep.Run) error {
	switch m.format {
	case formatJSON:
		return nil
	case table.CSV:
		return sweep.Rows(runs).Write(s.out, table.CSV)
	}
	return table.WriteAll(s.out, view.SweepTables(m.sweep, m.settings, runs), textForm(c.Bool("wide")))
}

// plot draws figures into the folder of --plot, where that is given.
func (m *simulation) plot(c *cli.Context, figures map[string]figure.Figure) error {
	if c.String("plot") == "" {
		return nil
	}
	return drawAll(c.String("plot"), titled(figures, c.Bool("no-titles")), m.notes)
}

// outputFlags name the files of each replay.
var outputFlags = []string{"jobs-out", "reservations-out", "gantt", "timeline"}

// outputs sets what is written of each replay.
func (m *simulation) outputs(c *cli.Context) {
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
	view := gantt.ReplayOptions{
		Title: m.trace.Name + " under " + set.Description(), From: c.Int64("from"), To: c.Int64("to"), NoGantt: flag == "timeline", NoTitle: c.Bool("no-titles"),
	}
	return gantt.WriteReplayFile(path, o, m.trace.Machine, view)
}

// checkOutputs looks, before anything is read, at the files that flags name, and at flags that say
// something about files that nobody asked for.
func checkOutputs(c *cli.Context) error {
	used := map[string]string{}
	for _, flag := range outputFlags {
		path := c.String(flag)
		if path == "" {
			continue
		}
		suffixes := outputSuffixes(flag)
		last := len(suffixes) - 1
		if _, kind := stream.SplitSuffix(path); !slices.Contains(suffixes, kind) {
			return &optgap.FieldError{Field: "--" + flag, Found: fmt.Sprintf("%q", path), Expected: "a file " + strings.Join(suffixes[:last], ", ") + " or " + suffixes[last]}
		}
		if other := used[filepath.Clean(path)]; other != "" {
			return usage("simulate: found %s for both --%s and --%s, expected two files", path, other, flag)
		}
		used[filepath.Clean(path)] = flag
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return &optgap.FieldError{Field: "--" + flag, Found: fmt.Sprintf("%q", path), Expected: "a folder that exists"}
		}
	}
	if (c.IsSet("from") || c.IsSet("to")) && c.String("gantt") == "" && c.String("timeline") == "" {
		return usage("simulate: found --from or --to, which are about drawings, without --gantt or --timeline")
	}
	if c.IsSet("paper-set") && !c.Bool("paper") {
		return usage("simulate: found --paper-set without --paper")
	}
	if c.String("reservations-out") != "" && c.String("reservations") == "" {
		return usage("simulate: found --reservations-out without --reservations")
	}
	return nil
}

func outputSuffixes(flag string) []string {
	switch flag {
	case "jobs-out":
		return []string{".csv", ".swf", ".csv.gz", ".swf.gz"}
	case "reservations-out":
		return []string{".jsonl", ".jsonl.gz"}
	}
	return []string{"." + canvas.SVG, "." + canvas.PNG, "." + canvas.PDF}
}

// writeAnswers writes a JSON line for each request for a reservation, in the
// order in which they were decided.
func writeAnswers(path string, o *replay.Outcome) (err error) {
	out, err := stream.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	w := record.NewWriter(out)
	for _, d := range o.Reservations {
		if err := w.Write(record.AnswerOf(d, o.Sites != nil)); err != nil {
			return err
		}
	}
	return nil
}

func (m *simulation) writeJobs(c *cli.Context, path string, set sweep.Setting, o *replay.Outcome) (err error) {
	w, err := stream.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if _, suffix := stream.SplitSuffix(path); strings.HasPrefix(suffix, ".csv") {
		return export.WriteJobs(w, o, m.trace.Machine, m.trace.Name)
	}
	notes := []string{
		"replayed by optgap simulate " + version() + " under " + set.Description(),
		"source: " + m.trace.Name + ", SHA-256 " + m.sha,
		"wait times are those of the replay; run times end at the estimate, status 0 says that the job was killed there",
	}
	for _, f := range c.Command.Flags {
		name, category := f.Names()[0], categoryOf(f)
		if c.IsSet(name) && name != "scheduler" && (category == categoryScheduler || category == categoryTrace) {
			notes = append(notes, fmt.Sprintf("--%s %v", name, c.Value(name)))
		}
	}
	return swf.Write(w, swf.NewHeader(m.trace.Machine, notes...), export.Records(o))
}
