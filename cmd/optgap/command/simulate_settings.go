package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// wholeSeconds reads one value of a list of times.
func wholeSeconds(text string) (int64, error) {
	d, err := time.ParseDuration(text)
	if err == nil && d%time.Second != 0 {
		err = strconv.ErrRange
	}
	return int64(d / time.Second), err
}

// shrinkFlag is --shrink.
func shrinkFlag(factors *[]float64, initial, usage string) *console.Option {
	const expected = "numbers above 0, such as 1,0.9"
	return console.List(
		factors,
		"shrink",
		initial,
		usage,
		expected,
		func(text string) (float64, error) {
			f, err := field.ParseNumber(text)
			if err == nil && !(f > 0 && f < 1e9) {
				err = strconv.ErrRange
			}
			return f, err
		},
	)
}

// renamed returns an error about a field with another name of the field.
func renamed(err error, name string) error {
	var wrong *optgap.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	return optgap.BadField(name, wrong.Found, wrong.Expected)
}

// asTyped is a value of a list of names.
func asTyped(name string) (string, error) { return name, nil }

// commandFlags are those of schedulers that are other programs, which go into commands.
func commandFlags(
	limit *time.Duration,
	lines *field.Lines,
	commands *[]batsim.Command,
	need console.Need,
) console.Flags {
	*limit = batsim.DefaultLimit
	return console.Flags{
		groupScheduler,
		console.Of(spec.DecisionLimitOption(limit, lines)).Under(console.GroupRun),
		console.Of(spec.CommandsOption(lines)).Only(need).Check(func() (err error) {
			*commands, err = schedulers.ParseCommands(*lines, *limit)
			return err
		}),
	}
}

// schedulerNames returns a function that returns the names of all schedulers.
func schedulerNames(commands *[]batsim.Command) func() []string {
	return func() []string {
		return slices.Concat(
			schedulers.Names(),
			[]string{schedulers.Recorded},
			batsim.Names(*commands),
		)
	}
}

// schedulersFlag is --scheduler of one or several of the schedulers, recorded, and those of the
// commands among them.
func schedulersFlag(
	names *[]string,
	initial, usage string,
	commands *[]batsim.Command,
) *console.Option {
	f := console.List(
		names,
		schedulerName,
		initial,
		usage,
		"",
		func(name string) (string, error) {
			return schedulers.Canonical(name, append(batsim.Names(*commands), allSchedulers)...)
		},
	)
	all := func() []string { return append(schedulerNames(commands)(), allSchedulers) }
	f.Spelt = schedulers.Spelt
	return f.Takes(all).Check(func() error {
		if !slices.Contains(*names, allSchedulers) {
			return nil
		}
		if len(*names) > 1 {
			return console.Usage(
				"found --scheduler %s, expected all by itself or names",
				f.Text(),
			)
		}
		*names = append(schedulers.Names(), batsim.Names(*commands)...)
		return nil
	})
}

// usesCommands reports whether each --scheduler-command is named.
func (m *simulation) usesCommands(*cli.Context) bool {
	return !slices.ContainsFunc(m.options.Commands, func(c batsim.Command) bool {
		return !slices.Contains(m.names, c.Name) && !strings.EqualFold(m.sweep.Against, c.Name)
	})
}

// tunesItself reports whether one of the schedulers is self-tuning dynP.
func (m *simulation) tunesItself(*cli.Context) bool {
	return slices.ContainsFunc(m.names, func(name string) bool {
		return slices.Contains(schedulers.SelfTuningNames(), schedulers.Base(name))
	})
}

// readWindows reads --windows.
func (m *simulation) readWindows() error {
	if m.windows == "" {
		return nil
	}
	jobs, count, _ := strings.Cut(m.windows, "x")
	n, err := strconv.Atoi(jobs)
	k, also := strconv.Atoi(count)
	if err != nil || also != nil {
		return optgap.BadText("--windows", m.windows, "jobs and their windows, such as 256x10")
	}
	m.sweep.Windows = &sweep.Windows{Jobs: n, Count: k}
	return nil
}

// checkWindows refuses windows that the trace does not have. Where no bounds of slowdowns are
// given, that of Zhang et al. (2020) for windows, 10 s, is among them.
func (m *simulation) checkWindows() error {
	w := m.sweep.Windows
	if w == nil {
		return nil
	}
	w.Seed = m.seed
	if !console.OptionOf(m.Command, "slowdown-bounds").IsSet() {
		m.sweep.Measure.Bounds = append([]int64{10}, performance.DefaultBounds()...)
	}
	return w.Check(len(m.trace.Jobs))
}

// readSites reads --sites.
func (m *simulation) readSites() error {
	if m.sites == "" {
		return nil
	}
	m.machines = nil
	for text := range strings.SplitSeq(m.sites, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		const most = 1 << 40
		if err != nil || n < 1 || n > most {
			expected := fmt.Sprintf("processors from 1 to %d, such as 100,240", int64(most))
			return optgap.BadText("--sites", text, expected)
		}
		m.machines = append(m.machines, n)
	}
	if len(m.machines) > 1<<10 {
		return optgap.BadField("--sites", len(m.machines), "at most 1024 sites")
	}
	return nil
}

// load reads the trace and the requests for reservations. A job that fits the
// widest site is usable.
func (m *simulation) load() (err error) {
	path := m.Args().First()
	in := m.input
	in.Labels = len(m.options.Commands) > 0
	if m.machines != nil {
		in.Machine = slices.Max(m.machines)
	}
	if err := m.readTrace(path, in); err != nil {
		return err
	}
	m.sweep.Sites = m.machines
	if m.machines != nil {
		m.trace.Machine = 0
		for _, n := range m.machines {
			m.trace.Machine += n
		}
	}
	switch m.reservations {
	case "":
		return nil
	case path:
		return console.Usage(
			"--reservations: found %s, the trace itself, expected another file",
			path,
		)
	}
	m.sweep.Reservations, m.requestsSHA, err = study.ReadRequests(m.reservations, m.In)
	return err
}

// knownWaits names the argument that says whether jobs are left out whose start the log does not
// tell.
const knownWaits = "known-waits"

// readTrace reads the trace.
func (m *simulation) readTrace(path string, in input) (err error) {
	names := lists.Each(m.settings, func(s sweep.Setting) string { return s.Scheduler })
	leftOut := false
	m.trace, m.sha, leftOut, err = loadFor(m.Call, names, path, in)
	if !leftOut {
		return err
	}
	m.settings = lists.Where(m.settings, func(s sweep.Setting) bool {
		return !schedulers.IsRecorded(s.Scheduler)
	})
	if schedulers.IsRecorded(m.sweep.Against) {
		m.sweep.Against = ""
	}
	return err
}

// loadFor reads the trace for schedulers, where recorded is among them with the starts of its log.
// Where the log tells none, and recorded has others beside it, the trace is read without. That
// recorded is left out is said.
func loadFor(c *console.Call, names []string, path string, in input) (
	t *swf.Trace, sha256 string, leftOut bool, err error,
) {
	asked := slices.ContainsFunc(names, schedulers.IsRecorded)
	others := slices.ContainsFunc(
		names,
		func(name string) bool { return !schedulers.IsRecorded(name) },
	)
	may := asked && others
	again := c.In
	if may && path == stream.Stdin { // it may have to be read twice
		var text bytes.Buffer
		c.In = io.TeeReader(c.In, &text)
		again = &text
	}
	in.Starts = asked
	t, sha256, err = in.load(c, path)
	if !may || !errors.Is(err, swf.ErrNoJobs) {
		return t, sha256, false, err
	}
	why := err
	in.Starts = false
	c.In = again
	t, sha256, err = in.load(c, path)
	if err == nil {
		c.Warn("%s is left out: %v", schedulers.Recorded, why)
	}
	return t, sha256, err == nil, err
}

// sayOverfull says where a log uses more processors than the machine has.
func (m *simulation) sayOverfull(runs []sweep.Run) {
	for _, r := range runs {
		if about := r.AboutOverfull(); about != "" {
			m.Say(
				"%s: %s: the machine was larger at times, or the times of the log overlap",
				r.Label(),
				about,
			)
		}
	}
}

// processors returns the processors on which the jobs of a replay have room: those of the machine,
// or more where a log uses more.
func (m *simulation) processors(set sweep.Setting, o *replay.Outcome) int64 {
	if !schedulers.IsRecorded(set.Scheduler) {
		return m.trace.Machine
	}
	return max(m.trace.Machine, performance.OverfullOf(o, m.trace.Machine).Busiest)
}
