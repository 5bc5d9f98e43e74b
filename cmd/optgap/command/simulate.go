package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/queueing"
)

const (
	categoryLoad      = "Load"
	categoryScheduler = "Schedulers"
	categoryMeasure   = "What is measured"
)

// dynPPoliciesName is the flag with the policies of dynP.
const dynPPoliciesName = "dynp-policies"

func simulateCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "simulate",
		Usage:     "replay a trace under schedulers and measure them",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Replays the trace under each scheduler and prints its performance metrics. Several
schedulers and shrinking factors are replayed side by side. Without TRACE it
takes a generated sample of 400 jobs. Jobs are killed at their estimates.

Jobs submitted in one second are decided one by one, after the jobs that end in that
second, and in the order of the trace, which may not be that of their ids. Where a
policy finds two jobs equal, the earlier submission goes first, then the smaller id.
Basic dynP keeps its policy while fewer than five jobs wait. Conservative backfilling
compresses its plan in the order of the planned starts.

With --out DIR each run is kept as it ends, and an interrupted sweep goes on when the
same command is given again. Jobs and answers are not kept: --jobs-out,
--reservations-out, --gantt and --timeline do every replay again.

Scheduler recorded starts each job when the log of the trace says (wait time, field 3),
so that the other schedulers stand beside what the machine did. That compares more than
schedulers: the machine had outages, priorities, reservations and dependencies that a
trace does not tell. Times at which more processors are busy than the machine has are
counted. Jobs without a wait time are left out of all replays.

   optgap simulate TRACE.swf.gz
   optgap simulate --scheduler fcfs,easy --shrink 1,0.9,0.8 --plot plots TRACE.swf.gz
   optgap simulate --gantt week.svg --draw-from 1000000 --draw-to 1604800 TRACE.swf.gz

Schedulers:
` + schedulerHelp(),
		Flags:  console.Limited(simulateFlags(), simulateEffects()),
		Action: func(c *cli.Context) error { return simulate(c, s) },
	}
}

func schedulerHelp() string {
	var b strings.Builder
	width := 18
	for _, name := range schedulers.OwnNames() {
		width = max(width, len(name))
	}
	for _, name := range append(schedulers.Names(), schedulers.Recorded) {
		fmt.Fprintf(&b, "   %-*s %s\n", width, name, hanging(schedulers.Describe(name), 4+width))
	}
	return b.String()
}

func simulateFlags() []cli.Flag {
	load, sched, meas, out := categoryLoad, categoryScheduler, categoryMeasure, console.CategoryOutput
	return slices.Concat(traceFlags(), []cli.Flag{
		knownWaitsFlag(),
		reservationsFlag(),
		sitesFlag(),
		&cli.StringFlag{
			Category: load, Name: "shrink", Value: "1",
			Usage: "shrinking `FACTOR,FACTOR...` of the interarrival times; below 1 raises the load",
		},
		&cli.BoolFlag{Category: load, Name: "perfect-estimates", Usage: "estimates are what the jobs run"},
		&cli.BoolFlag{
			Category: load, Name: "no-kill",
			Usage: "estimates of jobs that would be killed at them are raised to their run times",
		},
		&cli.StringFlag{
			Category: sched, Name: "scheduler", Value: schedulers.Default,
			Usage: "`NAME,NAME...`, see above; all: every one but " + schedulers.Recorded,
		},
		&cli.StringFlag{
			Category: sched, Name: "quality", Value: string(dynp.ARTwW),
			Usage: "compare plans by this `METRIC`, or by several such as 2*artww+ms; of " + fmt.Sprint(dynp.QualityMetrics()),
		},
		&cli.StringFlag{
			Category: sched, Name: dynPPoliciesName,
			Usage: "`NAME,NAME...` of the policies that dynP chooses from instead of FCFS,SJF,LJF",
		},
	}, dynPFlags(dynp.ReplanFull), []cli.Flag{
		&cli.StringFlag{
			Category: sched, Name: "lower", Value: duration(dynp.HiPC2001().Lower).String(),
			Usage: "`TIME,TIME...`: average estimate up to which SJF is used; a replay for each",
		},
		&cli.StringFlag{
			Category: sched, Name: "upper", Value: duration(dynp.HiPC2001().Upper).String(),
			Usage: "`TIME,TIME...`: average estimate up to which FCFS is used, above it LJF; a replay for each that is " +
				"not below --lower",
		},
		&cli.Uint64Flag{Category: sched, Name: "seed", Usage: "`N`, the seed of shuffles"},
		&cli.DurationFlag{Category: sched, Name: "aging", Usage: "jobs that have waited `TIME` go first; 0: no aging"},
		&cli.DurationFlag{
			Category: sched, Name: "interactive", Value: queueing.DefaultInteractive * time.Second,
			Usage: "`TIME`, the longest estimate of an interactive job",
		},
		&cli.Float64Flag{
			Category: sched, Name: "slack-factor", Value: 1, Usage: "a job may be delayed by `FACTOR` average waits",
		},
		shufflesFlag(sched),
		&cli.StringFlag{
			Category: meas, Name: "slowdown-bounds", Value: "60s,300s",
			Usage: "`TIME,TIME...` to which run times are raised in bounded slowdowns",
		},
		&cli.DurationFlag{
			Category: meas, Name: "warm-up",
			Usage: "leave out the first `TIME` of the trace: jobs submitted in it, and its share of util, loc and queue",
		},
		&cli.BoolFlag{
			Category: meas, Name: "cut-drain",
			Usage: "measure util, loc, queue and throughput up to the last submission instead of the last end",
		},
		console.OutputFormatFlag("one object per replay and line"),
		console.WideFlag(),
		sweepFolder("; an interrupted sweep goes on there, also with more schedulers and factors"),
		replayFile("jobs-out", "write each job's start and end to `FILE` "+
			"(.csv with Batsim's columns, then the site under --sites; .swf; .gz of both); with several replays one file each",
			".csv", ".swf", ".csv.gz", ".swf.gz"),
		replayFile("reservations-out",
			"write the answer to each request for a reservation to `FILE` (.jsonl or .jsonl.gz)", ".jsonl", ".jsonl.gz"),
		replayFile("gantt",
			"draw jobs, reservations, busy processors and queue into `FILE` (.svg, .png or .pdf)", console.Pictures...),
		replayFile("timeline",
			"draw busy processors and queue only into `FILE` (.svg, .png or .pdf)", console.Pictures...),
		&cli.Int64Flag{
			Category: out, Name: "draw-from", Usage: "`SECOND` of the trace at which drawings begin; 0: the first submission",
		},
		&cli.Int64Flag{Category: out, Name: "draw-to", Usage: "`SECOND` of the trace at which drawings end; 0: the last end"},
		console.PlotFlag("plot the metrics against the shrinking factor into `DIR` (.svg, .png and .pdf)"),
		console.NoTitlesFlag(),
		console.WidthFlag("plot", "gantt"),
		console.WorkersFlag("`N` replays side by side"),
		console.QuietFlag(),
	})
}

// simulation holds the replays that the flags ask for.
type simulation struct {
	trace       *swf.Trace
	sha         string // SHA-256 of the trace
	requestsSHA string // of the requests for reservations; "": none
	format      string
	settings    []sweep.Setting
	sweep       sweep.Sweep
	notes       *console.Notes
}

func simulate(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 1, "at most one, the trace"); err != nil {
		return err
	}
	m, err := newSimulation(c)
	if err != nil {
		return err
	}
	if err := m.load(c, s, c.Args().First()); err != nil {
		return err
	}
	m.notes = console.NewNotes(s, c.Bool("quiet"))
	for _, w := range m.trace.Warnings() {
		m.notes.Say("%s", w)
	}
	m.sweep.Trace, m.sweep.Machine, m.sweep.Jobs = m.trace.Name, m.trace.Machine, m.trace.Jobs
	return named(c, m.run(c, s))
}

// newSimulation reads the flags.
func newSimulation(c *cli.Context) (*simulation, error) {
	form, err := console.OutputFormat(c)
	if err != nil {
		return nil, err
	}
	m := &simulation{format: form}
	if m.sweep.Workers, err = console.Workers(c); err != nil {
		return nil, err
	}
	m.sweep.Measure = performance.Options{CutDrain: c.Bool("cut-drain"), Confidence: true}
	const expected = "whole seconds with a unit, such as 60s,300s"
	if m.sweep.Measure.Bounds, err = list(c, "slowdown-bounds", expected, wholeSeconds); err != nil {
		return nil, err
	}
	if m.sweep.Measure.WarmUp, err = seconds(c, "warm-up"); err != nil {
		return nil, err
	}
	if err := m.sweep.Measure.Validate(); err != nil {
		return nil, named(c, err)
	}
	m.settings, err = settings(c)
	return m, err
}

// allSchedulers is the value of --scheduler for every one.
const allSchedulers = "all"

// settings makes a setting of each scheduler, shrinking factor, and bounds of basic dynP.
func settings(c *cli.Context) ([]sweep.Setting, error) {
	factors, err := shrinkingFactors(c)
	if err != nil {
		return nil, err
	}
	o, err := schedulerOptions(c)
	if err != nil {
		return nil, err
	}
	names, err := schedulerNames(c)
	if err != nil {
		return nil, err
	}
	bounds, err := basicBounds(c)
	if err != nil {
		return nil, err
	}
	var all []sweep.Setting
	for _, name := range names {
		for _, f := range factors {
			set := sweep.Setting{Scheduler: name, Options: o, Factor: f, Estimates: estimates(c)}
			if name != sweep.Basic {
				all = append(all, set)
				continue
			}
			for _, b := range bounds {
				if len(bounds) > 1 {
					set.Name = fmt.Sprintf("%s-%gs-%gs", name, b.Lower, b.Upper)
				}
				set.Options.Basic = &b
				all = append(all, set)
			}
		}
	}
	return all, nil
}

// schedulerNames reads --scheduler.
func schedulerNames(c *cli.Context) ([]string, error) {
	names, err := list(c, "scheduler", "", func(name string) (string, error) {
		if name = strings.ToLower(name); name == allSchedulers {
			return name, nil
		}
		return name, named(c, schedulers.Known(name))
	})
	if err != nil || !slices.Contains(names, allSchedulers) {
		return names, err
	}
	if len(names) > 1 {
		return nil, console.Usage("simulate: found --scheduler %s, expected all by itself or names", c.String("scheduler"))
	}
	return schedulers.Names(), nil
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
