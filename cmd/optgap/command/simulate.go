package command

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/queueing"
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
	input        swf.Options
	rejects      string
	reservations string
	sites        string
	names        []string // schedulers
	commands     field.Lines
	limit        time.Duration // of each decision of a command
	factors      []float64     // of the interarrival times
	perfect      bool          // estimates are run times
	sufficient   bool          // estimates are at least the run times
	deciding     schedulers.Deciding
	quality      string
	policies     []string // of dynP; nil means those of the paper
	shuffles     int
	lower, upper []float64 // bounds of basic dynP, in seconds
	options      schedulers.Options
	sweep        sweep.Sweep
	out          string // the folder of the sweep; "": none
	windows      string // "": the whole trace
	bounds       string // the folder of what no scheduler can beat; "": none
	best         *clairvoyant.Bounds
	bounded      []optgap.TraceJob         // of the folder of bounds: those that are replayed
	ladders      map[string]*record.Ladder // of the replays by label, where the folder of bounds has the rungs
	outputs      []*replayOutput
	drawings     []*replayDrawing
	keeping      sync.Mutex
	replayed     []*replay.Outcome // by setting, for drawings of loads that are not complete
	from, to     int64             // seconds of the trace that drawings show
	plots        console.Plots

	machines    []int64
	trace       *swf.Trace
	sha         string // SHA-256 of the trace
	requestsSHA string // of the requests for reservations; "": none
	settings    []sweep.Setting
	asked       []sweep.Setting // settings, and those that are left out; the names of outputs count all
	under       underway
}

func simulateCommand(s console.Streams) *cli.Command {
	m := &simulation{}
	return console.Command(s, &cli.Command{
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
--reservations-out, --gantt, --timeline and --bounds do every replay again.

Scheduler recorded starts each job when the log of the trace says (wait time, field 3),
so that the other schedulers stand beside what the machine did. That compares more than
schedulers: the machine had outages, priorities, reservations and dependencies that a
trace does not tell. Times at which more processors are busy than the machine has are
counted. Jobs without a wait time are left out of all replays.

   optgap simulate TRACE.swf.gz
   optgap simulate --scheduler fcfs,easy --shrink 1,0.9,0.8 --plot plots TRACE.swf.gz
   optgap simulate --scheduler easy --against recorded TRACE.swf.gz
   optgap simulate --gantt week.svg --draw-from 1000000 --draw-to 1604800 TRACE.swf.gz

Schedulers:
` + schedulerHelp(),
		Flags: m.flags(),
	}, console.Arguments{Most: 1, What: "at most one, the trace"}, m.simulate)
}

func schedulerHelp() string {
	width := 18
	for _, name := range schedulers.OwnNames() {
		width = max(width, len(name))
	}
	about := schedulers.Descriptions()
	return console.Listed(width, append(schedulers.Names(), schedulers.Recorded), func(name string) (string, string) {
		return name, about[name]
	})
}

func (m *simulation) flags() []cli.Flag {
	o, in := &m.options, &m.input
	m.deciding.Replan, m.quality = string(dynp.ReplanFull), string(dynp.ARTwW)
	m.shuffles, o.SlackFactor, o.IVS.Interactive = moldable.DefaultShuffles, 1, queueing.DefaultInteractive
	m.sweep.Measure.Confidence = true
	trace := console.All(spec.TraceOptions(&in.Machine, &in.MaxJobs, &in.Strict))
	trace[0].Only(console.Without("sites"))
	with, dynPOf := m.withScheduler, m.withScheduler(schedulers.SelfTuningNames()...)
	return slices.Concat(console.In(groupTrace, append(trace,
		rejectsFlag(&m.rejects),
		console.Flag(&in.Starts, knownWaits, "leave out the jobs whose wait time the trace does not tell, as --scheduler "+
			schedulers.Recorded+" does"),
		console.Of(spec.ReservationsOption(&m.reservations)),
	)...), console.In(groupScheduler,
		console.Flag(&m.sites, "sites", "`PROCESSORS,PROCESSORS...` of several machines instead of one: each job goes where "+
			"it would finish first").Check(m.readSites),
	), console.In(groupLoad,
		shrinkFlag(&m.factors, "1", "shrinking `FACTOR,FACTOR...` of the interarrival times; below 1 raises the load"),
		console.Flag(&m.perfect, "perfect-estimates", "estimates are what the jobs run"),
		console.Flag(&m.sufficient, "no-kill",
			"estimates of jobs that would be killed at them are raised to their run times"),
	), commandFlags(&m.limit, &m.commands, &o.Commands, console.Need{
		Only: "with its NAME in --scheduler or --against", Met: m.usesCommands,
	}), console.In(groupScheduler,
		schedulersFlag(&m.names, schedulers.Default, "`NAME,NAME...`, see above; all: every one but "+schedulers.Recorded,
			&o.Commands),
		console.Flag(&m.quality, "quality", "compare plans by this `METRIC`, or by several such as 2*artww+ms; of "+
			fmt.Sprint(dynp.QualityMetrics())).Takes(field.Fixed(dynp.QualityMetrics()...)).Only(dynPOf),
		console.List(&m.policies, "dynp-policies", "",
			"`NAME,NAME...` of the policies that dynP chooses from instead of FCFS,SJF,LJF", "", asTyped,
		).Takes(namesOf(heuristics.Policies, func(p heuristics.Policy) string { return p.Name })).Only(dynPOf),
	), console.Limit(dynPFlags(&m.deciding), "slack future-jobs future-time replan", dynPOf), console.In(groupScheduler,
		timesFlag(&m.lower, "lower", dynp.HiPC2001().Lower,
			"`TIME,TIME...`: average estimate up to which SJF is used; a replay for each").Only(with(sweep.Basic)),
		timesFlag(&m.upper, "upper", dynp.HiPC2001().Upper, "`TIME,TIME...`: average estimate up to which FCFS is used, "+
			"above it LJF; a replay for each that is not below --lower").Only(with(sweep.Basic)),
		console.Flag(&o.BiCriteria.Seed, "seed", "`N`, the seed of shuffles, and of --windows").Only(console.Need{
			Only: "with --windows or --scheduler " + batchBiCriteria,
			Met:  func(c *cli.Context) bool { return m.windows != "" || with(batchBiCriteria).Met(c) },
		}),
		console.Seconds(&o.Aging, 0, "aging", "jobs that have waited `TIME` go first; 0: no aging").
			Only(with(schedulersNamed("first-fit")...)),
		console.Seconds(&o.IVS.Interactive, time.Second, "interactive", "`TIME`, the longest estimate of an interactive job").
			Only(with("ivs")),
		console.Flag(&o.SlackFactor, "slack-factor", "a job may be delayed by `FACTOR` average waits").Only(with("slack")).
			Must("a finite number above 0; conservative backfilling is the scheduler conservative", func() bool {
				return o.SlackFactor > 0 && !math.IsInf(o.SlackFactor, 1)
			}),
		console.Flag(&m.shuffles, "shuffles", spec.AboutShuffles).Only(with(batchBiCriteria)),
	), console.In(groupMeasure,
		console.List(&m.sweep.Measure.Bounds, "slowdown-bounds", "60s,300s",
			"`TIME,TIME...` to which run times are raised in bounded slowdowns",
			"whole seconds with a unit, such as 60s,300s", wholeSeconds),
		console.Flag(&m.windows, "windows", "replay `JOBSxNUMBER`, such as 256x10: so many windows of so many consecutive "+
			"jobs, drawn by --seed, each from an empty machine; averages over windows with 95 % intervals, and sld_10").
			Only(console.Without("sites", "reservations", "bounds", "jobs-out", "gantt", "timeline")).Check(m.readWindows),
		console.Seconds(&m.sweep.Measure.WarmUp, 0, "warm-up",
			"leave out the first `TIME` of the trace: jobs submitted in it, and its share of util, loc and queue"),
		console.Flag(&m.sweep.Measure.CutDrain, "cut-drain",
			"measure util, loc, queue and throughput up to the last submission instead of the last end"),
		console.Flag(&m.sweep.Against, "against", "compare all with the scheduler `NAME`: differences of averages over "+
			"jobs, job by job, with 95 % intervals").KeptWhereSet().NotBlank().Takes(m.schedulerNames),
	), console.In(console.GroupOutput,
		m.formatFlag("one object per replay and line"), m.wideFlag(),
		console.Flag(&m.bounds, "bounds", "`DIR` of optgap offline --out: say how far each replay is from the best "+
			"possible, by width and time of submission").Reads(),
		console.Flag(&m.out, "out", "`DIR` for "+strings.Join(sweep.Layout.Names(), ", ")+"; an interrupted sweep goes on "+
			"there, also with more schedulers and factors").WritesInto(sweep.Layout.Names()...),
		m.replayFile("jobs-out", "write each job's start and end to `FILE` (.csv with Batsim's columns, then the site under "+
			"--sites; .swf; .gz of both); with several replays one file each", m.writeJobs,
			".csv", ".swf", ".csv.gz", ".swf.gz"),
		m.replayFile("reservations-out", "write the answer to each request for a reservation to `FILE` (.jsonl or .jsonl.gz)",
			writeAnswers, ".jsonl", ".jsonl.gz").Only(console.WithFlag("reservations")),
		m.drawing(false, "gantt", "draw jobs, reservations, the active policy of dynP, busy processors and queue into "+
			"`FILE` (.svg, .png or .pdf); several schedulers above each other, several loads into one file each"),
		m.drawing(true, "timeline", "draw busy processors and queue only into `FILE` (.svg, .png or .pdf); likewise"),
		console.Flag(&m.from, "draw-from", "`SECOND` of the trace at which drawings begin; 0: the first submission").
			Only(console.WithFlag("gantt", "timeline")),
		console.Flag(&m.to, "draw-to", "`SECOND` of the trace at which drawings end; 0: the last end").
			Only(console.WithFlag("gantt", "timeline")),
		console.Workers(&m.sweep.Workers, "`N` replays side by side"),
	), m.plots.Flags("plot the metrics against the shrinking factor into `DIR` (.svg, .png and .pdf)", "gantt"))
}

func (m *simulation) simulate(c *console.Call) (err error) {
	m.Call = c
	if err := m.sweep.Measure.Validate(); err != nil {
		return named(c, err)
	}
	if err := m.readSettings(); err != nil {
		return named(c, err)
	}
	if err := m.load(); err != nil {
		return err
	}
	m.sweep.Trace, m.sweep.Machine, m.sweep.Jobs = m.trace.Name, m.trace.Machine, m.trace.Jobs
	if err := m.checkWindows(); err != nil {
		return named(c, err)
	}
	if err := m.checkWindow(); err != nil {
		return named(c, err)
	}
	if err := m.readBounds(); err != nil {
		return named(c, err)
	}
	return named(c, m.run())
}

// allSchedulers is the value of --scheduler for every one.
const allSchedulers = "all"

// readSettings makes a setting of each scheduler, shrinking factor, and bounds of basic dynP.
func (m *simulation) readSettings() (err error) {
	o := &m.options
	if o.DynP, err = m.deciding.Options(); err != nil {
		return err
	}
	if o.DynP.Quality, err = dynp.ParseQuality(m.quality); err != nil {
		return err
	}
	for _, name := range m.policies {
		p, err := heuristics.PolicyByName(name)
		if err != nil {
			return renamed(err, "--dynp-policies")
		}
		o.DynP.Policies = append(o.DynP.Policies, p)
	}
	if err := o.DynP.Validate(); err != nil {
		return err
	}
	if o.BiCriteria.Shuffles, err = spec.Shuffles(m.shuffles); err != nil {
		return err
	}
	bounds, err := m.basicBounds()
	if err != nil {
		return err
	}
	m.settings = nil
	if against := strings.ToLower(m.sweep.Against); schedulers.Known(against, o.Commands...) == nil {
		if m.sweep.Against = against; !slices.Contains(m.names, against) {
			m.names = append(slices.Clone(m.names), against)
		}
	}
	for _, name := range m.names {
		for _, f := range m.factors {
			set := sweep.Setting{Scheduler: name, Options: *o, Factor: f, Estimates: m.estimates()}
			if name != sweep.Basic {
				m.settings = append(m.settings, set)
				continue
			}
			for _, b := range bounds {
				if len(bounds) > 1 {
					set.Name = fmt.Sprintf("%s-%gs-%gs", name, b.Lower, b.Upper)
				}
				set.Options.Basic = &b
				m.settings = append(m.settings, set)
			}
		}
	}
	for _, c := range o.Commands {
		others := func(s sweep.Setting) bool { return s.Scheduler != c.Name }
		if err := c.CheckReplays(len(slices.DeleteFunc(slices.Clone(m.settings), others))); err != nil {
			return err
		}
	}
	m.asked = m.settings
	return nil
}

const schedulerName = "scheduler"

// schedulerNames returns the names of all schedulers.
func (m *simulation) schedulerNames() []string {
	return slices.Concat(schedulers.Names(), []string{schedulers.Recorded}, batsim.Names(m.options.Commands))
}

func (m *simulation) estimates() sweep.Estimates {
	switch {
	case m.perfect && m.sufficient:
		return sweep.PerfectSufficient
	case m.perfect:
		return sweep.Perfect
	case m.sufficient:
		return sweep.Sufficient
	}
	return sweep.AsGiven
}
