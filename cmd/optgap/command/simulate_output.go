package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/reservation"
)

// run replays every setting and prints the results in their order. What was
// finished before an error is printed too.
func (m *simulation) run() error {
	m.sweep.Outcome = m.outcome()
	if m.json() {
		m.sweep.Result = func(r sweep.Run) error { return record.WriteLine(m.Out, r) }
	}
	runs, err := m.replays()
	m.sayOverfull(runs)
	failed := failedOf(err, runs)
	if len(runs)+len(failed) > 0 {
		err = errors.Join(err, m.print(runs, failed))
	}
	if err != nil {
		return err
	}
	return m.plots.Draw(report.SweepFigures(report.SweepTitle(m.sweep), runs))
}

// replays does the replays, keeps them in the folder of --out and tells of the progress.
func (m *simulation) replays() (runs []sweep.Run, err error) {
	id := folder.Identify(m.trace.Name, m.sha, console.Version(), m.arguments())
	m.sweep.Folder, err = sweep.OpenFolder(
		m.out,
		m.settings,
		id,
		m.trace.Skipped,
		"scheduler",
		"shrink",
	)
	if err != nil {
		return nil, err
	}
	m.Say("%s, %s", report.SweepTitle(m.sweep), format.Count(len(m.settings), "replay"))
	m.sweep.Watch = &watch{Call: m.Call, kept: m.out != ""}
	runs, err = m.sweep.Run(m.Context, m.settings)
	if lost, ok := errors.AsType[*sweep.Lost](err); ok {
		m.Say("lost: %s; with --out the same command tries these alone again", strings.Join(
			lists.Each(lost.Settings, sweep.Setting.Description), "; "))
	}
	return runs, err
}

// failedOf returns the replays that an error says are lost, and that are not among the runs.
func failedOf(err error, runs []sweep.Run) (failed []report.FailedReplay) {
	lost := &sweep.Lost{}
	errors.As(err, &lost)
	for i, set := range lost.Settings {
		if !slices.ContainsFunc(runs, func(r sweep.Run) bool { return r.Key() == set.Key() }) {
			failed = append(
				failed,
				report.FailedReplay{Scheduler: set.Description(), Reason: lost.Faults[i].Error()},
			)
		}
	}
	return failed
}

// print prints runs as CSV or tables, and first the replays that failed. JSON lines of runs are
// printed as they come.
func (m *simulation) print(runs []sweep.Run, failed []report.FailedReplay) error {
	if m.json() {
		return record.WriteLines(m.Out, failed)
	}
	if len(runs) == 0 {
		return printAs(m.Out, m.printing, answer[sweep.Run]{before: report.FailedText(failed)})
	}
	return printAs(m.Out, m.printing, answer[sweep.Run]{
		rows:   func() table.Table { return sweep.Rows(runs) },
		tables: report.SweepTables(m.sweep, m.settings, runs),
		before: report.FailedText(failed),
	})
}

// replayOutput is an output of one file for each replay.
type replayOutput struct {
	path  string // "": it is not asked for
	write func(path string, set sweep.Setting, o *replay.Outcome) error
}

// outcome writes the files of a replay, and draws those of a load once they are complete.
// It is nil if no flag asks for either.
func (m *simulation) outcome() func(int, *replay.Outcome) error {
	asked := lists.Where(m.outputs, func(out *replayOutput) bool { return out.path != "" })
	if m.drawn != "" {
		m.replayed = make([]*replay.Outcome, len(m.settings))
		m.sweep.ByLoad = true
	}
	if len(asked) == 0 && m.replayed == nil {
		return nil
	}
	return func(index int, o *replay.Outcome) error {
		set := m.settings[index]
		for _, out := range asked {
			if err := out.write(set.Path(out.path, m.asked), set, o); err != nil {
				return err
			}
		}
		return m.draw(index, o)
	}
}

// replayFile is the flag of an output of one file for each replay.
func (m *simulation) replayFile(
	name, usage string,
	write func(path string, set sweep.Setting, o *replay.Outcome) error,
	endings ...string,
) *console.Option {
	out := &replayOutput{write: write}
	m.outputs = append(m.outputs, out)
	return console.Flag(&out.path, name, usage).
		Writes(endings...).
		Each(func(path string) ([]string, error) {
			err := m.readSettings()
			return pathsOf(m.settings, path), err
		})
}

// gantt is the flag of a picture of the replays of each load, one above the other.
func (m *simulation) gantt(usage string) *console.Option {
	flag := console.Flag(&m.drawn, "gantt", usage).Writes(console.Pictures...)
	return flag.Each(func(path string) ([]string, error) {
		if err := m.readSettings(); err != nil {
			return nil, err
		}
		loads := m.loads()
		if n := len(m.settings) / len(loads); n > mostDrawn {
			return nil, optgap.BadField(
				"--gantt",
				fmt.Sprintf("%d schedulers", n),
				fmt.Sprintf("at most %d", mostDrawn),
			)
		}
		return pathsOf(loads, path), nil
	})
}

// pathsOf returns the path of the file of each setting.
func pathsOf(settings []sweep.Setting, path string) []string {
	return lists.Each(settings, func(s sweep.Setting) string { return s.Path(path, settings) })
}

// mostDrawn is the largest number of replays in a picture.
const mostDrawn = 40

// loads returns a setting of each load.
func (m *simulation) loads() (loads []sweep.Setting) {
	for _, set := range m.settings {
		if set.Label() == m.settings[0].Label() {
			loads = append(loads, set)
		}
	}
	return loads
}

// draw keeps a replay for the picture. The last of a load has it drawn, and the replays of the load
// are let go.
func (m *simulation) draw(index int, o *replay.Outcome) error {
	if m.replayed == nil {
		return nil
	}
	m.keeping.Lock()
	defer m.keeping.Unlock()
	m.replayed[index] = o
	factor := m.settings[index].ShrinkingFactor()
	own := slices.DeleteFunc(lists.Places[int](len(m.settings)), func(i int) bool {
		return m.settings[i].ShrinkingFactor() != factor
	})
	if slices.ContainsFunc(own, func(i int) bool { return m.replayed[i] == nil }) {
		return nil
	}
	draw := func() (figure.Picture, error) { return m.picture(own) }
	path := m.settings[own[0]].Path(m.drawn, m.loads())
	if err := figure.WriteFile(path, draw); err != nil {
		return err
	}
	for _, i := range own {
		m.replayed[i] = nil
	}
	return nil
}

// readDraw reads --draw.
func (m *simulation) readDraw() error {
	if m.draws == "" {
		return nil
	}
	from, to, parted := strings.Cut(m.draws, ":")
	second := func(text string, into *int64) (err error) {
		if text != "" {
			*into, err = strconv.ParseInt(text, 10, 64)
		}
		return err
	}
	if err := errors.Join(second(from, &m.from), second(to, &m.to)); err != nil || !parted {
		return optgap.BadText("--draw", m.draws, "seconds of the trace, such as 1000000:1604800")
	}
	return nil
}

// picture returns the picture of the replays of a load, by their places.
func (m *simulation) picture(own []int) (figure.Picture, error) {
	load := m.settings[own[0]]
	panels := lists.Each(own, func(i int) gantt.ReplayPanel {
		set := m.settings[i]
		o := m.replayed[i]
		return gantt.ReplayPanel{Title: set.Label(), Outcome: o, Machine: m.processors(set, o)}
	})
	load.Scheduler = figure.Name(load.Scheduler)
	if len(panels) > 1 {
		load.Scheduler = format.Count(len(panels), "scheduler")
	}
	return gantt.Replay(gantt.ReplayOptions{
		Title:   m.trace.Name + " under " + load.Description(),
		NoTitle: m.plots.NoTitle,
		Width:   m.plots.Width,
		From:    m.from,
		To:      m.to,
	}, panels...)
}

// writeAnswers writes a JSON line for each request for a reservation, in the
// order in which they were decided.
func writeAnswers(path string, _ sweep.Setting, o *replay.Outcome) error {
	answer := func(d reservation.Decision) record.Answer { return record.AnswerOf(d, o.Sites != nil) }
	return stream.WriteFile(path, func(out io.Writer) error {
		return record.WriteLines(out, lists.Each(o.Reservations, answer))
	})
}

func (m *simulation) writeJobs(path string, set sweep.Setting, o *replay.Outcome) error {
	return writeReplay(path, o, m.processors(set, o), m.trace, m.provenance(set))
}

// writeReplay writes the jobs of a replay as CSV or SWF, by the ending of the path. notes say where
// they come from.
func writeReplay(
	path string,
	o *replay.Outcome,
	machine int64,
	t *swf.Trace,
	notes []string,
) error {
	return stream.WriteFile(path, func(w io.Writer) error {
		if _, suffix := stream.SplitSuffix(path); strings.HasPrefix(suffix, ".csv") {
			return batsim.WriteJobs(w, o, machine, t.Name)
		}
		return swf.Write(w, swf.NewHeader(t.Machine, notes...), batsim.Records(o))
	})
}

// arguments returns the flags on which results depend. The checksum of the requests for
// reservations stands in the place of their path, as the content of the file counts.
func (m *simulation) arguments() map[string]string {
	flags := shaping(m.Call)
	if m.requestsSHA != "" {
		flags["reservations"] = m.requestsSHA
	}
	// Jobs whose start the log does not tell are left out of all replays.
	if m.trace.Skipped[swf.NoWait] > 0 {
		flags[knownWaits] = "true"
	}
	return flags
}

// provenance says where the jobs of a replay come from.
func (m *simulation) provenance(set sweep.Setting) []string {
	notes := []string{
		"replayed by optgap simulate " + console.Version() + " under " + set.Description(),
		"source: " + m.trace.Name + ", SHA-256 " + m.sha,
		"wait times are those of the replay; run times end at the estimate, status 0 says that the job was killed there",
	}
	for _, o := range console.Options(m.Command) {
		if (o.Group == groupTrace || o.Group == groupScheduler) && o.Name != schedulerName &&
			o.IsSet() {
			notes = append(notes, fmt.Sprintf("--%s %v", o.Name, o.Text()))
		}
	}
	return notes
}
