package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/stream"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/swf"
)

// run replays every setting and prints the results in their order. What was
// finished before an error is printed too.
func (m *simulation) run(c *cli.Context, s streams) error {
	if err := m.outputs(c); err != nil {
		return err
	}
	if m.format == "json" {
		w := record.NewWriter(s.out)
		m.sweep.Result = func(r sweep.Run) error { return w.Write(r) }
	}
	runs, err := m.replay(c, m.settings)
	if len(runs) > 0 && m.format != "json" {
		err = errors.Join(err, m.print(s, runs))
	}
	if dir := c.String("plot"); dir != "" && err == nil {
		files, plotErr := sweep.WriteFigures(dir, sweep.Plots(m.title(), runs))
		m.notes.say("%d plots in %s", files, dir)
		return plotErr
	}
	return err
}

// replay runs settings with a progress bar.
func (m *simulation) replay(c *cli.Context, settings []sweep.Setting) ([]sweep.Run, error) {
	m.notes.say("%s, %d replays", m.title(), len(settings))
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
		return fmt.Sprintf("%s: %s jobs on %d sites with %s processors", m.trace.Name, report.Seconds(int64(len(m.trace.Jobs))), n, report.Seconds(m.trace.Machine))
	}
	return fmt.Sprintf("%s: %s jobs on %s processors", m.trace.Name, report.Seconds(int64(len(m.trace.Jobs))), report.Seconds(m.trace.Machine))
}

func (m *simulation) print(s streams, runs []sweep.Run) error {
	switch {
	case m.format == report.TableCSV:
		return sweep.Rows(runs).Write(s.out, report.TableCSV)
	case len(m.settings) > 1:
		return sweep.Compare(m.title(), runs).Write(s.out, report.TableText)
	}
	title := fmt.Sprintf("%s under %s", m.title(), runs[0].Scheduler)
	if f := m.factors[0]; f != 1 {
		title += fmt.Sprintf(", shrinking factor %g", f)
	}
	return printTables(s, sweep.Details(title, runs[0]))
}

func printTables(s streams, tables []report.Table) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		if err := t.Write(s.out, report.TableText); err != nil {
			return err
		}
	}
	return nil
}

// outputs sets what is written of each replay. Every path is looked at before
// anything is replayed.
func (m *simulation) outputs(c *cli.Context) error {
	jobs, gantt, timeline := c.String("jobs-out"), c.String("gantt"), c.String("timeline")
	switch _, kind := splitSuffix(jobs); strings.TrimSuffix(kind, ".gz") {
	case ".csv", ".swf", "":
	default:
		return &optgap.FieldError{Field: "--jobs-out", Found: fmt.Sprintf("%q", jobs), Expected: "a file .csv or .swf, or .gz of these"}
	}
	for flag, path := range map[string]string{"--gantt": gantt, "--timeline": timeline} {
		if _, kind := splitSuffix(path); path != "" && kind != ".svg" && kind != ".png" {
			return &optgap.FieldError{Field: flag, Found: fmt.Sprintf("%q", path), Expected: "a file .svg or .png"}
		}
	}
	if jobs == "" && gantt == "" && timeline == "" {
		return nil
	}
	m.sweep.Outcome = func(index int, o *replay.Outcome) error {
		set := m.settings[index]
		if jobs != "" {
			if err := m.writeJobs(c, m.path(jobs, set), set, o); err != nil {
				return err
			}
		}
		view := report.ReplayOptions{Title: m.trace.Name + " under " + m.settingText(set), From: c.Int64("from"), To: c.Int64("to")}
		if gantt != "" {
			if err := report.WriteReplay(m.path(gantt, set), o, m.trace.Machine, view); err != nil {
				return err
			}
		}
		if view.NoGantt = true; timeline != "" {
			return report.WriteReplay(m.path(timeline, set), o, m.trace.Machine, view)
		}
		return nil
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
		return report.WriteJobs(w, o, m.trace.Machine, m.trace.Name)
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
	return swf.Write(w, swf.NewHeader(m.trace.Machine, notes...), report.JobRecords(o))
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
