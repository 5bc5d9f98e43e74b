package command

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// offlinePlan is a call of offline.
type offlinePlan struct {
	*console.Call
	printing
	input     input
	noKill    bool
	objective string
	options   clairvoyant.Options
	dir       string // of --out; "": none
	jobsOut   string // file of the starts; "": none
	ladder    ladder // of the schedulers that are asked for

	trace *swf.Trace
	sha   string
}

func offlineCommand() *console.Command {
	o := &offlinePlan{
		objective: string(
			optgap.ObjectiveARTwW,
		),
		ladder:  ladder{work: clairvoyant.DefaultStepWork},
		options: clairvoyant.Options{TimeLimit: time.Minute},
	}
	return &console.Command{
		Name:      "offline",
		Usage:     "prove what no scheduler can beat on a trace, and plan it with full knowledge",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Proves a lower bound on the average of every schedule of the trace, also of one that
knows all arrivals and run times, and seeks a good schedule with that knowledge. Jobs
start at or after their submission, run without interruption on any of the processors,
and end at their run time or are killed at their estimate, as under simulate. Nothing
else is assumed: no order, no outage, no reservation.

A quarter of --time-limit is for the bound, on one core. Without a limit, 0, a search gives
the same plan each time, with any --workers. After an interruption the best so far is
printed, and not kept. With --out the same command and a longer --time-limit or a smaller
--gap goes on where the folder ends; the limit is of both searches together.

With --scheduler it says how far schedulers are from the best possible, and why. Two more
replays stand between: they follow the best schedule found at each step, once by
estimates and once by run times. So it is told apart what planning better at each step
would save, what knowing run times, and what knowing arrivals. --step-work limits these
searches by counted work, so that they are the same on each machine.

   optgap offline TRACE.swf.gz
   optgap offline --out best TRACE.swf.gz
   optgap offline --scheduler easy,fcfs,dynp-advanced --out best TRACE.swf.gz
   optgap verify --trace TRACE.swf.gz best`,
		Flags: console.Flags{
			groupTrace,
			o.input.flags(),
			console.Flag(&o.noKill, "no-kill", "jobs run past their estimates"),
			groupSearch,
			console.Flag(&o.objective, "objective", "the average that is bounded, `NAME`: "+record.AboutObjectives()+
				"; slowdowns are over run times of at least 60 s").
				OneOf(format.Enumeration("or", record.Bounded()), field.Fixed(record.Bounded()...)),
			console.Flag(&o.options.TimeLimit, "time-limit", "`TIME` of the search; 0: none").
				AtLeast("0s"),
			console.Flag(&o.options.Rounds, "rounds", "at most `N` rounds of the search for better starts; 0: until two "+
				"gain nothing").
				AtLeast("0"),
			console.Flag(&o.options.Gap, "gap", "end where the best schedule is at most `SHARE` above the bound, such as 2%; "+
				"0: at the optimum").
				AtLeast("0"),
			console.Flag(&o.options.Seed, "seed", "`N`, the seed of the search"),
			o.ladder.flags(),
			console.GroupRun,
			console.Workers(&o.options.Workers, "`N` parts of the search side by side"),
			console.GroupOutput,
			o.formatFlag("one object"),
			o.answerFlag().Only(console.WithFlag(schedulerName)),
			console.Flag(&o.dir, "out", "`DIR` for the bound, the prices that prove it, and the starts: traces.jsonl, "+
				"offline.jsonl, summary.csv, offline.json").
				WritesInto(clairvoyant.Layout.Names()...),
			console.Flag(&o.jobsOut, "jobs-out", "write each job's start and end to `FILE` (.csv with Batsim's columns, .swf; "+
				".gz of both)").
				Writes(".csv", ".swf", ".csv.gz", ".swf.gz"),
		},
		Most: 1, What: "at most one, the trace",
		Run: o.plan,
	}
}

const groupSearch = "Search"

func (o *offlinePlan) plan(c *console.Call) (err error) {
	o.Call = c
	o.input.Labels = len(o.ladder.commands) > 0
	if err = o.load(c.Args().First()); err != nil {
		return err
	}
	if o.noKill {
		sweep.Sufficient.Apply(o.trace.Jobs)
	}
	o.input.Starts = o.trace.Skipped[swf.NoWait] > 0
	of := record.OfflineTrace{
		Format:        record.OfflineFormat,
		Trace:         o.trace.Name,
		SHA256:        o.sha,
		Machine:       o.trace.Machine,
		Jobs:          len(o.trace.Jobs),
		First:         o.input.MaxJobs,
		KnownWaits:    o.input.Starts,
		NoKill:        o.noKill,
		ObjectiveName: o.objective,
	}
	var r *record.Offline
	err = o.inBest(of, func(kept *clairvoyant.Folder) (err error) {
		r, err = o.once(of, kept)
		return err
	})
	if err != nil {
		return err
	}
	var up climbed
	var lost error
	if len(o.ladder.names) > 0 && c.Context.Err() == nil {
		r, up, lost = o.climb(r)
	}
	if o.jobsOut != "" && c.Context.Err() == nil {
		out := &replay.Outcome{Jobs: o.trace.Jobs, Starts: r.Starts}
		notes := []string{
			"planned by optgap offline " + console.Version() + " under " + o.objective,
			"source: " + o.trace.Name + ", SHA-256 " + o.sha,
		}
		if err := writeReplay(o.jobsOut, out, o.trace.Machine, o.trace, notes); err != nil {
			return err
		}
	}
	if err := o.print(*r); err != nil || c.Context.Err() != nil || up.ladders == nil && up.failed == nil {
		return cmp.Or(err, c.Context.Err(), lost)
	}
	return cmp.Or(o.tell(r, up), lost)
}

// load reads the trace. Where its log tells no start, the scheduler recorded is left out, if there
// are others.
func (o *offlinePlan) load(path string) (err error) {
	leftOut := false
	l := &o.ladder
	o.trace, o.sha, leftOut, err = loadFor(o.Call, l.names, path, o.input)
	if leftOut {
		l.names = slices.DeleteFunc(slices.Clone(l.names), schedulers.IsRecorded)
	}
	return err
}

// inBest does work with the folder of --out, which keeps the best schedule.
func (o *offlinePlan) inBest(
	of record.OfflineTrace, work func(kept *clairvoyant.Folder) error,
) error {
	return inFolder(o, o.dir, clairvoyant.Layout, o.arguments(), []record.OfflineTrace{of}, work)
}

// inFolder does work with the folder of a run of problems, nil where nothing is kept.
func inFolder[P, R any](
	o *offlinePlan,
	dir string,
	layout folder.Layout[P, R, string],
	arguments map[string]string,
	problems []P,
	work func(kept *folder.Folder[P, R, string]) error,
) (err error) {
	kept, err := folder.Open(dir, layout, folder.Start{
		Identity: folder.Identify(o.trace.Name, o.sha, console.Version(), arguments),
		Skipped:  o.trace.Skipped.ByReason(),
		Retry:    layout.Limits != nil,
	})
	if err != nil {
		return err
	}
	err = kept.Asks(len(problems), 0)
	for _, p := range problems {
		err = errors.Join(err, kept.Problem(p))
	}
	if err == nil {
		err = work(kept)
	}
	return cmp.Or(err, kept.Close(err == nil && o.Context.Err() == nil))
}

// arguments returns the flags on which the bound depends.
func (o *offlinePlan) arguments() map[string]string {
	values := shaping(o.Call)
	for _, name := range ladderFlags {
		delete(values, name)
	}
	values[knownWaits] = strconv.FormatBool(o.input.Starts)
	return values
}

// once plans the trace, unless the folder has the plan and no limit lets the search go on from it.
// A plan that was interrupted is not kept.
func (o *offlinePlan) once(
	of record.OfflineTrace,
	kept *clairvoyant.Folder,
) (*record.Offline, error) {
	if known, ok := kept.Known(of.Trace); ok {
		if !o.options.GoesOn(&known) {
			return &known, nil
		}
		o.Say("the search goes on from the schedule and the bound in %s, after %s", o.dir,
			console.InWords(time.Duration(known.SolveSeconds*float64(time.Second))))
		o.options.Known = &known
	}
	limit := ""
	now := atomic.Pointer[record.Offline]{}
	if o.options.TimeLimit > 0 {
		limit = ", of at most " + console.InWords(o.options.TimeLimit)
	}
	done := o.Progress(0, "round", func() string {
		if r := now.Load(); r != nil {
			return limit + ": " + report.OfflineProgress(*r)
		}
		return limit
	})
	o.options.Round, o.options.Moved = done.Step, func(r record.Offline) { now.Store(&r) }
	r, err := clairvoyant.Plan(o.Context, of, o.trace.Jobs, o.options)
	done.End()
	if err != nil || o.Context.Err() != nil {
		return r, err
	}
	switch r.EndedBy {
	case optgap.EndedTimeLimit:
		o.Say("--time-limit ended the search after %s", console.InWords(o.options.TimeLimit))
	case optgap.EndedGap:
		o.Say(
			"--gap ended the search: the schedule is %s above the bound",
			format.Percent(100*(r.Ratio-1)),
		)
	}
	return r, kept.Result(*r)
}

// print prints a result without its prices and starts.
func (o *offlinePlan) print(r record.Offline) error {
	r.Prices = nil
	r.Starts = nil
	r.TraceJobs = nil
	if len(o.ladder.names) > 0 && !o.text() && !o.json() { // the ladder has rows of its own
		return nil
	}
	all := []record.Offline{r}
	rows := func() table.Table { return record.OfflineRows(all) }
	text := report.OfflineText(r) + "\n"
	return printAs(
		o.Out,
		o.printing,
		answer[record.Offline]{lines: all, rows: rows, after: text},
	)
}
