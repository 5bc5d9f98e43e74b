package command

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics"
)

const (
	groupLoad      = "Load"
	groupScheduler = "Schedulers"
	groupMeasure   = "What is measured"
)

// simulation is a call of simulate: the replays that its flags ask for.
type simulation struct {
	*console.Call
	printing
	input        input
	reservations string
	sites        string
	names        []string // schedulers
	commands     field.Lines
	limit        time.Duration // of each decision of a command
	factors      []float64     // of the interarrival times
	sufficient   bool          // estimates are at least the run times
	policies     []string      // of dynP; nil means those of the paper
	options      schedulers.Options
	sweep        sweep.Sweep
	out          string // the folder of the sweep; "": none
	windows      string // "": the whole trace
	seed         uint64 // of the windows
	outputs      []*replayOutput
	drawn        string // the picture; "": none
	draws        string // such as "10:20": the seconds from and to
	keeping      sync.Mutex
	replayed     []*replay.Outcome // by setting, for pictures of loads that are not complete
	from, to     int64             // seconds of the trace that the picture shows
	plots        console.Plots

	machines    []int64
	trace       *swf.Trace
	sha         string // SHA-256 of the trace
	requestsSHA string // of the requests for reservations; "": none
	settings    []sweep.Setting
	asked       []sweep.Setting // settings, and those that are left out; the names of outputs count all
}

func simulateCommand() *console.Command {
	m := &simulation{}
	return &console.Command{
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
--reservations-out and --gantt do every replay again.

Scheduler recorded starts each job when the log of the trace says (wait time, field 3),
so that the other schedulers stand beside what the machine did. That compares more than
schedulers: the machine had outages, priorities, reservations and dependencies that a
trace does not tell. Times at which more processors are busy than the machine has are
counted. Jobs without a wait time are left out of all replays.

   optgap simulate TRACE.swf.gz
   optgap simulate --scheduler fcfs,easy --shrink 1,0.9,0.8 --plot plots TRACE.swf.gz
   optgap simulate --scheduler easy --against recorded TRACE.swf.gz
   optgap simulate --gantt week.svg --draw 1000000:1604800 TRACE.swf.gz

optgap help schedulers lists the schedulers and their parameters.`,
		Flags: m.flags(),
		Most:  1, What: "at most one, the trace",
		Run: m.simulate,
	}
}

func (m *simulation) flags() console.Flags {
	o := &m.options
	trace := m.input.flags()
	trace[0].Only(console.Without("sites"))
	return console.Flags{
		groupTrace,
		trace,
		console.Of(spec.ReservationsOption(&m.reservations)),
		groupScheduler,
		console.Flag(&m.sites, "sites", "`PROCESSORS,PROCESSORS...` of several machines instead of one: each job goes where "+
			"it would finish first").Check(m.readSites),
		groupLoad,
		shrinkFlag(&m.factors, "1", "shrinking `FACTOR,FACTOR...` of the interarrival times; below 1 raises the load"),
		console.Flag(&m.sufficient, "no-kill",
			"estimates of jobs that would be killed at them are raised to their run times"),
		commandFlags(&m.limit, &m.commands, &o.Commands, console.Need{
			Only: "with its NAME in --scheduler or --against", Met: m.usesCommands,
		}),
		groupScheduler,
		schedulersFlag(
			&m.names,
			schedulers.Default,
			"`NAME,NAME...`, such as easy,slack:2, see optgap help schedulers; "+
				"all: every one but "+schedulers.Recorded,
			&o.Commands,
		),
		console.List(
			&m.policies,
			"dynp-policies",
			"",
			"`NAME,NAME...` of the policies that dynP chooses from instead of FCFS,SJF,LJF",
			"",
			asTyped,
		).Takes(namesOf(heuristics.Policies, func(p heuristics.Policy) string { return p.Name })).Only(console.Need{
			Only: "with --scheduler " + console.Alternatives(
				"",
				schedulers.SelfTuningNames(),
			),
			Met: m.tunesItself,
		}),
		console.Flag(&m.seed, "seed", "`N`, the seed of --windows").Only(console.WithFlag("windows")),
		groupMeasure,
		console.List(&m.sweep.Measure.Bounds, "slowdown-bounds", "60s,300s",
			"`TIME,TIME...` to which run times are raised in bounded slowdowns",
			"whole seconds with a unit, such as 60s,300s", wholeSeconds),
		console.Flag(&m.windows, "windows", "replay `JOBSxNUMBER`, such as 256x10: so many windows of so many consecutive "+
			"jobs, drawn by --seed, each from an empty machine; averages over windows with 95 % intervals, and sld_10").
			Only(console.Without("sites", "reservations", "jobs-out", "gantt")).
			Check(m.readWindows),
		console.Seconds(
			&m.sweep.Measure.WarmUp,
			"warm-up",
			"leave out the first `TIME` of the trace: jobs submitted in it, and its share of util, loc and queue",
		),
		console.Of(field.Option{
			Name:     "against",
			Variable: &m.sweep.Against,
			Usage: "compare all with the scheduler `NAME`: differences of averages over jobs, with " +
				"their ranges over tenths of the jobs",
			Names:  schedulerNames(&o.Commands),
			Spelt:  schedulers.Spelt,
			Stored: field.WhereSet,
		}).NotBlank(),
		console.GroupOutput,
		m.formatFlag("one object per replay and line"),
		m.wideFlag(),
		console.Flag(&m.out, "out", "`DIR` for "+strings.Join(sweep.Layout.Names(), ", ")+"; an interrupted sweep goes on "+
			"there, also with more schedulers and factors").
			WritesInto(sweep.Layout.Names()...),
		m.replayFile(
			"jobs-out",
			"write each job's start and end to `FILE` (.csv with Batsim's columns, then the site under "+
				"--sites; .swf; .gz of both); with several replays one file each",
			m.writeJobs,
			".csv",
			".swf",
			".csv.gz",
			".swf.gz",
		),
		m.replayFile("reservations-out", "write the answer to each request for a reservation to `FILE` (.jsonl or .jsonl.gz)",
			writeAnswers, ".jsonl", ".jsonl.gz").
			Only(console.WithFlag("reservations")),
		m.gantt(
			"draw jobs, reservations, the active policy of dynP, busy processors and queue into " +
				"`FILE` (.svg, .png or .pdf); several schedulers above each other, several loads into one file each",
		),
		console.Flag(&m.draws, "draw", "`FROM:TO`, the seconds of the trace that --gantt draws; without FROM or TO from the "+
			"first submission or to the last end").
			NotBlank().
			Only(console.WithFlag("gantt")).
			Check(m.readDraw),
		console.Workers(&m.sweep.Workers, "`N` replays side by side"),
		m.plots.Flags("plot the metrics into `DIR`, against several shrinking factors (.svg, .png and .pdf)", "gantt"),
	}
}

func (m *simulation) simulate(c *console.Call) (err error) {
	m.Call = c
	if err := m.sweep.Measure.Validate(); err != nil {
		return err
	}
	if err := m.readSettings(); err != nil {
		return err
	}
	if err := m.load(); err != nil {
		return err
	}
	m.sweep.Trace = *m.trace
	if err := m.checkWindows(); err != nil {
		return err
	}
	return m.run()
}

// allSchedulers is the value of --scheduler for every one.
const allSchedulers = "all"

// readSettings makes a setting of each scheduler and shrinking factor.
func (m *simulation) readSettings() (err error) {
	o := &m.options
	o.Policies, err = lists.Try(m.policies, heuristics.PolicyByName)
	if err != nil {
		return renamed(err, "--dynp-policies")
	}
	m.settings = nil
	estimates := sweep.AsGiven
	if m.sufficient {
		estimates = sweep.Sufficient
	}
	if m.sweep.Against != "" {
		against, err := schedulers.Canonical(m.sweep.Against, batsim.Names(o.Commands)...)
		if err != nil {
			return renamed(err, "--against")
		}
		m.sweep.Against = against
		if !slices.Contains(m.names, against) {
			m.names = append(slices.Clone(m.names), against)
		}
	}
	for _, name := range m.names {
		for _, f := range m.factors {
			set := sweep.Setting{
				Scheduler: name,
				Options:   *o,
				Factor:    f,
				Estimates: estimates,
			}
			m.settings = append(m.settings, set)
		}
	}
	for _, c := range o.Commands {
		own := func(s sweep.Setting) bool { return s.Scheduler == c.Name }
		if err := c.CheckReplays(len(lists.Where(m.settings, own))); err != nil {
			return err
		}
	}
	m.asked = m.settings
	return nil
}

const schedulerName = "scheduler"
