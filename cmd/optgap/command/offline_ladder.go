package command

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// ladder are the flags of offline about how far schedulers are from the best possible.
type ladder struct {
	names    []string // schedulers
	lines    field.Lines
	limit    time.Duration // of each decision of a command
	commands []batsim.Command
	work     int64
	plots    console.Plots
}

// ladderFlags are those that do not change the bound.
var ladderFlags = []string{schedulerName, "scheduler-command", "step-work"}

func (l *ladder) flags() console.Flags {
	plots := l.plots.Flags(
		"draw the way from each scheduler down to the bound into `DIR` (.svg, .png and .pdf)",
	)
	return console.Flags{
		console.Limit(
			plots,
			"plot",
			console.WithFlag(schedulerName),
		),
		commandFlags(&l.limit, &l.lines, &l.commands, console.WithFlag(schedulerName)),
		groupScheduler,
		schedulersFlag(
			&l.names,
			"",
			"say how far the schedulers `NAME,NAME...` are from the best possible, and why; all: "+
				"every one but "+schedulers.Recorded,
			&l.commands,
		),
		console.Flag(&l.work, "step-work", "limit of the search at each step of the replays between, `N` units of about a "+
			"nanosecond").
			AtLeast("1").
			Only(console.WithFlag(schedulerName)),
	}
}

// climbed are the ladders of the schedulers, with the starts of their replays.
type climbed struct {
	ladders []*record.Ladder
	starts  [][]int64
	failed  []report.FailedReplay // schedulers without a ladder
}

// climb replays the trace under the schedulers, and as the rungs between. It returns the best
// schedule with what these replays add to it, which the folder keeps.
func (o *offlinePlan) climb(best *record.Offline) (_ *record.Offline, up climbed, err error) {
	rungs, err := o.rungs(best.OfflineTrace)
	if err != nil {
		return best, up, err
	}
	replays, lost := o.replays()
	up.failed = failedOf(lost, nil)
	if lost != nil && up.failed == nil {
		return best, up, lost
	}
	better, err := clairvoyant.Refine(o.Context, best, rungs, replays, o.trace.Jobs, o.options)
	if err == nil && better != best {
		err = o.inBest(best.OfflineTrace, func(kept *clairvoyant.Folder) error {
			kept.Renew()
			return kept.Result(*better)
		})
	}
	if err != nil {
		return best, up, err
	}
	for _, s := range replays {
		l, err := clairvoyant.LadderOf(better, rungs, o.trace.Jobs, s)
		if err != nil {
			return better, up, err
		}
		up.ladders = append(up.ladders, l)
		up.starts = append(up.starts, s.Starts)
	}
	record.ShareFound(up.ladders)
	return better, up, lost
}

// tell says how far the schedulers are from the best possible, and why.
func (o *offlinePlan) tell(best *record.Offline, up climbed) error {
	numbers := report.TraceNumbers(up.ladders, o.trace.Jobs, best, up.starts)
	numbers.Failed = up.failed
	numbers.Interrupted = o.Context.Err() != nil
	if err := o.writeAnswer(o.Out, numbers); err != nil {
		return err
	}
	ladders := up.ladders
	failed := report.FailedText(up.failed)
	if len(ladders) == 0 {
		return printAs(
			o.Out,
			o.printing,
			answer[report.FailedReplay]{lines: up.failed, before: failed},
		)
	}
	if err := o.ladder.plots.Draw(figure.Set{"ladder": report.LadderFigure(ladders)}); err != nil {
		return err
	}
	a := answer[*record.Ladder]{
		lines:  ladders,
		rows:   func() table.Table { return table.Rows(table.Fields[record.Ladder](), ladders) },
		tables: []table.Table{report.LadderTable(ladders)},
	}
	a.before = failed
	for _, l := range ladders {
		a.before += report.LadderText(l) + "\n"
	}
	a.before += report.LadderSteps(ladders[0]) + "\n\n"
	if err := printAs(o.Out, o.printing, a); err != nil || !o.printing.json() {
		return err
	}
	return record.WriteLines(o.Out, up.failed)
}

// rungs returns the replays between the schedulers and the best schedule. With --out each is kept
// as it ends.
func (o *offlinePlan) rungs(of record.OfflineTrace) (rungs []record.Rung, err error) {
	of.Format = record.RungFormat
	arguments := o.arguments()
	for _, name := range append([]string{"seed"}, clairvoyant.Layout.Limits...) {
		delete(arguments, name)
	}
	arguments["step-work"] = fmt.Sprint(o.ladder.work)
	var traces []record.RungTrace
	for _, name := range clairvoyant.RungNames() {
		g := record.RungTrace{OfflineTrace: of, Rung: name, StepWork: o.ladder.work}
		traces = append(traces, g)
	}
	work := func(kept *clairvoyant.Rungs) error {
		for _, g := range traces {
			climb := func(ctx context.Context) (record.Rung, error) { return o.rung(ctx, g) }
			r, err := kept.Once(o.Context, g.Rung, climb)
			if err != nil {
				return err
			}
			rungs = append(rungs, r)
		}
		return nil
	}
	dir := ""
	if o.dir != "" {
		dir = filepath.Join(o.dir, clairvoyant.RungsDir)
	}
	err = inFolder(o, dir, clairvoyant.RungsLayout, arguments, traces, work)
	return rungs, err
}

// rung replays a rung.
func (o *offlinePlan) rung(ctx context.Context, g record.RungTrace) (record.Rung, error) {
	done := o.Progress(len(o.trace.Jobs), "job", func() string { return ", rung " + g.Rung })
	defer done.End()
	r, err := clairvoyant.Climb(ctx, g, o.trace.Jobs, done.Step)
	if err != nil {
		return record.Rung{}, err
	}
	return *r, nil
}

// replays replays the trace under the schedulers, with estimates and, but for the log itself, with
// run times.
func (o *offlinePlan) replays() (all []clairvoyant.Replayed, err error) {
	var settings []sweep.Setting
	for _, name := range o.ladder.names {
		set := sweep.Setting{
			Scheduler: name,
			Options:   schedulers.Options{Commands: o.ladder.commands},
		}
		settings = append(settings, set)
		if !schedulers.IsRecorded(name) {
			set.Estimates = sweep.Perfect
			settings = append(settings, set)
		}
	}
	starts := make([][]int64, len(settings))
	runs, err := sweep.Sweep{
		Trace:   *o.trace,
		Workers: o.options.Workers,
		Watch:   &watch{Call: o.Call, silent: true},
		Outcome: func(i int, out *replay.Outcome) error {
			starts[i] = out.Starts
			return nil
		},
	}.Run(o.Context, settings)
	for _, r := range runs {
		if r.Estimates != sweep.AsGiven {
			continue
		}
		i := slices.IndexFunc(
			settings,
			func(set sweep.Setting) bool { return set.Key() == r.Key() },
		)
		s := clairvoyant.Replayed{
			Scheduler: r.Label(),
			Starts:    starts[i],
			Overfull:  r.AboutOverfull(),
		}
		if !schedulers.IsRecorded(r.Scheduler) {
			s.Exact = starts[i+1]
			if s.Exact == nil { // that replay is lost
				continue
			}
		}
		all = append(all, s)
	}
	return all, err
}
