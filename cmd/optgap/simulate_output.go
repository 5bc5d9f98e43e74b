package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/export"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/swf"
	"github.com/optgap/optgap/bench/table"
)

// run replays every setting and prints the results in their order. What was
// finished before an error is printed too.
func (m *simulation) run(c *cli.Context, s streams) error {
	m.outputs(c)
	if m.format == "json" {
		w := record.NewWriter(s.out)
		m.sweep.Result = func(r sweep.Run) error { return w.Write(r) }
	}
	runs, err := m.replay(c, m.settings)
	if len(runs) > 0 && m.format != "json" {
		err = errors.Join(err, m.print(s, runs))
	}
	if dir := c.String("plot"); dir != "" && err == nil {
		files, plotErr := figure.WriteAll(dir, sweep.Plots(m.title(), runs))
		if plotErr == nil {
			m.notes.say("%s in %s", plural(files, "plot"), dir)
		}
		return plotErr
	}
	return err
}

// replay runs settings with a progress bar.
func (m *simulation) replay(c *cli.Context, settings []sweep.Setting) ([]sweep.Run, error) {
	m.notes.say("%s, %s", m.title(), plural(len(settings), "replay"))
	bar := m.notes.bar(len(settings))
	if bar != nil {
		bar.tracker.UpdateMessage("replays")
	}
	m.sweep.Done = func(sweep.Run) { bar.step() }
	runs, err := m.sweep.Run(c.Context, settings)
	bar.end()
	return runs, err
}

func (m *simulation) title() string {
	if n := len(m.sweep.Sites); n > 0 {
		return fmt.Sprintf("%s: %s jobs on %s with %s processors", m.trace.Name, format.Integer(int64(len(m.trace.Jobs))), plural(n, "site"), format.Integer(m.trace.Machine))
	}
	return fmt.Sprintf("%s: %s jobs on %s processors", m.trace.Name, format.Integer(int64(len(m.trace.Jobs))), format.Integer(m.trace.Machine))
}

// plural returns a number with what it counts.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

func (m *simulation) print(s streams, runs []sweep.Run) error {
	switch {
	case m.format == table.CSV:
		return sweep.Rows(runs).Write(s.out, table.CSV)
	case len(m.settings) > 1:
		return sweep.Compare(m.title(), runs).Write(s.out, table.Text)
	}
	title := fmt.Sprintf("%s under %s", m.title(), runs[0].Scheduler)
	if f := m.factors[0]; f != 1 {
		title += fmt.Sprintf(", shrinking factor %g", f)
	}
	return printTables(s, sweep.Details(title, runs[0]))
}

func printTables(s streams, tables []table.Table) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		if err := t.Write(s.out, table.Text); err != nil {
			return err
		}
	}
	return nil
}

// outputFlags name the files of each replay.
var outputFlags = []string{"jobs-out", "reservations-out", "gantt", "timeline"}

// outputs sets what is written of each replay.
func (m *simulation) outputs(c *cli.Context) {
	m.sweep.Outcome = func(index int, o *replay.Outcome) error {
		set := m.settings[index]
		for _, flag := range outputFlags {
			if path := c.String(flag); path != "" {
				if err := m.output(c, flag, m.path(path, set), set, o); err != nil {
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
		Title: m.trace.Name + " under " + m.settingText(set), From: c.Int64("from"), To: c.Int64("to"), NoGantt: flag == "timeline",
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
		if _, kind := splitSuffix(path); !slices.Contains(suffixes, kind) {
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
	return []string{"." + canvas.SVG, "." + canvas.PNG}
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

// splitSuffix cuts a path before its suffix, that before .gz included.
func splitSuffix(path string) (stem, suffix string) {
	suffix = filepath.Ext(path)
	if suffix == ".gz" {
		suffix = filepath.Ext(strings.TrimSuffix(path, suffix)) + suffix
	}
	return strings.TrimSuffix(path, suffix), suffix
}

// path puts scheduler and factor into a path where there is more than one.
func (m *simulation) path(path string, set sweep.Setting) string {
	stem, suffix := splitSuffix(path)
	for _, other := range m.settings {
		if other.Scheduler != set.Scheduler {
			stem += "-" + set.Scheduler
			break
		}
	}
	if len(m.factors) > 1 {
		stem += "-" + strconv.FormatFloat(set.Factor, 'f', -1, 64)
	}
	return stem + suffix
}

func (m *simulation) settingText(set sweep.Setting) string {
	text := set.Scheduler
	if set.Factor != 1 {
		text += fmt.Sprintf(", shrinking factor %g", set.Factor)
	}
	if set.Estimates != sweep.AsGiven {
		text += fmt.Sprintf(", %s estimates", set.Estimates)
	}
	return text
}

func (m *simulation) writeJobs(c *cli.Context, path string, set sweep.Setting, o *replay.Outcome) (err error) {
	w, err := stream.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if _, suffix := splitSuffix(path); strings.HasPrefix(suffix, ".csv") {
		return export.WriteJobs(w, o, m.trace.Machine, m.trace.Name)
	}
	notes := []string{
		"replayed by optgap simulate " + version() + " under " + m.settingText(set),
		"source: " + m.trace.Name + ", SHA-256 " + m.sha,
		"wait times are those of the replay; run times end at the estimate, status 0 says that the job was killed there",
	}
	for _, name := range c.FlagNames() {
		if name == "scheduler" || name == "shrink" || name == "perfect-estimates" || name == "no-kill" {
			continue
		}
		if f := categoryOf(c, name); f == categoryScheduler || f == categoryTrace {
			notes = append(notes, fmt.Sprintf("--%s %v", name, c.Value(name)))
		}
	}
	return swf.Write(w, swf.NewHeader(m.trace.Machine, notes...), export.Records(o))
}

// categoryOf returns the category of a flag.
func categoryOf(c *cli.Context, name string) string {
	for _, f := range c.Command.Flags {
		if f.Names()[0] != name {
			continue
		}
		if f, ok := f.(cli.CategorizableFlag); ok {
			return f.GetCategory()
		}
	}
	return ""
}
