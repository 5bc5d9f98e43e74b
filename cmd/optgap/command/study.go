package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/reservation"
)

// studying is a call of study. It shows a study while that runs: notes, progress, rows and pictures.
type studying struct {
	printer
	spec    spec.Spec
	work    study.Work
	rejects string
	out     string // the folder of the study; "": none
	retry   bool   // run again what was unfinished
	file    string // the study file; "": none
	name    string // of the study in a study file; "": it is in none
	dry     bool   // list the studies of the file
	budget  study.Budget

	plan  study.Plan
	seen  map[int]int // results by the index of their step
	fits  bool        // some step fits, perhaps one of another shard
	done  *console.Counter
	begun time.Time
	took  time.Duration // by the steps
}

// newStudy returns the command, which works by run.
func newStudy(run func(*studying, *console.Call) error) *console.Command {
	o := &studying{spec: spec.Default()}
	return &console.Command{
		Name:      "study",
		Usage:     "replay a trace and measure its self-tuning steps: the main job",
		ArgsUsage: "[TRACE.swf[.gz]|-]",
		Description: `Replays the trace under self-tuning dynP (advanced decider, ARTwW). At each
submission that leaves two or more jobs waiting it solves the planning problem
and prints one row of the paper's Table 1. Without TRACE it takes a generated sample.

   optgap study TRACE.swf.gz
   optgap study --method exact --loss --policies fcfs,sjf,easy --plot plots TRACE.swf.gz
   optgap study --max-waiting 12 --out results --format csv TRACE.swf.gz >table1.csv
   optgap study -f STUDIES.txt --out studies` + console.More + `

Of the sample's 400 jobs it studies 40 steps with 5 s each.

Where no flag chooses steps, and there is no --out, there is an answer within a minute
(10 s for the sample): by methods ilp and exact, with 1 s each, on as many steps, spread
over the trace, as --budget leaves time for. --max-steps 0 takes all.

The objective is the sum over the jobs of width * (start - submission + estimate),
in processor seconds. ARTwW, in seconds, is that sum divided by the sum of widths.
Jobs submitted in one second are decided one by one, after the jobs that end in that
second, and in the order of the trace, which may not be that of their ids. Where a
policy finds two jobs equal, the earlier submission goes first, then the smaller id.

   optgap study --within 0.2 --policies fcfs,sjf,easy TRACE.swf.gz
   optgap study --max-steps 200 --time-scale 60s TRACE.swf.gz

Several methods are measured on each step and compared:

   optgap study --method policies,ilp,exact --plot plots TRACE.swf.gz

What the policies lose against the proven optimum at one second (where exact is
among the methods, bounds beside its own are left out unless --no-bounds=false):

   optgap study --method exact --loss --plot plots TRACE.swf.gz

The same of other schedulers. One that makes no plan, such as EASY, is run forward
from each step: running jobs end when they are estimated to, and nothing arrives.

   optgap study --method exact --loss --policies fcfs,easy,conservative TRACE.swf.gz

What the machine of a log did, and what any other program plans (docs/extending.md):

   optgap study --method exact --drive recorded --hindsight --policies recorded,sjf TRACE.swf.gz
   optgap study --method exact --loss --plans mine=mine.jsonl TRACE.swf.gz

On several machines (docs/studies.md; examples/slurm.sh is a job array of Slurm):

   optgap study --shard 1/2 --out part1 TRACE.swf.gz
   optgap study --shard 2/2 --out part2 TRACE.swf.gz
   optgap merge joined part1 part2
` + studyFileHelp,
		Flags: o.flags(),
		Most:  1, What: "at most one, the trace",
		Run: func(c *console.Call) error { return run(o, c) },
	}
}

func (o *studying) flags() console.Flags {
	inTables := console.Need{Only: "in tables and with --loss", Met: func(*cli.Context) bool {
		return o.options.Losses || !o.json() && !o.csv()
	}}
	single := console.Without("out", "shard", studyFileName)
	ofSpec := studyFlags(o.spec.Fields())
	bounds := ofSpec.Option("no-bounds")
	return console.Flags{
		console.GroupOutput,
		rejectsFlag(&o.rejects),
		ofSpec,
		console.GroupOutput,
		o.formatFlag("one result per line"),
		o.wideFlag(),
		o.answerFlag(),
		console.Flag(&o.out, "out", "`DIR` for steps.jsonl, results.jsonl, summary.csv, study.json; an interrupted study "+
			"goes on there").
			WritesInto(study.Layout.Names()...),
		console.Flag(
			&o.options.Losses,
			"loss",
			"print the losses of policies against the one-second optimum, by number of "+
				"waiting jobs; dynP is the best of FCFS, SJF and LJF",
		).Check(func() error {
			// The bounds beside that of method exact, which certifies by itself, are left out:
			// the linear programs would take far longer than the search.
			if o.options.Losses && !bounds.IsSet() && o.spec.ExactAtSecond() {
				o.spec.NoBounds = true
			}
			return nil
		}),
		console.Flag(&o.options.Against, "against",
			"show what each policy loses more than the policy `NAME` on the same steps; by "+
				"default than the one that loses least").
			NotBlank().
			Only(inTables).
			Takes(func() []string {
				names, _ := o.spec.InLosses()
				return names
			}),
		o.plots.Flags(
			"draw into `DIR` (.svg, .png and .pdf): steps proven against time, performance profiles; the losses " +
				"with --loss",
		),
		childFlags(&o.work),
		console.GroupRun,
		console.Workers(
			&o.work.Workers,
			"`N` steps solved side by side, each on one thread",
		),
		console.Flag(&o.retry, "retry-failed", "run again what hit a limit, ran out of memory, crashed or failed in the "+
			"folder of --out, and replace it; --time-limit, --memory and --node-limit may be other than before").
			Only(console.WithFlag("out")),
		console.Flag(&o.file, studyFileName,
			"run the studies in the lines of a study `FILE`, into --out").Alias("f").Reads(),
		console.Flag(&o.budget.Time, "budget", "take steps, spread over the trace, for this `TIME`; 0: any time. By "+
			"default 1m (10s for the sample) where nothing chooses steps").
			AtLeast("0").
			Only(single),
		console.Flag(&o.budget.Within, "within", "take steps, spread over the trace, until the average loss that the "+
			"answer begins with is known within `POINTS` of a percent on either side, with 95 %").
			AtLeast("0").
			Only(single),
		console.Flag(&o.dry, "dry-run", "list the studies, their steps and the time they take at most, and run none").
			Only(console.WithFlag(studyFileName)),
	}
}

func (o *studying) run(c *console.Call) error {
	o.Call = c
	if o.file != "" {
		return o.runFile()
	}
	st, err := o.prepare()
	if err != nil {
		return err
	}
	defer st.Close()
	if st.Workers > runtime.NumCPU() {
		c.Say(
			"%s on %s: computation times will suffer",
			format.Count(st.Workers, "worker"),
			format.Count(runtime.NumCPU(), "processor"),
		)
	}
	st.Budget = o.budget
	o.options.Rows = mostRows
	conditions := report.Conditions{Hindsight: st.Spec.Hindsight, Drive: st.Spec.Drive}
	o.options.Asked = report.Asked{Conditions: conditions}
	if name := o.ownPolicy(); name != "" {
		o.options.Asked.OwnBy = "--drive " + name
	}
	return o.show(st)
}

// ownPolicy returns the policy that was asked for alone beside those of dynP, if it can bring about
// steps, and does not do so; "": there is none.
func (o *studying) ownPolicy() string {
	names, _ := o.spec.InLosses() // both were read before
	drives, _ := o.spec.Schedulers()
	own := slices.DeleteFunc(names, func(name string) bool { return !loss.Own(name) })
	if len(own) != 1 || own[0] == o.spec.Drive || !slices.Contains(drives, own[0]) {
		return ""
	}
	driven := o.spec
	driven.Drive = own[0]
	if driven.Validate() != nil {
		return ""
	}
	return own[0]
}

// valid checks the study that the flags state, before its trace is read.
func (o *studying) valid() error {
	sp := &o.spec
	sp.Trace = o.Args().First()
	o.limit()
	if err := sp.Validate(); err != nil {
		return err
	}
	if err := o.checkAgainst(); err != nil {
		return err
	}
	if o.budget.Limits() && sp.Drive == spec.Optimum {
		return console.Usage(
			"--budget and --within: found --drive %s, expected another drive, as each step has to "+
				"be solved",
			sp.Drive,
		)
	}
	if sp.Drive == spec.Optimum && o.retry {
		return study.ErrRetryOptimum
	}
	return nil
}

// prepare returns the study that the flags state, with its trace.
func (o *studying) prepare() (*study.Prepared, error) {
	if err := o.valid(); err != nil {
		return nil, err
	}
	var in study.Input
	err := withRejects(o.rejects, func(rejects io.Writer) (err error) {
		in, err = study.ReadInput(o.spec, o.In, rejects)
		return err
	})
	if err != nil {
		return nil, err
	}
	o.SayAll(in.Trace.Warnings()...)
	return study.Prepare(o.spec, in, o.work, console.Version())
}

// limit gives a study whose steps nobody has chosen a budget, and sets the limits that follow from
// one.
func (o *studying) limit() {
	given := o.Call.IsSet
	sample := o.spec.Trace == ""
	if o.out == "" && !o.budget.Limits() && !given("budget") && o.spec.Unbounded(given) {
		o.budget.Time = time.Minute
		if sample {
			o.budget.Time = sampleBudget
		}
	}
	switch {
	case o.budget.Limits():
		o.spec.LimitBudgeted(given)
	case sample:
		o.spec.LimitSample(given)
	}
}

// checkAgainst gives --against the name that results have.
func (o *studying) checkAgainst() error {
	against := &o.options.Against
	if *against == "" {
		return nil
	}
	names, err := o.spec.InLosses()
	if err != nil {
		return err
	}
	k := slices.IndexFunc(
		names,
		func(name string) bool { return strings.EqualFold(name, *against) },
	)
	if k < 0 {
		return optgap.BadText("--against", *against, "one of "+strings.Join(names, ", "))
	}
	*against = names[k]
	return nil
}

// sampleBudget is the budget of the embedded sample.
const sampleBudget = 10 * time.Second

// show runs the study, keeps its results and prints them.
func (o *studying) show(st *study.Prepared) (err error) {
	o.seen = make(map[int]int)
	if o.plots.Dir != "" { // better now than after hours
		if err := os.MkdirAll(o.plots.Dir, 0o777); err != nil {
			return err
		}
	}
	if err := st.Keep(o.out, o.retry); err != nil {
		return err
	}
	processors := format.Count(st.Trace.Machine, "processor")
	o.options.Title = named(o.name, st.Trace.Name) + ", " + processors
	o.options.Methods, o.plan = len(st.Solvers), st.Plan()
	st.Watch = study.Watch{
		Reserved: func(decisions []reservation.Decision) {
			if len(decisions) > 0 {
				o.Say("%v", reservation.Count(decisions))
			}
		},
		Chosen: func(steps study.Choice, known int) { o.chosen(st, steps, known) },
		Result: o.result,
	}
	err = st.Run(o.Context)
	o.done.End()
	err = errors.Join(err, st.Folder.Close(err == nil))
	o.took = time.Since(o.begun)
	return o.conclude(st, err)
}

// chosen notes what the study is about to do.
func (o *studying) chosen(st *study.Prepared, steps study.Choice, known int) {
	o.plan.Steps = len(steps.Indices)
	o.fits = steps.Of > 0
	asked := &o.options.Asked
	asked.Steps, asked.Of, asked.Shard = o.plan.Steps, steps.Fitting, st.Select.Shard.String()
	o.Say("%s", o.planned(st, steps, known))
	total := o.plan.Steps * o.plan.Methods
	thing := "step"
	if o.plan.Methods > 1 {
		thing = "result"
	}
	if st.Budget.Limits() {
		total = 0
	}
	o.done = o.Progress(total, thing, nil)
	o.begun = time.Now()
}

// planned is such as "sample.swf: 150 jobs on 100 processors, 6 steps by 2 methods, at most 20 s
// for each, 2 at a time, at most 1 min together".
func (o *studying) planned(st *study.Prepared, steps study.Choice, known int) string {
	p := o.plan
	processors := format.Count(st.Trace.Machine, "processor")
	text := fmt.Sprintf(
		"%s: %s on %s",
		st.Trace.Name,
		format.Count(len(st.Trace.Jobs), "job"),
		processors,
	)
	add := func(holds bool, more string, args ...any) {
		if holds {
			text += ", " + fmt.Sprintf(more, args...)
		}
	}
	share := st.Select.Shard
	b := st.Budget
	worst := p.Worst(known)
	add(p.Steps > 0, "%s by %s", format.Count(p.Steps, "step"), format.Count(p.Methods, "method"))
	add(!share.IsWhole(), "shard %s of %s", share, format.Count(steps.Of, "step"))
	add(
		steps.Overfull > 0,
		"none at %s, where the log has more than %s busy",
		format.Count(steps.Overfull, "submission"),
		processors,
	)
	add(
		known > 0,
		"%d of %s are there from an earlier run",
		known,
		format.Count(p.Steps*p.Methods, "result"),
	)
	add(worst > 0, "at most %s for each, %d at a time", console.InWords(p.Limit.All), p.Workers)
	add(worst > 0 && !b.Limits(), "at most %s together", console.InWords(worst))
	add(worst > longStudy && !b.Limits(), "fewer with --max-steps N")
	add(b.Time > 0, "for %s", console.InWords(b.Time))
	add(
		b.Within > 0,
		"until the average loss that the answer begins with is known within %g points",
		b.Within,
	)
	return text
}

// longStudy is a time after which nobody waits any more.
const longStudy = time.Hour

// result counts and prints a result.
func (o *studying) result(step *optgap.Step, r record.Result) error {
	o.done.Step()
	o.seen[r.Index]++
	o.options.Know(step)
	return o.printer.result(r)
}

// conclude prints what is left to print after a run that has ended with the error.
func (o *studying) conclude(st *study.Prepared, err error) error {
	if o.failures.Results == 0 && !o.fits && err == nil {
		return noStepFits(st)
	}
	slices.SortStableFunc(
		o.results,
		func(a, b record.Result) int { return cmp.Compare(a.Index, b.Index) },
	)
	if err != nil {
		o.options.Title += ", " + soFar(o.plan, o.seen)
	}
	o.options.Asked.Interrupted = err != nil
	if err != nil && !st.Budget.Limits() { // the steps are the first ones
		o.options.Asked.Of = 0
	}
	o.sayHowToGoOn(err == nil)
	failed := o.end()
	if err == nil && o.options.Asked.Shard == "" { // a shard may have none of the steps
		err = o.checkPlans(st.Input.Plans)
	}
	return cmp.Or(errors.Join(err, failed), o.failed())
}

// noStepFits is the error about a selection that leaves nothing. It names what selects.
func noStepFits(st *study.Prepared) error {
	s := st.Select
	jobs := format.Count(len(st.Trace.Jobs), "job")
	var given []string
	for _, o := range s.Steps.Fields() {
		if text := o.Text(); text != "0" && o.Variable != &s.Every {
			given = append(given, "--"+o.Name+" "+text)
		}
	}
	if given == nil {
		return console.Usage(
			"%s: no step fits: the trace has %s, and two never wait together",
			st.Trace.Name,
			jobs,
		)
	}
	return console.Usage(
		"%s: no step fits %s: the trace has %s",
		st.Trace.Name,
		strings.Join(given, " "),
		jobs,
	)
}

// sayHowToGoOn says what a study that took some of the steps leaves, and how to have the others.
func (o *studying) sayHowToGoOn(ended bool) {
	budget := o.budget.Limits()
	taken := len(o.seen)
	all := o.plan.Steps
	how := ""
	switch {
	case ended && (!budget || taken == 0 || taken == all):
		return
	case ended:
		pace := o.took / time.Duration(taken)
		how = fmt.Sprintf(
			"the same again: --sample %d; all of them: --max-steps 0, about %s",
			taken,
			console.InWords(pace*time.Duration(all)),
		)
	case budget: // which is in no folder
		how = "none kept: --sample N --out DIR in the place of the budget takes the same steps, and keeps them"
	case o.out == "":
		how = "none kept: with --out DIR they are kept, and the same command goes on with the others"
	default:
		how = "kept in " + o.out + ": the same command goes on with the others"
	}
	o.Say("%s done, %s", soFar(o.plan, o.seen), how)
}
