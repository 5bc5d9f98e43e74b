package main

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/performance"
	"github.com/optgap/optgap/bench/schedulers"
	"github.com/optgap/optgap/bench/streit2002"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/swf"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/queueing"
)

const (
	categoryLoad      = "Load"
	categoryScheduler = "Schedulers"
	categoryMeasure   = "What is measured"
)

func simulateCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:      "simulate",
		Usage:     "replay a trace under schedulers and measure them",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Replays the trace under each scheduler and prints its performance metrics. Several
schedulers and shrinking factors are replayed side by side. Without TRACE it
takes a generated sample of 400 jobs. Jobs are killed at their estimates.

   optgap simulate TRACE.swf.gz
   optgap simulate --scheduler fcfs,easy,dynp-advanced --shrink 1,0.9,0.8 --plot plots TRACE.swf.gz
   optgap simulate --gantt week.svg --from 1000000 --to 1604800 TRACE.swf.gz
   optgap simulate --paper --plot figures TRACE.swf.gz

--paper regenerates Tables 4 to 6 of Streit (2002), with --plot Figures 2 to 8;
of the readings of his text, --replan queue comes nearest to his numbers.

Schedulers:
` + schedulerHelp(),
		Flags:  simulateFlags(),
		Action: func(c *cli.Context) error { return simulate(c, s) },
	}
}

func schedulerHelp() string {
	var b strings.Builder
	for _, name := range schedulers.Names() {
		fmt.Fprintf(&b, "   %-18s %s\n", name, schedulers.Describe(name))
	}
	return b.String()
}

func simulateFlags() []cli.Flag {
	var replans []string
	for _, r := range dynp.Replans() {
		replans = append(replans, string(r))
	}
	load, sched, meas, out := categoryLoad, categoryScheduler, categoryMeasure, categoryOutput
	return append(append(traceFlags(), resampleFlags()...), []cli.Flag{
		reservationsFlag(),
		sitesFlag(),
		&cli.StringFlag{Category: load, Name: "shrink", Value: "1", Usage: "shrinking `FACTOR[,FACTOR...]` of the interarrival times; below 1 raises the load"},
		&cli.BoolFlag{Category: load, Name: "perfect-estimates", Usage: "estimates are what the jobs run"},
		&cli.BoolFlag{Category: load, Name: "no-kill", Usage: "estimates of jobs that would be killed at them are raised to their run times"},
		&cli.StringFlag{Category: sched, Name: "scheduler", Value: schedulers.Default, Usage: "`NAME[,NAME...]`, see above; all: every one"},
		&cli.StringFlag{Category: sched, Name: "quality", Value: string(dynp.ARTwW), Usage: "dynP compares plans by this `METRIC`, or by several such as 2*artww+ms; of " + fmt.Sprint(dynp.QualityMetrics())},
		&cli.Float64Flag{Category: sched, Name: "slack", Usage: "dynP: the `PART` by which a new policy must be better, such as 0.05"},
		&cli.IntFlag{Category: sched, Name: "future-jobs", Usage: "dynP: only the first `N` started jobs of a plan count; 0: all"},
		&cli.DurationFlag{Category: sched, Name: "future-time", Usage: "dynP: only jobs that start within `TIME` count, such as 6h; 0: all"},
		&cli.StringFlag{Category: sched, Name: "policies", Usage: "dynP: `POLICY,POLICY...` to choose from instead of FCFS,SJF,LJF"},
		&cli.StringFlag{Category: sched, Name: "replan", Value: string(dynp.ReplanFull), Usage: "dynP: when plans are made and compared: " + strings.Join(replans, ", ")},
		&cli.BoolFlag{Category: sched, Name: "running", Usage: "dynP: running jobs count for a plan's quality too"},
		&cli.Float64Flag{Category: sched, Name: "lower", Value: dynp.HiPC2001().Lower, Usage: "basic-dynp: average estimate in `SECONDS` up to which SJF is used"},
		&cli.Float64Flag{Category: sched, Name: "upper", Value: dynp.HiPC2001().Upper, Usage: "basic-dynp: average estimate in `SECONDS` up to which FCFS is used, above it LJF"},
		&cli.BoolFlag{Category: sched, Name: "tune", Usage: "basic-dynp: search the bounds with the least ARTwW, from --lower and --upper on"},
		&cli.IntFlag{Category: sched, Name: "tune-replays", Value: 100, Usage: "replays that the search takes"},
		&cli.Uint64Flag{Category: sched, Name: "seed", Usage: "of the search for bounds and of --resample"},
		&cli.DurationFlag{Category: sched, Name: "aging", Usage: "first-fit: jobs that have waited `TIME` go first; 0: no aging"},
		&cli.DurationFlag{Category: sched, Name: "interactive", Value: queueing.DefaultInteractive * time.Second, Usage: "ivs: the longest estimate of an interactive job"},
		&cli.Float64Flag{Category: sched, Name: "slack-factor", Value: 1, Usage: "slack: a job may be delayed by `FACTOR` average waits"},
		&cli.StringFlag{Category: meas, Name: "bounds", Value: "60,300", Usage: "`SECONDS[,SECONDS...]` to which slowdowns are bounded"},
		&cli.DurationFlag{Category: meas, Name: "warm-up", Usage: "leave out the first `TIME` of the trace: jobs submitted in it, and its share of util, loc and queue"},
		&cli.BoolFlag{Category: meas, Name: "cut-drain", Usage: "measure util, loc, queue and throughput up to the last submission instead of the last end"},
		&cli.StringFlag{Category: out, Name: "format", Value: "table", Usage: "table, csv or json (one object per replay and line)"},
		wideFlag(),
		&cli.StringFlag{Category: out, Name: "jobs-out", Usage: "write each job's start and end to `FILE` (.csv with Batsim's columns, then the site under --sites; .swf; .gz of both); with several replays one file each"},
		&cli.StringFlag{Category: out, Name: "reservations-out", Usage: "write the answer to each request for a reservation to `FILE` (.jsonl or .jsonl.gz)"},
		&cli.StringFlag{Category: out, Name: "gantt", Usage: "draw jobs, reservations, busy processors and queue into `FILE` (.svg, .png or .pdf)"},
		&cli.StringFlag{Category: out, Name: "timeline", Usage: "draw busy processors and queue only into `FILE` (.svg, .png or .pdf)"},
		&cli.Int64Flag{Category: out, Name: "from", Usage: "`SECOND` of the trace at which drawings begin; 0: the first submission"},
		&cli.Int64Flag{Category: out, Name: "to", Usage: "`SECOND` of the trace at which drawings end; 0: the last end"},
		&cli.StringFlag{Category: out, Name: "plot", Usage: "plot the metrics against the shrinking factor into `DIR` (PNG, SVG and PDF)"},
		noTitlesFlag(),
		&cli.BoolFlag{Category: out, Name: "paper", Usage: "Tables 4 to 6 of Streit (2002); with --plot Figures 2 to 8"},
		&cli.StringFlag{Category: out, Name: "paper-set", Usage: "print the paper's numbers for `SET` beside them: " + strings.Join(streit2002.Names(), ", ") + " or none; by default the one that the trace's name tells"},
		&cli.IntFlag{Category: categoryRun, Name: "workers", Value: runtime.NumCPU(), Usage: "replays side by side"},
		&cli.BoolFlag{Category: out, Name: "quiet", Usage: "no progress and no notes on standard error"},
	}...)
}

// simulation is what the flags ask for.
type simulation struct {
	trace    *swf.Trace
	sha      string
	format   string
	settings []sweep.Setting
	factors  []float64
	sweep    sweep.Sweep
	notes    *notes
}

func simulate(c *cli.Context, s streams) error {
	if err := arguments(c, 0, 1, "at most one, the trace"); err != nil {
		return err
	}
	m, err := newSimulation(c)
	if err != nil {
		return err
	}
	path := c.Args().First()
	if path == "" {
		var remove func()
		if path, remove, err = sampleFile(); err != nil {
			return err
		}
		defer remove()
	}
	if err := m.load(c, s, path); err != nil {
		return err
	}
	m.notes = newNotes(s.err, c.Bool("quiet"))
	for _, w := range m.trace.Warnings() {
		m.notes.say("%s", w)
	}
	if err := m.resample(c); err != nil {
		return err
	}
	m.sweep.Trace, m.sweep.Machine, m.sweep.Jobs = m.trace.Name, m.trace.Machine, m.trace.Jobs
	if c.Bool("paper") {
		return m.paper(c, s)
	}
	return m.run(c, s)
}

// newSimulation reads the flags.
func newSimulation(c *cli.Context) (*simulation, error) {
	form, err := formatFlag(c, table.Text, table.CSV, formatJSON)
	if err != nil {
		return nil, err
	}
	m := &simulation{format: form, sweep: sweep.Sweep{Workers: c.Int("workers")}}
	if n := m.sweep.Workers; n < 1 || n > maxWorkers {
		return nil, &optgap.FieldError{Field: "--workers", Found: strconv.Itoa(n), Expected: fmt.Sprintf("1 to %d", maxWorkers)}
	}
	if m.factors, err = list(c, "shrink", "numbers above 0, such as 1,0.9", func(text string) (float64, error) {
		f, err := strconv.ParseFloat(text, 64)
		if err == nil && !(f > 0 && f < 1e9) {
			err = strconv.ErrRange
		}
		return f, err
	}); err != nil {
		return nil, err
	}
	m.sweep.Measure = performance.Options{CutDrain: c.Bool("cut-drain")}
	if m.sweep.Measure.Bounds, err = list(c, "bounds", "whole seconds, such as 60,300", func(text string) (int64, error) {
		return strconv.ParseInt(text, 10, 64)
	}); err != nil {
		return nil, err
	}
	if m.sweep.Measure.WarmUp, err = seconds(c, "warm-up"); err != nil {
		return nil, err
	}
	if err := m.sweep.Measure.Validate(); err != nil {
		return nil, err
	}
	if err := checkOutputs(c); err != nil {
		return nil, err
	}
	return m, m.readSettings(c)
}

// readSettings makes a setting of each scheduler and factor.
func (m *simulation) readSettings(c *cli.Context) error {
	o, err := schedulerOptions(c)
	if err != nil {
		return err
	}
	names, err := list(c, "scheduler", "", func(name string) (string, error) { return strings.ToLower(name), nil })
	if err != nil {
		return err
	}
	if slices.Contains(names, "all") {
		if len(names) > 1 {
			return usage("simulate: found --scheduler %s, expected all by itself or names", c.String("scheduler"))
		}
		names = schedulers.Names()
	}
	tune := 0
	if c.Bool("tune") {
		if tune = c.Int("tune-replays"); tune < 1 {
			return &optgap.FieldError{Field: "--tune-replays", Found: strconv.Itoa(tune), Expected: "at least 1"}
		}
		if !slices.Contains(names, sweep.Basic) {
			return usage("simulate: found --tune without --scheduler %s, which it is for", sweep.Basic)
		}
	}
	for _, name := range names {
		if err := schedulers.Known(name); err != nil {
			return err
		}
		for _, f := range m.factors {
			m.settings = append(m.settings, sweep.Setting{Scheduler: name, Options: o, Factor: f, Estimates: estimates(c), Tune: tune, Seed: c.Uint64("seed")})
		}
	}
	return nil
}

func estimates(c *cli.Context) sweep.Estimates {
	switch perfect, sufficient := c.Bool("perfect-estimates"), c.Bool("no-kill"); {
	case perfect && sufficient:
		return sweep.PerfectSufficient
	case perfect:
		return sweep.Perfect
	case sufficient:
		return sweep.Sufficient
	}
	return sweep.AsGiven
}
